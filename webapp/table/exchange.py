"""A whole table out and in again, as one JSON document.

It holds everything, removed things and the journal too, but nothing that opens a table (no keys, no join
code, no seat secrets, no kept answers) and nothing that players noted for themselves alone. The document's
shape is in `document.py`.
"""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import insert, select
from sqlalchemy.exc import DataError, IntegrityError

from webapp.state.audience import GM, PLAYER, TV
from webapp.store.db import db
from webapp.store.models import THINGS, Entry, Json, Note, SeatNotification, Table, Thing
from webapp.store.table_state import TableState
from webapp.table.changes import to_plain
from webapp.table.create import CreatedTable, add_first_links
from webapp.table.document import FORMAT, VERSION, Document, checked_document
from webapp.table.document_rows import MODELS, document_columns
from webapp.table.growth import entry_size
from webapp.table.projections import Projections
from webapp.table.refusals import Invalid, TooLarge, load_table
from webapp.table.secrets import new_code, new_epoch, new_table_id
from webapp.table.transaction import transaction
from webapp.views.draw import draw_panel
from webapp.views.journal import strict_line

Row = Json
UNSHOWABLE = "This document is inconsistent, so nothing was imported."
LARGEST_DOCUMENT = 32 * 2**20
"""The most bytes of a document read from a file."""
PRIVATE = (Note.owner.is_not(None), Note.visibility == "secret")
"""The condition for notes that are players' own."""
AT_A_TIME = 500
"""Entries read together."""


# ---- out -----------------------------------------------------------------------------------------


def export_table(table_id: str, read: Callable[[], None] = lambda: None) -> dict[str, object]:
    """Return the table as a document for `import_table`; raise Missing if there is none.

    `read` is called after each entry.
    """
    journal = []
    document = _without_journal(table_id)
    for entry in _journal(table_id):
        journal.append(entry)
        read()
    return {**document, "journal": journal}


def export_text(table_id: str) -> Iterator[str]:
    """Yield the same as JSON, entry by entry, so that a long journal is never all in memory."""
    yield _json(_without_journal(table_id))[:-1] + ',"journal":['
    for number, entry in enumerate(_journal(table_id)):
        yield ("," if number else "") + _json(entry)
    yield "]}"


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _without_journal(table_id: str) -> dict[str, object]:
    """Return everything but the journal.

    A reader sees one state, even while others write (`store/db.py`).
    """
    state = load_table(table_id)
    return {
        "format": FORMAT,
        "version": VERSION,
        "table": _written(state.table),
        "things": {kind: _rows_of(state, model) for kind, model in THINGS.items()},
    }


def _rows_of(state: TableState, model: type[Thing]) -> list[dict[str, object]]:
    """Return all rows of a kind, without players' own notes."""
    rows = state.whole(model)
    return [_written(row) for row in rows if not (isinstance(row, Note) and row.is_private)]


def _is_a_players_own(change: Json, own: set[int]) -> bool:
    """Return whether a change is to a player's own note."""
    return change["kind"] == "note" and change["id"] in own


def _journal(table_id: str) -> Iterator[dict[str, object]]:
    """Yield every entry, oldest first, with the seats that alone saw it; none about players' own notes."""
    own = set(db.session.scalars(select(Note.id).where(Note.table_id == table_id, *PRIVATE)))
    heard: dict[int, list[int]] = {}
    result = select(SeatNotification.serial, SeatNotification.seat).where(
        SeatNotification.table_id == table_id
    )
    for serial, seat in db.session.execute(result):
        heard.setdefault(serial, []).append(seat)
    names = document_columns(Entry)
    asked = select(Entry.serial, *(getattr(Entry, name) for name in names)).order_by(Entry.serial)
    entries = db.session.execute(
        asked.where(Entry.table_id == table_id).execution_options(yield_per=AT_A_TIME)
    )
    for serial, *values in entries:
        row = {name: _as_text(to_plain(value)) for name, value in zip(names, values, strict=True)}
        if own and any(_is_a_players_own(change, own) for change in cast(list[Json], row["changes"])):
            continue
        yield {**row, "heard": sorted(heard.get(serial, []))}


