"""Before a roll: is there one at all, what matters, what is forbidden, is a retry fair?"""

from typing import Any

import pytest

from webapp.rules import razorweave as rw
from webapp.rules.errors import RuleError
from webapp.rules.razorweave import RULESET, Check, Effect, Held, Modifier, RollGate, Source


def held(name: str, **switches: bool) -> Held:
    entry = RULESET.catalogue.find(name)
    facts = {key.replace("_", " "): fact for key, fact in switches.items()}
    return Held(entry.name, entry.kind, entry.effects, facts, entry.data)


def custom(name: str, *effects: Effect) -> Held:
    return Held(name, "tag", effects)


def test_a_leap_between_roofs_in_the_rain_is_rolled() -> None:
    gate = RollGate(uncertainty=True, consequence=True, agency=True)
    assert gate.rolls
    assert gate.rulings == ("check",)


def test_a_sturdy_bridge_in_calm_weather_is_not() -> None:
    gate = RollGate(uncertainty=False, consequence=False, agency=True)
    assert not gate.rolls
    assert gate.rulings == ("yes", "no")


def test_the_gate_wants_a_yes_or_a_no() -> None:
    with pytest.raises(RuleError, match="agency is true or false, not 'maybe'"):
        RollGate(True, True, "maybe")  # type: ignore[arg-type]


def test_dim_light_helps_one_who_sneaks() -> None:
    assessed = RULESET.assess(RULESET.read({"dc": 16, "skill_name": "Stealth"}), [held("Dim Light")])
    assert assessed.sources == (Source("Dim Light", Modifier.EDGE, note="stealth"),)
    assert (assessed.data["level"], assessed.dice, assessed.count) == (1, "5d6, keep the best 4", 5)


def test_dim_light_and_clutter_help_twice() -> None:
    cluttered = custom("Cluttered", Effect("stealth", Modifier.EDGE))
    assessed = RULESET.assess(
        RULESET.read({"dc": 16, "skill_name": "Stealth"}), [held("Dim Light"), cluttered]
    )
    assert (assessed.data["level"], assessed.dice) == (2, "6d6, keep the best 4")


def test_a_slick_wall_with_handholds_is_even() -> None:
    handholds = custom("Abundant Handholds", Effect("climb", Modifier.EDGE))
    assessed = RULESET.assess(
        RULESET.read({"dc": 14, "approach": "climb the wall"}), [held("Slick"), handholds]
    )
    assert (assessed.data["edge"], assessed.data["burden"], assessed.dice) == (1, 1, "4d6")


@pytest.mark.parametrize(
    ("check", "around", "level"),
    [
        ({"attribute_name": "AGI", "approach": "sprint across the yard"}, ["Exhausted"], -1),
        ({"attribute_name": "AGI", "approach": "climb the fence"}, ["Exhausted", "Wounded"], -2),
        ({"attribute_name": "RSN", "approach": "recall a name"}, ["Exhausted", "Wounded", "Slick"], 0),
        ({"attribute_name": "PRE", "approach": "plead"}, ["Shaken"], -1),
        ({"attribute_name": "PRE", "approach": "calm the crowd"}, ["Tense"], -1),
        ({"skill_name": "Perception", "approach": "look around"}, ["Dazed", "Blinded"], -2),
        ({"skill_name": "Perception", "intent": "listen at the door"}, ["Dazed", "Blinded", "Dim Light"], -1),
        ({"attribute_name": "MIG", "approach": "grapple him"}, ["Cramped"], 1),
        ({"attribute_name": "MIG", "approach": "bring a large weapon to bear"}, ["Cramped"], -1),
        ({"attribute_name": "AGI", "approach": "dodge"}, ["Solid Cover"], 1),
        ({"attribute_name": "AGI", "approach": "dodge"}, ["Exposed", "Outnumbered", "Marked"], -2),
        ({"attribute_name": "PRE", "skill_name": "Etiquette"}, ["Formal"], 1),
        ({"attribute_name": "AGI", "approach": "shoot down at them"}, ["Elevated"], 1),
    ],
)
def test_what_names_the_action_bears_on_it(check: dict[str, Any], around: list[str], level: int) -> None:
    assert (
        RULESET.assess(RULESET.read({"dc": 14, **check}), [held(name) for name in around]).data["level"]
        == level
    )


