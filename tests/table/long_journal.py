"""A journal as long as a test wants it: copies of its clocks' ticks, written without the dispatcher."""

import random
from typing import Any

from sqlalchemy import func, insert, select, update

from tests.table.oak import Oak
from webapp.store.db import db
from webapp.store.models import Entry, SeatNotification, Table
from webapp.table.refusals import write_or_refuse

ROWS_PER_INSERT = 5000


def fill(oak: Oak, entries: int, **fields: Any) -> None:
    """Repeat the table's ticks in turn, until its journal has this many entries more."""
    db.session.rollback()
    ticks = db.session.scalars(select(Entry).where(Entry.table_id == oak.id, Entry.command == "clock.tick"))
    rows = [{each.key: getattr(tick, each.key) for each in Entry.__mapper__.column_attrs} for tick in ticks]
    newest = db.session.scalar(select(func.max(Entry.serial)).where(Entry.table_id == oak.id)) or 0
    ids = random.Random(newest).sample(range(2**30, 2**31), entries)
    more = [
        {**rows[at % len(rows)], "id": id, "serial": newest + 1 + at, **fields} for at, id in enumerate(ids)
    ]
    heard = fields.get("for_player", True)
    with write_or_refuse():
        for at in range(0, entries, ROWS_PER_INSERT):
            db.session.execute(insert(Entry), more[at : at + ROWS_PER_INSERT])
        counts = {"entries": newest + entries, "rev_gm": newest + entries}
        told = {"rev_player": Table.rev_player + entries, "rev_tv": Table.rev_tv + entries} if heard else {}
        db.session.execute(update(Table).where(Table.id == oak.id).values(**counts, **told))


def fill_for(oak: Oak, seat: int, entries: int) -> None:
    """The same, heard by one seat alone."""
    first = (db.session.scalar(select(func.max(Entry.serial)).where(Entry.table_id == oak.id)) or 0) + 1
    fill(oak, entries, for_player=False, for_tv=False)
    with write_or_refuse():
        rows = [{"table_id": oak.id, "seat": seat, "serial": first + at} for at in range(entries)]
        db.session.execute(insert(SeatNotification), rows)
