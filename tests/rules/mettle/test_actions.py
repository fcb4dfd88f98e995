"""The eleven Actions as data, and what each of them does at the table."""

from typing import Any

import pytest

from webapp.rules.dice import Loaded
from webapp.rules.errors import CatalogueError, RuleError
from webapp.rules.mettle import (
    Attributes,
    Check,
    Cover,
    Mettle,
    Project,
    Result,
    Status,
    Target,
    Vouchers,
    action,
    active,
    all_actions,
    attack,
    heal,
    minds,
    moving,
    passive,
    plummet,
    sneak,
    split,
    take,
)
from webapp.rules.mettle.actions import custom
from webapp.rules.mettle.projects import trivial

VIKTOR = Attributes(calling=6, culture=3, frame=3, motive=4, nature=5, poise=2)
DELAY = "Delay"


def came(score: list[int], edge: int, difficulty: int) -> Result:
    """A Check with these Score dice and this much Edge."""
    dice = [*score, *[6] * edge]
    return take(Check(len(dice), difficulty), dice)


HIT = came([3, 2], 3, 4)
MISS = came([1], 3, 4)


@pytest.mark.parametrize(
    ("key", "ways", "against", "usual", "twists"),
    [
        ("attack", [("NATURE", "melee"), ("CULTURE", "ranged")], ("POISE",), None, 8),
        ("heal", [("CULTURE", "life and death")], ("difficulty",), 3, 5),
        ("know", [("MOTIVE", "CALLING does not fit")], ("difficulty", "MOTIVE"), None, 4),
        ("move", [("POISE", "hindered")], ("difficulty",), None, 4),
        ("race", [("POISE", "driving")], ("speed",), None, 4),
        ("rattle", [("NATURE", "spite, authority or wit")], ("MOTIVE",), None, 4),
        ("sneak", [("POISE", "about to be found out")], ("MOTIVE",), None, 4),
        ("sway", [("NATURE", "social")], ("MOTIVE",), None, 4),
        ("travel", [("POISE", "leading the way")], ("difficulty",), None, 6),
        (
            "use",
            [("MOTIVE", "mental"), ("NATURE", "social"), ("POISE", "athletic")],
            ("difficulty",),
            None,
            5,
        ),
    ],
)
def test_what_an_action_rolls_against_what(
    key: str, ways: list[tuple[str, str]], against: tuple[str, ...], usual: int | None, twists: int
) -> None:
    found = action(key)
    assert [(way.attribute, way.when) for way in found.ways] == ways
    assert (found.against, found.usual, found.calling) == (against, usual, True)
    assert found.success
    assert found.edge
    assert found.failure
    assert len(found.twists) == twists
    assert found.twists[0].startswith(DELAY)


def test_there_are_eleven_actions_and_a_rally_takes_no_check() -> None:
    keys = ["attack", "heal", "know", "move", "race", "rally", "rattle", "sneak", "sway", "travel", "use"]
    assert list(all_actions()) == keys
    assert not action("rally").checked
    assert all(action(key).checked for key in keys if key != "rally")


def test_attack_has_eight_forms_and_move_three_cases() -> None:
    assert [form.key for form in action("attack").forms] == [
        "melee",
        "ranged",
        "area",
        "disarm",
        "grapple",
        "shove",
        "split",
        "vehicle",
    ]
    assert [form.key for form in action("move").forms] == ["obstacles", "climbing", "chases"]
    assert [form.key for form in action("sneak").forms] == ["hiding", "surprise", "steal"]


def test_the_attribute_depends_on_the_way() -> None:
    assert action("attack").attribute() == "NATURE"
    assert action("attack").attribute("ranged") == "CULTURE"
    with pytest.raises(RuleError, match="no way to Attack 'thrown'"):
        action("attack").attribute("thrown")


def test_calling_stands_in_on_the_active_side_alone() -> None:
    assert active(VIKTOR, "NATURE") == 5
    assert active(VIKTOR, "NATURE", calling_fits=True) == 6
    with pytest.raises(RuleError, match="CALLING only acts"):
        passive("CALLING", [6])


def test_a_group_opposes_with_its_highest() -> None:
    assert passive("MOTIVE", [2, 5, 4]) == 5
    with pytest.raises(RuleError, match="somebody to oppose"):
        passive("MOTIVE", [])


