"""Mettle up and down, damage and soaking, Attributes and what they cost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.games.mettle.rules import (
    Attributes,
    Mettle,
    MettleState,
    experience_cost,
    raise_attribute,
    sheet_of,
    unsoaked,
)
from webapp.games.mettle.rules.reference import reference
from webapp.rules.errors import RuleError

VIKTOR = Attributes(calling=6, culture=3, frame=3, motive=4, nature=5, poise=2)


def at(current: int, *, maximum: int = 10, motive: int = 4) -> Mettle:
    return Mettle(current, maximum, motive)


def test_viktor_has_10_mettle() -> None:
    assert VIKTOR.mettle == Mettle(10, 10, 4)


def test_frame_3_soaks_3_of_7_and_mettle_goes_from_10_to_6() -> None:
    through = unsoaked(7, soak=3)
    assert through == 4
    assert at(10).lose(through).current == 6


def test_armour_soaks_too_and_proof_armour_halves_the_rest_rounding_up() -> None:
    assert unsoaked(13, soak=3, armour=3) == 7
    assert unsoaked(13, soak=3, armour=3, proof=True) == 4
    assert unsoaked(5, soak=3, armour=3) == 0


@pytest.mark.parametrize(("before", "after"), [(3, 6), (5, 10), (7, 10), (1, 2), (10, 10)])
def test_a_rally_doubles_mettle_up_to_the_maximum(before: int, after: int) -> None:
    assert at(before).rally().current == after


@pytest.mark.parametrize("current", [0, -2])
def test_no_rally_below_1(current: int) -> None:
    with pytest.raises(RuleError, match="at least 1 Mettle") as wrong:
        at(current).rally()
    assert wrong.value.value == current


@pytest.mark.parametrize(("before", "after"), [(9, 5), (3, 2), (2, 1)])
def test_a_surge_halves_mettle_rounding_up(before: int, after: int) -> None:
    assert at(before).surge().current == after


@pytest.mark.parametrize("current", [1, 0, -1])
def test_no_surge_below_2(current: int) -> None:
    with pytest.raises(RuleError, match="at least 2 Mettle"):
        at(current).surge()


@pytest.mark.parametrize(
    ("current", "state"),
    [
        (1, MettleState.STANDING),
        (0, MettleState.STAGGERED),
        (-4, MettleState.STAGGERED),
        (-5, MettleState.FALLEN),
        (-30, MettleState.FALLEN),
    ],
)
def test_motive_4_is_staggered_down_to_minus_4(current: int, state: MettleState) -> None:
    assert at(current).state is state


def test_negative_mettle_takes_as_many_dice() -> None:
    assert (at(-2).penalty, at(0).penalty, at(3).penalty) == (2, 0, 0)


def test_damage_staggers_and_fells() -> None:
    assert [at(4).lose(by).state for by in (2, 4, 9)] == [
        MettleState.STANDING,
        MettleState.STAGGERED,
        MettleState.FALLEN,
    ]


def test_mettle_refills_with_a_new_scene_unless_staggered_or_fallen() -> None:
    assert at(1).next_scene().current == 10
    assert at(0).next_scene().current == 0
    assert at(-7).next_scene().current == -7


@given(st.integers(-30, 10), st.lists(st.integers(0, 9), max_size=6))
def test_mettle_never_passes_its_maximum(current: int, points: list[int]) -> None:
    mettle = at(current)
    for number in points:
        mettle = mettle.regain(number)
        assert current <= mettle.current <= 10


def test_damage_is_a_whole_number_from_0() -> None:
    with pytest.raises(RuleError):
        at(5).lose(-1)


def test_mettle_above_its_maximum_is_refused() -> None:
    with pytest.raises(RuleError, match="above its maximum"):
        Mettle(11, 10, 4)


def looked_up(sheet: str) -> list[tuple[str, ...]]:
    return [row for each in reference() if each.title == sheet for row in each.rows]


def test_a_new_character_has_calling_6_and_17_points() -> None:
    rows = dict(row[:2] for row in looked_up("Characters"))
    assert rows["A new character"] == "CALLING 6, and 17 points for the other five Attributes, 1 to 5 each"


def test_experience_raises_calling_for_12_and_others_for_6() -> None:
    assert experience_cost(VIKTOR, "CALLING") == 12
    assert experience_cost(VIKTOR, "poise") == 6
    assert raise_attribute(VIKTOR, "poise").poise == 3


def test_calling_must_stay_the_highest() -> None:
    with pytest.raises(RuleError, match="raise CALLING first"):
        raise_attribute(VIKTOR, "NATURE")
    assert raise_attribute(VIKTOR, "CALLING").calling == 7


def test_a_sheet_is_read_by_the_names_of_its_attributes() -> None:
    sheet = {"CALLING": 6, "Culture": 3, "frame": 3, "MOTIVE": 4, "NATURE": 5, "POISE": 2}
    assert sheet_of({**sheet, "luck": 3}).attributes == VIKTOR
    assert sheet_of({key: value for key, value in sheet.items() if key != "MOTIVE"})["MOTIVE"] == 0


def test_an_npc_in_short() -> None:
    horse = sheet_of({"Threat": "3D+7"})
    assert (horse["CALLING"], horse["POISE"], horse["FRAME"], horse.mettle.current) == (3, 3, 7, 6)


@pytest.mark.parametrize(
    ("frame", "steps"),
    [
        (1, (9, 18, 27)),
        (2, (13, 26, 39)),
        (3, (17, 34, 51)),
        (4, (24, 48, 72)),
        (5, (33, 66, 99)),
        (6, (45, 90, 135)),
        (7, (62, 124, 186)),
        (8, (85, 170, 255)),
        (9, (117, 234, 351)),
        (10, (162, 324, 486)),
    ],
)
def test_how_much_a_frame_carries(frame: int, steps: tuple[int, int, int]) -> None:
    assert looked_up("Loads in kg")[frame - 1] == tuple(map(str, (frame, *steps)))
