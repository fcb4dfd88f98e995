"""A result is drawn from typed values: those a game returns, and those that earlier versions stored."""

from types import SimpleNamespace
from typing import Any

import pytest

from webapp.games.mettle.rules import RULESET as METTLE
from webapp.games.razorweave.rules import RULESET as RAZORWEAVE
from webapp.games.resonance.rules import RULESET as RESONANCE
from webapp.rules.check import Resolved
from webapp.rules.check_hooks import CheckHooks
from webapp.rules.errors import RuleError
from webapp.rules.result_card import DiceGroup, DieFace, Fact, ensure_drawn, grouped

PLAIN: CheckHooks = CheckHooks()


def test_dice_facts_and_sentences_are_drawn_as_a_game_returns_them() -> None:
    faces = (DieFace(5), DieFace(20, "exploded", 20), DieFace(2, "dropped"))
    result = Resolved("success", "Success", True, ("It holds.",), faces=faces, facts=(Fact("Total", 25),))
    card = PLAIN.result_card(result)
    assert [(each.role, [die.value for die in each.faces]) for each in card.groups] == [
        ("kept", [5]),
        ("exploded", [20]),
        ("dropped", [2]),
    ]
    assert card.spoken == "Kept 5; exploded 20; dropped 2"
    assert (card.facts[0].key, card.facts[0].value, card.sentences) == ("total", 25, ("It holds.",))
    assert Resolved.parse(result.as_dict()) == result


def test_dice_lie_in_the_groups_that_they_name() -> None:
    groups = grouped([DieFace(6, group="Position"), DieFace(2, "dropped", group="Position"), DieFace(4)])
    assert [(each.name, len(each.faces)) for each in groups] == [("Position", 2), ("", 1)]


@pytest.mark.parametrize(
    "data", [{"roll": [4, 5]}, {"roll": {"kept": [4, 5], "dropped": []}}, {"roll": (4, 5)}]
)
def test_dice_that_an_earlier_version_stored_are_drawn(data: dict[str, object]) -> None:
    (group,) = PLAIN.result_card(Resolved("success", "Success", True, data=data)).groups
    assert [each.value for each in group.faces] == [4, 5]


@pytest.mark.parametrize("roll", ["4d6", 7, [[4, 5]], [True], {"kept": "five"}, None])
def test_what_is_no_dice_is_left_to_the_sentences(roll: object) -> None:
    result = Resolved("success", "Success", True, ("Told.",), data={"roll": roll})
    assert PLAIN.result_card(result).groups == ()
    assert PLAIN.result_card(result).sentences == ("Told.",)


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: DieFace(1001), "value"),
        (lambda: DieFace(1, sides=1), "sides"),
        (lambda: DieFace(1, "x" * 31), "role"),
        (lambda: Fact("x" * 201, 3), "label"),
        (lambda: DiceGroup(note="x" * 201), "note"),
    ],
)
def test_what_no_screen_has_room_for_is_refused_where_it_is_made(make: Any, field: str) -> None:
    with pytest.raises(RuleError, match=f"“{field}” must be") as refused:
        make()
    assert refused.value.field == field


def test_a_card_of_another_type_is_named() -> None:
    with pytest.raises(RuleError, match="result_card must return a ResultCard, not SimpleNamespace"):
        ensure_drawn(SimpleNamespace(groups=3))


def test_razorweave_says_the_total_against_the_dc_instead_of_its_first_sentence() -> None:
    data = {"roll": {"kept": [5, 4], "dropped": [2]}, "total": 9, "dc": 10, "margin": -1}
    card = RAZORWEAVE.result_card(
        Resolved("failure", "Failure", False, ("9 against 10.", "It gives."), data=data)
    )
    assert [(each.label, each.value, each.note) for each in card.facts] == [
        ("Total", 9, "against DC 10"),
        ("margin", "-1", ""),
    ]
    assert (card.spoken, card.sentences) == ("Kept 5, 4; dropped 2", ("It gives.",))


def test_mettle_has_three_heaps_and_hides_a_difficulty_that_is_not_told() -> None:
    data = {"score": 5, "edge": 1, "kept": [2, 3, 6], "discarded": [1], "difficulty": 4}
    told = METTLE.result_card(Resolved("success", "Success", True, ("Score 5.",), data=data))
    assert told.spoken == "Score 5 against Difficulty 4: 2, 3; Edge 1: 6; Discarded: 1"
    del data["difficulty"]
    hidden = METTLE.result_card(Resolved("success", "Success", True, ("Score 5.",), data=data))
    assert hidden.groups[0].note == ""
    assert hidden.spoken.startswith("Score 5: 2, 3")


def test_resonance_has_pairs_of_which_one_die_counts() -> None:
    data = {"roll": {"dice": [[5, 5], [4, 9]]}, "mode": "advantage", "sr": 19}
    card = RESONANCE.result_card(Resolved("success", "Success", True, ("SR 19.",), data=data))
    assert [each.says for each in card.groups] == [
        "Main 5, Lucky 5, a double",
        "Main 4, Lucky 9, which counts",
        "",
    ]
    assert [each.note for each in card.groups] == ["double +10", "", "Advantage"]
