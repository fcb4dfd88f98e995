"""METTLE as the table asks it: a check before the roll, the roll, its odds, what follows."""

from fractions import Fraction
from typing import Any

import pytest

from webapp.games.mettle.rules import RULESET, Check, Status, assess, odds, resolve, tick
from webapp.rules.check import ContextItem
from webapp.rules.codec import load_value
from webapp.rules.dice import Loaded
from webapp.rules.effects import Effect, ModifierKind
from webapp.rules.errors import RuleError
from webapp.rules.playable_games import ruleset


def test_the_front_names_the_game() -> None:
    assert ruleset("mettle") is RULESET
    assert [attribute.key for attribute in RULESET.attributes] == [
        "CALLING",
        "CULTURE",
        "FRAME",
        "MOTIVE",
        "NATURE",
        "POISE",
    ]
    assert [rung.value for rung in RULESET.ladder] == [1, 3, 6, 10, 15]
    assert len(RULESET.actions) == 11
    assert {kind.key: kind.role for kind in RULESET.catalogue.clock_kinds} == {
        "project": "progress",
        "vehicle": "threat",
        "countdown": "threat",
    }


def test_the_front_assesses_a_check_before_the_roll() -> None:
    called = {
        "pool": 5,
        "difficulty": 3,
        "action": "attack",
        "sources": [{"name": "Sword", "modifier": "dice", "amount": 2}],
    }
    mud = ContextItem("Mud", "tag", (Effect("attack", ModifierKind.DIFFICULTY, 1),))
    found = RULESET.modifiers_for(
        load_value(RULESET.check, called), [Status("rattled").held, Status("staggered", 1).held, mud]
    )
    assert (found.count, found.faces, found.dice) == (6, 6, "6d6")
    assert found.data["difficulty"] == 4
    assert found.data["discard"] == "lowest"
    assert [source.name for source in found.sources] == ["Sword", "Rattled", "Staggered", "Mud"]


def test_exactly_0_mettle_staggers_and_takes_no_dice() -> None:
    staggered = [Status("staggered", 0)]
    assert assess(Check(3, 3), staggered).count == 3


def test_the_front_says_what_is_automatic_impossible_or_safe_to_assume() -> None:
    for pool, difficulty, word in [
        (3, 0, "always succeeds"),
        (2, 7, "cannot be reached"),
        (4, 3, "may grant success"),
    ]:
        assert (
            word
            in RULESET.modifiers_for(
                load_value(RULESET.check, {"pool": pool, "difficulty": difficulty})
            ).warnings[0]
        )
    assert RULESET.modifiers_for(load_value(RULESET.check, {"pool": 3, "difficulty": 3})).warnings == ()
    area = load_value(RULESET.check, {"pool": 1, "difficulty": 0, "words": "CULTURE area"})
    assert RULESET.modifiers_for(area).warnings == (
        "Difficulty 0 always succeeds, except against targets in Cover.",
    )


def test_a_source_and_a_status_count_one_where_nothing_else_is_said() -> None:
    rope = {"name": "Rope", "modifier": "dice"}
    found = RULESET.modifiers_for(
        load_value(RULESET.check, {"pool": 3, "difficulty": 3, "sources": [rope]}), [Status("hungry").held]
    )
    assert (found.count, found.data["difficulty"]) == (4, 4)


def test_a_call_and_a_status_may_discard_both_ends() -> None:
    called = {"pool": 3, "difficulty": 3, "discard": "highest"}
    assert (
        RULESET.modifiers_for(load_value(RULESET.check, called), [Status("rattled").held]).data["discard"]
        == "both"
    )


def test_the_front_says_aloud_what_changes_no_number() -> None:
    tired = assess(Check(3, 1), [Status("fatigued", 2)])
    assert [source.note for source in tired.sources] == ["for each night counted"]
    assert tired.data["difficulty"] == 2


def test_the_front_says_what_is_blocked() -> None:
    called = {"pool": 3, "difficulty": 1, "words": "read a map", "sight": "needed"}
    assert RULESET.modifiers_for(load_value(RULESET.check, called), [Status("blinded").held]).blocked == (
        "Blinded: needs eyes.",
    )


def test_the_front_rolls_and_tells() -> None:
    called = {"pool": 6, "difficulty": 3, "discard": "lowest"}
    failed = RULESET.resolve(load_value(RULESET.check, called), [2, 2, 4, 5, 5, 6])
    assert (failed.outcome, failed.label, failed.success, failed.real) == ("failure", "Failure", False, True)
    assert failed.data["may_twist"] is True
    assert failed.sentences == (
        "Score 0 (discarded 2, 2) against Difficulty 3, 4 Edge: a failure; a Twist may be offered.",
    )
    won = RULESET.resolve(load_value(RULESET.check, {"pool": 3, "difficulty": 3}), Loaded(1, 2, 6))
    assert (won.outcome, won.label, won.real) == ("success", "Good", False)
    assert won.sentences == ("Score 3 against Difficulty 3, 1 Edge: a success, Good.",)


def test_the_front_knows_the_odds() -> None:
    called = {"pool": 1, "difficulty": 1}
    quarter = Fraction(1, 4)
    assert RULESET.odds(load_value(RULESET.check, called)) == {
        "success": Fraction(1, 2),
        "twist": quarter,
        "failure": quarter,
    }
    assert odds(Check(1, 1)).success_with_twist == Fraction(3, 4)


def test_a_project_ticks_by_edge_or_starts_again() -> None:
    (filled,) = tick([7], resolve(Check(3, 3), [3, 4, 5]))
    assert (filled.do, filled.fields, filled.low, filled.high) == ("clock.tick", {"clock": 7, "by": 2}, 0, 2)
    (again,) = tick([7], resolve(Check(3, 3), [1, 4, 5]))
    assert (again.do, again.fields) == ("clock.set", {"clock": 7, "filled": 0})
    assert tick([7], resolve(Check(1, 3), [3])) == ()


@pytest.mark.parametrize(
    ("called", "field"),
    [
        ({"difficulty": 3}, "pool"),
        ({"pool": 3}, "difficulty"),
        ({"pool": 61, "difficulty": 3}, "pool"),
        ({"pool": 3, "difficulty": 3, "luck": 1}, "luck"),
        ({"pool": 3, "difficulty": 3, "action": "dance"}, "action"),
        (
            {"pool": 3, "difficulty": 3, "sources": [{"name": "Sword", "modifier": "edge"}]},
            "sources[0].modifier",
        ),
        ({"pool": 59, "difficulty": 3, "sources": [{"name": "A", "modifier": "dice", "amount": 2}]}, "pool"),
    ],
)
def test_a_call_with_a_slip_is_refused_with_its_field(called: dict[str, Any], field: str) -> None:
    with pytest.raises(RuleError) as wrong:
        RULESET.modifiers_for(load_value(RULESET.check, called))
    assert wrong.value.field == field
