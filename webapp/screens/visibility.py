"""How much of a thing players and the TV may know: its own visibility, and what it belongs to."""

from typing import Any

from webapp.screens.audience import Audience, Role
from webapp.screens.foe_numbers import Telling
from webapp.store.board import Board
from webapp.store.models import Character, Seat, Thing

LEVELS = ("secret", "rumoured", "masked", "shown")
PARENTS = {
    "zone": ("scene",),
    "tag": ("scene", "zone", "character"),
    "character": ("zone",),
    "condition": ("character",),
    "clock": ("scene", "character"),
    "piece": ("scene", "zone", "character"),
    "check": ("scene", "character"),
}
"""What a thing of each kind may belong to."""


class Visibility:
    """What one audience may know of a board, as long as nothing on it changes."""

    def __init__(self, board: Board, audience: Audience) -> None:
        self.board, self.audience = board, audience
        self._known: dict[tuple[str, int], str] = {}

    def level(self, row: Thing) -> str:
        """What this audience may know of a thing; the GM knows all, an owner the clock they own.

        Whatever belongs to a scene that was never played, or to a secret zone or character, is secret.
        """
        if self.audience.role is Role.GM:
            return "shown"
        if self.board.keeps:
            name = ("level", self.audience.key, row.kind_name, row.id)
            return self.board.found(name) or self.board.keep(name, lambda: self._read(row))
        key = row.kind_name, row.id
        if key not in self._known:
            self._known[key] = self._level(row)
        return self._known[key]

    def _read(self, row: Thing) -> str:
        self.board.note(row)
        return self._level(row)

    def _level(self, row: Any) -> str:
        seat, kind = self.audience.seat, row.kind_name
        if kind == "scene":
            return "shown" if row.played else "secret"
        if kind == "saved":
            return "secret"
        if kind == "proposal":
            return "shown" if seat is not None and row.seat == seat else "secret"
        if kind == "clock" and seat is not None and row.owner == seat:
            return "shown"
        own = row.visibility if row.visibility in LEVELS else "secret"
        return min((own, *self._parents(row)), key=LEVELS.index)

    def _parents(self, row: Thing) -> list[str]:
        """The levels of what a thing belongs to."""
        ids = ((kind, getattr(row, kind)) for kind in PARENTS.get(row.kind_name, ()))
        rows = (self.board.thing(kind, id) for kind, id in ids if id is not None)
        return [self.level(parent) if parent is not None else "secret" for parent in rows]

    def knows(self, row: Thing) -> bool:
        """Whether this audience may know that the thing exists."""
        return self.level(row) != "secret"

    def names(self, row: Thing) -> bool:
        """Whether this audience may know what the thing is called."""
        return self.level(row) in ("masked", "shown")

    @property
    def withholds(self) -> bool:
        """Whether there are numbers that this audience is not told."""
        gm = self.audience.role is Role.GM
        return not gm and Telling.by(self.board.table.settings) is not Telling.EXACT

    def telling(self, who: Character | None) -> Telling:
        """How this audience is told somebody's numbers; a seat's own character is nobody's foe."""
        if not self.withholds or who is None or who.kind != "npc":
            return Telling.EXACT
        held = any(seat.character == who.id for seat in self.board.here(Seat))
        return Telling.EXACT if held else Telling.by(self.board.table.settings)

    def may_name(self, kind: str, id: int | None) -> bool:
        """Whether a reference to this thing may be given to this audience."""
        row = self.board.thing(kind, id)
        return row is not None and not row.removed and self.knows(row)


def level(row: Thing, board: Board, audience: Audience) -> str:
    """What this audience may know of one thing now: secret, rumoured, masked or shown."""
    return Visibility(board, audience).level(row)
