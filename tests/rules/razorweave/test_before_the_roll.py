"""Before a roll: is there one at all, what matters, what is forbidden, is a retry fair?"""

from typing import Any

import pytest

from webapp.games.razorweave import rules as rw
from webapp.games.razorweave.rules import (
    RULESET,
    Check,
    ContextItem,
    Effect,
    Modifier,
    ModifierKind,
    RollGate,
)
from webapp.rules.codec import load_value


def held(name: str, **switches: bool) -> ContextItem:
    entry = RULESET.catalogue.find(name)
    facts = {key.replace("_", " "): fact for key, fact in switches.items()}
    return ContextItem(entry.name, entry.kind, entry.effects, facts, entry.data)


def custom(name: str, *effects: Effect) -> ContextItem:
    return ContextItem(name, "tag", effects)


def test_a_leap_between_roofs_in_the_rain_is_rolled() -> None:
    gate = RollGate(uncertainty=True, consequence=True, agency=True)
    assert gate.rolls
    assert gate.rulings == ("check",)


def test_a_sturdy_bridge_in_calm_weather_is_not() -> None:
    gate = RollGate(uncertainty=False, consequence=False, agency=True)
    assert not gate.rolls
    assert gate.rulings == ("yes", "no")


def test_dim_light_helps_one_who_sneaks() -> None:
    assessed = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 16, "skill_name": "Stealth"}), [held("Dim Light")]
    )
    assert assessed.sources == (Modifier("Dim Light", ModifierKind.EDGE, note="stealth"),)
    assert (assessed.data["level"], assessed.dice, assessed.count) == (1, "5d6, keep the best 4", 5)


def test_dim_light_and_clutter_help_twice() -> None:
    cluttered = custom("Cluttered", Effect("stealth", ModifierKind.EDGE))
    assessed = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 16, "skill_name": "Stealth"}), [held("Dim Light"), cluttered]
    )
    assert (assessed.data["level"], assessed.dice) == (2, "6d6, keep the best 4")


def test_a_slick_wall_with_handholds_is_even() -> None:
    handholds = custom("Abundant Handholds", Effect("climb", ModifierKind.EDGE))
    assessed = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 14, "skill_name": "Climbing"}), [held("Slick"), handholds]
    )
    assert (assessed.data["edge"], assessed.data["burden"], assessed.dice) == (1, 1, "4d6")


@pytest.mark.parametrize(
    ("check", "around", "level"),
    [
        ({"attribute_name": "AGI", "skill_name": "Sprinting"}, ["Exhausted"], -1),
        ({"attribute_name": "AGI", "skill_name": "Climbing"}, ["Exhausted", "Wounded"], -2),
        ({"attribute_name": "RSN", "approach": "recall a name"}, ["Exhausted", "Wounded", "Slick"], 0),
        ({"attribute_name": "PRE", "approach": "plead"}, ["Shaken"], -1),
        ({"attribute_name": "PRE", "skill_name": "Calming"}, ["Tense"], -1),
        ({"attribute_name": "PRE", "approach": "calm the crowd"}, ["Tense"], 0),
        ({"skill_name": "Scouting", "approach": "look around"}, ["Dazed", "Blinded"], -2),
        ({"skill_name": "Perception", "intent": "listen at the door"}, ["Dazed", "Blinded", "Dim Light"], -1),
        ({"attribute_name": "MIG", "skill_name": "Grappling"}, ["Cramped"], 1),
        ({"attribute_name": "MIG", "skill_name": "Large weapons"}, ["Cramped"], -1),
        ({"attribute_name": "AGI", "skill_name": "Dodge"}, ["Solid Cover"], 1),
        ({"attribute_name": "AGI", "skill_name": "Dodge"}, ["Exposed", "Outnumbered", "Marked"], -2),
        ({"attribute_name": "PRE", "skill_name": "Etiquette"}, ["Formal"], 1),
        ({"attribute_name": "AGI", "skill_name": "Archery", "approach": "shoot down"}, ["Elevated"], 0),
    ],
)
def test_what_names_the_action_bears_on_it(check: dict[str, Any], around: list[str], level: int) -> None:
    assert (
        RULESET.modifiers_for(
            load_value(RULESET.check, {"dc": 14, **check}), [held(name) for name in around]
        ).data["level"]
        == level
    )