def _written(row: object) -> dict[str, object]:
    return {name: _as_text(to_plain(getattr(row, name))) for name in document_columns(type(row))}


def _as_text(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value


# ---- in ------------------------------------------------------------------------------------------


def sent_document(sent: object) -> dict[str, object]:
    """Return the document of an import as sent to the API: `{"import": {…}}`."""
    if not isinstance(sent, dict) or "import" not in sent:
        raise TooLarge("That was too large. Nothing was changed; send less.")
    others = {name: "not together with import" for name in sent if name != "import"}
    if others:
        raise Invalid("An import brings its own name and ruleset; send it alone.", others)
    if not isinstance(sent["import"], dict):
        raise Invalid("An import has to be an exported document.", {"import": "not an object"})
    document: dict[str, object] = sent["import"]
    return document


def import_table(document: object) -> CreatedTable:
    """Make a new table from a document, with its own keys, epoch and join code.

    Raises Invalid for an inconsistent document; then nothing was made.
    """
    found = _parse_document(document)
    table = _table_of(found)
    things = {kind: [_thing(kind, row, found) for row in rows] for kind, rows in found.things.items()}
    _ensure_showable(table, things, found.journal)
    try:
        with transaction():
            return _written_down(table, things, found.journal)
    except (DataError, IntegrityError) as error:
        raise Invalid(UNSHOWABLE) from error


def _written_down(table: Table, things: dict[str, list[Row]], journal: list[Row]) -> CreatedTable:
    db.session.add(table)
    db.session.flush()
    for kind, rows in things.items():
        _write(THINGS[kind], table, rows)
    _write(Entry, table, [_entry(row, serial) for serial, row in enumerate(journal, start=1)])
    heard = enumerate((row["heard"] for row in journal), start=1)
    _write(
        SeatNotification,
        table,
        [{"serial": serial, "seat": seat} for serial, seats in heard for seat in seats],
    )
    return add_first_links(TableState(table))


def _write(model: type[Any], table: Table, rows: list[dict[str, object]]) -> None:
    """Insert all rows in one statement, since other writers wait meanwhile."""
    if rows:
        db.session.execute(insert(model), [{"table_id": table.id, **row} for row in rows])


def _ensure_showable(table: Table, things: dict[str, list[Row]], journal: list[Row]) -> None:
    """Ensure that every screen could show this table, without writing it."""
    rows = {
        kind: {row["id"]: MODELS[kind](table_id=table.id, **row) for row in of_kind}
        for kind, of_kind in things.items()
    }
    state = TableState.unwritten(table, rows)
    try:
        projections = Projections.of(state).assign_cursors(state)
        for seen in projections.seen.values():
            for panel in seen.panels.values():
                draw_panel(panel, seen)
        for number, row in enumerate(journal):
            entry = Entry(**_entry(row, number))
            for audience in (GM, PLAYER, TV):
                strict_line(entry, state, audience)
    except Exception as error:
        raise Invalid(UNSHOWABLE) from error
    if projections.unshown:
        raise Invalid(UNSHOWABLE)


def _parse_document(sent: object) -> Document:
    if not isinstance(sent, dict) or sent.get("format") != FORMAT:
        raise Invalid("This is not a table that was exported from here.", {"format": f"not {FORMAT}"})
    if sent.get("version") != VERSION:
        raise Invalid(
            f"This document is of another version; this server reads {VERSION}.", {"version": "other"}
        )
    return checked_document(sent)


def _table_of(found: Document) -> Table:
    """Return the table's row; its counters say how many entries each audience could see."""
    return Table(
        **found.table,
        id=new_table_id(),
        join_code=new_code(),
        epoch=new_epoch(),
        entries=len(found.journal),
        written=sum(map(entry_size, found.journal)),
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
    return {name: value for name, value in row.items() if name != "heard"} | {"serial": serial}
