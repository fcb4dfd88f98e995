"""The JSON calls: roll, odds, pool, budget, race."""

import pytest

from webapp.rules.calculator import calculate, calculations, examples
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError

LOCK = {"mode": "normal", "level": 0, "stat": 1, "against": 9}


def ask(call, **fields):
    return calculate("resonance", call, fields)


def test_the_calls_are_those_of_the_contract():
    assert calculations("resonance") == ("roll", "odds", "pool", "budget", "race")
    assert {name for game, name in examples() if game == "resonance"} == set(calculations("resonance"))


def test_a_roll_says_everything():
    assert ask("roll", mode="disadvantage", level=1, stat=2, against=9, dice=[[5, 5], [4, 9]]) == {
        "sr": 14,
        "critical": True,
        "super_critical": False,
        "miss": False,
        "total": 17,
        "success": True,
        "by": 8,
    }


def test_a_miss_succeeds_by_nothing():
    answer = ask("roll", mode="disadvantage", level=5, stat=5, against=3, dice=[[1, 1], [9, 8]])
    assert (answer["total"], answer["miss"], answer["success"], answer["by"]) == (20, True, False, 0)


def test_a_failure_says_how_far_off_it_was():
    answer = ask("roll", **LOCK, dice=[[4, 3]])
    assert (answer["success"], answer["by"]) == (False, -4)


def test_without_dice_the_source_rolls():
    answer = calculate("resonance", "roll", LOCK, source=Loaded(5, 5, 4, 9))
    assert (answer["sr"], answer["by"]) == (14, 6)
    with pytest.raises(RuleError, match="Give the dice"):
        calculate("resonance", "roll", LOCK)


def test_odds_are_exact_to_the_last_digit():
    answer = ask("odds", mode="disadvantage", level=9, stat=5, against=0)
    assert answer["success"] == 0.81
    assert answer["miss"] == 0.19
    assert answer["critical"] == 0.1
    assert list(answer["at_least"]) == [str(number) for number in range(1, 61)]


def test_a_pool_keeps_the_spelling_of_its_tags():
    answer = ask("pool", pool={"blight": 2, "Curse": 1}, event={"on": "acts"})
    assert answer["pool"] == {"Curse": 1, "blight": 1}


def test_a_pool_event_with_a_boost():
    answer = ask("pool", pool={"Curse": 2, "Bless": 2}, event={"on": "roll", "spend": ["Bless"]})
    assert answer["pool"] == {"Curse": 1, "Bless": 1}
    assert [(one["tag"], one["effect"], one["removed"]) for one in answer["happened"]] == [
        ("Curse", "disadvantage", 1),
        ("Bless", "advantage", 1),
    ]
    assert answer["choices"] == []


def test_a_pool_offers_what_may_be_spent():
    answer = ask("pool", pool={"Cure": 1, "Curse": 1}, event={"on": "own_turn"})
    assert answer["choices"] == [
        {
            "tag": "Cure",
            "text": "On your turn, remove one of your status tags as a free action.",
            "needs": ["remove"],
            "options": ["Curse"],
            "must": False,
        }
    ]


def test_a_whole_action_in_one_call():
    answer = ask(
        "pool",
        pool={"Blight": 1, "Impair": 1, "Daze": 2},
        event={"on": "action declared", "sp": 1, "rolls": True, "sr": 9, "hp": 7},
    )
    assert [one["effect"] for one in answer["happened"]] == ["value_loss", "sp_cost", "sr"]
    assert answer["happened"][0]["left"] == 6
    assert answer["happened"][1]["cost"] == 2
    assert answer["happened"][2]["sr"] == 7


def test_a_blight_that_downs_ends_the_action():
    answer = ask("pool", pool={"Blight": 1}, event={"on": "acts", "hp": 1})
    assert answer["happened"][0]["ends_action"] is True


def test_the_bomb_race_call_by_call():
    clocks = {"scene": 5, "situation": 3, "threat": 15}
    for event, after in [
        ("attempt", {"scene": 5, "situation": 3, "threat": 14}),
        ("round_end", {"scene": 5, "situation": 3, "threat": 13}),
        ("resolved", {"scene": 5, "situation": 2, "threat": 13}),
        ({"on": "attempt", "resolved": True}, {"scene": 5, "situation": 1, "threat": 12}),
        ("round_end", {"scene": 5, "situation": 1, "threat": 11}),
        ("round_end", {"scene": 5, "situation": 1, "threat": 10}),
        ("resolved", {"scene": 4, "situation": 0, "threat": 10, "outcome": "success"}),
    ]:
        answer = ask("race", **clocks, event=event)
        assert answer == after
        clocks = {name: answer[name] for name in clocks}


