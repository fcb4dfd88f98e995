"""The outcome line: what changed and where it stands now, in the words of the table."""

import pytest

from webapp.rules.outcome_line import GM_DECIDES, OUTCOME, Change, line, listed, tone

HURT = Change(("character", 7), "Mara", "Mettle", -2, 7)


def test_a_loss_says_how_much_and_where_it_stands() -> None:
    assert line("Thug hits Mara", [str(HURT)]) == "Thug hits Mara: 2 Mettle, now 7"


def test_what_is_regained_has_a_plus() -> None:
    assert str(Change(("character", 7), "Mara", "HP", 3, 9)) == "+3 HP, now 9"
    assert str(Change(("character", 7), "Mara", "HP", 0, 0)) == "HP stays at 0"
    assert str(Change(("character", 7), "Mara", "HP", 0)) == "HP unchanged"


def test_before_it_is_applied_the_gm_decides() -> None:
    assert line("Thug hits Mara", ["2 Mettle"], GM_DECIDES) == "Thug hits Mara: 2 Mettle; GM decides"
    assert line("Mara, Climb: failure", [], GM_DECIDES, stop=OUTCOME) == "Mara, Climb: failure. GM decides"


def test_three_targets_are_named_and_the_others_counted() -> None:
    assert listed(["Ann"]) == "Ann"
    assert listed(["Ann", "Bo", "Cy"]) == "Ann, Bo and Cy"
    assert listed(["Ann", "Bo", "Cy", "Di", "Eve"]) == "Ann, Bo, Cy, +2 more"


def test_three_changes_are_told_and_the_others_counted() -> None:
    told = ["Ann 2 HP", "Bo 1 HP", "Cy 4 HP", "Di 1 HP", "Eve 1 HP"]
    assert line("It hits all", told, most=3) == "It hits all: Ann 2 HP; Bo 1 HP; Cy 4 HP; +2 more"
    assert line("It hits all", told).endswith("Di 1 HP; Eve 1 HP")


@pytest.mark.parametrize(
    ("success", "ours", "at_ours", "helps", "means"),
    [
        (True, True, False, False, "good for the party"),
        (False, True, False, False, "bad for the party"),
        (True, False, True, False, "bad for the party"),
        (False, False, True, False, "good for the party"),
        (True, False, True, True, "good for the party"),
        (True, False, False, False, ""),
    ],
)
def test_an_outcome_is_good_or_bad_for_the_party_whoever_rolled(
    success: bool, ours: bool, at_ours: bool, helps: bool, means: str
) -> None:
    assert tone(success, ours=ours, at_ours=at_ours, helps=helps).words == means
