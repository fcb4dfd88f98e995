"""Make the views of a table's things for one audience: in full, masked, or only as a rumour."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, TypeVar

from webapp.state.audience import Audience, Role
from webapp.state.foe_numbers import NumbersDisclosure
from webapp.state.rule_values import carried_condition, condition_count, switches_of
from webapp.state.visibility import PARENTS, Visibility
from webapp.store.models import (
    THINGS,
    Character,
    Clock,
    Condition,
    GameDocument,
    Note,
    Scene,
    Tag,
    Thing,
    Zone,
)
from webapp.store.table_state import K, TableState
from webapp.views.absent import ABSENT, Maybe
from webapp.views.game_screens import game_screens
from webapp.views.safe_rendering import render_row
from webapp.views.view_types import (
    CharacterView,
    ClockView,
    ConditionView,
    Masked,
    NoteView,
    PieceView,
    Rumour,
    SceneView,
    TagView,
    ZoneView,
    view_of,
)

T = TypeVar("T")
Name: TypeAlias = tuple[str, str, int]
"""The name of a cached view: the word for its thing's kind, the audience's key, the thing's id."""


class ThingViewFactory:
    """Makes the views of things for one audience."""

    def __init__(self, state: TableState, audience: Audience) -> None:
        self.state, self.audience = state, audience
        self.visibility = Visibility(state, audience)
        self.gm = audience.role is Role.GM
        self.game = state.rules

    # ---- how much of each thing -------------------------------------------------------------

    def known(self, model: type[K]) -> dict[Name, K]:
        """Return the things of a kind that this audience knows of, by the names of their views."""
        state, knows = self.state, self.visibility.knows
        return self.cache(
            f"known {model.kind_name}",
            lambda: self._by_name(row for row in state.find_all(model, content=False) if knows(row)),
        )

    def _by_name(self, rows: Iterable[K]) -> dict[Name, K]:
        return {(row.kind_name, self.audience.key, row.id): row for row in rows}

    def cache(self, what: str, make: Callable[[], T], id: int = 0) -> T:
        """Return the value cached for this audience under this name and id, or compute and cache it."""
        return self.state.cached((what, self.audience.key, id), make)

    def seen(self, row: K, show: Callable[[K], T]) -> T:
        """Return one thing's view for this audience, cached until something that it depends on changes."""

        def make() -> T:
            self.state.note(row)
            return show(row)

        return self.cache(row.kind_name, make, row.id)

    def views_of(self, model: type[K], show: Callable[[K], T]) -> tuple[T | Masked | Rumour, ...]:
        return self.all(model, lambda row: self.dimmed(row, show))

    def all(self, model: type[K], show: Callable[[K], T | None]) -> tuple[T, ...]:
        """Return the views of a kind's things that this audience knows of; `show` makes each view.

        A thing for which `show` returns None or fails is left out.
        """
        return self.cache(f"all {model.kind_name}", lambda: self._views(self.known(model), show))

    def some(self, rows: Iterable[K], show: Callable[[K], T | None]) -> tuple[T, ...]:
        """Return the views of these things, as `all` does."""
        return self._views(self._by_name(rows), show)

    def _views(self, rows: Mapping[Name, K], show: Callable[[K], T | None]) -> tuple[T, ...]:
        found = self.state.cached_each(rows)
        views = [
            view or render_row(self.state, row, lambda row: self.seen(row, show))
            for view, row in zip(found, rows.values(), strict=True)
        ]
        return tuple([view for view in views if view is not None])

    def dimmed(self, row: K, show: Callable[[K], T]) -> T | Masked | Rumour:
        """Return the full view of a thing, a masked one, or only a rumour."""
        seen = self.visibility.level(row)
        if seen == "rumoured":
            return Rumour(row.id, seen, self.is_here(row))
        if seen == "masked":
            word = row.value.word if isinstance(row, Clock) else ABSENT
            return Masked(row.id, seen, getattr(row, "name", ""), self.is_here(row), word)
        return show(row)

    def missing_details(self, row: Tag | Condition) -> tuple[str, ...]:
        """Return, for the GM, the details that a tag or condition not from the catalogue still lacks.

        Other audiences get none.
        """
        if not self.gm:
            return ()
        trigger, clears = row.trigger or "", row.clears or ""
        kind, effects = row.kind_name, row.effects
        return self.game.list_missing_details(kind, row.name, effects=effects, trigger=trigger, clears=clears)

    def level(self, row: Thing) -> str:
        """Return a thing's visibility: the set value in the GM's view, the effective value in other views."""
        return row.visibility if self.gm else self.visibility.level(row)

    def reference_to(self, kind: str, id: int | None) -> Maybe[int | None]:
        """Return a thing's id, or None for None; ABSENT if the audience may not know the thing's name."""
        if id is None:
            return None
        row, visibility = self.state.find(THINGS[kind], id), self.visibility
        return id if row is not None and visibility.knows_name(row) else ABSENT

    def is_here(self, row: object) -> bool:
        """Return whether a thing is in play: on the whole table or in the active scene."""
        scene = getattr(row, "scene", None)
        return scene is None or scene == self.state.table.active_scene

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
            zone=self.reference_to("zone", row.zone),
            character=self.reference_to("character", row.character),
            only=self.reference_to("seat", row.only),
            switches=switches_of(row),
            here=self.is_here(row),
            missing_details=self.missing_details(row),
        )

    def note(self, row: Note) -> NoteView:
        own = {"owner": self.reference_to("seat", row.owner), "only": self.reference_to("seat", row.only)}
        about = {name: self.reference_to(name, getattr(row, name)) for name in PARENTS["note"]}
        return view_of(NoteView, row, visibility=row.visibility, **own, **about)

    def character(self, row: Character) -> CharacterView:
        carried = [
            condition
            for condition in self.state.of_character(Condition, row.id)
            if self.visibility.knows(condition)
        ]
        disclosure = self.visibility.disclosure_of(row)
        return view_of(
            CharacterView,
            row,
            visibility=self.level(row),
            stats=row.stats if disclosure is NumbersDisclosure.EXACT else {},
            zone=self.reference_to("zone", row.zone),
            conditions=self.some(carried, lambda condition: self.dimmed(condition, self.condition)),
            stands=(self.game.describe_health(row.stats) or ABSENT)
            if disclosure is NumbersDisclosure.WORDS
            else ABSENT,
            here=True,
        )

    def condition(self, row: Condition) -> ConditionView:
        return view_of(
            ConditionView,
            row,
            visibility=self.level(row),
            clock=self.reference_to("clock", row.clock),
            goal=self.reference_to("clock", row.goal),
            switches=switches_of(row),
            count=condition_count(row),
            treatable=self.gm and bool(self.game.treat([carried_condition(row)])),
            missing_details=self.missing_details(row),
        )

    def clock(self, row: Clock) -> ClockView:
        return view_of(
            ClockView,
            row,
            visibility=self.level(row),
            direction=str(row.direction),
            on_full=row.on_full if self.gm or row.value.complete else ABSENT,
            opposes=self.reference_to("clock", row.opposes),
            follows=self.reference_to("clock", row.follows),
            owner=self.reference_to("seat", row.owner),
            character=self.reference_to("character", row.character),
            race=self.race(row),
            word=row.value.word,
            complete=row.value.complete,
            here=self.is_here(row),
        )

    def piece(self, row: GameDocument) -> PieceView | Rumour | None:
        """Return a document's view as its game shows it to this audience; None if the game hides it."""
        seen, game = self.visibility.level(row), game_screens(self.state.table.ruleset)
        if seen == "rumoured":
            return Rumour(row.id, seen, self.is_here(row))
        serialize = game.serialize_masked_for if seen == "masked" else game.serialize_for
        says = serialize(row, self.state, self.visibility)
        if says is not None and not isinstance(says, Mapping):
            named = getattr(serialize, "__qualname__", "serialize_for")
            raise TypeError(f"{named} must return a mapping of names to values, not {type(says).__name__}")
        disclosure = self.visibility.disclosure_of(self.state.find_ever(Character, row.character))
        shown = (
            says
            if disclosure is NumbersDisclosure.EXACT
            else game.of_a_foe(row, says, disclosure is NumbersDisclosure.WORDS)
        )
        if shown is None:
            return None
        return view_of(
            PieceView,
            row,
            visibility=self.level(row),
            zone=self.reference_to("zone", row.zone),
            character=self.reference_to("character", row.character),
            shown=shown,
            here=self.is_here(row),
        )

    def race(self, row: Clock) -> Maybe[str | None]:
        """Return how a complete clock finished its race, else None; ABSENT if the rival must stay unknown."""
        if self.reference_to("clock", row.opposes) is ABSENT:
            return ABSENT
        return row.race if row.value.complete else None
