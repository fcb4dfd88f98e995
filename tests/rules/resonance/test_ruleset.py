"""Resonance as the table sees it, and its worked examples told in full."""

from fractions import Fraction

import pytest

from webapp.games.resonance import rules as resonance
from webapp.games.resonance.rules import RULESET, Event, Stats, TagPool, Values, fire, standard_roll
from webapp.games.resonance.rules.aftermath import earns
from webapp.games.resonance.rules.check_request import ResonanceRequest
from webapp.games.resonance.rules.conditions import Kind
from webapp.games.resonance.rules.standard_roll import Critical
from webapp.rules.check import ClockRef, ContextItem, Resolved
from webapp.rules.check_hooks import RolledCheck
from webapp.rules.codec import load_value
from webapp.rules.dice import Loaded
from webapp.rules.effects import Effect, ModifierKind
from webapp.rules.errors import RuleError
from webapp.rules.playable_games import rulesets

LOCK = {"level": 0, "stat": 1, "against": 9}


def rolled(outcome="success", *, check=LOCK, asked=None, **came):
    """A roll that came out so, as the table keeps it."""
    result = Resolved(outcome, outcome, outcome == "success", data=came)
    return RolledCheck(load_value(RULESET.check, check), result, ResonanceRequest(**(asked or {})))


def test_it_is_installed():
    assert rulesets()["resonance"] is RULESET
    assert (RULESET.key, RULESET.name) == ("resonance", "Resonance")


def test_what_the_table_may_list():
    assert [attribute.name for attribute in RULESET.attributes] == [
        "Movement",
        "Alacrity",
        "Brawn",
        "Wit",
        "Expertise",
        "Technique",
        "Power",
        "Influence",
        "Force",
    ]
    assert {(attribute.low, attribute.high) for attribute in RULESET.attributes} == {(1, 5)}
    assert [rung.value for rung in RULESET.ladder] == [3, 6, 9, 12, 15, 18]
    assert [kind.key for kind in RULESET.catalogue.clock_kinds] == [
        "task",
        "situation",
        "scene",
        "threat",
        "personal",
    ]
    assert [kind.role for kind in RULESET.catalogue.clock_kinds].count("threat") == 1
    assert RULESET.catalogue.find("Blight").kind == "status"


def test_every_effect_of_the_catalogue_is_one_the_game_knows():
    used = {effect.modifier for entry in RULESET.catalogue.entries() for effect in entry.effects}
    assert used <= RULESET.effect_modifiers


@pytest.mark.parametrize(
    ("name", "sp"),
    [
        ("activate", 0),
        ("move", 0),
        ("hide", 0),
        ("shove", 1),
        ("feint", 1),
        ("recharge", 1),
        ("advantage", 1),
        ("avoid", 1),
        ("resist", 1),
        ("parry", 3),
        ("clash", 2),
        ("reflect", 1),
        ("counter", 1),
        ("guard", 1),
        ("combo", 1),
        ("flank", 1),
        ("effort-roll", 0),
        ("pass", 0),
    ],
)
def test_actions_and_their_cost(name, sp):
    costs = {action.key: row["sp"] for action, row in zip(RULESET.actions, resonance.actions(), strict=True)}
    assert costs[name] == sp


def test_every_maneuver_and_focus_costs_one_sp_and_focus_takes_the_turn():
    for row in resonance.actions():
        if row["group"] in ("maneuver", "focus"):
            assert row["sp"] == 1
        assert row.get("whole_turn", False) == (row["group"] == "focus")


def test_a_check_is_assessed_before_the_roll():
    check = {
        **LOCK,
        "kind": "attack",
        "ranged": True,
        "band": "far",
        "conditions": ["High Ground"],
        "pool": {"Curse": 1, "Daze": 2},
        "target_pool": {"Mark": 1, "Weaken": 2},
    }
    found = RULESET.modifiers_for(load_value(RULESET.check, check))
    assert [(source.name, str(source.modifier)) for source in found.sources] == [
        ("High Ground", "advantage"),
        ("Mark", "advantage"),
        ("Range", "disadvantage"),
        ("Curse", "disadvantage"),
    ]
    assert found.data == {"mode": "normal", "bonus": 1, "against": 7, "daze": 2}
    assert found.warnings == ("Daze takes 2 off the SR.", "Weaken lowers the Resistance from 9 to 7.")
    assert (found.count, found.faces) == (2, 10)


def test_conditions_and_custom_tags_around_a_check_count():
    fog = ContextItem(
        "Fog", "tag", (Effect("hide", ModifierKind.ADVANTAGE), Effect("attack", ModifierKind.DISADVANTAGE))
    )
    prone = ContextItem("Prone", "condition")
    exposed = ContextItem("Exposed", "condition", data={"target": True})
    found = RULESET.modifiers_for(load_value(RULESET.check, {**LOCK, "kind": "hide"}), [fog])
    assert [source.name for source in found.sources] == ["Fog"]
    found = RULESET.modifiers_for(
        load_value(RULESET.check, {**LOCK, "kind": "attack"}), [fog, prone, exposed]
    )
    assert [source.name for source in found.sources] == ["Exposed", "Fog", "Prone"]
    assert found.data["mode"] == "normal"