@pytest.mark.parametrize(
    ("intent", "counts"), [("listen at the door", []), ("look through the keyhole", ["Dim Light"])]
)
def test_dim_light_bears_on_sight_alone(intent: str, counts: list[str]) -> None:
    assessed = RULESET.assess(
        RULESET.read({"dc": 14, "skill_name": "Perception", "intent": intent}), [held("Dim Light")]
    )
    assert [source.name for source in assessed.sources] == counts


def test_the_graveyard() -> None:
    around = [held("Dim Light"), held("Obscured"), held("Frightened", threat_visible=True)]
    assert RULESET.assess(RULESET.read({"dc": 16, "skill_name": "Stealth"}), around).data["level"] == 1


def test_fear_waits_until_the_threat_is_visible() -> None:
    assessed = RULESET.assess(
        RULESET.read({"dc": 16, "skill_name": "Stealth"}), [held("Frightened", threat_visible=False)]
    )
    assert assessed.data["level"] == 0
    assert [source.name for source in assessed.offered] == ["Frightened"]


def test_what_does_not_name_the_action_stays_on_offer() -> None:
    assessed = RULESET.assess(RULESET.read({"dc": 14, "approach": "persuade the clerk"}), [held("Slick")])
    assert assessed.sources == ()
    assert assessed.offered == (Source("Slick", Modifier.BURDEN, note="movement and balance"),)


def test_one_who_is_restrained_cannot_run_but_may_break_free() -> None:
    running = RULESET.assess(RULESET.read({"dc": 14, "intent": "run away"}), [held("Restrained")])
    freeing = RULESET.assess(RULESET.read({"dc": 14, "approach": "break free and run"}), [held("Restrained")])
    assert running.blocked == ("Restrained: break free first, or be helped.",)
    assert freeing.blocked == ()


@pytest.mark.parametrize("words", [{"approach": "punch him"}, {"attribute_name": "MIG"}, {}])
def test_being_restrained_may_forbid_whatever_takes_a_body(words: dict[str, str]) -> None:
    assessed = RULESET.assess(RULESET.read({"dc": 14, **words}), [held("Restrained")])
    assert assessed.blocked == ()
    assert assessed.may_block == ("Restrained: break free first, or be helped.",)
    assert assessed.offered == (Source("Restrained", Modifier.BURDEN, note="if it hinders"),)


def test_breaking_free_is_never_forbidden_by_what_it_ends() -> None:
    assessed = RULESET.assess(RULESET.read({"dc": 14, "intent": "break free"}), [held("Restrained")])
    assert (assessed.blocked, assessed.may_block) == ((), ())


@pytest.mark.parametrize(
    ("said", "frees"),
    [
        ("wriggle out of the ropes", True),
        ("slip my hands out of the cuffs", True),
        ("struggle free", True),
        ("tear myself loose", True),
        ("untie my hands", True),
        ("run out of the burning house", False),
        ("pull out a knife and run", False),
    ],
)
def test_what_is_said_of_getting_loose_frees_and_what_only_leaves_does_not(said: str, frees: bool) -> None:
    assessed = RULESET.assess(RULESET.read({"dc": 14, "intent": said}), [held("Restrained")])
    assert ((*assessed.blocked, *assessed.may_block) == ()) is frees


def test_a_tag_that_helps_here_is_offered_for_what_it_hinders_as_well() -> None:
    assessed = RULESET.assess(RULESET.read({"dc": 14, "skill_name": "Stealth"}), [held("Dim Light")])
    assert assessed.offered == (Source("Dim Light", Modifier.BURDEN, note="sight"),)


def test_a_tag_the_table_invented_may_help_or_hinder() -> None:
    either = (
        Source("Cluttered", Modifier.EDGE, note="if it helps"),
        Source("Cluttered", Modifier.BURDEN, note="if it hinders"),
    )
    assert RULESET.assess(RULESET.read({"dc": 14}), [custom("Cluttered")]).offered == either
    assert RULESET.assess(RULESET.read({"dc": 14}), [Held("Cluttered", "condition")]).offered == either


