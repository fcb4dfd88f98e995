"""Zones, Charge and Speed, Cover, visibility."""

from fractions import Fraction
from typing import Any

import pytest

from webapp.games.mettle.rules import Cover, Legs, Scenery, Zones, draw, poor_light, quick, speed_of
from webapp.games.mettle.rules import cover as covers
from webapp.games.mettle.rules.reference import reference
from webapp.games.mettle.rules.time_spans import is_long, seconds, span_of, spans
from webapp.games.mettle.rules.zones import LEFT, MIDDLE, QUICK_ZONES, RIGHT
from webapp.rules.errors import RuleError

GATE, YARD, BARN, WELL, MOON, SEA = range(1, 7)
WALL = Scenery("Broken wall", "obstacle", 3)
FARM = draw({GATE: [YARD], YARD: [BARN, WELL]}, {BARN: [WALL, Scenery("Hay", "cover")]})


def test_quick_zones_are_a_melee_in_the_middle_and_a_range_on_each_side() -> None:
    drawn = quick()
    assert [QUICK_ZONES[zone] for zone in drawn.ids] == ["Left range", "Melee", "Right range"]
    assert drawn.adjacent(MIDDLE, LEFT)
    assert drawn.adjacent(RIGHT, MIDDLE)
    assert drawn.distance(LEFT, RIGHT) == 2


def test_joining_one_way_joins_both() -> None:
    assert FARM.neighbours(YARD) == (GATE, BARN, WELL)
    assert FARM.neighbours(WELL) == (YARD,)


def test_a_path_of_one_zone_crosses_none() -> None:
    assert (FARM.walk([GATE]), FARM.walk([])) == (0, 0)
    assert Legs(Fraction(1)).charge(FARM, [GATE]).left == 1


def test_distance_is_the_shortest_way() -> None:
    assert FARM.distance(GATE, GATE) == 0
    assert FARM.distance(GATE, BARN) == 2


def test_a_zone_that_no_way_leads_to_is_refused() -> None:
    with pytest.raises(RuleError, match=f"There is no way from {MOON}"):
        Zones((MOON, SEA)).distance(MOON, SEA)


def test_a_charge_moves_freely_into_the_next_zone() -> None:
    legs = Legs(Fraction(1)).charge(FARM, [GATE, YARD])
    assert (legs.crossed, legs.left) == (1, 0)


def test_a_charge_is_hindered_by_an_obstacle() -> None:
    with pytest.raises(RuleError, match="Broken wall is in the way"):
        Legs(Fraction(2)).charge(FARM, [YARD, BARN])


def test_speed_is_the_most_zones_in_a_round() -> None:
    legs = Legs(Fraction(3)).charge(FARM, [GATE, YARD, WELL])
    assert legs.left == 1
    with pytest.raises(RuleError, match="leaves 1 Zone this"):
        legs.cross(2)
    assert legs.next_round().left == 3


def test_a_surge_does_not_raise_speed() -> None:
    legs = Legs(Fraction(1)).cross(1)
    with pytest.raises(RuleError, match="leaves 0 Zones"):
        legs.cross(1)


def test_speed_a_half_takes_two_moves_to_cross_a_zone() -> None:
    legs, arrived = Legs(Fraction(1, 2)).crawl()
    assert not arrived
    legs, arrived = legs.next_round().crawl()
    assert arrived
    assert legs.partway == 0


def test_a_surge_does_not_bring_the_slow_further_in_a_round() -> None:
    legs, _ = Legs(Fraction(1, 2)).crawl()
    with pytest.raises(RuleError, match="used up for this Round"):
        legs.crawl()


@pytest.mark.parametrize("crossed", [-1, 61])
def test_zones_crossed_are_counted(crossed: int) -> None:
    with pytest.raises(RuleError, match="“crossed” must be a whole number from 0 to 60"):
        Legs(Fraction(1), crossed=crossed)


def test_the_slow_do_not_charge() -> None:
    with pytest.raises(RuleError, match="leaves 0 Zones"):
        Legs(Fraction(1, 2)).charge(FARM, [GATE, YARD])
    with pytest.raises(RuleError, match="whole Zones"):
        Legs(Fraction(1)).crawl()


def test_hindrances_and_cover_come_from_the_scenery() -> None:
    assert FARM.hindrances([GATE, YARD, BARN]) == (WALL,)
    assert [thing.name for thing in FARM.scenery[BARN] if thing.gives_cover] == ["Broken wall", "Hay"]


@pytest.mark.parametrize(
    ("written", "speed"),
    [(2, Fraction(2)), ("1/2", Fraction(1, 2)), ("3", Fraction(3)), (" 0.5 ", Fraction(1, 2))],
)
def test_a_speed_is_read(written: object, speed: Fraction) -> None:
    assert speed_of(written) == speed


