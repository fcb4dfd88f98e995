"""Statuses: what each does to a Check, how long it lasts, whom it kills."""

from fractions import Fraction

import pytest

from webapp.games.mettle.rules import (
    RULESET,
    Burden,
    Check,
    Discard,
    Mettle,
    Status,
    burden_of,
    durations,
    statuses,
)
from webapp.games.mettle.rules.statuses import burden
from webapp.rules.check import ContextItem, Modifier
from webapp.rules.effects import Effect, ModifierKind
from webapp.rules.errors import RuleError


def test_afflicted_adds_all_the_potence_that_got_through() -> None:
    assert burden([Status("afflicted", 4)]).difficulty == 4


def test_the_blinded_cannot_do_what_needs_sight() -> None:
    blind = [Status("blinded")]
    assert burden(blind, "read", sight="needed").blocked == ("Blinded: needs eyes.",)
    assert burden(blind, "attack").difficulty == 4
    assert burden(blind, "attack").blocked == ()
    assert burden(blind, "listen", sight="none") == Burden()


def test_the_deafened_cannot_do_what_needs_hearing() -> None:
    assert burden([Status("deafened")], "music", hearing=True).blocked == ("Deafened: needs ears.",)
    assert burden([Status("deafened")], "attack") == Burden()


def test_the_encumbered_are_slower_and_everything_is_harder() -> None:
    load = [Status("encumbered")]
    assert burden(load, "sway").difficulty == 1
    assert statuses.speed(load, 3) == 2
    assert statuses.speed(load, 1) == 1
    assert statuses.speed(load, Fraction(3, 2)) == 1
    assert statuses.speed(load, Fraction(1, 2)) == Fraction(1, 2)


def test_the_overloaded_are_slower_still() -> None:
    load = [Status("overloaded")]
    assert burden(load, "sway").difficulty == 2
    assert statuses.speed(load, 4) == 2
    assert statuses.speed(load, 2) == 1


def test_fatigue_is_a_least_difficulty_and_no_more() -> None:
    tired = burden([Status("fatigued", 3)])
    assert (tired.minimum, tired.difficulty) == (3, 0)
    assert Check(4, 1, sources=tired.sources).ready.difficulty == 3
    assert Check(4, 6, sources=tired.sources).ready.difficulty == 6


@pytest.mark.parametrize("key", ["incapacitated", "fallen"])
def test_the_incapacitated_and_the_fallen_have_poise_0_and_no_action(key: str) -> None:
    assert statuses.poise([Status(key)], 5) == 0
    assert not statuses.may_act([Status(key)])


def test_the_rattled_discard_lowest_and_neither_rally_nor_surge() -> None:
    rattled = (Status("rattled"),)
    assert burden(rattled, "attack").discard is Discard.LOWEST
    assert statuses.no_rally(rattled, Mettle(5, 10, 4)) == "Rattled"
    assert statuses.no_surge(rattled, Mettle(5, 10, 4)) == "Rattled"
    assert statuses.may_act(rattled)


def test_rattled_lasts_for_its_actions() -> None:
    once = durations.after_action((Status("rattled", 3),))
    assert once == (Status("rattled", 2),)
    assert durations.after_action(durations.after_action(once)) == ()


def test_nobody_is_rattled_twice_at_once() -> None:
    with pytest.raises(RuleError, match="Already Rattled"):
        statuses.add((Status("rattled"),), Status("rattled", 2))


def test_the_shaken_discard_highest() -> None:
    assert burden([Status("shaken")], "sway").discard is Discard.HIGHEST


def test_rattled_and_shaken_together_discard_both() -> None:
    assert burden([Status("shaken"), Status("rattled")]).discard is Discard.BOTH


