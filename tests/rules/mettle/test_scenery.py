"""Hazards, falls, fire, Afflictions, traps."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webapp.rules.dice import Loaded
from webapp.rules.errors import CatalogueError, RuleError
from webapp.rules.mettle import (
    Affliction,
    Burning,
    Check,
    Exposure,
    Hazard,
    Trap,
    affliction,
    crash,
    fall,
    fire,
    plummet,
    spring,
    spring_on_zone,
    take,
    trap,
)
from webapp.rules.mettle.book import custom


@pytest.mark.parametrize(("written", "pool", "bonus"), [("3D+3", 3, 3), ("5D", 5, 0), ("15D+15", 15, 15)])
def test_a_hazard_is_written_as_pool_and_bonus(written: str, pool: int, bonus: int) -> None:
    assert Hazard.parse(written) == Hazard(pool, bonus)
    assert str(Hazard(pool, bonus)) == written


@pytest.mark.parametrize("written", ["1d6", "3D-1", "D+3", "", "61D", None, "3D+"])
def test_other_writing_is_refused(written: Any) -> None:
    with pytest.raises(RuleError) as wrong:
        Hazard.parse(written)
    assert wrong.value.field in ("hazard", "pool")


def test_3d_plus_3_does_3_to_6_and_5d_does_0_to_5() -> None:
    assert (Hazard(3, 3).least, Hazard(3, 3).most) == (3, 6)
    assert (Hazard(5).least, Hazard(5).most) == (0, 5)


def test_a_hazard_counts_edge_and_adds_its_bonus() -> None:
    harm = Hazard(3, 3).take([1, 4, 6])
    assert (harm.edge, harm.damage, harm.through(3), harm.ends, harm.real) == (2, 5, 2, False, True)


def test_no_edge_hurts_by_its_bonus_once_more_and_then_ends() -> None:
    harm = Hazard(3, 3).roll(Loaded(1, 2, 3))
    assert (harm.edge, harm.damage, harm.ends, harm.real) == (0, 3, True, False)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 6), max_size=20), st.integers(0, 20), st.integers(0, 30))
def test_damage_stays_between_bonus_and_pool_plus_bonus(dice: list[int], bonus: int, soak: int) -> None:
    hazard = Hazard(len(dice), bonus)
    harm = hazard.take(dice)
    assert (hazard.least, hazard.most) == (bonus, len(dice) + bonus)
    assert bonus <= harm.damage <= len(dice) + bonus
    assert 0 <= harm.through(soak) <= harm.damage


@pytest.mark.parametrize(
    ("metres", "hazard"), [(1, "1D+1"), (5, "5D+5"), (15, "15D+15"), (20, "15D+15"), (0, "0D")]
)
def test_a_fall_is_1d_plus_1_a_metre_up_to_15(metres: int, hazard: str) -> None:
    assert str(fall(metres)) == hazard


def test_a_fall_is_soaked_with_poise() -> None:
    assert fall(5).take([4, 5, 1, 1, 2]).through(4) == 3


@pytest.mark.parametrize(("metres", "extra"), [(0, 0), (1, 1), (2, 2), (9, 2)])
def test_a_plummet_adds_2_at_most(metres: int, extra: int) -> None:
    assert plummet(metres) == extra


def test_a_crash_is_a_pool_of_speed_and_more_without_seatbelts() -> None:
    assert str(crash(3)) == "3D"
    assert str(crash(3, belted=False)) == "3D+3"


@pytest.mark.parametrize(("name", "hazard"), [("Campfire", "2D+2"), ("Bonfire", "4D+4"), ("Forge", "6D+6")])
def test_fires_by_size(name: str, hazard: str) -> None:
    assert str(fire(name)) == hazard


def test_a_fire_burns_each_round_until_it_rolls_no_edge() -> None:
    burning, harm = Burning(fire("campfire")).burn([4, 1])
    assert (harm.damage, burning.out) == (3, False)
    burning, harm = burning.burn(Loaded(1, 2))
    assert (harm.damage, burning.out) == (2, True)
    with pytest.raises(RuleError, match="fire is out"):
        burning.burn([4, 4])


def test_a_fire_is_put_out_by_a_use_with_some_means() -> None:
    burning = Burning(fire("bonfire"))
    assert burning.put_out(take(Check(2, 2), [2, 6]), "water").out
    assert not burning.put_out(take(Check(2, 2), [1, 6]), "water").out
    assert burning.put_out(None, "rolling on the ground").out
    with pytest.raises(RuleError, match="what puts it out"):
        burning.put_out(None, "")


@pytest.mark.parametrize(
    ("name", "potence", "by_frame", "interval", "death_at"),
    [
        ("Common cold", "2D", False, "week", 1),
        ("Monitor lizard bite", "3D", False, "day", 1),
        ("Curare dart", "5D+5", True, "minute", 1),
        ("Rattler venom", "3D+3", True, "hour", 1),
        ("Cobra venom", "4D+4", True, "hour", 1),
        ("Tranquilizer dart", "4D+4", True, "minute", 2),
    ],
)
def test_the_six_afflictions(name: str, potence: str, by_frame: bool, interval: str, death_at: int) -> None:
    found = affliction(name)
    assert (str(found.potence), found.soaked_by_frame) == (potence, by_frame)
    assert (found.interval, found.death_at) == (interval, death_at)


def test_a_cobra_bite_over_three_hours() -> None:
    bite = Exposure(affliction("Cobra venom"), frame=3, maximum_mettle=10)
    assert not bite.afflicted
    bite = bite.check([4, 5, 1, 1])
    assert (bite.difficulty, bite.afflicted, bite.stopped) == (3, True, False)
    bite = bite.roll(Loaded(6, 6, 6, 1))
    assert (bite.difficulty, bite.dead) == (7, False)
    bite = bite.check([1, 2, 3, 1])
    assert (bite.difficulty, bite.stopped, bite.checks, bite.dead) == (8, True, 3, False)
    with pytest.raises(RuleError, match="run its course"):
        bite.check([6, 6, 6, 6])


def test_death_comes_above_maximum_mettle_not_at_it() -> None:
    bite = Exposure(affliction("Monitor lizard bite"), frame=9, maximum_mettle=3).check([4, 4, 4])
    assert (bite.difficulty, bite.dead) == (3, False)
    assert bite.check([4, 1, 1]).dead


def test_a_tranquilizer_kills_at_twice_maximum_mettle() -> None:
    dart = Exposure(affliction("Tranquilizer dart"), frame=0, maximum_mettle=4, difficulty=8)
    assert not dart.dead
    assert dart.check([4, 1, 1, 1]).dead


def test_soaked_entirely_stops_without_a_status() -> None:
    bite = Exposure(affliction("Rattler venom"), frame=5, maximum_mettle=10).check([4, 4, 1])
    assert (bite.difficulty, bite.afflicted, bite.stopped) == (0, False, True)


def test_a_stopped_affliction_stays_until_the_next_scene_and_a_working_one_beyond() -> None:
    working = Exposure(affliction("Cobra venom"), frame=3, maximum_mettle=10).check([4, 5, 1, 1])
    assert working.next_scene() is working
    stopped = working.check([1, 1, 1, 1])
    assert stopped.next_scene() is None


def test_death_comes_at_once_maximum_mettle_unless_it_says_otherwise() -> None:
    assert Affliction("Ague", Hazard(2), False, "day").death_at == 1


def test_a_treatment_clears_it() -> None:
    bite = Exposure(affliction("Cobra venom"), frame=3, maximum_mettle=10).check([4, 5, 1, 1]).treated()
    assert (bite.afflicted, bite.stopped) == (False, True)


def test_checks_fall_due_by_the_interval() -> None:
    bite = Exposure(affliction("Cobra venom"), frame=3, maximum_mettle=10)
    assert (bite.due(3599), bite.due(3600), bite.due(10800)) == (0, 1, 3)
    assert bite.treated().due(10800) == 0


def test_an_elephant_needs_a_larger_dose() -> None:
    assert not affliction("Tranquilizer dart").may_touch(11)
    assert not affliction("Tranquilizer dart").may_touch(8)
    assert affliction("Tranquilizer dart").may_touch(7)
    large = Affliction("Large dose", Hazard.parse("6D+6"), True, "minute", 2)
    assert large.may_touch(11)
    worst = Exposure(large, frame=11, maximum_mettle=6).check([6, 6, 6, 6, 6, 6])
    assert (worst.difficulty, worst.afflicted) == (1, True)
    assert Exposure(large, frame=11, maximum_mettle=6).check([6, 6, 6, 6, 6, 1]).difficulty == 0


def test_an_affliction_without_a_real_interval_is_refused() -> None:
    with pytest.raises(RuleError, match="no fixed length"):
        Affliction("Curse", Hazard(1), False, "scene")
    with pytest.raises(RuleError, match="no span of time"):
        Affliction("Curse", Hazard(1), False, "moon")


@pytest.mark.parametrize(
    ("name", "hazard", "targets", "soak", "rounds"),
    [
        ("Anti-personnel mine", "6D+8", "zone", "frame", 0),
        ("Flooding room", "None", "room", "none", 5),
        ("Pitfall", "4D+4", "one", "poise", 0),
        ("Scything blade", "5D+7", "one", "frame", 0),
        ("Tripwire", "4D", "none", "none", 0),
    ],
)
def test_the_five_traps(name: str, hazard: str, targets: str, soak: str, rounds: int) -> None:
    found = trap(name)
    assert found.trigger
    assert (str(found.hazard), found.targets, found.soak, found.rounds) == (hazard, targets, soak, rounds)


def test_a_trap_checks_against_poise_and_only_success_hurts() -> None:
    hit = spring(trap("Scything blade"), 4, [3, 2, 4, 6, 5])
    assert (hit.caught, hit.result.score, hit.damage, hit.through(3)) == (True, 5, 10, 7)
    missed = spring(trap("Scything blade"), 6, Loaded(3, 2, 4, 6, 5))
    assert (missed.caught, missed.damage) == (False, 0)


def test_a_mine_takes_in_the_whole_zone_each_with_their_own_poise() -> None:
    caught = spring_on_zone(trap("Anti-personnel mine"), {"Ann": 3, "Bo": 6}, [2, 2, 4, 4, 4, 6])
    assert {name: one.damage for name, one in caught.items()} == {"Ann": 12, "Bo": 0}


def test_a_tripwire_alerts_and_does_not_hurt() -> None:
    sprung = spring(trap("Tripwire"), 3, [3, 4, 5, 6])
    assert (sprung.caught, sprung.damage) == (True, 0)
    assert not trap("Tripwire").harms


def test_a_flooding_room_counts_five_rounds() -> None:
    room = trap("Flooding room")
    assert room.countdown is not None
    assert (room.countdown.segments, room.countdown.filled) == (5, 0)
    assert trap("Pitfall").countdown is None
    with pytest.raises(RuleError, match="counts Rounds"):
        spring(room, 3, [])


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"trigger": " ", "hazard": Hazard(3)}, "what sets off"),
        ({"trigger": "A step", "hazard": Hazard(3), "targets": "all"}, "no kind of target"),
        ({"trigger": "A step", "hazard": Hazard(3), "soak": "luck"}, "no kind of soak"),
        ({"trigger": "A step"}, "either rolls a hazard or counts"),
        ({"trigger": "A step", "hazard": Hazard(3), "rounds": 3}, "either rolls a hazard or counts"),
    ],
)
def test_a_trap_with_a_slip_is_refused(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        Trap("Pit", **fields)


def test_a_table_adds_its_own_in_the_same_format() -> None:
    rows = {
        "fire": [{"name": "Dragon", "text": "Breath.", "hazard": "8D+8"}],
        "affliction": [
            {"name": "Ague", "text": "Shivers.", "hazard": "2D", "soak": "none", "interval": "day"}
        ],
        "trap": [{"name": "Net", "text": "Drops.", "trigger": "A rope", "hazard": "3D", "soak": "none"}],
    }
    assert [entry.name for entry in custom(rows).values()] == ["Dragon", "Ague", "Net"]


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (
            {"fire": [{"name": "Dragon", "text": "Breath.", "hazard": "8d8"}]},
            "fire 'Dragon', hazard: A hazard is",
        ),
        ({"fire": [{"name": "Dragon", "text": "Breath."}]}, "fire 'Dragon', hazard"),
        (
            {"affliction": [{"name": "Ague", "text": "Shivers.", "hazard": "2D", "interval": "moon"}]},
            "affliction 'Ague', interval",
        ),
        (
            {"affliction": [{"name": "Ague", "text": "Shivers.", "hazard": "2D", "soak": "luck"}]},
            "affliction 'Ague', soak: FRAME soaks",
        ),
        (
            {"trap": [{"name": "Net", "text": "Drops.", "hazard": "3D"}]},
            "trap 'Net', trigger: Say what sets off",
        ),
        (
            {"status": [{"name": "Sad", "text": "Sad.", "effect": []}]},
            "status 'Sad', effect: there is no such",
        ),
        (
            {
                "status": [
                    {"name": "Sad", "text": "Sad.", "effects": [{"on": "anything", "modifier": "gloom"}]}
                ]
            },
            r"status 'Sad', effects\[0\].modifier",
        ),
        ({"moods": []}, "there is no kind 'moods'"),
    ],
)
def test_a_slip_in_custom_data_is_named_with_entry_and_field(rows: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CatalogueError, match=sentence):
        custom(rows)
