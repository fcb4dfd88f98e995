"""A whole table out and in again, as one JSON document.

It holds everything, removed things and the journal too, but nothing that opens a table: no keys, no
join code, no seat secrets, no kept answers. The document's shape is in `document.py`.
"""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.exc import DataError, IntegrityError

from webapp.screens.audience import GM, PLAYER, TV
from webapp.screens.draw import draw
from webapp.screens.journal import exact_line
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import THINGS, Entry, Heard, Json, Table
from webapp.table.changes import plain
from webapp.table.create import Created, with_links
from webapp.table.document import FORMAT, VERSION, Document, checked_document
from webapp.table.document_rows import MODELS, columns
from webapp.table.growth import size_of
from webapp.table.projections import Projections
from webapp.table.refusals import Invalid, TooLarge, loaded
from webapp.table.secrets import new_code, new_epoch, new_table_id
from webapp.table.transaction import transaction

Row = Json
UNSHOWABLE = "This document does not hold together, so nothing was made of it."
LARGEST_DOCUMENT = 32 * 2**20
"""How many bytes a document may have where it is read from a file."""
AT_A_TIME = 500
"""Entries that are read out together."""


# ---- out -----------------------------------------------------------------------------------------


def export_table(table_id: str, read: Callable[[], None] = lambda: None) -> dict[str, object]:
    """The table as a document that `import_table` takes; Missing when there is none. `read` is called after
    each entry."""
    journal = []
    document = _without_journal(table_id)
    for entry in _journal(table_id):
        journal.append(entry)
        read()
    return {**document, "journal": journal}


def export_text(table_id: str) -> Iterator[str]:
    """The same as JSON, entry by entry, so that however long a journal is, it is never all in memory."""
    yield _json(_without_journal(table_id))[:-1] + ',"journal":['
    for number, entry in enumerate(_journal(table_id)):
        yield ("," if number else "") + _json(entry)
    yield "]}"


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _without_journal(table_id: str) -> dict[str, object]:
    """All but the journal. Whoever reads sees one state, even while others write (`store/db.py`)."""
    board = loaded(table_id)
    return {
        "format": FORMAT,
        "version": VERSION,
        "table": _written(board.table),
        "things": {kind: [_written(row) for row in board.whole(model)] for kind, model in THINGS.items()},
    }


def _journal(table_id: str) -> Iterator[dict[str, object]]:
    """Every entry, oldest first, with the seats that alone heard of it."""
    heard: dict[int, list[int]] = {}
    told = select(Heard.serial, Heard.seat).where(Heard.table_id == table_id)
    for serial, seat in db.session.execute(told):
        heard.setdefault(serial, []).append(seat)
    names = columns(Entry)
    asked = select(Entry.serial, *(getattr(Entry, name) for name in names)).order_by(Entry.serial)
    entries = db.session.execute(
        asked.where(Entry.table_id == table_id).execution_options(yield_per=AT_A_TIME)
    )
    for serial, *values in entries:
        row = {name: _as_text(plain(each)) for name, each in zip(names, values, strict=True)}
        yield {**row, "heard": sorted(heard.get(serial, []))}


def _written(row: object) -> dict[str, object]:
    return {name: _as_text(plain(getattr(row, name))) for name in columns(type(row))}


def _as_text(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value


# ---- in ------------------------------------------------------------------------------------------


def sent_document(sent: object) -> dict[str, object]:
    """The document of an import as it is sent to the API: `{"import": {…}}`."""
    if not isinstance(sent, dict) or "import" not in sent:
        raise TooLarge("That was too much at once. Nothing was changed; send less.")
    others = {name: "not together with import" for name in sent if name != "import"}
    if others:
        raise Invalid("An import brings its own name and ruleset; send it alone.", others)
    if not isinstance(sent["import"], dict):
        raise Invalid("An import is the document that an export gave.", {"import": "not an object"})
    document: dict[str, object] = sent["import"]
    return document


def import_table(document: object) -> Created:
    """Make a new table of a document, with its own keys, epoch and join code; Invalid, and then nothing
    was made, for one that does not hold together."""
    found = _understood(document)
    table = _table_of(found)
    things = {kind: [_thing(kind, row, found) for row in rows] for kind, rows in found.things.items()}
    _ensure_showable(table, things, found.journal)
    try:
        with transaction():
            return _written_down(table, things, found.journal)
    except (DataError, IntegrityError) as error:
        raise Invalid(UNSHOWABLE) from error


def _written_down(table: Table, things: dict[str, list[Row]], journal: list[Row]) -> Created:
    db.session.add(table)
    db.session.flush()
    for kind, rows in things.items():
        _write(THINGS[kind], table, rows)
    _write(Entry, table, [_entry(row, serial) for serial, row in enumerate(journal, start=1)])
    heard = enumerate((row["heard"] for row in journal), start=1)
    _write(Heard, table, [{"serial": serial, "seat": seat} for serial, seats in heard for seat in seats])
    return with_links(Board(table))


def _write(model: type[Any], table: Table, rows: list[dict[str, object]]) -> None:
    """All rows in one go: whoever else writes waits for them."""
    if rows:
        db.session.execute(insert(model), [{"table_id": table.id, **row} for row in rows])


def _ensure_showable(table: Table, things: dict[str, list[Row]], journal: list[Row]) -> None:
    """A table that some screen could not show is no table; nothing is written to find that out."""
    rows = {
        kind: {row["id"]: MODELS[kind](table_id=table.id, **row) for row in of_kind}
        for kind, of_kind in things.items()
    }
    board = Board.unwritten(table, rows)
    try:
        projections = Projections.of(board).settle(board)
        for seen in projections.seen.values():
            for panel in seen.panels.values():
                draw(panel, seen)
        for number, row in enumerate(journal):
            entry = Entry(**_entry(row, number))
            for each in (GM, PLAYER, TV):
                exact_line(entry, board, each)
    except Exception as error:
        raise Invalid(UNSHOWABLE) from error
    if projections.unshown:
        raise Invalid(UNSHOWABLE)


def _understood(sent: object) -> Document:
    if not isinstance(sent, dict) or sent.get("format") != FORMAT:
        raise Invalid("This is not a table that was exported from here.", {"format": f"not {FORMAT}"})
    if sent.get("version") != VERSION:
        raise Invalid(
            f"This document is of another version; this server reads {VERSION}.", {"version": "other"}
        )
    return checked_document(sent)


def _table_of(found: Document) -> Table:
    """The table's row; its counters say how many entries each audience has heard of."""
    return Table(
        **found.table,
        id=new_table_id(),
        join_code=new_code(),
        epoch=new_epoch(),
        entries=len(found.journal),
        written=sum(map(size_of, found.journal)),
        rev_gm=len(found.journal),
        rev_player=sum(entry["for_player"] for entry in found.journal),
        rev_tv=sum(entry["for_tv"] for entry in found.journal),
        created=datetime.now(UTC),
    )


def _thing(kind: str, row: Row, found: Document) -> Row:
    values = dict(row)
    if "effects" in values:
        values["effects"] = tuple(values["effects"])
    if kind == "seat":
        values["revision"] = sum(row["id"] in entry["heard"] for entry in found.journal)
    return values


def _entry(row: Row, serial: int) -> Row:
    return {name: each for name, each in row.items() if name != "heard"} | {"serial": serial}
