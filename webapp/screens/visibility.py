"""How much of a thing players and the TV may know: its own visibility, and what it belongs to; and what is
said of those whom the GM plays, where no numbers are told."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from webapp.rules.play import CheckField
from webapp.rules.ruleset import played
from webapp.screens.audience import Audience, Role
from webapp.screens.foe_numbers import Telling, counts, without_numbers
from webapp.store.board import Board
from webapp.store.models import Character, Check, Seat, Thing

About: TypeAlias = Iterable[Any]
"""Things, each as its kind and its id."""
REFERRING = {"character": "character", "characters": "character", "zone": "zone", "piece": "piece"}
"""The kinds of field of a check that name things of the table, and which."""
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
        kind, board = row.kind_name, self.board
        if board.keeps:
            name = ("level", self.audience.key, kind, row.id)
            return board.found(name) or board.keep(name, lambda: self._level(kind, board.by_field(row)))
        key = kind, row.id
        if key not in self._known:
            self._known[key] = self._level(kind, row)
        return self._known[key]

    def _level(self, kind: str, row: Any) -> str:
        seat = self.audience.seat
        if kind == "scene":
            return "shown" if row.played else "secret"
        if kind == "saved":
            return "secret"
        if kind == "proposal":
            return "shown" if seat is not None and row.seat == seat else "secret"
        if kind == "clock" and seat is not None and row.owner == seat:
            return "shown"
        own = row.visibility if row.visibility in LEVELS else "secret"
        return min((own, *self._parents(kind, row)), key=LEVELS.index)

    def _parents(self, kind: str, row: Thing) -> list[str]:
        """The levels of what a thing belongs to."""
        ids = [(parent, getattr(row, parent)) for parent in PARENTS.get(kind, ())]
        rows = [self.board.thing(parent, id) for parent, id in ids if id is not None]
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

    # ---- the numbers of foes ----------------------------------------------------------------

    def without_theirs(self, text: str, about: About) -> str:
        """What the journal says of these things, without numbers that this audience is not told."""
        names = self._hidden(about)
        return text if names is None else without_numbers(text, names)

    def counts_theirs(self, text: str, about: About) -> bool:
        """Whether a text counts something of whom this audience is not told the numbers."""
        names = self._hidden(about)
        return names is not None and counts(text, names)

    def _hidden(self, about: About) -> list[str] | None:
        """The names in a text about these things, if somebody's numbers are not told; else None."""
        if not self.withholds:
            return None
        things = [row for kind, id in about if (row := self.board.thing(kind, id)) is not None]
        people = [who for row in things for who in _whose(row, self.board)]
        if all(self.telling(who) is Telling.EXACT for who in people):
            return None
        named = [getattr(row, "name", None) or "" for row in (*things, *people)]
        return [*named, *(row.intent for row in things if isinstance(row, Check))]


def references(
    form: Iterable[CheckField], asked: Mapping[str, Any]
) -> Iterator[tuple[str, str, list[int | None]]]:
    """The fields of a check that name things: by which key, of which kind, with which ids."""
    for field in form:
        if field.kind in REFERRING and field.key in asked:
            named = asked[field.key]
            yield field.key, REFERRING[field.kind], named if isinstance(named, list) else [named]


def in_check(board: Board, check: Check) -> list[Character]:
    """Who rolls, and whom it is aimed at."""
    named = references(played(board.table.ruleset).check_form, check.asked)
    aimed = (id for _, kind, ids in named if kind == "character" for id in ids)
    rows = (board.row(Character, id) for id in dict.fromkeys((check.character, *aimed)))
    return [row for row in rows if row is not None]


def _whose(row: Thing, board: Board) -> Iterator[Character]:
    if isinstance(row, Character):
        yield row
    elif isinstance(row, Check):
        yield from in_check(board, row)
    elif (who := board.row(Character, getattr(row, "character", None))) is not None:
        yield who
