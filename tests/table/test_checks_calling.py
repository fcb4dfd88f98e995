"""Calling a check: who may say what, what the GM settles, what is refused and why."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.table.investigation import Case
from tests.table.oak import Oak
from webapp.games.razorweave.rules.ruleset import Razorweave
from webapp.rules.check_form import CheckField
from webapp.state.audience import GM, PLAYER
from webapp.state.check_evaluation import CheckEvaluation
from webapp.store.dependency_cache import DependencyCache
from webapp.store.models import Check
from webapp.table.check_setup import describe_attempt
from webapp.table.refusals import Forbidden, Invalid, Missing, Refused
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table
from webapp.views.table_view_factory import project


def test_a_player_says_nothing_but_that_there_is_a_check(case: Case) -> None:
    check = case.check(case.call(), "player")
    assert (check.who, check.intent, check.state, check.ready) == ("Mara", "", "called", False)
    assert check.waits == "The GM still has to set the DC."
    assert case.lines("player")[0] == "Mara wants to make a check"


def test_a_player_may_suggest_attribute_and_skill(case: Case) -> None:
    check = case.check(case.call(intent="Read the ledger", attribute="RSN", skill="Investigation"))
    assert check.asked == {"attribute": "RSN", "skill": "Investigation"}
    assert case.sees("player")["checks"][0]["skill"] == "Investigation"


@pytest.mark.parametrize(
    "fields", [{"dc": 10}, {"sources": []}, {"loud": True}, {"targets": []}, {"uses": {"tag:1:edge": "off"}}]
)
def test_the_numbers_are_the_gms(case: Case, fields: dict[str, object]) -> None:
    with pytest.raises(Forbidden, match="Only the GM can set"):
        case.call(intent="Win", **fields)


def test_the_gm_settles_it_and_the_player_sees_the_numbers(case: Case) -> None:
    check = case.call(intent="Read the ledger")
    case.edit(check, attribute="RSN", skill="Investigation", dc=16)
    seen = case.check(check, "player")
    assert (seen.ready, seen.dice, seen.numbers["dc"], seen.numbers["bonus"]) == (True, "4d6", 16, 3)
    assert seen.numbers["difficulty"] == "Tough"
    assert "hazards" not in seen.numbers


def test_an_edit_with_the_same_values_changes_nothing(case: Case) -> None:
    check = case.gm_call(intent="Read the ledger", dc=16)
    case.edit(check, dc=16)
    assert case.lines()[0] == "Mara, “Read the ledger”: nothing changed"
    case.edit(check, dc=14)
    assert case.lines()[0] == "Mara, “Read the ledger”: DC set"


def test_it_is_weighed_once_for_all_who_look_at_it(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    case.gm_call(dc=14)
    weighed, usual, state = list[int](), CheckEvaluation.__init__, case.state()
    monkeypatch.setattr(
        CheckEvaluation, "__init__", lambda self, *of: (weighed.append(of[1].id), usual(self, *of))[1]
    )
    with state.while_unchanged(DependencyCache()):
        views = [project(state, each).checks[0] for each in (GM, PLAYER)]
    assert [view.numbers["dc"] for view in views] == [14, 14]
    assert len(weighed) == 1


def test_what_the_sheet_says_counts_unless_the_gm_says_otherwise(case: Case) -> None:
    check = case.gm_call(dc=14, attribute="AGI", skill="Climbing")
    assert case.check(check).numbers["bonus"] == 2
    case.edit(check, rating=0, skill_bonus=2, other=-1)
    assert case.check(check).numbers["bonus"] == 1
    case.edit(check, rating=None, skill_bonus=None, other=None)
    assert case.check(check).numbers["bonus"] == 2


def test_a_guest_has_nobody_to_roll_for(case: Case) -> None:
    with pytest.raises(Forbidden, match="Take a seat with a character"):
        case.player(do="check.call", intent="Jump")


def test_a_player_calls_for_no_character_but_the_own(case: Case) -> None:
    ben = case.character("Ben")
    with pytest.raises(Forbidden, match="You cannot roll for Ben"):
        case.call(character=ben)
    with pytest.raises(Missing):
        case.call(character=case.character("Spy", kind="npc"))


def test_the_gm_says_who_rolls(case: Case) -> None:
    with pytest.raises(Invalid, match="Say who rolls"):
        case.gm(do="check.call", intent="Jump")


def test_the_tv_calls_nothing(case: Case) -> None:
    with pytest.raises(Forbidden):
        case.tv(do="check.call")


@pytest.mark.parametrize("do", ["check.call", "check.edit", "check.roll", "check.resolve", "check.cancel"])
def test_a_table_without_dice_refuses_checks_with_a_sentence(oak: Oak, do: str) -> None:
    character = oak.character("Mara")
    fields = {"character": character} if do == "check.call" else {"check": 7}
    with pytest.raises(Refused, match="Freeform has no checks to roll") as refused:
        oak.gm(do=do, **fields)
    assert refused.value.status == 409


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"attribute": "LUCK"}, "Attribute must be one of MIG, AGI, PRE, RSN"),
        ({"dc": 41}, "40"),
        ({"dc": "16"}, "whole number"),
        ({"group": "swarm"}, "Its group checks are: assistance, representative, split_risks"),
        ({"gate": {"mood": True}}, "has no question “mood”"),
        ({"uses": {"tag:1:edge": "off"}}, "has no source “tag:1:edge”"),
        ({"sources": [{"name": "Luck", "modifier": "advantage"}]}, "one of edge, burden, dc"),
        ({"sources": [{"name": "Luck", "modifier": "edge", "amount": 0}]}, "amount"),
        ({"pool": 3}, "pool"),
        ({"helpers": [77]}, "There is no such character"),
        ({"targets": [77]}, "There is no such clock"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_kept(
    case: Case, fields: dict[str, object], says: str
) -> None:
    with pytest.raises(Refused, match=says):
        case.gm_call(**fields)
    assert case.view().checks == ()


def test_nobody_helps_themselves(case: Case) -> None:
    with pytest.raises(Invalid, match="cannot help themselves"):
        case.gm_call(group="assistance", helpers=[case.mara])


def test_a_source_counts_once_as_dice_or_as_a_dc(case: Case) -> None:
    tools = [{"name": "Tools", "modifier": "edge"}, {"name": "tools", "modifier": "dc"}]
    with pytest.raises(Invalid, match="not both"):
        case.gm_call(sources=tools)


def test_a_source_added_by_hand_may_move_the_dc(case: Case) -> None:
    check = case.gm_call(dc=14, sources=[{"name": "Good map", "modifier": "dc", "amount": -2}])
    assert case.check(check).numbers["dc"] == 12
    case.edit(check, uses={"free:0": "off"})
    assert case.check(check).numbers["dc"] == 14


def test_help_is_an_edge_each(case: Case) -> None:
    ben = case.character("Ben")
    check = case.gm_call(dc=14, group="assistance", helpers=[ben])
    seen = case.check(check, "player")
    assert ([each.name for each in seen.counted], seen.members) == (["Help from Ben"], ("Ben",))
    assert seen.dice == "5d6, keep the best 4"


def test_the_first_who_helps_counts_and_more_at_the_gms_word(case: Case) -> None:
    """Seed 004:126: "the leader gains Edge"; 004:75 caps it at 2."""
    helpers = [case.character(name) for name in ("Ben", "Cleo", "Dan")]
    check = case.gm_call(dc=14, group="assistance", helpers=helpers)
    assert case.check(check).dice == "5d6, keep the best 4"
    assert [each.name for each in case.check(check).offered or ()] == ["Help from Cleo", "Help from Dan"]
    case.edit(check, uses={f"help:{id}": "edge" for id in helpers})
    assert case.check(check).dice == "6d6, keep the best 4"


def test_offered_sources_are_the_gms(case: Case) -> None:
    case.tag("Dim Light")
    check = case.gm_call(dc=14, attribute="MIG")
    assert [(each.name, each.modifier, each.use) for each in case.check(check).offered or ()] == [
        ("Dim Light", "edge", "off"),
        ("Dim Light", "burden", "off"),
    ]
    assert not case.check(check, "player").offered
    assert "Dim Light" not in str(case.sees("player")["checks"])


def test_one_tap_counts_a_source_and_another_lets_it_go(case: Case) -> None:
    tag = case.tag("Dim Light")
    check = case.gm_call(dc=14, attribute="MIG")
    case.edit(check, uses={f"tag:{tag}:edge": "edge"})
    assert case.check(check, "tv").dice == "5d6, keep the best 4"
    case.edit(check, uses={f"tag:{tag}:edge": "off"})
    assert case.check(check, "tv").dice == "4d6"
    with pytest.raises(Invalid, match="one of dc, edge, off"):
        case.edit(check, uses={f"tag:{tag}:edge": "burden"})


def test_tags_count_where_the_character_is(case: Case) -> None:
    yard = case.gm(do="zone.add", name="Yard").result["zone"]
    loft = case.gm(do="zone.add", name="Loft").result["zone"]
    case.tag("Slick", zone=yard)
    check = case.gm_call(dc=14, skill="Balance", intent="balance on the beam")
    assert [each.name for each in case.check(check).offered or ()] == ["Slick"]
    case.gm(do="character.edit", character=case.mara, zone=yard)
    assert [each.name for each in case.check(check).counted] == ["Slick"]
    case.gm(do="character.edit", character=case.mara, zone=loft)
    assert (case.check(check).counted, case.check(check).offered) == ((), ())


def test_odds_are_the_gms_until_the_table_shows_them(case: Case) -> None:
    check = case.gm_call(dc=14)
    odds = case.check(check).odds
    assert odds
    assert [each.percent for each in odds.outcomes] == ["10%", "46%", "20%", "21%", "3%"]
    assert (odds.more, odds.more_outcomes[0].percent) == ("one more Edge", "24%")
    assert not case.check(check, "player").odds
    case.gm(do="table.edit", settings={"show_odds": True})
    assert case.check(check, "player").odds == odds
    assert not case.check(check, "tv").odds


def test_a_secret_check_is_the_gms_alone(case: Case) -> None:
    before = case.revisions()[1:]
    check = case.gm_call(dc=14, intent="Notice the ambush", visibility="secret")
    assert case.view("player").checks == case.view("tv").checks == ()
    with pytest.raises(Missing):
        case.dispatch(case.ana, do="check.roll", check=check)
    case.gm(do="check.roll", check=check)
    assert case.revisions()[1:] == before
    assert "ambush" not in str(case.lines("player"))


# ---- trying again --------------------------------------------------------------------------------


def failed(case: Case, intent: str = "Pick the lock", **fields: object) -> None:
    check = case.gm_call(intent=intent, dc=16, attribute="AGI", **fields)
    case.roll(check, 3, 3, 3, 2)
    case.apply(check)


@pytest.mark.parametrize("intent", ["pick the lock ", "Pick the lock!", "“Pick the lock.”"])
def test_the_same_try_after_a_failure_warns_and_may_be_rolled(case: Case, intent: str) -> None:
    """Seed 004:154; the GM decides, and punctuation makes no other intent."""
    failed(case)
    check = case.call(intent=intent)
    case.edit(check, dc=16)
    seen = case.check(check, "player")
    assert (seen.retry[:42], seen.ready) == ("Nothing has changed since the last try: fi", True)
    assert case.roll(check, 6, 6, 6, 6)["success"] is True
    again = case.call(intent="Pick the lock", changed="Ben holds the lamp")
    assert case.check(again).retry == ""


def test_a_tag_that_comes_or_goes_changes_the_circumstances(case: Case) -> None:
    """Seed 004:154, "the circumstances"."""
    rain = case.tag("Slick")
    first = case.gm_call(intent="Climb the wall", dc=18, skill="Climbing")
    case.roll(first, 3, 3, 3, 2, 2)
    case.apply(first)
    check = case.call(intent="Climb the wall", skill="Climbing")
    assert case.check(check).retry.startswith("Nothing has changed")
    lamp = case.tag("Lantern", effects=[{"on": "climb", "modifier": "edge"}])
    assert case.check(check).retry == ""
    case.gm(do="tag.remove", tag=lamp)
    assert case.check(check).retry.startswith("Nothing has changed")
    case.tag("Solemn")
    assert case.check(check).retry.startswith("Nothing has changed"), "it does not bear on a climb"
    case.gm(do="tag.remove", tag=rain)
    assert case.check(check).retry == ""


def test_another_approach_needs_no_excuse(case: Case) -> None:
    failed(case, approach="with a hairpin")
    check = case.call(intent="Pick the lock", approach="with the thief's own picks")
    assert case.check(check).retry == ""


def test_a_success_may_be_tried_again(case: Case) -> None:
    check = case.gm_call(intent="Strike", dc=12)
    case.roll(check, 4, 4, 4, 4)
    case.call(intent="Strike")


def test_the_same_try_in_another_scene_is_a_new_one(case: Case) -> None:
    failed(case)
    case.gm(do="scene.activate", scene=case.gm(do="scene.add", name="Next").result["scene"])
    assert case.check(case.call(intent="Pick the lock")).retry == ""


def test_a_check_that_becomes_a_retry_warns_until_something_changed(case: Case) -> None:
    failed(case)
    check = case.call(intent="Open the door")
    case.edit(check, intent="Pick the lock", dc=16)
    assert case.check(check, "player").retry.startswith("Nothing has changed")
    assert case.check(check, "player").ready
    case.edit(check, changed="The guard left")
    assert case.check(check).retry == ""


def test_a_check_that_came_with_a_document_is_told_at_a_table_without_dice(case: Case) -> None:
    case.gm(do="tag.add", name="Slick", effects=[{"on": "climb", "modifier": "note", "note": "wet"}])
    case.gm_call(intent="Climb the wall")
    document = export_table(case.id)
    document["table"]["ruleset"] = "freeform"
    plain = Oak(case.app, import_table(document))
    (check,) = plain.view("player").checks
    assert (check.intent, check.dice, check.notes) == ("Climb the wall", "", ("Slick: wet.",))


class Duel(Razorweave):
    """A game whose form has a word of its own for whom a check is aimed at."""

    check_form = (CheckField("why", "Why", ""), CheckField("whom", "Whom", "", "character"))

    def tries(self, asked: Mapping[str, Any], aimed: Sequence[str]) -> str:
        return f"Fights {' and '.join(aimed)}"


def test_whom_it_is_aimed_at_is_told_by_whatever_word_the_game_has(case: Case) -> None:
    check = Check(asked={"why": "honour", "whom": case.mara}, targets=[])
    assert describe_attempt(case.state(), Duel(), check) == "Fights Mara"


def test_a_clock_that_the_intent_names_whole_is_aimed_at_until_the_gm_says_otherwise(case: Case) -> None:
    cover, alarm = case.clock("Cover-up"), case.clock("Alarm")
    hidden = case.clock("The heist", visibility="secret")
    check = case.call(intent="Break the cover-up before noon")
    assert case.check(check).targets == (cover,)
    case.edit(check, targets=[alarm])
    assert case.check(check).targets == (alarm,)
    for intent in ("Cover the door", "End the cover-up and the alarm", "Stop the heist", "Alarming words"):
        assert case.check(case.call(intent=intent)).targets == (), intent
    assert hidden


def test_several_checks_are_cancelled_in_one_entry_with_one_undo(case: Case) -> None:
    checks = [case.call(intent=intent) for intent in ("climb", "hide", "run")]
    before = case.state().table.entries
    done = case.gm(do="check.cancel", check=checks[0], also=checks[1:])
    assert (done.summary, case.state().table.entries) == ("3 checks cancelled", before + 1)
    assert not {check.id for check in case.view().checks}.intersection(checks)
    case.gm(do="undo")
    assert {case.check(check).state for check in checks} == {"called"}


def test_what_was_tried_stays_in_its_line_and_the_check_has_its_words_of_today(case: Case) -> None:
    check = case.gm_call(dc=14, intent="Climb the wall")
    case.edit(check, intent="Climb the gate")
    case.gm(do="character.edit", character=case.mara, name="Marta")
    assert case.lines("player")[1:3] == [
        "Marta, “Climb the gate”: intent set",
        "Marta tries: Climb the wall",
    ]


def test_players_read_of_a_check_of_somebody_hidden_once_they_know_of_them(case: Case) -> None:
    spy = case.character("Spy", kind="npc", visibility="secret")
    check = case.gm_call(dc=14, character=spy, intent="Listen")
    case.gm(do="check.cancel", check=check)
    assert not [line for line in case.lines("player") if "Listen" in line]
    case.gm(do="character.edit", character=spy, visibility="shown")
    assert not [line for line in case.lines("player") if "Listen" in line], "they were no audience then"
    hidden = case.gm_call(dc=14, character=spy, intent="Wait")
    case.gm(do="check.cancel", check=hidden)
    case.gm(do="character.remove", character=spy)
    assert case.lines("player")[1] == "Spy, “Wait”: cancelled"
