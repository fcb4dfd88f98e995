"""Dice from a source, dice from a hand."""

from collections.abc import Sequence
from typing import Any

import pytest

from webapp.rules.dice import Loaded, Rolled, given, roll
from webapp.rules.errors import RuleError


def test_a_roll_keeps_the_order_in_which_the_dice_fell() -> None:
    rolled = roll(Loaded(2, 6, 1, 4), 4, 6)

    assert rolled == Rolled((2, 6, 1, 4), 6, real=False)
    assert rolled.sum == 13


def test_dice_from_a_hand_are_marked_as_real() -> None:
    assert given([3, 3], count=2, faces=10) == Rolled((3, 3), 10, real=True)


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        ([1, 2, 3], "This roll needs 4 dice; you gave 3."),
        ([1, 2, 3, 7], "Die 4 shows 7; a d6 shows 1 to 6."),
        ([0, 2, 3, 4], "Die 1 shows 0"),
        ([1, True, 3, 4], "Die 2 shows true"),
        ([1, 2.0, 3, 4], "Die 2 shows 2.0"),
        ([1, 2, "3", 4], "Die 3 shows '3'"),
        ("1234", "Dice must be a list of numbers"),
        (None, "Dice must be a list of numbers"),
        (4, "Dice must be a list of numbers"),
    ],
)
def test_wrong_dice_are_refused_with_a_sentence(dice: Any, says: str) -> None:
    with pytest.raises(RuleError, match=says.replace("(", r"\(")) as refused:
        given(dice, count=4, faces=6)
    assert refused.value.field == "dice"


def test_a_source_that_cheats_is_caught() -> None:
    def cheat(count: int, faces: int) -> Sequence[int]:
        return [faces + 1] * count

    with pytest.raises(RuleError, match="Die 1 shows 7"):
        roll(cheat, 2, 6)


@pytest.mark.parametrize("count", [-1, 101, True, 2.0])
def test_only_0_to_100_dice_are_rolled(count: Any) -> None:
    with pytest.raises(RuleError, match="0 to 100 dice"):
        roll(Loaded(), count, 6)


@pytest.mark.parametrize("faces", [0, 1, 101])
def test_a_die_has_2_to_100_faces(faces: int) -> None:
    with pytest.raises(RuleError, match="2 to 100 faces"):
        roll(Loaded(1), 1, faces)


def test_loaded_dice_say_when_they_run_out() -> None:
    dice = Loaded(1, 2, 3)
    assert list(dice(2, 6)) == [1, 2]
    with pytest.raises(RuleError, match="2 wanted, 1 left"):
        dice(2, 6)
