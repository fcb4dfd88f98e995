"""Every row of the catalogue, the front that the table asks, and the calculator."""

from fractions import Fraction
from typing import Any

import pytest

from webapp.rules.calculator import calculate
from webapp.rules.check import Held
from webapp.rules.dice import Loaded
from webapp.rules.effects import Effect, Modifier
from webapp.rules.errors import RuleError
from webapp.rules.mettle import RULESET, Discard, Status, burden, burden_of, catalogue
from webapp.rules.ruleset import ruleset

STATUSES = {
    "afflicted": ({"counts": "potence", "lasts": "treatment"}, [("difficulty", 1)]),
    "blinded": ({"lasts": "source", "sense": "sight"}, [("blocks", 1), ("difficulty", 4), ("note", 1)]),
    "deafened": ({"lasts": "source", "sense": "hearing"}, [("blocks", 1), ("note", 1)]),
    "encumbered": ({"lasts": "source", "speed": -1}, [("difficulty", 1), ("note", 1)]),
    "fatigued": ({"counts": "nights", "lasts": "sleep"}, [("mettle.minimum", 1)]),
    "incapacitated": ({"lasts": "source", "poise": 0}, [("blocks", 1)]),
    "rattled": (
        {"counts": "actions", "lasts": "actions"},
        [("mettle.discard", -1), ("blocks", 1)],
    ),
    "shaken": ({"lasts": "source"}, [("mettle.discard", 1)]),
    "starving": ({"counts": "days", "lasts": "food", "maximum": -1, "dies": "no maximum"}, [("note", 1)]),
    "suffocating": ({"lasts": "source", "loses": 1, "idle": 2}, [("note", 1)]),
    "surprised": ({"lasts": "round"}, [("blocks", 1)]),
    "hungry": ({"counts": "days", "lasts": "food", "dies": "calling"}, [("difficulty", 1)]),
    "thirsty": ({"counts": "days", "lasts": "water", "dies": "calling"}, [("difficulty", 2)]),
    "staggered": ({"counts": "negative mettle", "lasts": "heal"}, [("blocks", 1), ("dice", -1)]),
    "fallen": (
        {"counts": "negative mettle", "lasts": "heal", "poise": 0, "unless": "heal"},
        [("blocks", 1), ("blocks", 1), ("dice", -1)],
    ),
    "burning": ({"lasts": "no edge"}, [("blocks", 1)]),
}


@pytest.mark.parametrize("key", STATUSES)
def test_every_status_has_its_numbers(key: str) -> None:
    entry, (data, effects) = catalogue()[key], STATUSES[key]
    assert dict(entry.data) == data
    assert [(str(effect.modifier), effect.amount) for effect in entry.effects] == effects
    assert entry.sources
    assert entry.trigger
    assert entry.clears


def test_the_catalogue_has_every_row() -> None:
    counted: dict[str, int] = {}
    for entry in catalogue().values():
        counted[entry.kind] = counted.get(entry.kind, 0) + 1
    assert counted == {
        "status": 16,
        "condition": 9,
        "cover": 3,
        "visibility": 3,
        "fire": 3,
        "affliction": 6,
        "trap": 5,
        "twist": 6,
        "clock": 2,
    }
    assert [entry.key for entry in catalogue().entries("status")] == list(STATUSES)


@pytest.mark.parametrize(
    ("key", "data"),
    [
        ("grappled", {"counts": "unsoaked", "lasts": "next action"}),
        ("delayed", {"lasts": "next action"}),
        ("aiming", {"lasts": "next action"}),
        ("splattered", {"counts": "edge", "most": 4, "lasts": "source", "sense": "sight"}),
        ("overloaded", {"lasts": "source", "speed": -2}),
        ("partial", {"defence": 2}),
        ("total", {}),
        ("guard", {"defence": -2, "ally": 2}),
        ("dim", {"sense": "sight", "level": 1}),
        ("dark", {"sense": "sight", "level": 2}),
        ("total-dark", {"sense": "sight", "level": 4}),
        ("project", {"role": "progress"}),
        ("countdown", {"role": "threat"}),
    ],
)
def test_every_other_row_has_its_numbers(key: str, data: dict[str, Any]) -> None:
    assert dict(catalogue()[key].data) == data
    assert catalogue()[key].text