@pytest.mark.parametrize(
    ("intent", "suggested"), [("listen at the door", []), ("look through the keyhole", ["Dim Light"])]
)
def test_dim_light_is_suggested_for_sight_alone(intent: str, suggested: list[str]) -> None:
    assessed = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 14, "skill_name": "Perception", "intent": intent}),
        [held("Dim Light")],
    )
    assert assessed.sources == ()
    assert [source.name for source in assessed.suggested] == suggested


def test_the_graveyard() -> None:
    around = [held("Dim Light"), held("Obscured"), held("Frightened")]
    assert (
        RULESET.modifiers_for(load_value(RULESET.check, {"dc": 16, "skill_name": "Stealth"}), around).data[
            "level"
        ]
        == 1
    )


def test_fear_begins_with_its_threat_in_view() -> None:
    """Seed 000:119 and 000:141: nobody has to look for a switch first."""
    assessed = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 16, "skill_name": "Stealth"}), [held("Frightened")]
    )
    assert (assessed.data["level"], assessed.dice) == (-1, "5d6, keep the worst 4")


def test_fear_ends_while_the_threat_is_out_of_view() -> None:
    assessed = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 16, "skill_name": "Stealth"}),
        [held("Frightened", threat_visible=False)],
    )
    assert assessed.data["level"] == 0
    assert [source.name for source in assessed.offered] == ["Frightened"]


def test_what_does_not_name_the_action_stays_on_offer() -> None:
    assessed = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 14, "approach": "persuade the clerk"}), [held("Slick")]
    )
    assert assessed.sources == ()
    assert assessed.offered == (Modifier("Slick", ModifierKind.BURDEN, note="movement and balance"),)


def test_one_who_is_restrained_cannot_run_but_may_break_free() -> None:
    """Seed 000:109 and 000:143: it bars whatever takes MIG or AGI, but for breaking free."""
    agile = {"dc": 14, "attribute_name": "AGI Agility"}
    running = RULESET.modifiers_for(
        load_value(RULESET.check, {**agile, "intent": "run away"}), [held("Restrained")]
    )
    freeing = RULESET.modifiers_for(
        load_value(RULESET.check, {**agile, "approach": "break free and run"}), [held("Restrained")]
    )
    assert running.blocked == ("Restrained: break free first, or get help.",)
    assert freeing.blocked == ()


@pytest.mark.parametrize(
    "words",
    [
        "escape my bonds", "free myself", "snap the rusty chains", "slip out of his grip",
        "shake off the grasp", "cut these ropes", "break her hold", "pull loose", "wriggle out of the snare",
    ],
)  # fmt: skip
def test_getting_loose_is_said_in_many_ways(words: str) -> None:
    """Seed 000:109 and 000:143: whatever they call it, it is what being Restrained leaves them."""
    check = load_value(RULESET.check, {"dc": 14, "attribute_name": "MIG Might", "intent": words})
    assert RULESET.modifiers_for(check, [held("Restrained")]).blocked == ()


@pytest.mark.parametrize("attribute", ["MIG Might", "AGI Agility"])
@pytest.mark.parametrize(
    "words",
    [
        "",
        "punch him",
        "run away",
        "convince the guard with my fists",
        "escape to the yard",
        "cut the rope bridge",
    ],
)
def test_being_restrained_bars_might_and_agility(attribute: str, words: str) -> None:
    check = load_value(RULESET.check, {"dc": 14, "attribute_name": attribute, "intent": words})
    assert RULESET.modifiers_for(check, [held("Restrained")]).blocked == (
        "Restrained: break free first, or get help.",
    )


