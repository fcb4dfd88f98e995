"""Where people are: zones one range band apart, and what that does to a roll and to a Move."""

from typing import Any

import pytest

from tests.table.resonance.sparks import Sparks
from tests.table.resonance.turning import begin, order
from webapp.table.refusals import Refused


def drawn(sparks: Sparks) -> list[int]:
    zones: list[int] = sparks.gm(do="resonance.zone.quick").result["zones"]
    return zones


def place(sparks: Sparks, who: int, zone: int) -> None:
    sparks.gm(do="resonance.move", character=who, zone=zone, free=True)


def shot(sparks: Sparks, **fields: Any) -> dict[str, Any]:
    asked = {"roll": "attack", "stat": "force", "target": sparks.captain, **fields}
    check = sparks.gm(do="check.call", character=sparks.sparks, **asked).result["check"]
    return next(each for each in sparks.oak.sees("gm")["checks"] if each["id"] == check)


def ranges(check: dict[str, Any]) -> list[str]:
    """The bands that count, as the notes name them."""
    return [note.removeprefix("Range: Disadvantage, at ").replace(" range", "") for note in check["notes"]]


@pytest.mark.parametrize(
    ("zone", "range_"),
    [
        (0, []),
        (1, ["Close."]),
        (2, ["Near."]),
        (4, ["Distant."]),
    ],
)
def test_a_ranged_roll_takes_its_band_from_where_both_are(
    sparks: Sparks, zone: int, range_: list[str]
) -> None:
    """Seed 001:80 and 001:88."""
    zones = drawn(sparks)
    if zone:
        place(sparks, sparks.captain, zones[zone])
    check = shot(sparks, ranged=True)
    assert ranges(check) == range_
    assert check["blocked"] == []


def test_it_follows_whoever_moves_until_the_dice_fall(sparks: Sparks) -> None:
    zones = drawn(sparks)
    check = shot(sparks, ranged=True)
    assert ranges(check) == []
    place(sparks, sparks.captain, zones[3])
    again = next(each for each in sparks.oak.sees("gm")["checks"] if each["id"] == check["id"])
    assert ranges(again) == ["Far."]


def test_a_range_that_somebody_sets_goes_before_the_zones(sparks: Sparks) -> None:
    place(sparks, sparks.captain, drawn(sparks)[3])
    assert ranges(shot(sparks, band="near")) == ["Near."]


def test_beyond_the_last_band_nothing_reaches_unless_the_gm_lets_it(sparks: Sparks) -> None:
    zones = drawn(sparks)
    further = sparks.gm(do="zone.add", name="The hill", joins=[zones[4]]).result["zone"]
    sparks.gm(do="zone.edit", zone=zones[4], joins=[zones[3], further])
    place(sparks, sparks.captain, further)
    check = shot(sparks, ranged=True)
    assert [each["says"] if isinstance(each, dict) else each for each in check["blocked"]] == [
        "Out of range: Captain is further away than Distant."
    ]
    key = f"character:{sparks.captain}:Out of range"
    sparks.gm(do="check.edit", check=check["id"], uses={f"{key}:blocks": "off"})
    again = next(each for each in sparks.oak.sees("gm")["checks"] if each["id"] == check["id"])
    assert again["blocked"] == []


def test_a_blow_at_somebody_far_off_is_said_to_reach_touch_alone(sparks: Sparks) -> None:
    place(sparks, sparks.captain, drawn(sparks)[2])
    check = shot(sparks)
    assert check["notes"] == ["Distance: Captain is Near; an Attack that is not ranged reaches only Touch."]
    assert check["blocked"] == []


def test_without_zones_the_range_is_said_as_before(sparks: Sparks) -> None:
    assert ranges(shot(sparks, band="far")) == ["Far."]
    assert "the range" in shot(sparks, ranged=True)["waits"]


def test_a_zone_that_players_do_not_know_measures_nothing(sparks: Sparks) -> None:
    zones = drawn(sparks)
    place(sparks, sparks.captain, zones[2])
    sparks.gm(do="zone.edit", zone=zones[2], visibility="secret")
    assert "the range" in shot(sparks, ranged=True)["waits"]