def test_the_six_seeds_of_a_twist() -> None:
    names = [entry.name for entry in catalogue().entries("twist")]
    assert names == ["Delay", "Confuse", "Dismay", "Expose", "Imperil", "Waste"]


@pytest.mark.parametrize("key", list(catalogue()))
def test_the_engine_can_apply_every_effect_in_the_catalogue(key: str) -> None:
    entry = catalogue()[key]
    for effect in entry.effects:
        assert effect.modifier in RULESET.effect_modifiers
        felt = burden_of([Held(entry.name, entry.kind, (effect,))], effect.on)
        if effect.modifier is Modifier.DIFFICULTY:
            assert felt.difficulty == effect.amount
        elif effect.modifier is Modifier.DICE:
            assert felt.dice == effect.amount
        elif effect.modifier is Modifier.BLOCKS:
            assert felt.blocked == (f"{entry.name}: {effect.note}",)
        elif effect.modifier is Modifier.METTLE_DISCARD:
            assert felt.discard is (Discard.LOWEST if effect.amount < 0 else Discard.HIGHEST)
        else:
            assert [source.note for source in felt.sources] == [effect.note]
    if entry.kind in ("status", "condition"):
        burden([Status(key)], "anything")


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
    assert {kind.key: kind.role for kind in RULESET.clock_kinds} == {
        "project": "progress",
        "countdown": "threat",
    }


def test_the_front_assesses_a_check_before_the_roll() -> None:
    called = {
        "pool": 5,
        "difficulty": 3,
        "action": "attack",
        "sources": [{"name": "Sword", "modifier": "dice", "amount": 2}],
        "statuses": [{"key": "rattled"}, {"key": "staggered", "count": 1}],
    }
    mud = Held("Mud", "tag", (Effect("attack", Modifier.DIFFICULTY, 1),))
    found = RULESET.assess(called, [mud])
    assert (found.count, found.faces, found.dice) == (6, 6, "6d6")
    assert found.data["difficulty"] == 4
    assert found.data["discard"] == "lowest"
    assert [source.name for source in found.sources] == ["Sword", "Rattled", "Staggered", "Mud"]


def test_exactly_0_mettle_staggers_and_takes_no_dice() -> None:
    staggered = {"key": "staggered", "count": 0}
    assert RULESET.assess({"pool": 3, "difficulty": 3, "statuses": [staggered]}).count == 3
    rally = {"pool": 3, "difficulty": 0, "action": "rally", "statuses": [staggered]}
    assert RULESET.assess(rally).blocked == ("Staggered: Staggered",)


def test_the_front_says_what_is_automatic_impossible_or_safe_to_assume() -> None:
    for pool, difficulty, word in [(3, 0, "by itself"), (2, 7, "out of reach"), (4, 3, "may be assumed")]:
        assert word in RULESET.assess({"pool": pool, "difficulty": difficulty}).warnings[0]
    assert RULESET.assess({"pool": 3, "difficulty": 3}).warnings == ()


def test_a_source_and_a_status_count_one_where_nothing_else_is_said() -> None:
    rope, hungry = {"name": "Rope", "modifier": "dice"}, {"key": "hungry"}
    found = RULESET.assess({"pool": 3, "difficulty": 3, "sources": [rope], "statuses": [hungry]})
    assert (found.count, found.data["difficulty"]) == (4, 4)


def test_a_call_and_a_status_may_discard_both_ends() -> None:
    called = {"pool": 3, "difficulty": 3, "discard": "highest", "statuses": [{"key": "rattled"}]}
    assert RULESET.assess(called).data["discard"] == "both"


def test_the_front_says_aloud_what_changes_no_number() -> None:
    tired = RULESET.assess({"pool": 3, "difficulty": 1, "statuses": [{"key": "fatigued", "count": 2}]})
    assert [source.note for source in tired.sources] == ["no Check is easier, for each night counted"]
    assert tired.data["difficulty"] == 2