@pytest.mark.parametrize("written", [0, -1, "1/0", "fast", 1.5, True, None, 61, "1e4000000", "9" * 5000])
def test_a_speed_that_is_none_is_refused(written: object) -> None:
    with pytest.raises(RuleError) as wrong:
        speed_of(written)
    assert wrong.value.field == "speed"


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Zones((GATE, GATE)), "named only once"),
        (lambda: draw({GATE: [GATE]}), "cannot join itself"),
        (lambda: Zones((GATE,), frozenset({frozenset({GATE, BARN})})), f"no Zone “{BARN}”"),
        (lambda: draw({GATE: [BARN]}, {WELL: []}), f"no Zone “{WELL}”"),
        (lambda: Zones((GATE,), scenery={WELL: ()}), f"no Zone “{WELL}”"),
        (lambda: FARM.distance(GATE, MOON), f"no Zone “{MOON}”"),
        (lambda: FARM.walk([GATE, BARN]), f"{BARN} does not touch {GATE}"),
        (lambda: Scenery("Pond", "water"), "“kind” must be one of cover, obstacle"),
    ],
)
def test_a_map_with_a_slip_is_refused(make: Any, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        make()


def test_a_zone_is_10_square_metres_and_5_high() -> None:
    (distance,) = (sheet for sheet in reference() if sheet.title == "Distance")
    assert [row[1].split(";")[0] for row in distance.rows] == [
        "10 square metres, 5 metres high",
        "half a mile of a race, which takes about a minute",
    ]


def test_spans_of_time() -> None:
    assert {key: span.seconds for key, span in spans().items()} == {
        "round": 6,
        "minute": 60,
        "stretch": 60,
        "hour": 3600,
        "day": 86400,
        "week": 604800,
        "scene": 0,
        "session": 0,
        "campaign": 0,
    }
    assert (seconds("round"), seconds("round", 10)) == (6, 60)
    assert is_long("week")
    assert not is_long("hour")
    with pytest.raises(RuleError, match="no span of time “fortnight”"):
        span_of("fortnight")


@pytest.mark.parametrize(
    ("cover", "defence"),
    [(Cover.NONE, 0), (Cover.PARTIAL, 2), (Cover.TOTAL, 0), (Cover.GUARD, -2), (Cover.GUARDED, 2)],
)
def test_what_cover_adds_to_poise(cover: Cover, defence: int) -> None:
    assert covers.defence(cover) == defence


def test_total_cover_stops_all_and_popping_out_makes_it_partial() -> None:
    assert covers.blocks_all_damage(Cover.TOTAL)
    assert not covers.blocks_all_damage(Cover.PARTIAL)
    assert covers.after_attack(Cover.TOTAL) is Cover.PARTIAL
    assert covers.after_attack(Cover.GUARD) is Cover.GUARD


def test_cover_depends_on_the_side_and_on_what_goes_through() -> None:
    assert covers.cover_against_attack(Cover.TOTAL, from_covered_side=False) is Cover.NONE
    assert covers.take_cover(Cover.TOTAL, penetrable=True) is Cover.PARTIAL
    assert covers.take_cover(Cover.PARTIAL, penetrable=True) is Cover.PARTIAL


def test_guarding_takes_no_more_than_bodies_in_one_zone() -> None:
    assert covers.take_cover(Cover.GUARD, there=False) is Cover.GUARD
    assert (covers.defence(Cover.GUARD), covers.defence(Cover.GUARDED)) == (-2, 2)


@pytest.mark.parametrize(
    ("cover", "how", "sentence"),
    [
        (Cover.PARTIAL, {"at_start": False}, "take Cover only at the start of your Action"),
        (Cover.TOTAL, {"same_zone": False}, "same Zone"),
        (Cover.GUARD, {"same_zone": False}, "same Zone"),
        (Cover.GUARD, {"at_start": False}, "start of your Action or theirs"),
        (Cover.TOTAL, {"there": False}, "Nothing in this Zone"),
    ],
)
def test_cover_that_cannot_be_taken(cover: Cover, how: dict[str, bool], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        covers.take_cover(cover, **how)


@pytest.mark.parametrize(("light", "harder"), [(None, 0), ("dim", 1), ("dark", 2), ("total-dark", 4)])
def test_poor_light_makes_it_harder(light: str | None, harder: int) -> None:
    assert poor_light(light) == harder


def test_a_torch_helps_but_not_in_smoke_and_some_tasks_need_no_light() -> None:
    assert poor_light("total-dark", gear=3) == 1
    assert poor_light("dim", gear=3) == 0
    assert poor_light("dark", gear=2, smoke=True) == 2
    with pytest.raises(RuleError, match="no visibility named “murky”"):
        poor_light("murky")
