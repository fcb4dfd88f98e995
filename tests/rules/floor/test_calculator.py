"""The calculator of the three games, by its examples."""

import json
from fractions import Fraction
from types import MappingProxyType

import pytest

from webapp.rules.calculator import GAMES, as_floats, calculate, calculations, examples
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError

CONTRACT = {
    "razorweave": {"check", "odds", "advance"},
    "resonance": {"roll", "odds", "pool", "budget", "race"},
    "mettle": {"check", "odds", "hazard"},
}


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_the_calculations_that_programs_rely_on(game: str) -> None:
    assert CONTRACT[game] <= set(calculations(game))


def test_every_calculation_has_an_example_that_is_true() -> None:
    listed = examples()
    assert set(listed) == {(game, name) for game in GAMES for name in calculations(game)}
    for (game, name), (given, answer) in listed.items():
        assert calculate(game, name, given) == answer, (game, name)
        assert json.loads(json.dumps(answer)) == answer, (game, name)


ENDLESS: list[object] = []
ENDLESS.append(ENDLESS)


@pytest.mark.parametrize(
    "wrong", [10**5000, {1, 2}, ENDLESS, b"16"], ids=["huge number", "set", "endless list", "bytes"]
)
@pytest.mark.parametrize("source", [None, Loaded(4, 4, 4, 4)], ids=["no dice", "dice"])
def test_what_json_cannot_hold_is_refused_with_or_without_dice_to_roll(
    wrong: object, source: Loaded | None
) -> None:
    with pytest.raises(RuleError, match="what JSON can hold"):
        calculate("razorweave", "check", {"dc": wrong}, source)


def test_a_mapping_of_any_kind_is_read() -> None:
    assert calculate("razorweave", "odds", MappingProxyType({"dc": 14}))["dc"] == 14


def test_an_error_does_not_repeat_a_whole_page() -> None:
    with pytest.raises(RuleError) as refused:
        calculate("razorweave", "odds", {"dc": "x" * 100_000, "y" * 100_000: 1})
    assert len(str(refused.value)) < 300


def test_outside_the_library_chances_are_floats_and_keys_are_text() -> None:
    assert as_floats({"edge": {1: Fraction(1, 3), 2: Fraction(2, 3)}, "level": 2, "real": True}) == {
        "edge": {"1": 1 / 3, "2": 2 / 3},
        "level": 2,
        "real": True,
    }
