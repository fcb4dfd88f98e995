"""What a table asks of Razorweave around a check."""

from dataclasses import replace

import pytest

from webapp.games.razorweave import rules as razorweave
from webapp.games.razorweave.rules import RazorweaveRequest
from webapp.rules.check import ClockRef, ContextItem, Modifier, Resolved
from webapp.rules.check_form import CheckRequest
from webapp.rules.check_hooks import EarlierTry, RolledCheck, cause
from webapp.rules.conditions import CarriedCondition
from webapp.rules.errors import RuleError
from webapp.rules.playable_games import ruleset

GAME = razorweave.RULESET
SHEET = {"AGI": 2, "Climbing": 3, "Calling": "thief", "PRE": True}


def test_the_sheet_gives_the_numbers_and_what_is_asked_for_wins() -> None:
    called = GAME.called(RazorweaveRequest.of({"attribute": "AGI", "skill": "Climbing", "dc": 16}), SHEET)
    assert (called.attribute, called.skill, called.dc) == (2, 3, 16)
    assert (
        GAME.called(
            RazorweaveRequest.of({"attribute": "AGI", "rating": 0, "skill_bonus": 1}), SHEET
        ).attribute
        == 0
    )


def test_a_skill_that_no_sheet_has_adds_one_and_none_adds_nothing() -> None:
    assert GAME.called(RazorweaveRequest.of({"skill": "Juggling"}), SHEET).skill == 1
    assert GAME.called(RazorweaveRequest.of({}), SHEET).skill == 0


def test_words_and_marks_on_a_sheet_are_no_ratings() -> None:
    assert GAME.called(RazorweaveRequest.of({"attribute": "PRE"}), SHEET).attribute == 0


def test_until_the_gm_sets_a_dc_it_waits_and_weighs_a_routine_task() -> None:
    assert (
        GAME.describe_missing_input(RazorweaveRequest.of({"attribute": "AGI"}))
        == "The GM still has to set the DC."
    )
    assert GAME.called(RazorweaveRequest.of({}), {}).dc == 14
    assert GAME.describe_missing_input(RazorweaveRequest.of({"dc": 0})) == ""


@pytest.mark.parametrize(
    ("answers", "rulings"),
    [
        ({}, ("check", "yes", "no")),
        ({"uncertainty": True, "consequence": True}, ("check", "yes", "no")),
        ({"uncertainty": True, "consequence": True, "agency": True}, ("check",)),
        ({"uncertainty": True, "consequence": False, "agency": True}, ("yes", "no")),
    ],
)
def test_the_gate_leaves_dice_or_a_plain_answer(answers: dict[str, bool], rulings: tuple[str, ...]) -> None:
    assert GAME.rulings(answers) == rulings


def test_a_source_counts_as_dice_or_as_a_dc() -> None:
    slick = Modifier("Slick", razorweave.ModifierKind.BURDEN, 1)
    assert [(str(way.modifier), way.amount) for way in GAME.list_alternatives(slick)] == [
        ("burden", 1),
        ("dc", 2),
    ]
    map_in_hand = Modifier("Map", razorweave.ModifierKind.DC, -2)
    assert GAME.list_alternatives(map_in_hand) == (map_in_hand,)


def test_a_dc_added_by_hand_moves_by_two() -> None:
    assert GAME.parse_manual_modifier({"name": "Storm", "modifier": "dc"}).amount == 2
    with pytest.raises(RuleError):
        GAME.parse_manual_modifier({"name": "Luck", "modifier": "advantage"})


def test_one_more_edge_is_shown_beside_the_chances() -> None:
    assert GAME.little_help is not None
    check = razorweave.Check(14, sources=(GAME.little_help,))
    assert [source.name for source in check.sources] == ["one more Edge"]
    assert GAME.modifiers_for(check).dice == "5d6, keep the best 4"