def test_starving_lowers_maximum_mettle_and_kills_at_0() -> None:
    fresh = Mettle(10, 10, 4)
    assert durations.maximum([Status("starving", 3)], fresh) == 7
    assert durations.deadly([Status("starving", 9)], calling=6, mettle=fresh) == ()
    assert durations.deadly([Status("starving", 10)], calling=6, mettle=fresh) == ("starving",)


def test_suffocating_costs_mettle_each_round_or_every_second_when_idle() -> None:
    under = [Status("suffocating")]
    assert [durations.suffocated(under, number) for number in (1, 2, 3)] == [1, 1, 1]
    assert [durations.suffocated(under, number, idle=True) for number in (1, 2, 3, 4)] == [0, 1, 0, 1]
    assert durations.suffocated([], 2) == 0


def test_the_surprised_have_no_action_until_the_round_ends() -> None:
    caught = (Status("surprised"),)
    assert not statuses.may_act(caught)
    assert durations.after_round(caught) == ()
    assert durations.next_scene(caught) == ()


def test_hunger_adds_1_a_day_and_kills_past_calling() -> None:
    fresh = Mettle(10, 10, 4)
    assert burden([Status("hungry", 2)]).difficulty == 2
    assert durations.deadly([Status("hungry", 6)], calling=6, mettle=fresh) == ()
    assert durations.deadly([Status("hungry", 7)], calling=6, mettle=fresh) == ("hungry",)


def test_thirst_adds_2_a_day_and_kills_past_calling() -> None:
    fresh = Mettle(10, 10, 4)
    assert burden([Status("thirsty", 3)]).difficulty == 6
    assert durations.deadly([Status("thirsty", 3)], calling=6, mettle=fresh) == ()
    assert durations.deadly([Status("thirsty", 4)], calling=6, mettle=fresh) == ("thirsty",)


def test_days_without_add_up_and_having_it_ends_them() -> None:
    first = durations.after_day((), food=False, water=False, sleep="poor")
    assert set(first) == {Status("hungry", 1), Status("thirsty", 1), Status("fatigued", 1)}
    second = durations.after_day(first, food=False, sleep="none")
    assert set(second) == {Status("hungry", 2), Status("fatigued", 3)}
    assert durations.after_day(second) == ()


def test_days_go_on_until_one_kills_and_a_day_of_rest_gives_the_stable_what_is_owed() -> None:
    fresh, dry, wet = Mettle(10, 10, 4), durations.Day(water=False), durations.Day(rest=True)
    lived = durations.after_days((), [dry] * 9, calling=6, mettle=fresh)
    assert (lived.statuses, lived.killed_by) == ((Status("thirsty", 4),), ("thirsty",))
    rested = durations.after_days([Status("stable", 3)], [wet, wet], calling=6, mettle=Mettle(-2, 10, 4))
    assert (rested.statuses, rested.regained) == ((), 3)
    again = durations.after_days((Status("stable", 3),), [durations.Day()], calling=6, mettle=fresh)
    assert (again.statuses, again.regained) == ((Status("stable", 3),), 0)


@pytest.mark.parametrize(
    ("action", "takes"), [("travel", "day"), ("race", "speed"), ("attack", "action"), ("sway", "action")]
)
def test_a_delay_takes_what_the_action_was_about(action: str, takes: str) -> None:
    assert durations.delayed(action, journey=True, racing=True, fighting=True) == takes
    assert durations.delayed(action, journey=False, racing=False, fighting=False) == "next"


def test_hungry_and_starving_never_stand_together() -> None:
    hungry = durations.after_day((), food=False)
    assert durations.after_day(hungry, food=False, starving=True) == (Status("starving", 2),)
    assert durations.after_day((Status("starving", 2),), food=True) == ()


def test_starving_takes_the_place_of_hungry_and_the_other_way_round() -> None:
    assert statuses.add((Status("hungry", 2),), Status("starving", 2)) == (Status("starving", 2),)
    assert statuses.add((Status("starving", 2),), Status("hungry", 3)) == (Status("hungry", 3),)


