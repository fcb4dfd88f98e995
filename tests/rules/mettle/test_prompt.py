"""From a prompt: examples that are true, lists where tuples are, a sentence for whatever does not fit."""

import inspect
from collections.abc import Callable
from dataclasses import is_dataclass
from types import ModuleType

import pytest

from webapp.games.mettle import rules as mettle
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError

FUNCTIONS = [
    name
    for name in mettle.__all__
    if inspect.isfunction(getattr(mettle, name)) or is_dataclass(getattr(mettle, name))
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
    rattled = [mettle.Status("rattled", 2)]
    assert mettle.after_action(rattled) == (mettle.Status("rattled"),)


def test_what_is_said_at_the_table() -> None:
    assert str(mettle.roll(mettle.Check(3, 3), Loaded(1, 2, 6))) == (
        "Score 3 against Difficulty 3, 1 Edge: a success, Good."
    )


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: mettle.Check(61, 3), "pool"),
        (lambda: mettle.roll(mettle.Check(3, 3), [1, 2, 3]), "source"),
        (lambda: mettle.resolve(mettle.Check(3, 3), [1, 2, 7]), "dice"),
        (lambda: mettle.resolve(mettle.Check(3, 3), "123"), "dice"),
        (lambda: mettle.take_cover("tent"), "cover"),  # type: ignore[arg-type]
    ],
)
def test_the_field_of_what_does_not_fit(call: Callable[[], object], field: str) -> None:
    with pytest.raises(RuleError) as refused:
        call()
    assert refused.value.field == field
    assert str(refused.value).endswith(".")
