"""Example values for the pattern page: the same frozen views that a table's pages print, without a table."""

from dataclasses import MISSING, fields
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from webapp.rules.clocks import Clock
from webapp.rules.effects import Effect, Modifier
from webapp.rules.plugins import FIRST
from webapp.screens.absent import ABSENT, Absent
from webapp.screens.check_views import ProposalView
from webapp.screens.views import (
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


def some(kind: type[T], /, **given: Any) -> T:
    """A value of this kind; what is not given is absent, nothing, or empty, whichever its type allows."""
    types = get_type_hints(kind)
    declared: tuple[Any, ...] = fields(kind)  # type: ignore[arg-type]
    missing = [each for each in declared if each.default is MISSING and each.default_factory is MISSING]
    rest = {each.name: _empty(types[each.name]) for each in missing if each.name not in given}
    return kind(**{**rest, **given})


def _empty(wanted: Any) -> Any:
    kinds = get_args(wanted) if get_origin(wanted) not in (tuple, dict, list) else ()
    if Absent in kinds:
        return ABSENT
    if type(None) in kinds:
        return None
    return EMPTY.get(get_origin(wanted) or wanted)


def clock(name: str = "Alarm", segments: int = 6, filled: int = 3, **given: Any) -> ClockView:
    """A clock; its word and whether it is complete follow from how full it is."""
    value = Clock.new(segments, filled, given.get("direction", "fill"))
    given = {"direction": "fill", "kind": "progress", "visibility": "shown", "id": next(numbers)} | given
    told = {"word": value.word, "complete": value.complete, "here": True}
    return some(ClockView, name=name, segments=segments, filled=filled, **told, **given)


def tag(name: str, **given: Any) -> TagView:
    """A tag on the scene."""
    return some(TagView, **{"id": next(numbers), "name": name, "visibility": "shown", "here": True} | given)


def condition(name: str, **given: Any) -> ConditionView:
    """What ails somebody."""
    usual = {"id": next(numbers), "name": name, "visibility": "shown", "severity": "minor"}
    return some(ConditionView, **usual | given)


def character(name: str, *conditions: Any, **given: Any) -> CharacterView:
    """Somebody in the cast, with what ails them."""
    usual = {"id": next(numbers), "name": name, "visibility": "shown", "kind": "pc", "conditions": conditions}
    return some(CharacterView, **usual | given)


def seat(name: str, character: int | None = None, taken: bool = True) -> SeatView:
    """A place at the table."""
    return some(SeatView, id=next(numbers), name=name, character=character, taken=taken)


def line(who: str, summary: str, minute: int = 0, **given: Any) -> LineView:
    """A line of the journal."""
    at = STRUCK + timedelta(minutes=minute)
    return some(LineView, id=next(numbers), at=at, who=who, summary=summary, **given)


def proposal(words: str, **given: Any) -> ProposalView:
    """Something somebody asked the GM for."""
    usual = {"id": next(numbers), "words": words, "state": "open", "range": (None, None), "command": {}}
    return some(ProposalView, **usual | given)


def scene(name: str = "The Drowned Bell", **given: Any) -> SceneView:
    """A scene with a few words about it."""
    usual = {"id": 1, "visibility": "shown", "name": name, "state": "active"}
    words = "It rings under the harbour at low tide, and the watch pretends not to hear it."
    return some(SceneView, description=words, **usual | given)


def table(role: str = "gm", **given: Any) -> TableView:
    """A table as one role sees it; press what you like, there is nothing behind it."""
    usual = {"table": "patterns", "name": "The Drowned Bell", "ruleset": FIRST, "role": role, "scene": 1}
    known: dict[str, Any] = {"settings": {}, "keys": ()} if role == "gm" else {}
    return some(TableView, **usual | {"scenes": (scene(),)} | known | given)


SLICK = Effect(on="Any quick step", modifier=Modifier.DC, amount=1)
BANDAGE = Effect(on="Anything strenuous", modifier=Modifier.BURDEN, amount=1, note="until it is bandaged")
PIER = some(ZoneView, id=9001, visibility="shown", name="The pier", here=True)
