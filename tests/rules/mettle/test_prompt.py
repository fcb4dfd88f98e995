"""From a prompt: examples that are true, lists where tuples are, a sentence for whatever does not fit."""

import inspect
from collections.abc import Callable
from dataclasses import is_dataclass
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.mettle.checks import HIT, MISS
from tests.rules.mettle.people import ANN, BOG
from webapp.games.mettle import rules as mettle
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError

FUNCTIONS = [
    name
    for name in mettle.__all__
    if inspect.isfunction(getattr(mettle, name)) or is_dataclass(getattr(mettle, name))
]
ODD = [None, "nonsense", "", 7, -1, 2.5, True, [], [3], ["Ann"], {}, {"Ann": 2}, {"Ann": "two"}, object()]
FIT = [
    HIT,
    MISS,
    mettle.Check(3, 3),
    mettle.Hazard(3, 3),
    mettle.Mettle(5, 10, 4),
    mettle.Status("rattled"),
    (mettle.Status("hungry", 2),),
    mettle.Body(frame=3),
    mettle.trap("Pitfall"),
    mettle.Racer(ANN, 2),
    mettle.Cover.PARTIAL,
    mettle.quick(),
    mettle.Project.new("Engine", difficulty=3, edge_needed=4),
    Loaded(1, 2, 3),
    "attack",
]


def test_the_verbs_of_the_book_are_functions() -> None:
    names = {"assess", "odds", "roll", "resolve", "tick", "heal", "sneak", "chase", *mettle.all_actions()}
    assert not {name for name in names if isinstance(getattr(mettle, name, None), ModuleType)}
    assert {"assess", "odds", "roll", "resolve", "tick", "heal", "move", "rattle", "sneak", "sway"} <= set(
        FUNCTIONS
    )


def test_lists_are_taken_where_tuples_are() -> None:
    bonus = mettle.Modifier("Sword", mettle.ModifierKind.DICE, 2)
    assert mettle.Check(3, 3, sources=[bonus]) == mettle.Check(3, 3, sources=(bonus,))  # type: ignore[arg-type]
    assert mettle.Racer(ANN, 2, [ANN, BOG]) == mettle.Racer(ANN, 2, (ANN, BOG))  # type: ignore[arg-type]
    assert mettle.Map(["Bay", "Mine"]) == mettle.Map(("Bay", "Mine"))  # type: ignore[arg-type]
    rattled = [mettle.Status("rattled", 2)]
    assert mettle.after_action(rattled) == (mettle.Status("rattled"),)


def test_what_is_said_at_the_table() -> None:
    assert str(mettle.roll(mettle.Check(3, 3), Loaded(1, 2, 6))) == (
        "Score 3 against Difficulty 3, 1 Edge: a success, Good."
    )


def refusal(call: Callable[[], object]) -> RuleError | None:
    """How the rules refuse this, if they do; anything else that goes wrong is a fault."""
    try:
        call()
    except RuleError as refused:
        return refused
    return None


@settings(max_examples=300)
@given(st.sampled_from(FUNCTIONS), st.data())
def test_whatever_does_not_fit_is_a_sentence(name: str, data: st.DataObject) -> None:
    ensure_answered(name, data)


@pytest.mark.soak
@settings(max_examples=60)
@given(st.data())
@pytest.mark.parametrize("name", FUNCTIONS)
def test_whatever_does_not_fit_each_function_is_a_sentence(name: str, data: st.DataObject) -> None:
    ensure_answered(name, data)


def ensure_answered(name: str, data: st.DataObject) -> None:
    """Call it with anything: there is an answer, or a sentence that names a field."""
    call: Callable[..., Any] = getattr(mettle, name)
    kinds = inspect.signature(call).parameters.values()
    things = st.sampled_from([*ODD, *FIT])
    named = {each.name: data.draw(things, each.name) for each in kinds if each.kind is each.KEYWORD_ONLY}
    placed = [data.draw(things, each.name) for each in kinds if each.kind is each.POSITIONAL_OR_KEYWORD]
    refused = refusal(lambda: call(*placed, **named))
    assert refused is None or (str(refused).endswith(".") and refused.field)


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: mettle.Check("six", 3), "pool"),  # type: ignore[arg-type]
        (lambda: mettle.Check(3, 3, sources="Sword"), "sources"),  # type: ignore[arg-type]
        (lambda: mettle.assess("attack"), "check"),  # type: ignore[arg-type]
        (lambda: mettle.assess(mettle.Check(3, 3), ["Rattled"]), "around[0]"),  # type: ignore[list-item]
        (lambda: mettle.odds(6), "check"),  # type: ignore[arg-type]
        (lambda: mettle.roll(mettle.Check(3, 3), [1, 2, 3]), "source"),  # type: ignore[arg-type]
        (lambda: mettle.resolve(mettle.Check(3, 3), [1, 2, 7]), "dice"),
        (lambda: mettle.resolve(mettle.Check(3, 3), "123"), "dice"),
        (lambda: mettle.tick([7], "success"), "outcome"),  # type: ignore[arg-type]
        (lambda: mettle.tick(["Engine"], HIT), "clocks[0]"),  # type: ignore[list-item]
        (lambda: mettle.heal(HIT, 3), "mettle"),  # type: ignore[arg-type]
        (lambda: mettle.strike(HIT, 6, 3), "target"),  # type: ignore[arg-type]
    ],
)
def test_the_field_of_what_does_not_fit(call: Callable[[], object], field: str) -> None:
    with pytest.raises(RuleError) as refused:
        call()
    assert refused.value.field == field