def test_staggered_and_fallen_follow_mettle_by_themselves() -> None:
    assert durations.with_state((), Mettle(1, 10, 4)) == ()
    assert durations.with_state((), Mettle(0, 10, 4)) == (Status("staggered", 0),)
    hurt = durations.with_state((), Mettle(-2, 10, 4))
    assert burden(hurt, "attack").dice == -2
    fallen = durations.with_state(hurt, Mettle(-5, 10, 4))
    assert [status.key for status in fallen] == ["fallen"]
    assert durations.with_state(fallen, Mettle(2, 10, 4)) == ()


def test_mettle_0_staggers_without_taking_dice() -> None:
    assert burden(durations.with_state((), Mettle(0, 10, 4)), "attack").dice == 0


def test_the_staggered_neither_rally_nor_surge() -> None:
    hurt = durations.with_state((), Mettle(-1, 10, 4))
    assert burden(hurt, "rally").blocked == ("Staggered: badly hurt.",)
    assert burden(hurt, "surge").blocked == ("Staggered: badly hurt.",)


def test_the_fallen_may_still_try_to_heal_themselves_with_the_penalty() -> None:
    fallen = durations.with_state((), Mettle(-5, 10, 4))
    heal = burden(fallen, "heal")
    assert (heal.blocked, heal.dice) == ((), -5)
    assert Check(3, 3, sources=heal.sources).ready.pool == 0


def test_the_burning_cannot_rally_but_can_surge() -> None:
    burning = (Status("burning"),)
    assert "Burning" in (statuses.no_rally(burning, Mettle(5, 10, 4)) or "")
    both = [Status("rattled"), Status("burning")]
    assert statuses.no_rally(both, Mettle(5, 10, 4)) == "Rattled and Burning"
    idle = [Status("incapacitated"), Status("delayed")]
    assert statuses.why_no_action(idle) == "Incapacitated: no Action. Delayed: the next Action is lost."
    assert (
        statuses.no_rally(burning, Mettle(0, 10, 4))
        is statuses.no_rally((), Mettle(5, 10, 4), "Wait")
        is None
    )
    assert statuses.no_surge(burning, Mettle(5, 10, 4)) == ""


def test_a_grapple_holds_for_one_action() -> None:
    held_fast = (Status("grappled", 3),)
    assert burden(held_fast, "attack").difficulty == 3
    assert durations.after_action(held_fast) == ()


def test_aiming_halves_poise_rounding_up_until_the_next_action() -> None:
    aiming = (Status("aiming"),)
    assert statuses.poise(aiming, 5) == 3
    assert statuses.poise(durations.after_action(aiming), 5) == 5


def test_splatter_adds_4_at_most() -> None:
    assert burden([Status("splattered", 6)]).difficulty == 4


def test_a_status_taken_on_again_is_replaced() -> None:
    assert statuses.add((Status("grappled", 1),), Status("grappled", 2)) == (Status("grappled", 2),)
    assert statuses.remove((Status("shaken"), Status("blinded")), "shaken") == (Status("blinded"),)


def test_a_status_is_called_by_its_name_as_well() -> None:
    assert Status("Rattled") == Status("rattled")


def test_what_stands_around_counts_by_its_effects() -> None:
    mud = ContextItem("Mud", "tag", (Effect("movement", ModifierKind.DIFFICULTY, 2),))
    dread = ContextItem("Dread", "condition", (Effect("anything", ModifierKind.METTLE_DISCARD, 1),))
    chains = ContextItem("Chains", "condition", (Effect("move", ModifierKind.BLOCKS, 1, "chained up"),))
    found = burden_of([mud, dread, chains], "move")
    assert (found.difficulty, found.discard, found.blocked) == (2, Discard.HIGHEST, ("Chains: chained up.",))
    assert burden_of([mud, chains], "sway") == Burden()