def test_the_name_of_a_dc_is_that_of_the_dc_after_its_shifts() -> None:
    shift = {"name": "Total Darkness", "modifier": "dc", "amount": 2}
    for dc, name in ((14, "Tough"), (22, "Legendary"), (40, "Legendary")):
        assert RULESET.assess(RULESET.read({"dc": dc, "sources": [shift]})).data["difficulty"] == name


def test_one_who_is_surprised_cannot_act_and_reacts_badly() -> None:
    surprised = held("Surprised", first_round=True)
    assert RULESET.assess(RULESET.read({"dc": 14, "approach": "attack"}), [surprised]).blocked == (
        "Surprised: no action in the first round.",
    )
    reacting = RULESET.assess(RULESET.read({"dc": 14, "approach": "react"}), [surprised])
    assert (reacting.blocked, reacting.data["level"]) == ((), -1)
    later = RULESET.assess(
        RULESET.read({"dc": 14, "approach": "attack"}), [held("Surprised", first_round=False)]
    )
    assert later.blocked == ()


def test_the_gm_is_told_that_darkness_may_make_it_impossible() -> None:
    assessed = RULESET.assess(RULESET.read({"dc": 14, "approach": "search the room"}), [held("Darkness")])
    assert assessed.data["level"] == -2
    assert assessed.warnings == ("Darkness: may be impossible; the GM says.",)
    assert (assessed.blocked, assessed.may_block) == ((), ("Darkness: not possible without eyes.",))


def test_a_source_that_the_gm_chose_already_is_not_added_again() -> None:
    check = {
        "dc": 14,
        "skill_name": "Stealth",
        "sources": [{"name": "Dim Light", "modifier": "dc", "amount": -2}],
    }
    assessed = RULESET.assess(RULESET.read(check), [held("Dim Light")])
    assert (assessed.data["level"], assessed.data["dc"], len(assessed.sources)) == (0, 12, 1)


def test_a_tag_of_ones_own_changes_the_dice_or_the_dc_never_both() -> None:
    both = custom("Mist", Effect("stealth", Modifier.EDGE), Effect("stealth", Modifier.DC, -2))
    assert RULESET.assess(RULESET.read({"dc": 14, "skill_name": "Stealth"}), [both]).sources == (
        Source("Mist", Modifier.EDGE, note="stealth"),
    )


def test_hazards_are_remembered_for_a_failure() -> None:
    assert RULESET.assess(RULESET.read({"dc": 14}), [held("Hazardous")]).data["hazards"] == ["Hazardous"]


def test_cross_genre_calm_with_a_strong_bond() -> None:
    check = {"dc": 14, "attribute_name": "PRE", "approach": "calm the neighbour"}
    check["sources"] = [{"name": "Old friends", "modifier": "edge"}]  # type: ignore[assignment]
    assessed = RULESET.assess(RULESET.read(check))
    assert (assessed.data["difficulty"], assessed.dice) == ("Routine", "5d6, keep the best 4")


def test_a_retry_needs_a_change() -> None:
    first = Check(14, approach="pick the lock", skill_name="Locks")
    assert rw.retry(first, first).says.startswith("Nothing has changed")
    assert rw.retry(first, Check(14, approach="Pick the lock ", skill_name="locks")).allowed is False
    assert rw.retry(first, Check(14, approach="kick it in")).changed == ("the approach",)
    assert rw.retry(first, Check(12, approach="pick the lock", skill_name="Locks")).changed == (
        "the circumstances",
    )
    assert rw.retry(first, first, circumstances=True).says == "Changed since the last try: the circumstances."


def test_what_a_tag_of_ones_own_should_still_say() -> None:
    assert rw.unsaid(effects=[Effect("physical", Modifier.BURDEN)], trigger="on a run", clears="rest") == ()
    assert rw.unsaid(trigger="on a run", clears=" ") == (
        "what it does (Edge, Burden or DC)",
        "how it clears",
    )