@pytest.mark.parametrize(
    ("event", "after"),
    [
        ("scene ends", {"scene": 3, "situation": 2, "threat": 5, "outcome": "partial_success"}),
        ("travel", {"scene": 2, "situation": 2, "threat": 5}),
        ("rest", {"scene": 2, "situation": 2, "threat": 5}),
        ("super critical", {"scene": 3, "situation": 1, "threat": 5}),
        ({"on": "resolved", "parts": 2}, {"scene": 2, "situation": 0, "threat": 5, "outcome": "success"}),
        (
            {"on": "overrule", "outcome": "failure"},
            {"scene": 3, "situation": 2, "threat": 5, "outcome": "failure"},
        ),
    ],
)
def test_other_things_that_happen_in_a_race(event, after):
    assert ask("race", scene=3, situation=2, threat=5, event=event) == after


@pytest.mark.parametrize("level", [0, 10])
def test_a_level_outside_the_table_is_told_which_there_are(level):
    with pytest.raises(RuleError, match=f"from 1 to 9, not {level}"):
        ask("budget", situation_level=level, modifier=0)


@pytest.mark.parametrize(
    ("call", "change", "field"),
    [
        ("roll", {"level": 10}, "level"),
        ("roll", {"level": None}, "level"),
        ("roll", {"stat": 6}, "stat"),
        ("roll", {"mode": "lucky"}, "mode"),
        ("roll", {"dice": [[5, 5]]}, "dice"),
        ("roll", {"dice": [[11, 3]]}, "dice"),
        ("roll", {"luck": 1}, "luck"),
        ("odds", {"dice": [[9, 3]]}, "dice"),
        ("odds", {"against": 101}, "against"),
        ("odds", {"against": "nine"}, "against"),
    ],
)
def test_bad_rolls_are_refused(call, change, field):
    with pytest.raises(RuleError) as refused:
        calculate(
            "resonance", call, {**LOCK, "dice": [[9, 3]], **change} if call == "roll" else {**LOCK, **change}
        )
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("call", "given", "field"),
    [
        ("pool", {"event": {"on": "roll"}}, "pool"),
        ("pool", {"pool": {}}, "event"),
        ("pool", {"pool": [], "event": {"on": "roll"}}, "pool"),
        ("pool", {"pool": {"Curse": 6}, "event": {"on": "roll"}}, "pool"),
        ("pool", {"pool": {"Doom": 1}, "event": {"on": "roll"}}, "tag"),
        ("pool", {"pool": {}, "event": "roll"}, "event"),
        ("pool", {"pool": {}, "event": {"on": "roll", "spend": ["Bless"]}}, "spend"),
        ("budget", {"situation_level": 0, "modifier": 0}, "situation_level"),
        ("budget", {"situation_level": 10, "modifier": 0}, "situation_level"),
        ("budget", {"situation_level": 3, "modifier": 3}, "modifier"),
        ("budget", {"situation_level": True, "modifier": 0}, "situation_level"),
        ("budget", {"situation_level": 3}, "modifier"),
        ("race", {"scene": 5, "situation": 3, "threat": 15}, "event"),
        ("race", {"scene": 5, "situation": 3, "threat": 15, "event": "explode"}, "event.on"),
        ("race", {"scene": -1, "situation": 3, "threat": 15, "event": "attempt"}, "scene"),
        ("race", {"scene": 5, "situation": 3, "threat": 0, "event": "attempt"}, "event"),
        ("race", {"scene": 5, "situation": 0, "threat": 3, "event": "attempt"}, "situation"),
        ("race", {"scene": 5, "situation": 3, "threat": 15, "event": {"on": "overrule"}}, "outcome"),
        (
            "race",
            {"scene": 5, "situation": 3, "threat": 15, "event": {"on": "rest", "parts": 1}},
            "event.parts",
        ),
    ],
)
def test_bad_calls_are_refused(call, given, field):
    with pytest.raises(RuleError) as refused:
        calculate("resonance", call, given)
    assert refused.value.field == field
    assert str(refused.value).endswith((".", "?"))