@pytest.mark.parametrize(
    ("now", "changed", "fair"),
    [
        ({"approach": "with a hairpin"}, "", False),
        ({"approach": ""}, "", False),
        ({"approach": "with an axe"}, "", True),
        ({"approach": "with a hairpin", "attribute_name": "MIG Might"}, "", True),
        ({"approach": "with a hairpin"}, "the lamp is lit", True),
    ],
)
def test_a_retry_needs_another_approach_or_other_circumstances(
    now: dict[str, str], changed: str, fair: bool
) -> None:
    before = razorweave.Check(
        14, intent="open the box", approach="with a hairpin", attribute_name="AGI Agility"
    )
    again = razorweave.Check(16, intent="Open the box!", **now)
    sneak = replace(before, intent="sneak")
    assert (GAME.retry([EarlierTry(before, success=False)], again, changed) == "") is fair
    assert GAME.retry([EarlierTry(before, success=True)], again) == "", "it went well before"
    assert GAME.retry([EarlierTry(sneak, success=False)], again) == "", "something else"
    assert GAME.retry([EarlierTry(before, success=False)], replace(again, intent="")) == ""


def test_a_success_ends_what_failed_before() -> None:
    """Retries need a change (004:154); after a success the next try is no retry."""
    by_hand, with_rope = (razorweave.Check(16, intent="climb", approach=how) for how in ("by hand", "rope"))
    failed = [EarlierTry(with_rope, success=False), EarlierTry(by_hand, success=False)]
    assert GAME.retry(failed, by_hand).startswith("Nothing has changed")
    assert GAME.retry([EarlierTry(with_rope, success=True), *failed], by_hand) == ""


def test_hazards_bite_and_other_tags_do_not() -> None:
    hazard = GAME.catalogue.find("Hazardous", "tag")
    assert GAME.is_hazard(ContextItem(hazard.name, "tag", data=hazard.data))
    assert not GAME.is_hazard(ContextItem("Slick", "tag"))


def test_only_what_falls_short_may_leave_a_complication() -> None:
    assert GAME.complications("full_success", 7) == ()
    assert [line.do for line in GAME.complications("partial_success", 7)] == ["condition.add", "tag.add"]


def test_the_cause_names_tier_margin_and_intent() -> None:
    partial = Resolved("partial_success", "Partial success", True, data={"margin": -1})
    assert cause(GAME, "Question the clerk", partial) == "Partial success, margin -1, on “Question the clerk”"
    assert cause(GAME, "", Resolved("failure", "Failure", False, data={"margin": -4})) == "Failure, margin -4"


def rolled(dice: list[int], **asked: bool) -> RolledCheck:
    check = razorweave.Check(14)
    return RolledCheck(check, GAME.resolve(check, dice), RazorweaveRequest(**asked))


def test_split_risks_are_put_side_by_side() -> None:
    combined = GAME.combined({"Ana": rolled([5, 5, 4, 4]), "Ben": rolled([4, 3, 2, 1])})
    assert combined is not None
    assert (combined.best, combined.worst) == ("Ana", "Ben")
    assert combined.says == "Ana: full success; Ben: failure."


def test_a_success_clears_what_a_success_ends() -> None:
    shaken = CarriedCondition(5, "Shaken", character=7, data={"ends": "success"})
    won, lost = rolled([5, 5, 4, 4]), rolled([1, 1, 1, 2])
    assert [line.fields for line in GAME.after_check(won, [shaken])] == [{"condition": 5}]
    assert GAME.after_check(lost, [shaken]) == ()


def test_the_gm_may_say_that_an_action_at_two_clocks_is_not_split() -> None:
    clocks = [ClockRef(1, "Boats", targeted=True), ClockRef(2, "Sandbags", targeted=True)]
    split = GAME.proposes(rolled([4, 4, 4, 4]), clocks)
    whole = GAME.proposes(rolled([4, 4, 4, 4], split=False), clocks)
    assert [(line.low, line.high) for line in split] == [(1, 1), (1, 1)]
    assert [(line.low, line.high) for line in whole] == [(1, 2), (1, 2)]


def test_a_game_without_a_form_has_an_answer_to_everything() -> None:
    freeform, carried = ruleset("freeform"), CarriedCondition(1, "Sad", character=2)
    check, asked = freeform.check(), CheckRequest(intent="x")
    assert (freeform.check_form, freeform.gate, freeform.group_kinds) == ((), (), ())
    assert freeform.describe_missing_input(asked) == freeform.retry([], check) == ""
    assert freeform.called(asked, {}) == freeform.check(intent="x")
    assert freeform.helped("Ben") is freeform.little_help is freeform.combined({}) is None
    done = RolledCheck(check, Resolved("", "Done", True), asked)
    assert freeform.complications("", 1) == freeform.after_check(done, [carried]) == ()
    assert freeform.scene_ends([carried]) == ()
    assert cause(freeform, "Jump", done.result) == "Done, on “Jump”"