def test_a_group_writes_its_own_action() -> None:
    row: dict[str, Any] = {
        "key": "hack",
        "name": "Hack",
        "text": "Into the machine.",
        "ways": [{"attribute": "CULTURE", "when": "at a keyboard"}],
        "against": ["difficulty"],
        "success": "In.",
        "edge": "Fewer traces.",
        "failure": "Locked out.",
        "twists": ["Delay: a progress bar"],
    }
    assert custom(row).attribute() == "CULTURE"
    for slip, sentence in [
        ({"twists": []}, "twists: a formal Action has this part"),
        ({"ways": [{"attribute": "LUCK", "when": "always"}]}, "'LUCK' is no Attribute"),
        ({"against": ["MOOD"]}, "'MOOD' is none of"),
        ({"twists": [3]}, "twists: it is not text"),
        ({"succes": "In."}, "succes: there is no such field"),
        ({"name": 4}, "name: it is 4, not str"),
    ]:
        with pytest.raises(CatalogueError, match=sentence):
            custom({**row, **slip})
    with pytest.raises(CatalogueError, match="failure: it is missing"):
        custom({key: value for key, value in row.items() if key != "failure"})


def test_a_groups_own_action_may_take_no_check_and_then_has_no_parts_of_one() -> None:
    row = {"key": "pray", "name": "Pray", "text": "Ask for help.", "checked": False}
    assert not custom(row).checked
    with pytest.raises(CatalogueError, match="failure: there is no such field"):
        custom({**row, "failure": "Silence."})


def test_what_takes_no_check_has_no_attribute() -> None:
    with pytest.raises(RuleError, match="Rally takes no Check"):
        action("rally").attribute()


def test_an_unknown_action_is_refused() -> None:
    with pytest.raises(RuleError, match="no Action 'dance'"):
        action("dance")
    assert "attack" in all_actions()


def test_a_hit_does_dm_and_edge_less_frame_and_armour() -> None:
    blow = attack.strike(HIT, 6, Target(frame=3, armour=1))
    assert (blow.hit, blow.damage, blow.unsoaked) == (True, 9, 5)
    assert attack.strike(MISS, 6, Target(frame=3)) == attack.Blow(hit=False)


def test_sneak_edge_and_a_plummet_add_to_damage() -> None:
    assert attack.strike(HIT, 6, Target(frame=3), extra=2 + plummet(5)).damage == 13


def test_total_cover_takes_no_damage() -> None:
    assert not attack.strike(HIT, 6, Target(frame=3, cover=Cover.TOTAL)).hit


def test_cover_may_be_said_as_a_word() -> None:
    assert not attack.strike(HIT, 6, Target(frame=3, cover="total")).hit  # type: ignore[arg-type]
    assert attack.defence(4, "guarded") == 6  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="no kind of Cover 'totl'"):
        Target(frame=3, cover="totl")  # type: ignore[arg-type]


def test_bulletproof_halves_after_soaking() -> None:
    assert attack.strike(HIT, 7, Target(frame=3, armour=2, proof=True)).unsoaked == 3


@pytest.mark.parametrize(
    ("away", "aiming", "scoped", "harder"),
    [
        (2, False, False, 0),
        (3, False, False, 1),
        (4, False, False, 2),
        (4, True, False, 0),
        (7, True, True, 1),
    ],
)
def test_range_2_reaches_2_zones_and_further_is_harder(
    away: int, aiming: bool, scoped: bool, harder: int
) -> None:
    assert attack.range_difficulty(away, 2, aiming=aiming, scoped=scoped) == harder


def test_melee_is_for_the_same_zone() -> None:
    attack.melee_reaches(0)
    with pytest.raises(RuleError, match="1 away"):
        attack.melee_reaches(1)


def test_the_difficulty_to_hit_is_poise_with_cover_and_parry() -> None:
    assert attack.defence(4, Cover.PARTIAL) == 6
    assert attack.defence(4, Cover.GUARD, bonus=1) == 3
    assert attack.defence(1, Cover.GUARD) == 0


@pytest.mark.parametrize(("written", "damage"), [("FRAME+3", 6), ("FRAME", 3), ("7", 7), ("frame+2", 5)])
def test_weapon_damage_is_written_with_frame_or_a_number(written: str, damage: int) -> None:
    assert attack.damage_of(written, 3) == damage