@pytest.mark.parametrize(
    "words",
    [
        {"attribute_name": "PRE Presence", "intent": "convince the guard to move the prisoners"},
        {"attribute_name": "RSN Reason", "intent": "run the numbers"},
        {"attribute_name": "PRE Presence", "intent": "run him down in front of his men"},
        {"intent": "run away"},
        {},
    ],
)
def test_being_restrained_may_forbid_what_takes_wit_or_presence(words: dict[str, str]) -> None:
    assessed = RULESET.modifiers_for(load_value(RULESET.check, {"dc": 14, **words}), [held("Restrained")])
    assert assessed.blocked == ()
    assert assessed.may_block == ("Restrained: break free first, or get help.",)
    assert assessed.offered == (Modifier("Restrained", ModifierKind.BURDEN, note="if it hinders"),)


def test_breaking_free_is_never_forbidden_by_what_it_ends() -> None:
    assessed = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 14, "intent": "break free"}), [held("Restrained")]
    )
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
    assessed = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 14, "intent": said}), [held("Restrained")]
    )
    assert ((*assessed.blocked, *assessed.may_block) == ()) is frees


def test_a_tag_that_helps_here_is_offered_for_what_it_hinders_as_well() -> None:
    assessed = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 14, "skill_name": "Stealth"}), [held("Dim Light")]
    )
    assert assessed.offered == (Modifier("Dim Light", ModifierKind.BURDEN, note="sight"),)


def test_a_tag_the_table_invented_may_help_or_hinder() -> None:
    either = (
        Modifier("Cluttered", ModifierKind.EDGE, note="if it helps"),
        Modifier("Cluttered", ModifierKind.BURDEN, note="if it hinders"),
    )
    assert (
        RULESET.modifiers_for(load_value(RULESET.check, {"dc": 14}), [custom("Cluttered")]).offered == either
    )
    assert (
        RULESET.modifiers_for(
            load_value(RULESET.check, {"dc": 14}), [ContextItem("Cluttered", "condition")]
        ).offered
        == either
    )


def test_the_name_of_a_dc_is_that_of_the_dc_after_its_shifts() -> None:
    shift = {"name": "Total Darkness", "modifier": "dc", "amount": 2}
    for dc, name in ((14, "Tough"), (22, "Legendary"), (40, "Legendary")):
        assert (
            RULESET.modifiers_for(load_value(RULESET.check, {"dc": dc, "sources": [shift]})).data[
                "difficulty"
            ]
            == name
        )


def test_one_who_is_surprised_cannot_act_and_reacts_badly() -> None:
    """Seed 000:68: no action in round 1; a first reaction that the GM lets pass is harder."""
    acting = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 14, "skill_name": "Brawl"}), [held("Surprised")]
    )
    assert acting.blocked == ("Surprised: no action in the first round.",)
    assert acting.data["level"] == -1
    reacting = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 14, "skill_name": "Reflexes"}), [held("Surprised")]
    )
    assert (reacting.blocked, reacting.data["level"]) == ((), -1)


def test_being_flanked_is_suggested_on_defence_and_nowhere_else() -> None:
    """Seed 000:67: "against flanking attacks", which the GM sees and the app does not."""
    dodging = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 14, "skill_name": "Dodge"}), [held("Flanked")]
    )
    assert (dodging.sources, [each.name for each in dodging.suggested]) == ((), ["Flanked"])
    parrying = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 14, "intent": "parry the blow"}), [held("Flanked")]
    )
    assert [each.name for each in parrying.suggested] == ["Flanked"]
    talking = RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 14, "skill_name": "Persuasion"}), [held("Flanked")]
    )
    assert (talking.suggested, [each.name for each in talking.offered]) == ((), ["Flanked"])