def test_the_front_says_what_is_blocked() -> None:
    called = {"pool": 3, "difficulty": 1, "words": "read a map", "sight": "needed"}
    assert RULESET.assess({**called, "statuses": [{"key": "blinded"}]}).blocked == ("Blinded: needs eyes",)


def test_the_front_rolls_and_tells() -> None:
    called = {"pool": 6, "difficulty": 3, "statuses": [{"key": "rattled"}]}
    failed = RULESET.resolve(called, [2, 2, 4, 5, 5, 6])
    assert (failed.outcome, failed.label, failed.success, failed.real) == ("failure", "Failure", False, True)
    assert failed.data["may_twist"] is True
    assert failed.sentences == (
        "Score 0 (discarded 2, 2) against Difficulty 3, 4 Edge: a failure; a Twist may be offered.",
    )
    won = RULESET.resolve({"pool": 3, "difficulty": 3}, Loaded(1, 2, 6))
    assert (won.outcome, won.label, won.real) == ("success", "Good", False)
    assert won.sentences == ("Score 3 against Difficulty 3, 1 Edge: a success, Good.",)


def test_the_front_knows_the_odds() -> None:
    called = {"pool": 1, "difficulty": 1}
    quarter = Fraction(1, 4)
    assert RULESET.odds(called) == {"success": Fraction(1, 2), "twist": quarter, "failure": quarter}
    assert RULESET.chances(called).success_with_twist == Fraction(3, 4)


def test_a_project_ticks_by_edge_or_starts_again() -> None:
    called = {"pool": 3, "difficulty": 3, "action": "use", "clock": 7, "edge": 2}
    (tick,) = RULESET.proposes(called, "success")
    assert (tick.do, tick.fields, tick.low, tick.high) == ("clock.tick", {"clock": 7, "by": 2}, 0, 2)
    (again,) = RULESET.proposes(called, "failure")
    assert (again.do, again.fields) == ("clock.set", {"clock": 7, "filled": 0})
    assert RULESET.proposes({**called, "edge": 0}, "success") == ()


def test_a_rattle_puts_the_condition_on_its_target() -> None:
    called = {"pool": 3, "difficulty": 3, "action": "rattle", "target": 4, "edge": 1}
    (rattled,) = RULESET.proposes(called, "success")
    assert (rattled.do, rattled.because) == ("mettle.status.add", "Rattle, 1 Edge")
    assert rattled.fields == {"character": 4, "name": "Rattled", "count": 2}
    assert (rattled.low, rattled.high) == (0, 2)
    assert RULESET.proposes(called, "failure") == ()


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
        ({"pool": 3, "difficulty": 3, "statuses": [{"key": "rattled", "count": 0}]}, "statuses[0].count"),
        ({"pool": 3, "difficulty": 3, "statuses": [{"key": "ratled"}]}, "statuses[0].key"),
        ({"pool": 3, "difficulty": 3, "statuses": [{"key": "pitfall"}]}, "statuses[0].key"),
        ({"pool": 3, "difficulty": 3, "statuses": ["rattled"]}, "statuses[0]"),
        ({"pool": 59, "difficulty": 3, "sources": [{"name": "A", "modifier": "dice", "amount": 2}]}, "pool"),
    ],
)
def test_a_call_with_a_slip_is_refused_with_its_field(called: dict[str, Any], field: str) -> None:
    with pytest.raises(RuleError) as wrong:
        RULESET.assess(called)
    assert wrong.value.field == field


def test_the_calculator_answers_with_these_fields_and_no_others() -> None:
    check = calculate("mettle", "check", {"pool": 2, "difficulty": 1, "dice": [1, 4]})
    odds = calculate("mettle", "odds", {"pool": 2, "difficulty": 1, "discard": "highest"})
    hazard = calculate("mettle", "hazard", {"pool": 1, "bonus": 0, "soak": 0, "dice": [4]})
    assert set(check) == {"kept", "score", "edge", "success", "quality"}
    assert set(odds) == {"success", "edge", "success_with_twist"}
    assert set(hazard) == {"edge", "damage", "unsoaked", "ends"}


