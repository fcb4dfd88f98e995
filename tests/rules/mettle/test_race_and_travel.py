"""Race: Stretches, Speed groups, the four Stunts. Travel: stops, paths, encounters, rivals."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    racers = [Racer("Ann", 4, ("Ann", "Al")), Racer("Bo", 4, ("Bo", "Bea")), Racer("Cat", 3)]
    run = stretch(racers)
    for name in ("Ann", "Bo", "Cat"):
        run = run.drive(name, came(4, edges.get(name, 0), 4))
    return run


def test_a_driver_rolls_against_speed_and_obstacles() -> None:
    run = stretch([Racer("Ann", 4), Racer("Bo", 5)], obstacles=2)
    assert (run.difficulty("Ann"), run.difficulty("Bo")) == (6, 7)


def test_a_success_holds_the_speed_group_and_edge_is_the_lead() -> None:
    run = lined_up(Ann=1, Bo=3, Cat=5)
    assert run.places == (("Bo",), ("Ann",), ("Cat",))


def test_a_failure_is_a_crash_of_1d6_plus_speed() -> None:
    run = stretch([Racer("Ann", 4), Racer("Bo", 4)]).drive("Ann", came(3, 2, 4)).drive("Bo", came(4, 0, 4))
    assert run["Ann"].crashed
    assert run.places == (("Bo",),)
    assert crash_damage(4, [5]) == 9
    assert crash_damage(4, Loaded(2)) == 6
    assert [racer.name for racer in run.next().racers] == ["Bo"]


def test_the_twist_delay_drops_a_speed() -> None:
    run = lined_up().slow("Ann")
    assert [run[name].speed for name in ("Ann", "Bo", "Cat")] == [3, 4, 3]
    assert run.next()["Ann"].speed == 4
    assert run.next(speeds={"Ann": 2})["Ann"].speed == 2


def test_nobody_drops_below_a_standstill() -> None:
    stopped = stretch([Racer("Ann", 0)]).slow("Ann")
    assert (stopped["Ann"].speed, stopped.next()["Ann"].speed) == (0, 0)


def test_a_stunt_is_offered_to_whom_it_would_be_granted() -> None:
    run = lined_up(Ann=2, Bo=0)
    assert run.may_stunt("Ann")
    assert not run.may_stunt("Bo")
    run.swerve("Ann", 1)
    early = replace(run, racers=(run["Ann"], replace(run["Bo"], driven=False)))
    assert not early.may_stunt("Ann")
    with pytest.raises(RuleError):
        early.swerve("Ann", 1)


def test_muscle_takes_edge_one_for_one() -> None:
    run = lined_up(Ann=2, Bo=3).muscle("Ann", "Bo", 2)
    assert (run["Ann"].edge, run["Bo"].edge) == (0, 1)


def test_muscle_cancels_a_stunt_that_was_just_called() -> None:
    run = lined_up(Ann=2, Bo=3).swerve("Bo", 3)
    assert run["Bo"].swerve == 3
    run = run.counter("Ann", 0, 2)
    assert (run["Bo"].swerve, run["Ann"].edge, run.called[0].edge) == (1, 0, 1)


@pytest.mark.parametrize("kind", ["splatter", "steady", "muscle"])
def test_muscle_cancels_every_kind_of_stunt(kind: str) -> None:
    run = lined_up(Ann=1, Bo=2, Cat=2)
    if kind == "splatter":
        run = run.splatter("Bo", "Cat", 1).counter("Ann", 0, 1)
        assert run["Cat"].mud("Cat") == 0
    elif kind == "steady":
        run = run.steady("Bo", "Bea").counter("Ann", 0, 1)
        assert run["Bo"].acting == frozenset()
    else:
        run = run.muscle("Bo", "Cat", 1).counter("Ann", 0, 1)
        assert run["Cat"].edge == 2


def test_splatter_is_for_those_with_no_better_lead_and_4_at_most() -> None:
    run = lined_up(Ann=6, Bo=6, Cat=9).splatter("Ann", "Bo", 6)
    assert (run["Bo"].mud("Bo"), run["Bo"].mud("Bea")) == (4, 4)
    with pytest.raises(RuleError, match="Ann is ahead of Cat"):
        lined_up(Ann=1, Cat=5).splatter("Cat", "Ann", 1)


def test_each_of_them_cleans_up_with_an_action_and_mud_stays_until_then() -> None:
    run = lined_up(Ann=3, Bo=3).splatter("Ann", "Bo", 2).next()
    assert run["Bo"].mud("Bo") == 2
    with pytest.raises(RuleError, match="Bea has no Action yet; the driver must use Steady first"):
        run.clean("Bo", "Bea")
    for name in ("Ann", "Bo", "Cat"):
        run = run.drive(name, came(4, 2, 4))
    run = run.steady("Bo", "Bea").clean("Bo", "Bea")
    assert (run["Bo"].mud("Bo"), run["Bo"].mud("Bea")) == (2, 0)
    with pytest.raises(RuleError, match="Bea has no Action left in this Stretch"):
        run.act("Bo", "Bea")
    with pytest.raises(RuleError, match="once in a Stretch"):
        run.steady("Bo", "Bea")
    with pytest.raises(RuleError, match="Bea no longer has the Action that this Steady gave"):
        run.counter("Ann", 0, 1)


def test_a_steady_that_was_cancelled_may_be_bought_again() -> None:
    run = lined_up(Ann=1, Bo=2).steady("Bo", "Bea").counter("Ann", 0, 1).steady("Bo", "Bea")
    assert run["Bo"].acting == {"Bea"}


def test_steady_gives_driver_or_passenger_one_action_each() -> None:
    run = lined_up(Ann=3).steady("Ann", "Ann", "Al")
    assert (run["Ann"].acting, run["Ann"].edge) == ({"Ann", "Al"}, 1)
    with pytest.raises(RuleError, match="once in a Stretch"):
        run.steady("Ann", "Al")


def test_a_swerve_lasts_until_the_next_stretch() -> None:
    run = lined_up(Bo=3).swerve("Bo", 2)
    assert run["Bo"].swerve == 2
    fresh = run.next(obstacles=1, speeds={"Bo": 5})
    assert (fresh["Bo"].swerve, fresh["Bo"].edge, fresh["Bo"].speed) == (0, 0, 5)
    assert (fresh.number, fresh.obstacles, fresh.all_driven) == (2, 1, False)


def test_the_four_stunts_are_data() -> None:
    assert list(stunts()) == ["muscle", "splatter", "steady", "swerve"]
    assert [row["name"] for row in stunts().values()] == ["Muscle", "Splatter", "Steady", "Swerve"]


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (lambda: stretch([]), "needs at least one driver"),
        (lambda: stretch([Racer("Ann", 4), Racer("Ann", 4)]), "named only once"),
        (lambda: Racer("Ann", -1), "“speed” must be a whole number from 0 to 60"),
        (lambda: stretch([Racer("Ann", 4)]).swerve("Ann", 1), "after everyone has driven"),
        (lambda: lined_up().drive("Ann", came(4, 0, 4)), "has already driven"),
        (lambda: lined_up(Ann=1).swerve("Ann", 2), "has 1 Edge left"),
        (lambda: lined_up(Ann=1).swerve("Ann", 0), "from 1"),
        (lambda: lined_up(Ann=2, Bo=1).muscle("Ann", "Bo", 2), "Bo has 1 Edge"),
        (lambda: lined_up(Ann=2).muscle("Ann", "Ann", 1), "another driver"),
        (lambda: lined_up(Ann=2).counter("Ann", 0, 1), "No Stunt has been called"),
        (
            lambda: lined_up(Ann=2, Bo=2).swerve("Bo", 2).counter("Ann", 0, "1"),
            "“edge” must be a whole number",
        ),  # type: ignore[arg-type]
        (lambda: lined_up(Ann=2).swerve("Ann", 1).counter("Ann", 0, 1), "cannot cancel their own Stunt"),
        (lambda: lined_up(Ann=2, Bo=2).swerve("Ann", 1).counter("Bo", 1, 1), "no Stunt 1; the last"),
        (lambda: lined_up(Ann=2).steady("Ann", "Bo"), "no person aboard “Bo”"),
        (lambda: lined_up(Ann=2).steady("Ann"), "only once"),
        (lambda: lined_up(Ann=2).swerve("Eve", 1), "no racer “Eve”"),
        (lambda: lined_up().next(speeds={"Eve": 1}), "no racer “Eve”"),
        (lambda: lined_up()["Ann"].mud("Bo"), "no person aboard"),
        (lambda: crash_damage(4, [7]), "d6 shows 1 to 6"),
    ],
)
def test_what_cannot_be_in_a_race_is_refused(step: Any, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        step()


@given(st.integers(0, 6), st.integers(0, 6), st.integers(1, 6))
def test_edge_is_spent_once(mine: int, theirs: int, spent: int) -> None:
    run = lined_up(Ann=mine, Bo=theirs)
    try:
        after = run.muscle("Ann", "Bo", spent)
    except RuleError:
        assert spent > min(mine, theirs)
    else:
        assert (after["Ann"].edge, after["Bo"].edge) == (mine - spent, theirs - spent)


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
    assert [arrival(edge, group=2) for edge in (3, 2, 1)] == [
        "arrived first",
        "arrived at the same time",
        "will arrive later",
    ]


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
    racers = (Racer("Ann", 2, driven=True), Racer("Bog", 2), Racer("Cai", 2))
    assert yet_to_drive(racers, {"Bog"}) == ("Cai",)


ANNS = Racer("Ann", 2, ("Ann", "Cai", "Dun"), acting=frozenset({"Dun"}))


@pytest.mark.parametrize(
    ("who", "vehicle", "all_driven", "why"),
    [
        ("Cai", None, False, "You are not in a vehicle."),
        ("Cai", ANNS, False, "You are a passenger. You can act if the driver uses Steady."),
        ("Dun", ANNS, False, ""),
        ("Cai", replace(ANNS, driven=True, crashed=True), True, "Your vehicle crashed and cannot race on."),
        ("Ann", ANNS, False, "Roll your Check for this Stretch."),
        ("Ann", replace(ANNS, driven=True, crashed=True), True, "Your vehicle crashed and cannot race on."),
        ("Ann", replace(ANNS, driven=True), False, "You have driven. Wait for the other drivers."),
        ("Ann", replace(ANNS, driven=True), True, "No Edge is left for Stunts."),
    ],
)
def test_everybody_in_a_race_is_told_what_they_wait_for(
    who: str, vehicle: Racer | None, all_driven: bool, why: str
) -> None:
    assert why_idle(who, vehicle, all_driven=all_driven) == why


def test_a_passenger_who_has_acted_waits_for_no_other_steady() -> None:
    said = why_idle("Cai", ANNS, all_driven=True, steadied=True)
    assert said == "You have no Action left in this Stretch."
