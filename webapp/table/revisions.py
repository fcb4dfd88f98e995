"""A table's revisions per audience and its valid links, as streams need them."""

from dataclasses import dataclass

from webapp.state.audience import Audience
from webapp.store.models import Seat
from webapp.store.table_state import TableState
from webapp.table.fallback_detection import NO_TIP, Tip
from webapp.table.grants import Grant


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
