"""METTLE's calculations as programs call them."""

from typing import Any

import pytest

from webapp.rules.calculator import calculate
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError


def test_the_calculator_answers_with_these_fields_and_no_others() -> None:
    check = calculate("mettle", "check", {"pool": 2, "difficulty": 1, "dice": [1, 4]})
    odds = calculate("mettle", "odds", {"pool": 2, "difficulty": 1, "discard": "highest"})
    hazard = calculate("mettle", "hazard", {"pool": 1, "bonus": 0, "soak": 0, "dice": [4]})
    assert set(check) == {"kept", "score", "edge", "success", "quality"}
    assert set(odds) == {"success", "edge", "success_with_twist"}
    assert set(hazard) == {"edge", "damage", "unsoaked", "ends"}


def test_the_calculator_discards_and_twists() -> None:
    rattled = {"pool": 6, "difficulty": 1, "discard": "lowest", "dice": [2, 2, 4, 5, 5, 6]}
    assert calculate("mettle", "check", rattled) == {
        "kept": [4, 5, 5, 6],
        "score": 0,
        "edge": 4,
        "success": False,
        "quality": None,
    }
    twisted = {"pool": 5, "difficulty": 3, "dice": [1, 4, 4, 5, 6], "twist_dice": [1, 3, 5, 5]}
    assert calculate("mettle", "check", twisted) == {
        "kept": [1, 1, 3, 5, 5],
        "score": 5,
        "edge": 2,
        "success": True,
        "quality": "Great",
    }


def test_the_calculator_rolls_from_a_source_where_no_dice_are_given() -> None:
    assert calculate("mettle", "check", {"pool": 2, "difficulty": 1}, Loaded(1, 6))["edge"] == 1
    rolled = calculate("mettle", "hazard", {"pool": 3, "bonus": 3, "soak": 4}, Loaded(1, 2, 3))
    assert rolled == {"edge": 0, "damage": 3, "unsoaked": 0, "ends": True}


def test_the_calculators_odds_are_right_to_the_last_digit() -> None:
    odds = calculate("mettle", "odds", {"pool": 5, "difficulty": 3, "discard": None})
    assert abs(odds["success"] - 6453 / 7776) < 1e-12
    assert abs(sum(odds["edge"].values()) - 1) < 1e-12
    assert list(odds["edge"]) == ["0", "1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("name", "given", "field"),
    [
        ("check", {"difficulty": 1, "dice": []}, "pool"),
        ("check", {"pool": 61, "difficulty": 1, "dice": []}, "pool"),
        ("check", {"pool": -1, "difficulty": 1, "dice": []}, "pool"),
        ("check", {"pool": 2, "dice": [1, 2]}, "difficulty"),
        ("check", {"pool": 2, "difficulty": -1, "dice": [1, 2]}, "difficulty"),
        ("check", {"pool": 2, "difficulty": 1, "discard": "middle", "dice": [1, 2]}, "discard"),
        ("check", {"pool": 2, "difficulty": 1, "dice": [1]}, "dice"),
        ("check", {"pool": 2, "difficulty": 1, "dice": [1, 7]}, "dice"),
        ("check", {"pool": 2, "difficulty": 1, "dice": "12"}, "dice"),
        ("check", {"pool": 2, "difficulty": 1}, "dice"),
        ("check", {"pool": 2, "difficulty": 1, "twist_dice": [1]}, "twist_dice"),
        ("check", {"pool": 2, "difficulty": 1, "dice": [1, 6], "twist_dice": [1]}, "twist_dice"),
        ("check", {"pool": 2, "difficulty": 3, "dice": [1, 6], "twist_dice": [1, 2]}, "twist_dice"),
        ("check", {"pool": 2, "difficulty": 3, "dice": [1, 1], "twist_dice": [1]}, "twist_dice"),
        ("odds", {"pool": 2, "difficulty": 1, "dice": [1, 2]}, "dice"),
        ("odds", {"pool": 2.0, "difficulty": 1}, "pool"),
        ("odds", {"pool": True, "difficulty": 1}, "pool"),
        ("hazard", {"pool": 2, "soak": 0, "dice": [1, 2]}, "bonus"),
        ("hazard", {"pool": 2, "bonus": -1, "soak": 0, "dice": [1, 2]}, "bonus"),
        ("hazard", {"pool": 2, "bonus": 1, "dice": [1, 2]}, "soak"),
        ("hazard", {"pool": 2, "bonus": 1, "soak": 0}, "dice"),
        ("hazard", {"pool": 2, "bonus": 1, "soak": 0, "dice": [1, 2], "armor": 1}, "armor"),
    ],
)
def test_the_calculator_refuses_with_the_field(name: str, given: dict[str, Any], field: str) -> None:
    with pytest.raises(RuleError) as wrong:
        calculate("mettle", name, given)
    assert wrong.value.field == field
    assert str(wrong.value).endswith((".", "?", "..."))