def test_a_tag_of_ones_own_may_forbid_warn_or_stay_on_offer():
    web = ContextItem(
        "Web",
        "tag",
        (
            Effect("attack", ModifierKind.BLOCKS, note="cut yourself loose"),
            Effect("attack", ModifierKind.NOTE, note="it sticks to blades"),
            Effect("hide", ModifierKind.ADVANTAGE),
        ),
    )
    attacking = RULESET.modifiers_for(load_value(RULESET.check, {**LOCK, "kind": "attack"}), [web])
    assert attacking.blocked == ("Web: cut yourself loose.",)
    assert attacking.warnings == ("Web: it sticks to blades.",)
    assert [source.name for source in attacking.offered] == ["Web"]
    hiding = RULESET.modifiers_for(load_value(RULESET.check, {**LOCK, "kind": "hide"}), [web])
    assert (hiding.blocked, hiding.warnings, hiding.offered) == ((), (), ())
    assert hiding.data["mode"] == "advantage"


def test_what_forbids_a_check_is_said():
    found = RULESET.modifiers_for(load_value(RULESET.check, {**LOCK, "conditions": ["Unconscious"]}))
    assert found.blocked == ("Unconscious: no rolls.",)


def test_a_check_is_rolled_from_a_source():
    found = RULESET.resolve(
        load_value(RULESET.check, {**LOCK, "sources": [{"name": "Ally", "modifier": "advantage"}]}),
        Loaded(3, 9),
    )
    assert (found.outcome, found.success, found.real) == ("success", True, False)
    assert (found.data["mode"], found.data["total"], found.data["by"]) == ("advantage", 10, 1)
    assert found.sentences == ("3 and 9: SR 9 + 1 = 10 against 9: success by 1.",)


def test_a_persons_dice_are_read():
    found = RULESET.resolve(load_value(RULESET.check, LOCK), [[10, 10], [6, 6], [2, 1]])
    assert found.real
    assert found.label == "Super Critical success"
    assert found.data["sr"] == 34
    assert found.data["options"] == ["edge", "point", "surface", "restore", "value_loss"]


def test_a_critical_that_does_not_reach_its_number_is_no_worse_than_another_failure():
    assert (
        RULESET.resolve(load_value(RULESET.check, LOCK | {"against": 30}), [[2, 2], [3, 1]]).label
        == "Failure with a Critical"
    )


def test_a_called_shot_that_hits_has_a_criticals_choices():
    shot = {**LOCK, "kind": "attack", "called_shot": True}
    assert RULESET.resolve(load_value(RULESET.check, shot), [[8, 9]]).data["options"] == []
    hit = RULESET.resolve(load_value(RULESET.check, {**shot, "against": 3}), [[10, 9]])
    assert hit.data["options"] == ["edge", "point", "surface", "restore", "value_loss"]


def test_a_miss_is_an_outcome_of_its_own():
    found = RULESET.resolve(load_value(RULESET.check, {**LOCK, "conditions": ["Prone"]}), [[1, 8]])
    assert (found.outcome, found.label, found.success) == ("miss", "Miss", False)


def test_odds_of_all_outcomes_sum_to_one():
    chances = RULESET.odds(load_value(RULESET.check, {**LOCK, "conditions": ["Prone"]}))
    assert set(chances) == {"success", "failure", "miss"}
    assert sum(chances.values()) == 1
    assert chances["miss"] == Fraction(19, 100)


def test_daze_lowers_the_odds():
    assert RULESET.odds(load_value(RULESET.check, LOCK))["success"] == Fraction(
        "0.26912782"
    )  # an SR of 9 or more
    assert RULESET.odds(load_value(RULESET.check, {**LOCK, "pool": {"Daze": 2}}))["success"] == Fraction(
        "0.0818190982"
    )  # 11 or more
    assert (
        RULESET.odds(load_value(RULESET.check, {**LOCK, "against": 0, "pool": {"Daze": 5}}))["success"] == 1
    )


def test_a_success_proposes_progress_on_the_clock_it_aims_at():
    clocks = [ClockRef(7, kind="task", targeted=True), ClockRef(8, kind="situation")]
    found = RULESET.proposes(rolled(by=4, super_critical=True), clocks)
    assert [(one.do, one.fields["clock"], one.fields["by"]) for one in found] == [
        ("clock.tick", 7, 4),
        ("clock.tick", 8, 1),
    ]


