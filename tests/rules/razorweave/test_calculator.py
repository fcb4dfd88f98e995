"""Razorweave's calculations as programs call them."""

from typing import Any

import pytest

from webapp.rules.calculator import calculate, calculations, examples
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError


def test_every_calculation_has_an_example() -> None:
    assert calculations("razorweave") == ("check", "odds", "advance")
    assert set(calculations("razorweave")) == {name for game, name in examples() if game == "razorweave"}


def test_without_dice_a_source_rolls_and_they_are_not_real() -> None:
    answer = calculate("razorweave", "check", {"dc": 14}, Loaded(6, 5, 4, 3))
    assert (answer["total"], answer["tier"], answer["roll"]["real"]) == (18, "full_success", False)


def test_odds_are_right_to_the_last_digit() -> None:
    answer = calculate("razorweave", "odds", {"dc": 16, "attribute": 2, "skill": 1})
    success = sum(answer["tiers"][tier] for tier in ("critical_success", "full_success"))
    # 4d6 + 3 against 16 is 4d6 against 13: 861 of 1296.
    assert abs(success - 861 / 1296) < 1e-12
    assert abs(sum(answer["tiers"].values()) - 1) < 1e-12


@pytest.mark.parametrize(
    ("targets", "split"),
    [(True, False), (False, False), (0, False), (2, True), (["a"], False), (["a", "b"], True)],
)
def test_two_targets_make_a_split(targets: Any, split: bool) -> None:
    answer = calculate("razorweave", "advance", {"tier": "critical_success", "targets": targets})
    assert answer["split"] is split
    assert answer["progress"]["high"] == (1 if split else 3)


@pytest.mark.parametrize(
    ("name", "given", "field"),
    [
        ("check", {}, "dc"),
        ("check", {"dc": "16"}, "dc"),
        ("check", {"dc": 41}, "dc"),
        ("check", {"dc": 16}, "dice"),
        ("check", {"dc": 16, "dice": [1, 2, 3]}, "dice"),
        ("check", {"dc": 16, "dice": [1, 2, 3, 4], "dise": 1}, "dise"),
        ("check", {"dc": 16, "dice": [1, 2, 3, 4], "attribute": 2.5}, "attribute"),
        ("odds", {"dc": 16, "dice": [1, 2, 3, 4]}, "dice"),
        ("odds", {"dc": 16, "sources": [{"name": "Fog", "modifier": "fog"}]}, "sources[0].modifier"),
        (
            "odds",
            {"dc": 16, "sources": [{"name": "Fog", "modifier": "edge", "amount": -1}]},
            "sources[0].amount",
        ),
        ("odds", {"dc": 16, "sources": [{"modifier": "edge"}]}, "sources[0].name"),
        ("odds", {"dc": 16, "sources": ["Fog"]}, "sources[0]"),
        ("odds", {"dc": 16, "sources": "Fog"}, "sources"),
        ("advance", {"tier": "success"}, "tier"),
        ("advance", {"tier": "failure", "loud": "yes"}, "loud"),
        ("advance", {"tier": "failure", "targets": -1}, "targets"),
        ("advance", {"tier": "failure", "targets": "Expose"}, "targets"),
        ("advance", {"tier": "failure", "targets": [1]}, "targets"),
        ("roll", {}, "calculation"),
    ],
)
def test_bad_input_names_its_field(name: str, given: dict[str, Any], field: str) -> None:
    with pytest.raises(RuleError) as refused:
        calculate("razorweave", name, given)
    assert refused.value.field == field


def test_another_game_and_no_object_are_refused() -> None:
    with pytest.raises(RuleError, match="no calculator for “chess”"):
        calculate("chess", "check", {})
    with pytest.raises(RuleError, match="an object with named fields"):
        calculate("razorweave", "odds", [1])  # type: ignore[arg-type]


@pytest.mark.parametrize("word", ["dc", "DC", " Dc "])
@pytest.mark.parametrize(
    ("more", "dc"), [({}, 18), ({"amount": None}, 18), ({"amount": 1}, 17), ({"amount": -2}, 14)]
)
def test_a_shift_that_does_not_say_how_far_is_two_however_its_word_is_written(
    word: str, more: dict[str, Any], dc: int
) -> None:
    shift = {"name": "Rope", "modifier": word, **more}
    assert calculate("razorweave", "odds", {"dc": 16, "sources": [shift]})["dc"] == dc
