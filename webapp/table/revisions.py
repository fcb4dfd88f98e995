"""A table's revisions per audience and its valid links, as streams need them, and the bus for both.

If a lagging replica is promoted or an old copy replaces the database, the same revisions stand for other
changes within the same epoch. The process that misses a journal entry it has seen (`tip_of`) gives the table
a new epoch, so that every page reloads.
"""

from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import select, update

from webapp.state.audience import Audience
from webapp.store.db import db
from webapp.store.models import Entry, Seat, Table
from webapp.store.table_state import TableState
from webapp.table.grants import Grant
from webapp.table.refusals import write_or_refuse
from webapp.table.tokens import new_epoch

Tip = tuple[int, int]
"""The serial and the id of an entry; the id is random, so it identifies one history."""
NO_TIP = 0, 0


@dataclass(frozen=True)
class Revisions:
    """One table's revisions by role, its open links, and its seats with their secrets and revisions.

    `tip` is the newest entry of the journal, `after` the entry before a command's own entry.
    """

    table: str
    epoch: str
    by_role: dict[str, int]
    keys: frozenset[int]
    seats: dict[int, tuple[str | None, int]]
    tip: Tip = NO_TIP
    after: Tip = NO_TIP

    @classmethod
    def of(cls, state: TableState) -> "Revisions":
        """Return the revisions of a table's current state."""
        seats = {seat.id: (seat.secret, seat.revision) for seat in state.find_all(Seat)}
        keys = frozenset(link.id for link in state.links() if not link.revoked)
        table = state.table
        by_role = {"gm": table.rev_gm, "player": table.rev_player, "tv": table.rev_tv}
        return cls(table.id, table.epoch, by_role, keys, seats)

    def cursor(self, audience: Audience) -> str:
        """Return the newest cursor of an audience."""
        revision = self.by_role[audience.role]
        if audience.seat in self.seats:
            revision += self.seats[audience.seat][1]
        return f"{self.epoch}-{revision}"

    def admits(self, grant: Grant) -> bool:
        """Return whether the grant's link is still open and its seat, if any, still belongs to the device."""
        if grant.key not in self.keys:
            return False
        return grant.seat is None or self.seats.get(grant.seat, (None, 0))[0] == grant.seat_proof

    def later(self, other: "Revisions") -> "Revisions | None":
        """Return the later of two revisions; None if their epochs differ, so the database must decide."""
        return (
            max(self, other, key=lambda revisions: revisions.by_role["gm"])
            if self.epoch == other.epoch
            else None
        )


class Bus(Protocol):
    """A channel that notifies the viewers of a table, in this process and in others."""

    def publish(self, table_id: str, revisions: Revisions | None = None) -> None:
        """Announce a table's change, with its new revisions if given; a heartbeat replaces a lost message."""
        ...


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
