"""What an Action did to whom, as the outcome line says it."""

import pytest

from webapp.games.mettle.rules.check_request import MettleRequest
from webapp.games.mettle.rules.outcome_display import deed, expects, without_effect
from webapp.rules.check import ProposalLine
from webapp.rules.outcome_line import Change


@pytest.mark.parametrize(
    ("asked", "success", "said"),
    [
        (MettleRequest(action="attack"), True, "hits Mara"),
        (MettleRequest(action="attack"), False, "misses Mara"),
        (MettleRequest(action="attack", manner="vehicle"), True, "rams Mara"),
        (MettleRequest(action="attack", manner="grapple"), False, "fails to grapple Mara"),
        (MettleRequest(action="heal"), True, "heals Mara"),
        (MettleRequest(action="rattle"), True, "rattles Mara"),
        (MettleRequest(action="know"), True, ""),
    ],
)
def test_an_action_says_what_it_did_to_whom(asked: MettleRequest, success: bool, said: str) -> None:
    assert deed(asked, success, ["Mara"]) == said


def test_an_action_at_nobody_is_told_by_its_outcome() -> None:
    assert deed(MettleRequest(action="attack"), True, []) == ""


def test_a_hit_that_is_soaked_is_no_damage() -> None:
    assert without_effect(MettleRequest(action="attack")) == "no damage"
    assert without_effect(MettleRequest(action="heal")) == ""


def test_a_hit_too_weak_to_hold_is_a_hit() -> None:
    """Disarm, Grapple and Shove need enough unsoaked damage (003:112 to 003:114)."""
    for manner, said in (("disarm", "disarm"), ("grapple", "grapple"), ("shove", "shove")):
        asked = MettleRequest(action="attack", manner=manner)
        assert deed(asked, True, ["Mara"], held=False) == "hits Mara"
        assert deed(asked, False, ["Mara"], held=False) == f"fails to {said} Mara"
        assert without_effect(asked) == f"too weak to {said}"


def test_a_proposed_hurt_is_so_much_mettle() -> None:
    hurt = ProposalLine("mettle.hurt", {"character": 7, "by": 2}, "Attack, 1 Edge")
    assert expects(hurt, "Mara") == Change(("character", 7), "Mara", "Mettle", -2)
