"""What is written down of a check: how it was rolled and how it came out, and back."""

import json
from typing import Any

import pytest

from webapp.rules.check import Assessment, CountedModifier, Modifier, Resolved, RollRecord
from webapp.rules.effects import ModifierKind
from webapp.rules.errors import RuleError

CAME_OUT: dict[str, Any] = {
    "outcome": "full_success",
    "label": "Full success",
    "success": True,
    "sentences": ["You are across."],
    "real": True,
    "data": {"margin": 2, "quality": None},
}
WAS_ROLLED: dict[str, Any] = {
    "check": {"dc": 16},
    "dice": "4d6",
    "faces": 6,
    "numbers": {"dc": 16},
    "counted": [
        {"name": "Dim light", "modifier": "burden", "amount": 1, "note": "", "thing": ["tag", 7]},
        {"name": "A rope", "modifier": "edge", "amount": 1, "note": "dry", "thing": None},
    ],
    "hazards": [["tag", 7]],
}


@pytest.mark.parametrize(
    ("amount", "said"), [(1, "Sword: +1 die."), (-1, "Sword: -1 die."), (2, "Sword: +2 dice.")]
)
def test_a_prompt_counts_one_die_and_several_dice(amount: int, said: str) -> None:
    assert str(Assessment(sources=(Modifier("Sword", ModifierKind.DICE, amount),))) == said


def test_how_a_check_came_out_is_read_as_it_was_written() -> None:
    found = Resolved.parse(CAME_OUT)
    assert (found.label, found.sentences, found.data["margin"]) == (
        "Full success",
        ("You are across.",),
        2,
    )
    assert json.dumps(found.as_dict()) == json.dumps(CAME_OUT)
    together = {**CAME_OUT, "combined": "Mara and Jory, both across."}
    assert json.dumps(Resolved.parse(together).as_dict()) == json.dumps(together)


def test_how_a_check_was_rolled_is_read_as_it_was_written() -> None:
    found = RollRecord.parse(WAS_ROLLED)
    assert found.counted[0] == CountedModifier("Dim light", ModifierKind.BURDEN, thing=("tag", 7))
    assert found.hazards == (("tag", 7),)
    assert json.dumps(found.as_dict()) == json.dumps(WAS_ROLLED)


def test_a_check_that_nobody_has_rolled_is_nothing_and_false() -> None:
    for kind in (Resolved, RollRecord):
        none = kind.parse({})
        assert not none
        assert none.as_dict() == {}


@pytest.mark.parametrize(
    ("kind", "whole", "wrong"),
    [
        (Resolved, CAME_OUT, {"success": "yes"}),
        (Resolved, CAME_OUT, {"luck": 1}),
        (RollRecord, WAS_ROLLED, {"faces": 1}),
        (RollRecord, WAS_ROLLED, {"counted": [5]}),
        (RollRecord, WAS_ROLLED, {"counted": [{"name": "A rope"}]}),
        (RollRecord, WAS_ROLLED, {"hazards": [["tag"]]}),
        (RollRecord, WAS_ROLLED, {"check": None}),
    ],
)
def test_what_is_neither_is_refused(kind: Any, whole: dict[str, Any], wrong: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        kind.parse(whole | wrong)
