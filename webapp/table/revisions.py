"""Where every audience of a table stands, and whom it lets in: all that a stream must know to go on."""

from dataclasses import dataclass

from webapp.screens.audience import Audience
from webapp.store.board import Board
from webapp.store.models import Seat
from webapp.table.grants import Grant
from webapp.table.history import NO_TIP, Tip


@dataclass(frozen=True)
class Revisions:
    """One table's counters by role, its open links, and the holders of its seats with their own counters."""

    table: str
    epoch: str
    by_role: dict[str, int]
    keys: frozenset[int]
    seats: dict[int, tuple[str | None, int]]
    tip: Tip = NO_TIP

    @classmethod
    def of(cls, board: Board) -> "Revisions":
        """Those of a board as it is now."""
        seats = {seat.id: (seat.secret, seat.revision) for seat in board.here(Seat)}
        keys = frozenset(link.id for link in board.links() if not link.revoked)
        table = board.table
        by_role = {"gm": table.rev_gm, "player": table.rev_player, "tv": table.rev_tv}
        return cls(table.id, table.epoch, by_role, keys, seats)

    def cursor(self, audience: Audience) -> str:
        """The cursor of an audience that has seen everything."""
        revision = self.by_role[audience.role]
        if audience.seat in self.seats:
            revision += self.seats[audience.seat][1]
        return f"{self.epoch}-{revision}"

    def admits(self, grant: Grant) -> bool:
        """Whether the link, and the seat if any, are still this device's."""
        if grant.key not in self.keys:
            return False
        return grant.seat is None or self.seats.get(grant.seat, (None, 0))[0] == grant.seat_proof

    def later(self, other: "Revisions") -> "Revisions | None":
        """Which of two is of the later change; of two epochs the database knows."""
        return max(self, other, key=lambda each: each.by_role["gm"]) if self.epoch == other.epoch else None