@pytest.mark.parametrize("written", ["POISE+1", "", "3D", None])
def test_other_weapon_damage_is_refused(written: Any) -> None:
    with pytest.raises(RuleError, match="FRAME, FRAME"):
        attack.damage_of(written, 3)


def test_an_area_attack_has_one_score_for_all_in_the_zone() -> None:
    zone = {
        "Ann": Target(frame=3),
        "Bo": Target(frame=3, cover=Cover.PARTIAL),
        "Cat": Target(frame=3, cover=Cover.GUARD),
        "Dog": Target(frame=3, cover=Cover.TOTAL),
    }
    far = attack.area(take(Check(4, attack.area_difficulty(2)), [2, 1, 5, 6]), 9, zone)
    assert {name: blow.unsoaked for name, blow in far.items()} == {"Ann": 8, "Bo": 0, "Cat": 8, "Dog": 0}
    near = attack.area(take(Check(4, attack.area_difficulty()), [2, 4, 5, 6]), 9, zone)
    assert {name: blow.unsoaked for name, blow in near.items()} == {"Ann": 9, "Bo": 9, "Cat": 9, "Dog": 0}


def test_disarm_and_shove_need_damage_that_would_have_gone_below_0() -> None:
    blow = attack.strike(HIT, 6, Target(frame=3))
    assert blow.unsoaked == 6
    assert attack.spares(blow, Mettle(5, 10, 4))
    assert not attack.spares(blow, Mettle(6, 10, 4))
    assert not attack.spares(attack.Blow(hit=False), Mettle(0, 10, 4))


def test_a_grapple_holds_by_edge_less_frame_without_armour() -> None:
    assert attack.grapple(came([3, 2], 5, 4), 3) == 2
    assert attack.grapple(HIT, 3) == 0
    assert attack.grapple(MISS, 1) == 0


def test_a_split_divides_the_pool_between_two_different_targets() -> None:
    assert attack.split(7, 3, ("Bo", "Cat")) == (3, 4)
    with pytest.raises(RuleError, match="two different targets"):
        attack.split(7, 3, ("Bo", "Bo"))
    with pytest.raises(RuleError, match="from 1 to 6, not 7"):
        attack.split(7, 7, ("Bo", "Cat"))
    with pytest.raises(RuleError, match="cannot be split"):
        attack.split(1, 1, ("Bo", "Cat"))


def test_ramming_counts_speed_and_doubles_it_head_on() -> None:
    truck, bike = attack.Vehicle(frame=11, speed=3), attack.Vehicle(frame=5, speed=2)
    assert attack.ram(HIT, truck, bike) == attack.Rammed(target=17, rammer=7)
    assert attack.ram(HIT, truck, bike, head_on=True) == attack.Rammed(target=20, rammer=9)
    assert attack.ram(MISS, truck, bike) == attack.Rammed(0, 0)


def test_heal_keeps_alive_and_edge_comes_back_after_a_days_rest() -> None:
    patient = heal.heal(came([3], 2, 3), Mettle(-3, 10, 4))
    assert (patient.alive, patient.mettle.current, patient.rest().current) == (True, -3, -1)
    assert heal.heal(came([3], 9, 3), Mettle(0, 8, 4)).rest().current == 8


def test_a_failed_heal_is_death() -> None:
    patient = heal.heal(came([2], 2, 3), Mettle(-3, 10, 4))
    assert not patient.alive
    with pytest.raises(RuleError, match="dead do not rest"):
        patient.rest()


def test_heal_is_only_for_those_at_0_or_below() -> None:
    with pytest.raises(RuleError, match="0 Mettle or below; here are 1"):
        heal.heal(came([3], 0, 3), Mettle(1, 10, 4))


def test_heal_is_difficulty_3_lower_in_a_hospital_and_higher_in_dirt() -> None:
    assert (heal.difficulty(), heal.difficulty("hospital"), heal.difficulty("unsanitary")) == (3, 2, 4)
    with pytest.raises(RuleError, match="not 'ditch'"):
        heal.difficulty("ditch")


def test_know_is_calling_if_it_fits_else_motive() -> None:
    assert minds.knowing(VIKTOR, calling_fits=True) == 6
    assert minds.knowing(VIKTOR, calling_fits=False) == 4


