"""The calculator of the three games, by its examples."""

import json

import pytest

from webapp.rules.calculator import GAMES, calculate, calculations, examples

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
