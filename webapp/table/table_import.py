"""Import a table from an exported JSON document: validate it, then write every row.

`import_validation.py` refuses an inconsistent document; the export is in `table_export.py`.
"""

import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain, islice
from typing import Any

from sqlalchemy import delete, insert
from sqlalchemy.exc import DataError, IntegrityError

from webapp.rules.game_faults import tamed
from webapp.state.audience import GM, PLAYER, TV, Role
from webapp.state.reader import Reader
from webapp.store.db import db
from webapp.store.models import THINGS, Entry, Json, SeatNotification, Table
from webapp.store.table_state import TableState
from webapp.table.audience_views import Projections
from webapp.table.create import CreatedTable, add_first_links
from webapp.table.document_format import FORMAT, MODELS, VERSION
from webapp.table.import_validation import Document, Journal, validate_document
from webapp.table.refusals import Invalid, TooLarge, load_table, write_or_refuse
from webapp.table.size_limit import entry_size, thing_size
from webapp.table.tokens import new_epoch, new_table_id
from webapp.table.typed_codes import new_join_code
from webapp.views.journal import strict_line
from webapp.views.panel_rendering import draw_panel

Row = Json
UNSHOWABLE = "This document is inconsistent, so nothing was imported."
AT_A_TIME, PAUSE = 1000, 0.02
"""Entries written in one transaction, and seconds until the next one, in which others write."""
ROOM = 2
"""An exported document may have so many times the bytes that a table may hold, and is still imported."""
SMALLEST = 32 * 2**20
"""The bytes of a document read from a file, however little a table may hold."""


def largest_document(table_megabytes: int) -> int:
    """Return the most bytes of a document read from a file: what the export of a full table has, and more."""
    return max(SMALLEST, ROOM * table_megabytes * 2**20)


def sent_document(sent: object) -> dict[str, object]:
    """Return the document in an import request to the API: `{"import": {…}}`.

    Raises Invalid for another form, or TooLarge for a body that is no import: only an import may be so large.
    """
    if not isinstance(sent, dict) or "import" not in sent:
        raise TooLarge(
            'The request is too large for a new table. To import an exported table, send {"import": …}.'
        )
    others = {name: "must be absent from an import" for name in sent if name != "import"}
    if others:
        raise Invalid("An import has its own name and ruleset. Send the document alone.", others)
    if not isinstance(sent["import"], dict):
        raise Invalid("An import must be a document that Tableside exported.", {"import": "not an object"})
    document: dict[str, object] = sent["import"]
    return document


def import_table(document: object) -> CreatedTable:
    """Make a new table from a document, with its own links, epoch and join code.

    Raises Invalid for an inconsistent document; no table is made then.
    """
    found = _parse_document(document)
    table = _table_row(found)
    heard = Counter(seat for entry in found.journal for seat in entry["heard"])
    things = {kind: [_thing_row(kind, row, heard) for row in rows] for kind, rows in found.things.items()}
    _ensure_showable(table, things, found.journal)
    try:
        return _write_table(table, things, found.journal)
    except (DataError, IntegrityError) as error:
        raise Invalid(UNSHOWABLE) from error


def _write_table(table: Table, things: dict[str, list[Row]], journal: Journal) -> CreatedTable:
    """Write the rows and then the links, in one transaction or, for a long journal, in many.

    Other writers wait for one batch at most. A table without links cannot be opened; if this breaks off, the
    table is deleted, at once or by `unused_tables.py`.
    """
    id, batches = table.id, _batches(journal)
    with write_or_refuse():
        db.session.add(table)
        db.session.flush()
        for kind, rows in things.items():
            _insert_rows(THINGS[kind], id, rows)
        _insert_entries(id, *next(batches, (1, [])))
        if len(journal) <= AT_A_TIME:
            return add_first_links(TableState(table))
    try:
        for first, rows in batches:
            with write_or_refuse():
                _insert_entries(id, first, rows)
            time.sleep(PAUSE)
        with write_or_refuse():
            return add_first_links(load_table(id))
    except BaseException:
        with write_or_refuse():
            db.session.execute(delete(Table).where(Table.id == id))
        raise