def test_what_the_table_holds_counts_its_days() -> None:
    hungry = statuses.entry_of("hungry")
    thing = ContextItem("Hungry", "status", hungry.effects, data={**hungry.data, "count": 3})
    assert burden_of([thing], "use").difficulty == 3


def test_what_the_table_holds_counts_no_more_than_can_pile_up() -> None:
    muddy = statuses.entry_of("splattered")
    thing = ContextItem("Splattered", "condition", muddy.effects, data={**muddy.data, "count": 6})
    assert burden_of([thing], "attack").difficulty == 4


def test_the_fallen_at_the_table_may_heal_themselves_too() -> None:
    fallen = statuses.entry_of("fallen")
    thing = ContextItem("Fallen", "status", fallen.effects, data={**fallen.data, "count": 5})
    assert burden_of([thing], "attack").blocked == ("Fallen: no Action, except a Heal on oneself.",)
    heal = burden_of([thing], "Heal")
    assert (heal.blocked, heal.dice) == ((), -5)


def test_what_the_table_holds_counts_whole_things() -> None:
    effects = statuses.entry_of("hungry").effects
    thing = ContextItem("Hungry", "status", effects, data={"counts": "days", "count": "two"})
    with pytest.raises(RuleError, match="The count of “Hungry”"):
        burden_of([thing], "use")


def test_bonuses_add_dice_and_difficulty_moves_both_ways() -> None:
    sword = Modifier("Sword", ModifierKind.DICE, 2)
    low = Modifier("Low ground", ModifierKind.DIFFICULTY, 1)
    plan = Modifier("A good plan", ModifierKind.DIFFICULTY, -3)
    assert Check(5, 3, sources=(sword, low)).ready == Check(7, 4)
    assert Check(5, 1, sources=(plan,)).ready == Check(5, 0)


def test_only_negative_mettle_takes_dice() -> None:
    with pytest.raises(RuleError, match="only negative Mettle removes dice"):
        RULESET.parse_manual_modifier({"name": "Rain", "modifier": "dice", "amount": -1})


def test_other_modifiers_are_not_of_this_game() -> None:
    with pytest.raises(RuleError, match="takes no “edge”"):
        Check(5, 3, sources=(Modifier("Rain", ModifierKind.EDGE, 1),))


def test_a_pool_never_goes_below_0_dice() -> None:
    assert Check(2, 1).under([Status("staggered", 4).held]).ready.pool == 0


@pytest.mark.parametrize("name", ["Ratled", "", "Pitfall"])
def test_an_unknown_status_is_refused(name: str) -> None:
    with pytest.raises(RuleError):
        Status(name)


def test_a_status_counts_from_1() -> None:
    with pytest.raises(RuleError, match="The count of “Hungry”"):
        Status("hungry", 0)


def test_sleep_and_sight_have_their_words() -> None:
    with pytest.raises(RuleError, match="night's sleep “bad”"):
        durations.after_day((), sleep="bad")
    with pytest.raises(RuleError, match="level of sight"):
        burden([], sight="dim")


# ---- what is said of somebody ----------------------------------------------------------------------


def test_what_ails_somebody_is_said_worst_first_and_what_helps_is_not() -> None:
    held = [Status(key) for key in ("burning", "unnoticed", "surprised", "fallen", "shaken")]
    assert statuses.ailments(["Partial Cover", "Fallen", "Dead"], held) == (
        "Dead",
        "Fallen",
        "Burning",
        "Shaken",
    )


def test_who_may_not_act_is_told_by_what() -> None:
    assert statuses.why_no_action([Status("shaken")]) == ""
    assert statuses.why_no_action([Status("incapacitated")]) == "Incapacitated: no Action."


def test_a_fire_and_days_without_food_are_known_by_name_and_count() -> None:
    assert statuses.is_burning("burning")
    assert not statuses.is_burning("Sunburn")
    assert statuses.starved([Status("starving", 3), Status("thirsty", 2)]) == 3
