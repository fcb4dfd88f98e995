"""How each thing on a table is shown to one audience: itself, its name alone, or that there is something."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from webapp.rules.play import CarriedCondition
from webapp.rules.ruleset import played
from webapp.screens.absent import ABSENT, Maybe
from webapp.screens.audience import Audience, Role
from webapp.screens.failures import shown
from webapp.screens.foe_numbers import Telling
from webapp.screens.games import game_screens
from webapp.screens.modifiers import switches_of
from webapp.screens.views import (
    CharacterView,
    ClockView,
    ConditionView,
    Masked,
    PieceView,
    Rumour,
    SceneView,
    TagView,
    ZoneView,
    view_of,
)
from webapp.screens.visibility import Visibility
from webapp.store.board import Board, K
from webapp.store.models import Character, Clock, Condition, Piece, Scene, Tag, Thing, Zone

T = TypeVar("T")


class Showing:
    """Makes the views of things for one audience."""

    def __init__(self, board: Board, audience: Audience) -> None:
        self.board, self.audience = board, audience
        self.visibility = Visibility(board, audience)
        self.gm = audience.role is Role.GM
        self.game = played(board.table.ruleset)

    # ---- how much of each thing -------------------------------------------------------------

    def known(self, model: type[K]) -> list[K]:
        board, knows = self.board, self.visibility.knows
        return self.keep(
            f"known {model.kind_name}", lambda: [row for row in board.listed(model) if knows(row)]
        )

    def keep(self, what: str, make: Callable[[], T], id: int = 0) -> T:
        """What was made for this audience, while nothing changed that was read for it."""
        return self.board.keep((what, self.audience.key, id), make)

    def seen(self, row: K, show: Callable[[K], T]) -> T:
        """One thing for this audience, kept with what was read for it."""

        def make() -> T:
            self.board.note(row)
            return show(row)

        return self.keep(row.kind_name, make, row.id)

    def each(self, model: type[K], show: Callable[[K], T]) -> tuple[T | Masked | Rumour, ...]:
        return self.all(model, lambda row: self.dimmed(row, show))

    def all(self, model: type[K], show: Callable[[K], T | None]) -> tuple[T, ...]:
        """Those of a kind that this audience knows of, each as `show` has it."""
        return self.keep(f"all {model.kind_name}", lambda: self.some(self.known(model), show))

    def some(self, rows: Iterable[K], show: Callable[[K], T | None]) -> tuple[T, ...]:
        key, find = self.audience.key, self.board.found
        views = [
            find((row.kind_name, key, row.id)) or shown(self.board, row, lambda row: self.seen(row, show))
            for row in rows
        ]
        return tuple([view for view in views if view is not None])

    def dimmed(self, row: K, show: Callable[[K], T]) -> T | Masked | Rumour:
        """The thing itself, its name alone, or that there is something."""
        seen = self.visibility.level(row)
        if seen == "rumoured":
            return Rumour(row.id, seen, self.is_here(row))
        if seen == "masked":
            word = row.value.word if isinstance(row, Clock) else ABSENT
            return Masked(row.id, seen, getattr(row, "name", ""), self.is_here(row), word)
        return show(row)

    def unsaid(self, row: Tag | Condition) -> tuple[str, ...]:
        """What the GM has still to say about a tag or condition of the table's own."""
        if not self.gm:
            return ()
        trigger, clears = row.trigger or "", row.clears or ""
        kind, effects = row.kind_name, row.effects
        return self.game.unsaid(kind, row.name, effects=effects, trigger=trigger, clears=clears)

    def level(self, row: Thing) -> str:
        """As set, for the GM; as it comes out, for everybody else."""
        return row.visibility if self.gm else self.visibility.level(row)

    def named(self, kind: str, id: int | None) -> Maybe[int | None]:
        """A reference, or ABSENT where it would tell of something unknown."""
        if id is None:
            return None
        return id if self.visibility.may_name(kind, id) else ABSENT

    def is_here(self, row: object) -> bool:
        """In play now: on the whole table, or of the active scene."""
        scene = getattr(row, "scene", None)
        return scene is None or scene == self.board.table.active_scene

    # ---- things -----------------------------------------------------------------------------

    def scene(self, row: Scene) -> SceneView:
        seen = self.level(row) if not self.gm else ("shown" if row.played else "secret")
        notes = row.notes if self.gm else ABSENT
        return SceneView(row.id, seen, row.name, row.description, row.state, notes)

    def zone(self, row: Zone) -> ZoneView:
        joins = tuple(id for id in row.joins if self.visibility.may_name("zone", id))
        return ZoneView(row.id, self.level(row), row.name, row.scene, joins, self.is_here(row))

    def tag(self, row: Tag) -> TagView:
        return view_of(
            TagView,
            row,
            visibility=self.level(row),
            zone=self.named("zone", row.zone),
            character=self.named("character", row.character),
            switches=switches_of(row),
            here=self.is_here(row),
            unsaid=self.unsaid(row),
        )

    def character(self, row: Character) -> CharacterView:
        carried = [each for each in self.board.of(Condition, row.id) if self.visibility.knows(each)]
        telling = self.visibility.telling(row)
        return view_of(
            CharacterView,
            row,
            visibility=self.level(row),
            stats=row.stats if telling is Telling.EXACT else {},
            zone=self.named("zone", row.zone),
            conditions=self.some(carried, lambda each: self.dimmed(each, self.condition)),
            stands=(self.game.stands(row.stats) or ABSENT) if telling is Telling.WORDS else ABSENT,
            here=True,
        )

    def condition(self, row: Condition) -> ConditionView:
        return view_of(
            ConditionView,
            row,
            visibility=self.level(row),
            clock=self.named("clock", row.clock),
            goal=self.named("clock", row.goal),
            switches=switches_of(row),
            count=counted(row),
            treatable=self.gm and bool(self.game.treat([carried(row)])),
            unsaid=self.unsaid(row),
        )

    def clock(self, row: Clock) -> ClockView:
        return view_of(
            ClockView,
            row,
            visibility=self.level(row),
            direction=str(row.direction),
            on_full=row.on_full if self.gm or row.value.complete else ABSENT,
            opposes=self.named("clock", row.opposes),
            follows=self.named("clock", row.follows),
            owner=self.named("seat", row.owner),
            character=self.named("character", row.character),
            race=self.race(row),
            word=row.value.word,
            complete=row.value.complete,
            here=self.is_here(row),
        )

    def piece(self, row: Piece) -> PieceView | Rumour | None:
        """What only this game keeps; its own screens say what of it is shown, and what of a masked one."""
        seen, game = self.visibility.level(row), game_screens(self.board.table.ruleset)
        if seen == "rumoured":
            return Rumour(row.id, seen, self.is_here(row))
        says = (game.masked if seen == "masked" else game.shown)(row, self.board, self.visibility)
        telling = self.visibility.telling(self.board.row(Character, row.character))
        kept = says if telling is Telling.EXACT else game.of_a_foe(row, says, telling is Telling.WORDS)
        if kept is None:
            return None
        return view_of(
            PieceView,
            row,
            visibility=self.level(row),
            zone=self.named("zone", row.zone),
            character=self.named("character", row.character),
            shown=kept,
            here=self.is_here(row),
        )

    def race(self, row: Clock) -> Maybe[str | None]:
        """How a full clock came in against the one it opposes, where that one is known."""
        if self.named("clock", row.opposes) is ABSENT:
            return ABSENT
        return row.race if row.value.complete else None


def carried(row: Condition, name: str | None = None) -> CarriedCondition:
    """A condition as the rules take it; `name` where its own may not be told."""
    return view_of(CarriedCondition, row, name=name or row.name)


def counted(row: Condition) -> int | None:
    """What a condition counts (Actions, days, points), if it counts anything."""
    count = row.data.get("count") if row.data.get("counts") else None
    return count if isinstance(count, int) else None
