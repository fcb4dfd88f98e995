"""Race: Stretches, Speed groups, the four Stunts. Travel: stops, paths, encounters, rivals."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.mettle.people import AL, ANN, BEA, BO, BOG, CAI, CAT, DUN, EVE, EVERYBODY
from webapp.games.mettle.rules import (
    Check,
    Map,
    Path,
    Racer,
    Result,
    Stretch,
    Travellers,
    arrival,
    astray,
    resolve,
    stretch,
)
from webapp.games.mettle.rules.race_stretches import crash_damage, stunts, why_idle, yet_to_drive
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError

VALLEY = Map(
    ("Inn", "Ford", "Tower", "Mill"),
    (Path("Inn", "Ford", 3), Path("Ford", "Tower", 6), Path("Inn", "Mill", 1)),
)


def came(score: int, edge: int, difficulty: int) -> Result:
    return resolve(Check(score + edge, difficulty), [1] * score + [6] * edge)


def lined_up(**edges: int) -> Stretch:
    """Ann and Bo at Speed 4, Cat at Speed 3; all have driven with this much Edge."""
    racers = [Racer(ANN, 4, (ANN, AL)), Racer(BO, 4, (BO, BEA)), Racer(CAT, 3)]
    run = stretch(racers)
    for name in ("ann", "bo", "cat"):
        run = run.drive(EVERYBODY[name], came(4, edges.get(name, 0), 4))
    return run


def test_a_driver_rolls_against_speed_and_obstacles() -> None:
    run = stretch([Racer(ANN, 4), Racer(BO, 5)], obstacles=2)
    assert (run.difficulty(ANN), run.difficulty(BO)) == (6, 7)


def test_a_success_holds_the_speed_group_and_edge_is_the_lead() -> None:
    run = lined_up(ann=1, bo=3, cat=5)
    assert run.places == ((BO,), (ANN,), (CAT,))


def test_a_failure_is_a_crash_of_1d6_plus_speed() -> None:
    run = stretch([Racer(ANN, 4), Racer(BO, 4)]).drive(ANN, came(3, 2, 4)).drive(BO, came(4, 0, 4))
    assert run[ANN].crashed
    assert run.places == ((BO,),)
    assert crash_damage(4, [5]) == 9
    assert crash_damage(4, Loaded(2)) == 6
    assert [racer.name for racer in run.next().racers] == [BO]


def test_the_twist_delay_drops_a_speed() -> None:
    run = lined_up().slow(ANN)
    assert [run[who].speed for who in (ANN, BO, CAT)] == [3, 4, 3]
    assert run.next()[ANN].speed == 4
    assert run.next(speeds={ANN: 2})[ANN].speed == 2


def test_nobody_drops_below_a_standstill() -> None:
    stopped = stretch([Racer(ANN, 0)]).slow(ANN)
    assert (stopped[ANN].speed, stopped.next()[ANN].speed) == (0, 0)


def test_a_stunt_is_offered_to_whom_it_would_be_granted() -> None:
    run = lined_up(ann=2, bo=0)
    assert run.may_stunt(ANN)
    assert not run.may_stunt(BO)
    run.swerve(ANN, 1)
    early = replace(run, racers=(run[ANN], replace(run[BO], driven=False)))
    assert not early.may_stunt(ANN)
    with pytest.raises(RuleError):
        early.swerve(ANN, 1)


def test_muscle_takes_edge_one_for_one() -> None:
    run = lined_up(ann=2, bo=3).muscle(ANN, BO, 2)
    assert (run[ANN].edge, run[BO].edge) == (0, 1)


def test_muscle_cancels_a_stunt_that_was_just_called() -> None:
    run = lined_up(ann=2, bo=3).swerve(BO, 3)
    assert run[BO].swerve == 3
    run = run.counter(ANN, 0, 2)
    assert (run[BO].swerve, run[ANN].edge, run.called[0].edge) == (1, 0, 1)


@pytest.mark.parametrize("kind", ["splatter", "steady", "muscle"])
def test_muscle_cancels_every_kind_of_stunt(kind: str) -> None:
    run = lined_up(ann=1, bo=2, cat=2)
    if kind == "splatter":
        run = run.splatter(BO, CAT, 1).counter(ANN, 0, 1)
        assert run[CAT].mud(CAT) == 0
    elif kind == "steady":
        run = run.steady(BO, BEA).counter(ANN, 0, 1)
        assert run[BO].acting == frozenset()
    else:
        run = run.muscle(BO, CAT, 1).counter(ANN, 0, 1)
        assert run[CAT].edge == 2


def test_splatter_is_for_those_with_no_better_lead_and_4_at_most() -> None:
    run = lined_up(ann=6, bo=6, cat=9).splatter(ANN, BO, 6)
    assert (run[BO].mud(BO), run[BO].mud(BEA)) == (4, 4)
    with pytest.raises(RuleError, match=f"{ANN} is ahead of {CAT}"):
        lined_up(ann=1, cat=5).splatter(CAT, ANN, 1)


def test_each_of_them_cleans_up_with_an_action_and_mud_stays_until_then() -> None:
    run = lined_up(ann=3, bo=3).splatter(ANN, BO, 2).next()
    assert run[BO].mud(BO) == 2
    with pytest.raises(RuleError, match=f"{BEA} has no Action yet; the driver must use Steady first"):
        run.clean(BO, BEA)
    for who in (ANN, BO, CAT):
        run = run.drive(who, came(4, 2, 4))
    run = run.steady(BO, BEA).clean(BO, BEA)
    assert (run[BO].mud(BO), run[BO].mud(BEA)) == (2, 0)
    with pytest.raises(RuleError, match=f"{BEA} has no Action left in this Stretch"):
        run.act(BO, BEA)
    with pytest.raises(RuleError, match="once in a Stretch"):
        run.steady(BO, BEA)
    with pytest.raises(RuleError, match=f"{BEA} no longer has the Action that this Steady gave"):
        run.counter(ANN, 0, 1)


def test_a_steady_that_was_cancelled_may_be_bought_again() -> None:
    run = lined_up(ann=1, bo=2).steady(BO, BEA).counter(ANN, 0, 1).steady(BO, BEA)
    assert run[BO].acting == {BEA}


def test_steady_gives_driver_or_passenger_one_action_each() -> None:
    run = lined_up(ann=3).steady(ANN, ANN, AL)
    assert (run[ANN].acting, run[ANN].edge) == ({ANN, AL}, 1)
    with pytest.raises(RuleError, match="once in a Stretch"):
        run.steady(ANN, AL)


def test_a_swerve_lasts_until_the_next_stretch() -> None:
    run = lined_up(bo=3).swerve(BO, 2)
    assert run[BO].swerve == 2
    fresh = run.next(obstacles=1, speeds={BO: 5})
    assert (fresh[BO].swerve, fresh[BO].edge, fresh[BO].speed) == (0, 0, 5)
    assert (fresh.number, fresh.obstacles, fresh.all_driven) == (2, 1, False)


def test_the_four_stunts_are_data() -> None:
    assert list(stunts()) == ["muscle", "splatter", "steady", "swerve"]
    assert [row["name"] for row in stunts().values()] == ["Muscle", "Splatter", "Steady", "Swerve"]


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (lambda: stretch([]), "needs at least one driver"),
        (lambda: stretch([Racer(ANN, 4), Racer(ANN, 4)]), "named only once"),
        (lambda: Racer(ANN, -1), "“speed” must be a whole number from 0 to 60"),
        (lambda: stretch([Racer(ANN, 4)]).swerve(ANN, 1), "after everyone has driven"),
        (lambda: lined_up().drive(ANN, came(4, 0, 4)), "has already driven"),
        (lambda: lined_up(ann=1).swerve(ANN, 2), "has 1 Edge left"),
        (lambda: lined_up(ann=1).swerve(ANN, 0), "from 1"),
        (lambda: lined_up(ann=2, bo=1).muscle(ANN, BO, 2), f"{BO} has 1 Edge"),
        (lambda: lined_up(ann=2).muscle(ANN, ANN, 1), "another driver"),
        (lambda: lined_up(ann=2).counter(ANN, 0, 1), "No Stunt has been called"),
        (lambda: lined_up(ann=2).swerve(ANN, 1).counter(ANN, 0, 1), "cannot cancel their own Stunt"),
        (lambda: lined_up(ann=2, bo=2).swerve(ANN, 1).counter(BO, 1, 1), "no Stunt 1; the last"),
        (lambda: lined_up(ann=2).steady(ANN, BO), f"no person aboard “{BO}”"),
        (lambda: lined_up(ann=2).steady(ANN), "only once"),
        (lambda: lined_up(ann=2).swerve(EVE, 1), f"no racer “{EVE}”"),
        (lambda: lined_up().next(speeds={EVE: 1}), f"no racer “{EVE}”"),
        (lambda: lined_up()[ANN].mud(BO), "no person aboard"),
        (lambda: crash_damage(4, [7]), "d6 shows 1 to 6"),
    ],
)
def test_what_cannot_be_in_a_race_is_refused(step: Any, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        step()


@given(st.integers(0, 6), st.integers(0, 6), st.integers(1, 6))
def test_edge_is_spent_once(mine: int, theirs: int, spent: int) -> None:
    run = lined_up(ann=mine, bo=theirs)
    try:
        after = run.muscle(ANN, BO, spent)
    except RuleError:
        assert spent > min(mine, theirs)
    else:
        assert (after[ANN].edge, after[BO].edge) == (mine - spent, theirs - spent)


def test_stops_are_joined_by_paths_with_a_difficulty() -> None:
    assert VALLEY.neighbours("Inn") == ("Ford", "Mill")
    assert (VALLEY.difficulty("Inn", "Ford"), VALLEY.difficulty("Tower", "Ford")) == (3, 6)


def test_a_pin_is_a_new_destination() -> None:
    pinned = VALLEY.pin("The old oak", "Ford", 4)
    assert pinned.difficulty("Ford", "The old oak") == 4
    assert pinned.pins == {"The old oak"}


def test_the_lost_come_out_at_a_neighbouring_stop() -> None:
    assert astray(VALLEY, "Inn", "Ford") == ("Tower", "Mill")


def test_a_journey_uses_up_provisions_and_whoever_has_none_left_goes_without() -> None:
    left, days = Travellers("Inn", food=3, water=7).lives(5)
    assert (left.food, left.water) == (0, 2)
    assert [(day.food, day.water) for day in days] == [(True, True)] * 3 + [(False, True)] * 2
    uncounted, days = Travellers("Inn").lives(2)
    assert (uncounted.food, [day.food for day in days]) == (None, [True, True])


def test_whoever_met_something_on_the_way_arrives_with_the_edge_they_had() -> None:
    held_up = Travellers("Inn", food=1).meets("Ford", 2)
    assert held_up.arrives(VALLEY, "Ford") == (Travellers("Ford", food=1), 2, 0)
    assert held_up.arrives(VALLEY, "Ford", 3)[1] == 3
    with pytest.raises(RuleError, match="no stop “Moon”"):
        held_up.arrives(VALLEY, "Moon")


def test_edge_says_which_rivals_were_there_first() -> None:
    assert [arrival(edge, group=2) for edge in (3, 2, 1)] == ["first", "same", "later"]


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (lambda: VALLEY.difficulty("Inn", "Tower"), "next to Inn: Ford, Mill"),
        (lambda: VALLEY.neighbours("Moon"), "no stop “Moon”"),
        (lambda: VALLEY.pin("Inn", "Ford", 1), "named only once"),
        (lambda: VALLEY.pin("Oak", "Moon", 1), "no stop “Moon”"),
        (lambda: Path("Inn", "Inn", 1), "must join two different stops"),
        (lambda: Path("Inn", "Ford", -1), "“difficulty” must be a whole number from 0"),
        (lambda: Map(("Inn",), (Path("Inn", "Ford", 1),)), "no stop “Ford”"),
    ],
)
def test_what_cannot_be_on_a_journey_is_refused(step: Any, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        step()


# ---- who waits for what --------------------------------------------------------------------------


def test_whoever_rolled_or_was_called_to_has_nothing_left_to_drive() -> None:
    racers = (Racer(ANN, 2, driven=True), Racer(BOG, 2), Racer(CAI, 2))
    assert yet_to_drive(racers, {BOG}) == (CAI,)


ANNS = Racer(ANN, 2, (ANN, CAI, DUN), acting=frozenset({DUN}))


@pytest.mark.parametrize(
    ("who", "vehicle", "all_driven", "why"),
    [
        (CAI, None, False, "You are not in a vehicle."),
        (CAI, ANNS, False, "You are a passenger. You can act if the driver uses Steady."),
        (DUN, ANNS, False, ""),
        (CAI, replace(ANNS, driven=True, crashed=True), True, "Your vehicle crashed and cannot race on."),
        (ANN, ANNS, False, "Roll your Check for this Stretch."),
        (ANN, replace(ANNS, driven=True, crashed=True), True, "Your vehicle crashed and cannot race on."),
        (ANN, replace(ANNS, driven=True), False, "You have driven. Wait for the other drivers."),
        (ANN, replace(ANNS, driven=True), True, "No Edge is left for Stunts."),
    ],
)
def test_everybody_in_a_race_is_told_what_they_wait_for(
    who: int, vehicle: Racer | None, all_driven: bool, why: str
) -> None:
    assert why_idle(who, vehicle, all_driven=all_driven) == why


def test_a_passenger_who_has_acted_waits_for_no_other_steady() -> None:
    said = why_idle(CAI, ANNS, all_driven=True, steadied=True)
    assert said == "You have no Action left in this Stretch."
