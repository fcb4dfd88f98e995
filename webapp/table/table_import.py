"""Import a table from an exported JSON document: validate it, then write every row.

`import_validation.py` refuses an inconsistent document; the export is in `table_export.py`.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert
from sqlalchemy.exc import DataError, IntegrityError

from webapp.rules.game_faults import tamed
from webapp.state.audience import GM, PLAYER, TV, Role
from webapp.store.db import db
from webapp.store.models import THINGS, Entry, Json, SeatNotification, Table
from webapp.store.table_state import TableState
from webapp.table.audience_views import Projections
from webapp.table.create import CreatedTable, add_first_links
from webapp.table.document_format import FORMAT, MODELS, VERSION
from webapp.table.import_validation import Document, validate_document
from webapp.table.refusals import Invalid, TooLarge, write_or_refuse
from webapp.table.size_limit import entry_size
from webapp.table.tokens import new_epoch, new_table_id
from webapp.table.typed_codes import new_join_code
from webapp.views.journal import strict_line
from webapp.views.panel_rendering import draw_panel

Row = Json
UNSHOWABLE = "This document is inconsistent, so nothing was imported."
LARGEST_DOCUMENT = 32 * 2**20
"""The most bytes of a document read from a file."""


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
    things = {kind: [_thing_row(kind, row, found) for row in rows] for kind, rows in found.things.items()}
    _ensure_showable(table, things, found.journal)
    try:
        with write_or_refuse():
            return _write_table(table, things, found.journal)
    except (DataError, IntegrityError) as error:
        raise Invalid(UNSHOWABLE) from error


def _write_table(table: Table, things: dict[str, list[Row]], journal: list[Row]) -> CreatedTable:
    db.session.add(table)
    db.session.flush()
    for kind, rows in things.items():
        _insert_rows(THINGS[kind], table, rows)
    _insert_rows(Entry, table, [_entry_row(row, serial) for serial, row in enumerate(journal, start=1)])
    heard = enumerate((row["heard"] for row in journal), start=1)
    _insert_rows(
        SeatNotification,
        table,
        [{"serial": serial, "seat": seat} for serial, seats in heard for seat in seats],
    )
    return add_first_links(TableState(table))


def _insert_rows(model: type[Any], table: Table, rows: list[dict[str, object]]) -> None:
    """Insert all rows in one statement, to keep other writers waiting as briefly as possible."""
    if rows:
        db.session.execute(insert(model), [{"table_id": table.id, **row} for row in rows])


def _ensure_showable(table: Table, things: dict[str, list[Row]], journal: list[Row]) -> None:
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
                    strict_line(entry, state, audience)
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
        entries=len(found.journal),
        written=sum(map(entry_size, found.journal)),
        used=_used_by_seats(found.journal),
        rev_gm=len(found.journal),
        rev_player=sum(entry["for_player"] for entry in found.journal),
        rev_tv=sum(entry["for_tv"] for entry in found.journal),
        created=datetime.now(UTC),
    )


def _used_by_seats(journal: list[Row]) -> Row:
    """Return what each seat, and all players together, wrote; see `webapp/table/shares.py`."""
    used: dict[str, Row] = {}
    for entry in journal:
        if entry["role"] == Role.PLAYER:
            for holder in ("players", f"seat:{entry['seat']}"):
                used[holder] = {"bytes": used.get(holder, {}).get("bytes", 0) + entry_size(entry)}
    return used


def _thing_row(kind: str, row: Row, found: Document) -> Row:
    values = dict(row)
    if "effects" in values:
        values["effects"] = tuple(values["effects"])
    if kind == "seat":
        values["visibility"] = "shown"  # requests are not exported, so nobody waits for this seat any more
        values["revision"] = sum(row["id"] in entry["heard"] for entry in found.journal)
    return values


def _entry_row(row: Row, serial: int) -> Row:
    return {name: value for name, value in row.items() if name != "heard"} | {"serial": serial}
