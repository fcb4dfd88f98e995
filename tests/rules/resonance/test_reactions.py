"""Which effects on a character still wait for their reaction."""

import pytest

from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.conditions import Kind
from webapp.games.resonance.rules.rolled_actions import KnownRoll, unanswered

ME, FOE = 7, 8


def effect(id: int, state: str = "rolled", by: int = FOE, roll: Kind = Kind.ATTACK) -> KnownRoll:
    return KnownRoll(id, by, state, ResonanceRequest(roll=roll, target=ME))


def reaction(id: int, state: str = "called", by: int = ME) -> KnownRoll:
    return KnownRoll(id, by, state, ResonanceRequest(roll=Kind.REACTION))


def test_attacks_and_effects_wait_and_other_rolls_do_not() -> None:
    assert unanswered(ME, [effect(1), effect(2, roll=Kind.EFFECT), effect(3, roll=Kind.SEARCH)]) == (1, 2)


def test_an_effect_among_several_targets_waits_for_each() -> None:
    wide = KnownRoll(1, FOE, "called", ResonanceRequest(roll=Kind.EFFECT, target=3, others=(ME,)))
    assert unanswered(ME, [wide]) == (1,)
    assert unanswered(9, [wide]) == ()


@pytest.mark.parametrize("state", ["resolved", "void", "cancelled"])
def test_what_is_over_waits_no_more(state: str) -> None:
    assert unanswered(ME, [effect(1, state)]) == ()


def test_nobody_answers_themselves() -> None:
    assert unanswered(ME, [effect(1, by=ME)]) == ()


def test_a_reaction_answers_the_newest_effect_before_it() -> None:
    assert unanswered(ME, [effect(1), effect(2), reaction(3)]) == (1,)
    assert unanswered(ME, [effect(1), reaction(2), effect(3)]) == (3,)
    assert unanswered(ME, [effect(1), effect(2), reaction(3), reaction(4)]) == ()
    assert unanswered(ME, [effect(1), reaction(2, "cancelled")]) == (1,)
    assert unanswered(ME, [effect(1), reaction(2, by=9)]) == (1,)


def test_a_resist_answers_the_effect_that_it_names() -> None:
    assert unanswered(ME, [effect(1), effect(2)], resisted={1}) == (2,)
