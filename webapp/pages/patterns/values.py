"""Example values for the pattern page: frozen views as a table's pages print them, without a table."""

from dataclasses import MISSING, fields
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from webapp.rules.clocks import Clock
from webapp.rules.effects import Effect, ModifierKind
from webapp.rules.plugins import FIRST
from webapp.views.absent import ABSENT, Absent
from webapp.views.check_views import ProposalView
from webapp.views.moment_views import MomentView
from webapp.views.view_types import (
    CharacterView,
    ClockView,
    ConditionView,
    LineView,
    SceneView,
    SeatView,
    TableView,
    TagView,
    ZoneView,
)

AT = "patterns-1"
STRUCK = datetime(2026, 11, 21, 20, 14, tzinfo=UTC)
EMPTY: dict[Any, Any] = {str: "", int: 0, bool: False, tuple: (), dict: {}, list: []}
T = TypeVar("T")
numbers = count(1)


def example_view(kind: type[T], /, **given: Any) -> T:
    """Return a value of this class; missing fields are absent, None or empty, by their types."""
    types = get_type_hints(kind)
    declared: tuple[Any, ...] = fields(kind)  # type: ignore[arg-type]
    missing = [game for game in declared if game.default is MISSING and game.default_factory is MISSING]
    rest = {value.name: _empty(types[value.name]) for value in missing if value.name not in given}
    return kind(**{**rest, **given})


def _empty(wanted: Any) -> Any:
    kinds = get_args(wanted) if get_origin(wanted) not in (tuple, dict, list) else ()
    if Absent in kinds:
        return ABSENT
    if type(None) in kinds:
        return None
    return EMPTY.get(get_origin(wanted) or wanted)


def clock(name: str = "Alarm", segments: int = 6, filled: int = 3, **given: Any) -> ClockView:
    """Return an example clock; its word and completeness follow from its filled segments."""
    value = Clock.new(segments, filled, given.get("direction", "fill"))
    given = {"direction": "fill", "kind": "progress", "visibility": "shown", "id": next(numbers)} | given
    fields = {"word": value.word, "complete": value.complete, "here": True}
    return example_view(ClockView, name=name, segments=segments, filled=filled, **fields, **given)


def tag(name: str, **given: Any) -> TagView:
    """Return an example tag on the scene."""
    return example_view(
        TagView, **{"id": next(numbers), "name": name, "visibility": "shown", "here": True} | given
    )


def condition(name: str, **given: Any) -> ConditionView:
    """Return an example condition."""
    usual = {"id": next(numbers), "name": name, "visibility": "shown", "severity": "minor"}
    return example_view(ConditionView, **usual | given)


def character(name: str, *conditions: Any, **given: Any) -> CharacterView:
    """Return an example character with these conditions."""
    usual = {"id": next(numbers), "name": name, "visibility": "shown", "kind": "pc", "conditions": conditions}
    return example_view(CharacterView, **usual | given)


def seat(name: str, character: int | None = None, taken: bool = True) -> SeatView:
    """Return an example seat."""
    return example_view(SeatView, id=next(numbers), name=name, character=character, taken=taken)


def line(who: str, summary: str, minute: int = 0, **given: Any) -> LineView:
    """Return an example line of the journal."""
    at = STRUCK + timedelta(minutes=minute)
    return example_view(
        LineView, id=next(numbers), at=at, who=who, summary=summary, author=who, words=summary, **given
    )


def moment(head: str, **given: Any) -> MomentView:
    """Return an example of what just happened."""
    usual = {"id": next(numbers), "at": STRUCK, "weight": "card", "tone": "plain", "kind": "value.lost"}
    return example_view(MomentView, head=head, **usual | given)


def proposal(words: str, **given: Any) -> ProposalView:
    """Return an example proposal."""
    usual = {"id": next(numbers), "words": words, "state": "open", "range": (None, None), "command": {}}
    return example_view(ProposalView, **usual | given)


def scene(name: str = "The Drowned Bell", **given: Any) -> SceneView:
    """Return an example scene with a short description."""
    usual = {"id": 1, "visibility": "shown", "name": name, "state": "active"}
    words = "It rings under the harbour at low tide, and the watch pretends not to hear it."
    return example_view(SceneView, description=words, **usual | given)


def table(role: str = "gm", **given: Any) -> TableView:
    """Return an example table's view for one role; the buttons of its pages have no effect."""
    usual = {"table": "patterns", "name": "The Drowned Bell", "ruleset": FIRST, "role": role, "scene": 1}
    known: dict[str, Any] = {"settings": {}, "keys": ()} if role == "gm" else {}
    return example_view(TableView, **usual | {"scenes": (scene(),)} | known | given)


SLICK = Effect(on="Any quick step", modifier=ModifierKind.DC, amount=1)
BANDAGE = Effect(
    on="Anything strenuous", modifier=ModifierKind.BURDEN, amount=1, note="until the arm is bandaged"
)
PIER = example_view(ZoneView, id=9001, visibility="shown", name="The pier", here=True)