def _batches(journal: Journal) -> Iterator[tuple[int, list[Row]]]:
    """Yield the entries in batches, each with the serial number of its first."""
    entries, first = iter(journal), 1
    while batch := list(islice(entries, AT_A_TIME)):
        yield first, batch
        first += len(batch)


def _insert_entries(table: str, first: int, entries: list[Row]) -> None:
    numbered = list(enumerate(entries, start=first))
    _insert_rows(Entry, table, [_entry_row(row, serial) for serial, row in numbered])
    heard = [{"serial": serial, "seat": seat} for serial, row in numbered for seat in row["heard"]]
    _insert_rows(SeatNotification, table, heard)


def _insert_rows(model: type[Any], table: str, rows: list[dict[str, object]]) -> None:
    """Insert all rows in one statement, to keep other writers waiting as briefly as possible."""
    if rows:
        db.session.execute(insert(model), [{"table_id": table, **row} for row in rows])


def _ensure_showable(table: Table, things: dict[str, list[Row]], journal: Journal) -> None:
    """Refuse a table that some screen cannot show, before anything is written."""
    rows = {
        kind: {row["id"]: MODELS[kind](table_id=table.id, **row) for row in of_kind}
        for kind, of_kind in things.items()
    }
    state = TableState.unwritten(table, rows)
    try:
        with tamed():
            projections = Projections.of(state).assign_cursors(state)
            for seen in projections.seen.values():
                for panel in seen.panels.values():
                    draw_panel(panel, seen)
            for number, row in enumerate(journal):
                entry = Entry(**_entry_row(row, number))
                for audience in (GM, PLAYER, TV):
                    strict_line(entry, Reader(state, audience))
    except Exception as error:
        raise Invalid(UNSHOWABLE) from error
    if projections.unshown:
        raise Invalid(UNSHOWABLE)


def _parse_document(sent: object) -> Document:
    if not isinstance(sent, dict) or sent.get("format") != FORMAT:
        raise Invalid(
            "This document does not contain a table that Tableside exported.", {"format": f"not {FORMAT}"}
        )
    if sent.get("version") != VERSION:
        raise Invalid(
            f"This document has another version; this server reads version {VERSION}.", {"version": "other"}
        )
    return validate_document(sent)


def _table_row(found: Document) -> Table:
    """Return the table's row; its revisions count the entries that each audience could see."""
    return Table(
        **found.table,
        id=new_table_id(),
        join_code=new_join_code(),
        epoch=new_epoch(),
        **_counts(found),
        created=datetime.now(UTC),
    )


def _counts(found: Document) -> Row:
    """Return the table's counters, and what its seats and all players together wrote (`shares.py`)."""
    entries, rows = len(found.journal), chain.from_iterable(found.things.values())
    counts = Counter(entries=entries, rev_gm=entries, rev_player=0, rev_tv=0)
    counts["written"] = sum(map(thing_size, (*rows, found.table["event_forms"])))
    used = Counter[str]()
    for entry in found.journal:
        size = entry_size(entry)
        counts.update(written=size, rev_player=entry["for_player"], rev_tv=entry["for_tv"])
        if entry["role"] == Role.PLAYER:
            used.update({"players": size, f"seat:{entry['seat']}": size})
    return {**counts, "used": {holder: {"bytes": size} for holder, size in used.items()}}


def _thing_row(kind: str, row: Row, heard: Counter[int]) -> Row:
    values = dict(row)
    if "effects" in values:
        values["effects"] = tuple(values["effects"])
    if kind == "seat":
        values["visibility"] = "shown"  # requests are not exported, so nobody waits for this seat any more
        values["revision"] = heard[row["id"]]
    return values


def _entry_row(row: Row, serial: int) -> Row:
    return {name: value for name, value in row.items() if name != "heard"} | {"serial": serial}