def test_know_answers_more_with_edge_and_little_on_a_failure() -> None:
    assert (minds.know(HIT).answered, minds.know(HIT).more) == (True, 3)
    assert (minds.know(MISS).answered, minds.know(MISS).more) == (False, 0)


@pytest.mark.parametrize("about", ["traps", "loot", "lies", "ambushes", "Traps"])
def test_know_does_not_perceive(about: str) -> None:
    with pytest.raises(RuleError, match=f"does not find {about}"):
        minds.know(HIT, about=about)


def test_rattle_lasts_one_action_and_one_more_per_edge() -> None:
    assert minds.rattle(HIT) == Status("rattled", 4)
    assert minds.rattle(came([3, 2], 0, 4)) == Status("rattled", 1)
    assert minds.rattle(MISS) is None


def test_rattle_needs_a_mind_that_is_not_rattled_already() -> None:
    with pytest.raises(RuleError, match="can understand"):
        minds.rattle(HIT, understands=False)
    with pytest.raises(RuleError, match="Already Rattled"):
        minds.rattle(HIT, [Status("rattled")])


def test_sway_leaves_a_belief_that_edge_makes_stick() -> None:
    assert minds.sway(HIT, "The count is a friend") == minds.Belief("The count is a friend", 3)
    assert minds.sway(MISS, "The count is a friend") is None
    with pytest.raises(RuleError, match="what they believe"):
        minds.sway(HIT, " ")


def test_sneak_edge_adds_to_damage_or_takes_more_small_things() -> None:
    assert sneak.sneak(HIT) == sneak.Sneaked(True, extra_damage=3, small_things=4)
    assert sneak.sneak(MISS) == sneak.Sneaked(False, 0, 0)


def test_hiding_is_cover_and_takes_no_check_until_it_fails() -> None:
    assert not sneak.needs_check(Cover.PARTIAL)
    assert sneak.needs_check(Cover.PARTIAL, cover_fails=True)
    with pytest.raises(RuleError, match="plain sight"):
        sneak.needs_check(Cover.NONE)
    assert not sneak.needs_check(Cover.NONE, sees=False)


def test_the_lowest_pool_sneaks_for_the_group() -> None:
    party = {"Ann": 5, "Bo": 2, "Cat": 2}
    assert sneak.group_sneaker(party) == "Bo"
    assert sneak.group_sneaker(party, "Cat") == "Cat"
    with pytest.raises(RuleError, match="lowest pool sneaks: Bo, Cat"):
        sneak.group_sneaker(party, "Ann")
    with pytest.raises(RuleError, match="has members"):
        sneak.group_sneaker({})


def test_obstacles_add_up_and_the_score_says_how_many_were_passed() -> None:
    assert moving.added_up([2, 3, 1]) == 6
    assert moving.move(came([3, 3], 2, 6), [2, 3, 1]) == moving.Moved(3, None, cover=True, first=2)
    assert moving.move(came([3, 2], 1, 6), [2, 3, 1]) == moving.Moved(2, 2, cover=True, first=None)
    assert moving.move(came([1], 1, 6), [2, 3, 1]) == moving.Moved(0, 0, cover=False, first=None)


def test_the_score_is_used_up_obstacle_by_obstacle() -> None:
    assert moving.move(came([3, 2], 0, 12), [2, 2, 3, 3, 2]).passed == 2


def test_a_failed_move_never_passes_the_last_obstacle() -> None:
    encumbered = came([3, 3], 1, 7)
    assert moving.move(encumbered, [2, 3, 1]) == moving.Moved(2, 2, cover=True, first=None)


def test_a_rope_makes_obstacles_easier() -> None:
    assert moving.move(came([3, 2], 1, 5), [2, 3, 1]) == moving.Moved(3, None, cover=True, first=1)


def test_a_move_past_nothing_is_a_charge() -> None:
    with pytest.raises(RuleError, match="a Charge is free"):
        moving.move(HIT, [])


def test_climbing_something_huge_is_against_its_poise_or_top_speed() -> None:
    assert moving.climb_difficulty(poise=4) == 4
    assert moving.climb_difficulty(top_speed=5) == 5
    with pytest.raises(RuleError, match="either a creature"):
        moving.climb_difficulty()
    with pytest.raises(RuleError, match="either a creature"):
        moving.climb_difficulty(poise=4, top_speed=5)