def test_a_player_moves_as_many_bands_as_movement_says(sparks: Sparks) -> None:
    zones = drawn(sparks)
    alex = sparks.alex()
    with pytest.raises(Refused, match="Nearby is out of reach: Sparks can move 1 band"):
        sparks.oak.dispatch(alex, do="resonance.move", character=sparks.sparks, zone=zones[2])
    with pytest.raises(Refused, match="Only the GM"):
        sparks.oak.dispatch(alex, do="resonance.move", character=sparks.sparks, zone=zones[2], free=True)
    done = sparks.oak.dispatch(alex, do="resonance.move", character=sparks.sparks, zone=zones[1])
    assert done.summary.startswith("Sparks moves to Close by")
    with pytest.raises(Refused, match="is in Close by already"):
        sparks.oak.dispatch(alex, do="resonance.move", character=sparks.sparks, zone=zones[1])


def test_a_zone_without_a_way_is_refused_for_that(sparks: Sparks) -> None:
    drawn(sparks)
    apart = sparks.gm(do="zone.add", name="The moon").result["zone"]
    with pytest.raises(Refused, match="The moon is out of reach: it is not connected to Sparks's zone"):
        sparks.gm(do="resonance.move", character=sparks.sparks, zone=apart)


def test_while_rounds_run_a_move_is_an_action_of_the_own_turn(sparks: Sparks) -> None:
    zones = drawn(sparks)
    begin(sparks)
    sparks.oak.dispatch(sparks.alex(), do="resonance.move", character=sparks.sparks, zone=zones[1])
    assert order(sparks)[0] == ("Sparks", "active", 2)
    with pytest.raises(Refused, match="not Rook's turn"):
        sparks.oak.dispatch(sparks.sam(), do="resonance.move", character=sparks.rook, zone=zones[1])
    sparks.gm(do="undo")
    assert order(sparks)[0] == ("Sparks", "active", 3)
    sparks.gm(do="resonance.round.act", actions=3)
    with pytest.raises(Refused, match="Sparks has no actions left"):
        sparks.gm(do="resonance.move", character=sparks.sparks, zone=zones[1])


def test_the_immobilised_go_nowhere_unless_the_gm_lets_them(sparks: Sparks) -> None:
    """Seed 001:55."""
    zones = drawn(sparks)
    sparks.give("Bind")
    with pytest.raises(Refused, match="Immobilised"):
        sparks.oak.dispatch(sparks.alex(), do="resonance.move", character=sparks.sparks, zone=zones[1])
    sparks.gm(do="resonance.move", character=sparks.sparks, zone=zones[1])


def test_an_action_that_a_blight_took_moves_nobody(sparks: Sparks) -> None:
    zones = drawn(sparks)
    sparks.set(hp=1)
    sparks.give("Blight")
    begin(sparks)
    done = sparks.gm(do="resonance.move", character=sparks.sparks, zone=zones[1])
    assert "Sparks does not move" in done.summary
    (who,) = [each for each in sparks.oak.sees("gm")["cast"] if each["id"] == sparks.sparks]
    assert who["zone"] == zones[0]


def test_zones_are_drawn_once(sparks: Sparks) -> None:
    drawn(sparks)
    with pytest.raises(Refused, match="already has zones"):
        sparks.gm(do="resonance.zone.quick")


def test_rider_and_mount_go_together(sparks: Sparks) -> None:
    """Seed 001:14 and 001:15: the rider dictates what both do."""
    zones = drawn(sparks)
    sparks.gm(do="resonance.mount", character=sparks.sparks, mount=sparks.rook)
    sparks.oak.dispatch(sparks.alex(), do="resonance.move", character=sparks.rook, zone=zones[1])
    cast = {each["id"]: each["zone"] for each in sparks.oak.sees("gm")["cast"]}
    assert cast[sparks.sparks] == cast[sparks.rook] == zones[1]
    assert cast[sparks.captain] == zones[0]