def test_what_was_written_down_with_a_switch_of_its_own_goes_by_it() -> None:
    old = (Effect("anything", ModifierKind.BLOCKS, note="no action"), Effect("reaction", ModifierKind.BURDEN))
    for on in (True, False):
        surprised = ContextItem("Surprised", "tag", old, {"first round": on}, {"switch": "first round"})
        acting = RULESET.modifiers_for(
            load_value(RULESET.check, {"dc": 14, "skill_name": "Brawl"}), [surprised]
        )
        assert acting.blocked == (("Surprised: no action.",) if on else ())
        reacting = RULESET.modifiers_for(
            load_value(RULESET.check, {"dc": 14, "skill_name": "Reflexes"}), [surprised]
        )
        assert (reacting.blocked, reacting.data["level"]) == ((), -1 if on else 0)


def test_the_gm_is_told_that_darkness_may_make_it_impossible() -> None:
    check = {"dc": 14, "skill_name": "Search", "approach": "turn over the room"}
    assessed = RULESET.modifiers_for(load_value(RULESET.check, check), [held("Darkness")])
    assert assessed.data["level"] == -2
    assert assessed.warnings == ("Darkness: may be impossible; the GM decides.",)
    assert (assessed.blocked, assessed.may_block) == ((), ("Darkness: not possible without sight.",))


def test_a_source_that_the_gm_chose_already_is_not_added_again() -> None:
    check = {
        "dc": 14,
        "skill_name": "Stealth",
        "sources": [{"name": "Dim Light", "modifier": "dc", "amount": -2}],
    }
    assessed = RULESET.modifiers_for(load_value(RULESET.check, check), [held("Dim Light")])
    assert (assessed.data["level"], assessed.data["dc"], len(assessed.sources)) == (0, 12, 1)


def test_a_tag_of_ones_own_changes_the_dice_or_the_dc_never_both() -> None:
    both = custom("Mist", Effect("stealth", ModifierKind.EDGE), Effect("stealth", ModifierKind.DC, -2))
    assert RULESET.modifiers_for(
        load_value(RULESET.check, {"dc": 14, "skill_name": "Stealth"}), [both]
    ).sources == (Modifier("Mist", ModifierKind.EDGE, note="stealth"),)


def test_hazards_are_remembered_for_a_failure() -> None:
    assert RULESET.modifiers_for(load_value(RULESET.check, {"dc": 14}), [held("Hazardous")]).data[
        "hazards"
    ] == ["Hazardous"]


def test_cross_genre_calm_with_a_strong_bond() -> None:
    check = {"dc": 14, "attribute_name": "PRE", "approach": "calm the neighbour"}
    check["sources"] = [{"name": "Old friends", "modifier": "edge"}]  # type: ignore[assignment]
    assessed = RULESET.modifiers_for(load_value(RULESET.check, check))
    assert (assessed.data["difficulty"], assessed.dice) == ("Routine", "5d6, keep the best 4")


def test_a_retry_needs_a_change() -> None:
    """Seed 004:154."""
    first = Check(14, approach="pick the lock", skill_name="Locks")
    assert rw.retry(first, first).sentence.startswith("Nothing has changed")
    assert rw.retry(first, Check(14, approach="Pick the lock! ", skill_name="locks")).allowed is False
    assert rw.retry(first, Check(14, approach="kick it in")).changed == ("the approach",)
    assert rw.retry(first, Check(12, approach="pick the lock", skill_name="Locks")).changed == (
        "the circumstances",
    )
    assert (
        rw.retry(first, first, circumstances=True).sentence
        == "Changed since the last try: the circumstances."
    )


def test_what_a_tag_of_ones_own_should_still_say() -> None:
    assert (
        rw.missing_details(
            effects=[Effect("physical", ModifierKind.BURDEN)], trigger="on a run", clears="rest"
        )
        == ()
    )
    assert rw.missing_details(trigger="on a run", clears=" ") == (
        "its effect (Edge, Burden or DC)",
        "how it clears",
    )
