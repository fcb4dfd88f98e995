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
from webapp.rules.result_card import DiceGroup, DieFace, Fact, ResultCard, ensure_drawn, grouped, with_added

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


def adds_up(card: ResultCard) -> str:
    """What a screen writes beside the dice, and the total: "Dice 15, Stealth +3: 18"."""
    said = (f"{part.label} {part.value}{f' {part.note}' if part.note else ''}" for part in card.parts)
    return f"{', '.join(said)}: {card.facts[0].value}" if card.facts else ""


def test_the_total_says_what_was_added_to_the_dice() -> None:
    data = {"roll": {"kept": [4, 4, 4, 3], "dropped": [1]}, "total": 18, "dc": 16, "margin": 2}
    card = RAZORWEAVE.result_card(Resolved("full_success", "Full success", True, data=data))
    assert adds_up(with_added(card, {"Agility": 0, "Stealth": 3})) == "Dice 15, Stealth +3: 18"
    assert adds_up(with_added(card, {"Agility": -1, "Stealth": 4})) == "Dice 15, Agility −1, Stealth +4: 18"


def test_what_is_not_known_by_name_is_added_as_one_number() -> None:
    """Nothing is known of an NPC's sheet, and what is known of an old roll may not add up."""
    card = ResultCard(facts=(Fact("Total", 18),), parts=(Fact("Dice", 15),))
    assert adds_up(with_added(card, {})) == "Dice 15, added +3: 18"
    assert adds_up(with_added(card, {"Stealth": 2})) == "Dice 15, added +3: 18"


def test_dice_to_which_nothing_was_added_or_without_a_total_are_not_added_up() -> None:
    plain = ResultCard(facts=(Fact("Total", 15),), parts=(Fact("Dice", 15),))
    assert with_added(plain, {"Stealth": 0}).parts == ()
    assert with_added(ResultCard(parts=(Fact("Dice", 15),)), {"Stealth": 3}).parts == ()
    assert with_added(ResultCard(facts=(Fact("Total", "many"),), parts=(Fact("Dice", 15),)), {}).parts == ()
    dazed = ResultCard(facts=(Fact("Total", 7),), parts=(Fact("SR", 7, "after Daze 2"),))
    assert adds_up(with_added(dazed, {})) == "SR 7 after Daze 2: 7"


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
    unsaid = METTLE.result_card(Resolved("success", "Success", True, ("Bog: badly hurt.",), data=data))
    assert unsaid.sentences == ("Bog: badly hurt.",)


def test_resonance_has_pairs_of_which_one_die_counts() -> None:
    data = {"roll": {"dice": [[5, 5], [4, 9]]}, "mode": "advantage", "sr": 19}
    card = RESONANCE.result_card(Resolved("success", "Success", True, ("SR 19.",), data=data))
    assert [each.says for each in card.groups] == [
        "Main 5, Lucky 5, a double",
        "Main 4, Lucky 9, which counts",
        "",
    ]
    assert [each.note for each in card.groups] == ["double +10", "", "Advantage"]


def test_resonance_adds_up_the_roll_instead_of_its_first_sentence() -> None:
    data = {"roll": {"dice": [[7, 7], [4, 9]]}, "sr": 18, "bonus": 5, "total": 23, "against": 7, "by": 16}
    said = ("7 and 7, then 4 and 9: SR 18 + 5 = 23 against 7: success by 16.", "Rook: not enough.")
    card = RESONANCE.result_card(Resolved("success", "Success", True, said, data=data))
    assert adds_up(with_added(card, {"Level": 2, "Force": 3})) == "SR 18, Level +2, Force +3: 23"
    assert [(each.label, each.value, each.note) for each in card.facts] == [
        ("Total", 23, "against 7"),
        ("margin", "+16", ""),
    ]
    assert card.sentences == ("Rook: not enough.",)


def test_resonance_keeps_a_number_back_that_is_not_known() -> None:
    """A search beats a number that is hidden, a Miss has no margin, and who hides shows no dice."""
    found = {"roll": {"dice": [[9, 3]]}, "sr": 9, "bonus": 1, "total": 10}
    card = RESONANCE.result_card(Resolved("success", "Success", True, ("9 and 3: SR 9.",), data=found))
    assert [(each.label, each.value, each.note) for each in card.facts] == [("Total", 10, "")]
    missed = {**found, "against": 9, "by": 0, "miss": True}
    card = RESONANCE.result_card(Resolved("miss", "Miss", False, ("9 and 3: SR 9.",), data=missed))
    assert [each.label for each in card.facts] == ["Total"]
    hidden = RESONANCE.result_card(Resolved("success", "Success", True, ("Out of sight.",), data={}))
    assert (hidden.facts, hidden.parts, hidden.sentences) == ((), (), ("Out of sight.",))
