"""Detect that the database went back to an earlier state, by looking for journal entries seen before.

If a lagging replica is promoted or an old copy replaces the database, the same revisions stand for other
changes within the same epoch. The process that notices this gives the table a new epoch, so that every page
reloads.
"""

from sqlalchemy import select, update

from webapp.store.db import db
from webapp.store.models import Entry, Table
from webapp.table.refusals import write_or_refuse
from webapp.table.tokens import new_epoch

Tip = tuple[int, int]
"""The serial and the id of an entry; the id is random, so it identifies one history."""
NO_TIP = 0, 0


def tip_of(table_id: str, serial: int, seen: Tip) -> Tip | None:
    """Return the tip at this serial, with id 0 if no entry has it; None if the entry seen before is gone."""
    wanted = Entry.serial.in_({serial, seen[0]})
    rows = db.session.execute(select(Entry.serial, Entry.id).where(Entry.table_id == table_id, wanted))
    ids = {row.serial: row.id for row in rows}
    if seen != NO_TIP and ids.get(seen[0]) != seen[1]:
        return None
    return serial, ids.get(serial, 0)


def renew_epoch(table_id: str, epoch: str) -> None:
    """Give a table a new epoch, unless another process has already done so."""
    db.session.remove()
    with write_or_refuse(table_id) as connection:
        fallen = update(Table).where(Table.id == table_id, Table.epoch == epoch)
        connection.execute(fallen.values(epoch=new_epoch()))