def test_edge_says_who_was_there_first() -> None:
    assert moving.ranked({"Ann": 2, "Bo": 4, "Cat": 2}) == (("Bo",), ("Ann", "Cat"))


def test_a_chase_goes_where_the_quarry_leads() -> None:
    run = moving.chase("Fox", ["Ann", "Bo"], path=["Gate", "Yard"])
    run = run.flee("Barn", "Roof")
    assert (run.path, run.lead) == (("Gate", "Yard", "Barn", "Roof"), 3)
    run = run.pursue("Ann", 2)
    assert (run.lead, run.caught_by) == (1, ())
    run = run.pursue("Ann", 4)
    assert run.caught_by == ("Ann",)
    with pytest.raises(RuleError, match="no pursuer 'Fox'"):
        run.pursue("Fox", 1)
    with pytest.raises(RuleError, match="in pursuit"):
        moving.chase("Fox", [], path=["Gate"])
    with pytest.raises(RuleError, match="lead in Zones"):
        moving.chase("Fox", ["Ann"], path=["Gate"])
    with pytest.raises(RuleError, match="begins in a Zone"):
        moving.chase("Fox", ["Ann"], path=[], behind=0)


def test_a_project_fills_by_edge_and_a_failure_starts_again() -> None:
    lock = Project.new("The vault", difficulty=4, edge_needed=5)
    worked = lock.work(HIT)
    assert (worked.project.clock.filled, worked.ticked.applied, worked.restarted) == (3, 3, False)
    done = worked.project.work(HIT)
    assert (done.project.done, done.ticked.surplus, done.ticked.completed) == (True, 1, True)
    failed = worked.project.work(MISS)
    assert (failed.project.clock.filled, failed.restarted) == (0, True)
    with pytest.raises(RuleError, match="is finished"):
        done.project.work(HIT)


def test_a_project_is_split_among_helpers() -> None:
    car = Project.new("The car", difficulty=4, edge_needed=6)
    parts = split(car, [("Engine", 6, 4), ("Tyres", 2, 2)])
    parts = parts.work("Tyres", HIT).work("Engine", MISS)
    assert [part.clock.filled for part in parts.parts] == [0, 2]
    assert not parts.done
    assert parts.work("Engine", HIT).work("Engine", HIT).done
    with pytest.raises(RuleError, match="need 6 Edge together"):
        split(car, [("Engine", 6, 4)])
    with pytest.raises(RuleError, match="before it is begun"):
        split(car.work(HIT).project, [("All", 4, 6)])
    with pytest.raises(RuleError, match="no part 'Roof'"):
        parts.work("Roof", HIT)


def test_a_trivial_use_takes_the_action_and_no_check() -> None:
    assert trivial("Reload") == "Reload: takes the Action, no Check."
    with pytest.raises(RuleError, match="what is used"):
        trivial("")


def test_those_left_out_of_a_long_scene_get_a_voucher_and_spend_it_later() -> None:
    vouchers = Vouchers().give(["Ann", "Bo", "Cat"], busy=["Ann"], unfit=["Cat"], span="week")
    assert vouchers.held == ("Bo",)
    spent = vouchers.spend("Bo", "I bought a speedboat")
    assert (spent.of("Bo"), spent.spent[0].deed) == (0, "I bought a speedboat")
    for step, sentence in [
        (lambda: spent.spend("Bo", "again"), "holds no Downtime Voucher"),
        (lambda: vouchers.spend("Bo", " "), "what helpful thing"),
        (lambda: Vouchers().give(["Ann"], busy=["Eve"]), "no member of the party"),
        (lambda: vouchers.spend("Bo", None), "what helpful thing"),  # type: ignore[arg-type]
        (lambda: Vouchers().give(["Ann"], busy=[], span="hour"), "is no Downtime"),
    ]:
        with pytest.raises(RuleError, match=sentence):
            step()


def test_loaded_dice_play_an_attack_from_start_to_end() -> None:
    from webapp.rules.mettle import hurt, roll

    result = roll(Check(7, attack.defence(2, Cover.PARTIAL)), Loaded(3, 1, 4, 5, 2, 6, 6))
    blow = attack.strike(result, attack.damage_of("FRAME+3", 3), Target(frame=3))
    assert (result.score, result.edge, blow.damage, blow.unsoaked) == (6, 4, 10, 7)
    assert hurt(Mettle(6, 6, 3), blow.unsoaked).mettle.current == -1