def test_a_hit_proposes_the_loss_and_the_criticals_tag():
    hit = rolled(check={**LOCK, "kind": "attack"}, asked={"target": 5}, by=4)
    (loss,), (tag,) = RULESET.proposes(hit), earns(hit, Critical.POINT)
    assert (loss.do, loss.fields) == ("resonance.value.lose", {"character": 5, "value": "hp", "amount": 4})
    assert (tag.do, tag.fields) == ("resonance.pool.add", {"character": 5, "tag": "Blight", "count": 1})
    (restored,) = earns(hit, Critical.RESTORE)
    assert restored.fields == {"character": 5, "value": "hp"}


def test_a_critical_marks_all_it_got_through_to_but_whom_a_ward_spares():
    others = [{"id": 6, "by": 2, "success": True}, {"id": 7, "by": 3, "success": True}]
    others.append({"id": 8, "by": -1, "success": False})
    asked = {"target": 5, "warded": (6,)}
    hit = rolled(check={**LOCK, "kind": "attack"}, asked=asked, others=others)
    assert [one.fields["character"] for one in RULESET.proposes(hit)] == [7]
    assert [one.fields["character"] for one in earns(hit, Critical.EDGE)] == [5, 7]


def test_a_criticals_tag_needs_somebody_to_get_it():
    with pytest.raises(RuleError, match="but the roll had none: choose Restore"):
        list(earns(rolled(), Critical.EDGE))


def test_a_boost_effect_grants_one_tag_or_more_where_the_table_plays_it_so():
    asked = {"target": 5, "gives": "enhance"}
    (given,) = RULESET.proposes(rolled(check={**LOCK, "kind": "effect"}, asked=asked, by=4))
    assert (given.fields["count"], given.low, given.high) == (1, 1, 5)


def test_hiding_proposes_hidden():
    (hidden,) = RULESET.proposes(rolled(check={**LOCK, "kind": "hide"}, asked={"character": 3}, total=14))
    assert hidden.do == "resonance.hide"
    assert hidden.fields == {"character": 3, "tn": 14, "in_cover": False}


def test_a_miss_proposes_nothing():
    missed = rolled("miss", asked={"target": 5}, super_critical=True)
    assert RULESET.proposes(missed, [ClockRef(8, kind="situation")]) == ()


@pytest.mark.parametrize(
    ("check", "field"),
    [
        ({"level": 0, "stat": 1}, "against"),
        ({**LOCK, "kind": "dance"}, "kind"),
        ({**LOCK, "conditions": ["Pron"]}, "name"),
        ({**LOCK, "conditions": [3]}, "conditions[0]"),
        ({**LOCK, "pool": {"Curse": 9}}, "pool"),
        ({**LOCK, "pool": []}, "pool"),
        ({**LOCK, "sources": [{"name": "x", "modifier": "edge"}]}, "sources[0].modifier"),
        ({**LOCK, "ranged": True, "band": "orbit"}, "band"),
        ({**LOCK, "luck": 3}, "luck"),
    ],
)
def test_bad_checks_are_refused(check, field):
    with pytest.raises(RuleError) as refused:
        RULESET.modifiers_for(load_value(RULESET.check, check))
    assert refused.value.field == field


def test_an_unknown_outcome_is_refused():
    with pytest.raises(RuleError, match="success, failure, miss"):
        RULESET.proposes(rolled("triumph"))


def test_sparks_and_the_blight():
    sparks, pool, rook = Values(), TagPool(), TagPool()
    sparks = sparks.lose("hp", 3).values
    pool = pool.add("Blight").pool
    assert (sparks.hp, dict(pool)) == (7, {"blight": 1})
    declared = fire(pool, Event("acts", action="Activate", hp=sparks.hp, rolls=True))
    sparks = sparks.lose("hp", declared.amount("value_loss")).values
    assert (sparks.hp, dict(declared.pool), declared.action_lost) == (6, {}, False)
    rook = rook.add("Enhance").pool
    assert dict(rook) == {"enhance": 1}


def test_sparks_hides_behind_the_crates():
    roll = standard_roll.achieve(resonance.given([[6, 9]], "advantage"), level=2, stat=3, against=0)
    hiding = resonance.hide(roll.total, in_cover=True)
    assert (roll.total, hiding.tn, hiding.conditions) == (14, 14, ("hidden", "cover"))
    for sr, found in ((9, False), (10, True)):  # 14 and 15
        search = {"kind": "search", "level": 2, "stat": 3, "against": hiding.tn}
        assert RULESET.resolve(load_value(RULESET.check, search), [[sr, 1]]).success is found


def test_her_resistance_is_six():
    assert Stats.all(2).resistance == 6


def test_a_roll_that_nobody_named_is_an_effort_and_nobody_is_aimed_at_twice():
    assert ResonanceRequest.of({"roll": None}).roll is Kind.EFFORT
    assert ResonanceRequest.of({"roll": "attack", "target": 4, "others": [5, 4]}).upon == (4, 5)
    assert ResonanceRequest.of({"others": [5]}).upon == (5,)