def test_the_calculator_discards_and_twists() -> None:
    rattled = {"pool": 6, "difficulty": 1, "discard": "lowest", "dice": [2, 2, 4, 5, 5, 6]}
    assert calculate("mettle", "check", rattled) == {
        "kept": [4, 5, 5, 6],
        "score": 0,
        "edge": 4,
        "success": False,
        "quality": None,
    }
    twisted = {"pool": 5, "difficulty": 3, "dice": [1, 4, 4, 5, 6], "twist_dice": [1, 3, 5, 5]}
    assert calculate("mettle", "check", twisted) == {
        "kept": [1, 1, 3, 5, 5],
        "score": 5,
        "edge": 2,
        "success": True,
        "quality": "Great",
    }


def test_the_calculator_rolls_from_a_source_where_no_dice_are_given() -> None:
    assert calculate("mettle", "check", {"pool": 2, "difficulty": 1}, Loaded(1, 6))["edge"] == 1
    rolled = calculate("mettle", "hazard", {"pool": 3, "bonus": 3, "soak": 4}, Loaded(1, 2, 3))
    assert rolled == {"edge": 0, "damage": 3, "unsoaked": 0, "ends": True}


def test_the_calculators_odds_are_right_to_the_last_digit() -> None:
    odds = calculate("mettle", "odds", {"pool": 5, "difficulty": 3, "discard": None})
    assert abs(odds["success"] - 6453 / 7776) < 1e-12
    assert abs(sum(odds["edge"].values()) - 1) < 1e-12
    assert list(odds["edge"]) == ["0", "1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("name", "given", "field"),
    [
        ("check", {"difficulty": 1, "dice": []}, "pool"),
        ("check", {"pool": 61, "difficulty": 1, "dice": []}, "pool"),
        ("check", {"pool": -1, "difficulty": 1, "dice": []}, "pool"),
        ("check", {"pool": 2, "dice": [1, 2]}, "difficulty"),
        ("check", {"pool": 2, "difficulty": -1, "dice": [1, 2]}, "difficulty"),
        ("check", {"pool": 2, "difficulty": 1, "discard": "middle", "dice": [1, 2]}, "discard"),
        ("check", {"pool": 2, "difficulty": 1, "dice": [1]}, "dice"),
        ("check", {"pool": 2, "difficulty": 1, "dice": [1, 7]}, "dice"),
        ("check", {"pool": 2, "difficulty": 1, "dice": "12"}, "dice"),
        ("check", {"pool": 2, "difficulty": 1}, "dice"),
        ("check", {"pool": 2, "difficulty": 1, "twist_dice": [1]}, "twist_dice"),
        ("check", {"pool": 2, "difficulty": 1, "dice": [1, 6], "twist_dice": [1]}, "twist_dice"),
        ("check", {"pool": 2, "difficulty": 3, "dice": [1, 6], "twist_dice": [1, 2]}, "twist_dice"),
        ("check", {"pool": 2, "difficulty": 3, "dice": [1, 1], "twist_dice": [1]}, "twist_dice"),
        ("odds", {"pool": 2, "difficulty": 1, "dice": [1, 2]}, "dice"),
        ("odds", {"pool": 2.0, "difficulty": 1}, "pool"),
        ("odds", {"pool": True, "difficulty": 1}, "pool"),
        ("hazard", {"pool": 2, "soak": 0, "dice": [1, 2]}, "bonus"),
        ("hazard", {"pool": 2, "bonus": -1, "soak": 0, "dice": [1, 2]}, "bonus"),
        ("hazard", {"pool": 2, "bonus": 1, "dice": [1, 2]}, "soak"),
        ("hazard", {"pool": 2, "bonus": 1, "soak": 0}, "dice"),
        ("hazard", {"pool": 2, "bonus": 1, "soak": 0, "dice": [1, 2], "armor": 1}, "armor"),
    ],
)
def test_the_calculator_refuses_with_the_field(name: str, given: dict[str, Any], field: str) -> None:
    with pytest.raises(RuleError) as wrong:
        calculate("mettle", name, given)
    assert wrong.value.field == field
    assert str(wrong.value).endswith((".", "?", "..."))
