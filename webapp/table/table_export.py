"""Export a table as one JSON document: its row, its things and its journal.

The document includes removed things. It leaves out everything that opens a table (links, join code, seat
secrets, stored answers) and players' private notes. `document_format.py` says what each row may hold;
`table_import.py` reads the document again.
"""

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import cast

from sqlalchemy import select

from webapp.store.db import db
from webapp.store.models import THINGS, Entry, Json, Note, SeatNotification, Thing
from webapp.store.table_state import TableState
from webapp.table.changes import to_plain
from webapp.table.document_format import FORMAT, VERSION, document_columns
from webapp.table.refusals import load_table

PRIVATE = (Note.owner.is_not(None), Note.visibility == "secret")
"""The SQL conditions for players' private notes."""
AT_A_TIME = 500
"""How many entries are read at a time."""


def export_table(table_id: str, read: Callable[[], None] = lambda: None) -> dict[str, object]:
    """Return the table as a document for `import_table`; raise Missing if there is no such table.

    `read` is called after each entry.
    """
    journal = []
    document = _without_journal(table_id)
    for entry in _journal(table_id):
        journal.append(entry)
        read()
    return {**document, "journal": journal}


def export_text(table_id: str) -> Iterator[str]:
    """Yield the document of `export_table` as JSON, entry by entry, to keep memory use small."""
    yield _dump(_without_journal(table_id))[:-1] + ',"journal":['
    for number, entry in enumerate(_journal(table_id)):
        yield ("," if number else "") + _dump(entry)
    yield "]}"


def _dump(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _without_journal(table_id: str) -> dict[str, object]:
    """Return the document without the journal.

    The rows are from one state, even while others write (`store/db.py`).
    """
    state = load_table(table_id)
    return {
        "format": FORMAT,
        "version": VERSION,
        "table": row_as_json(state.table),
        "things": {kind: _rows_of(state, model) for kind, model in THINGS.items()},
    }


def _rows_of(state: TableState, model: type[Thing]) -> list[dict[str, object]]:
    """Return all rows of a kind, without players' private notes."""
    rows = state.all_ever(model)
    return [row_as_json(row) for row in rows if not (isinstance(row, Note) and row.is_private)]


def _is_a_players_own(change: Json, own: set[int]) -> bool:
    """Return whether a change is to one of the private notes in `own`."""
    return change["kind"] == "note" and change["id"] in own


def _journal(table_id: str) -> Iterator[dict[str, object]]:
    """Yield every entry, oldest first, except those about players' private notes.

    Each has the ids of the seats that saw it, if not all players could.
    """
    own = set(db.session.scalars(select(Note.id).where(Note.table_id == table_id, *PRIVATE)))
    heard: dict[int, list[int]] = {}
    notified = select(SeatNotification.serial, SeatNotification.seat).where(
        SeatNotification.table_id == table_id
    )
    for serial, seat in db.session.execute(notified):
        heard.setdefault(serial, []).append(seat)
    names = document_columns(Entry)
    columns = select(Entry.serial, *(getattr(Entry, name) for name in names)).order_by(Entry.serial)
    entries = db.session.execute(
        columns.where(Entry.table_id == table_id).execution_options(yield_per=AT_A_TIME)
    )
    for serial, *values in entries:
        row = {name: _as_text(to_plain(value)) for name, value in zip(names, values, strict=True)}
        if own and any(_is_a_players_own(change, own) for change in cast(list[Json], row["changes"])):
            continue
        yield {**row, "heard": sorted(heard.get(serial, []))}


def row_as_json(row: object) -> dict[str, object]:
    """Return a row as an exported document has it."""
    return {name: _as_text(to_plain(getattr(row, name))) for name in document_columns(type(row))}


def _as_text(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value
