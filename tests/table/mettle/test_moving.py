"""Charges, Moves and Speed at the table."""

import pytest

from tests.table.mettle.brawl import Brawl, numbers
from webapp.store.models import Zone
from webapp.table.refusals import Refused


def test_a_charge_is_free_and_an_obstacle_takes_a_move(yard: Brawl) -> None:
    left, middle = yard.zone("Left range"), yard.zone("Melee")
    yard.gm(do="mettle.zone.move", character=yard.who("Ann"), zone=left)
    yard.gm(do="mettle.zone.scenery", zone=middle, name="Hedge", what="obstacle", difficulty=3)
    with pytest.raises(Refused, match="Hedge is in the way; getting past needs a Move"):
        yard.gm(do="mettle.zone.move", character=yard.who("Ann"), zone=middle)
    yard.does("Ann", "move", aim=middle, dice=[1, 2, 4, 4])
    (ann,) = [each for each in yard.sees()["cast"] if each["name"] == "Ann"]
    assert ann["zone"] == middle


def test_climbing_a_creature_is_against_its_poise_and_a_vehicle_against_its_speed(yard: Brawl) -> None:
    assert numbers(yard, yard.call("Ann", "move", "Bog", manner="climbing"))["numbers"]["difficulty"] == 3
    yard.character("Truck", kind="npc", stats={"FRAME": 9, "Speed": 5}, visibility="shown")
    onto = yard.call("Ann", "move", "Truck", manner="climbing")
    assert numbers(yard, onto)["numbers"]["difficulty"] == 5
    assert numbers(yard, onto)["intent"] == "Move onto Truck (climbing)"


def test_nobody_moves_further_than_speed_in_a_fight(yard: Brawl) -> None:
    ann, right = yard.who("Ann"), yard.zone("Right range")
    yard.gm(do="mettle.zone.move", character=ann, zone=yard.zone("Left range"))
    yard.gm(do="mettle.initiative.start", first=ann)
    with pytest.raises(Refused, match="Speed 1 leaves 1 Zone this Round; this move crosses 2"):
        yard.gm(do="mettle.zone.move", character=ann, zone=right)
    yard.gm(do="mettle.zone.move", character=ann, zone=yard.zone("Melee"))
    with pytest.raises(Refused, match="leaves 0 Zones"):
        yard.gm(do="mettle.zone.move", character=ann, zone=right)
    yard.gm(do="mettle.zone.move", character=ann, zone=right, free=True)


def test_the_slow_take_two_rounds_for_a_zone(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="character.edit", character=ann, stats={"Speed": "1/2"})
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, bog])
    move = {"do": "mettle.zone.move", "character": ann, "zone": yard.zone("Left range")}
    assert "another Round" in yard.gm(**move).summary
    with pytest.raises(Refused, match="used up for this Round"):
        yard.gm(**move)
    yard.gm(do="mettle.initiative.act", character=ann, targets=[bog])
    yard.gm(do="mettle.initiative.act", character=bog, targets=[ann])
    yard.gm(do="mettle.initiative.round")
    yard.gm(**move)
    (seen,) = [each for each in yard.sees()["cast"] if each["name"] == "Ann"]
    assert seen["zone"] == yard.zone("Left range")


def test_what_is_in_the_way_hinders_the_slow_as_well(yard: Brawl) -> None:
    ann, left = yard.who("Ann"), yard.zone("Left range")
    yard.gm(do="character.edit", character=ann, stats={"Speed": "1/2"})
    yard.gm(do="mettle.zone.scenery", zone=left, name="Fence", what="obstacle", difficulty=3)
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, yard.who("Bog")])
    with pytest.raises(Refused, match="Fence is in the way"):
        yard.gm(do="mettle.zone.move", character=ann, zone=left)
    assert "another Round" in yard.gm(do="mettle.zone.move", character=ann, zone=left, checked=True).summary


def test_the_zones_of_a_scene_that_is_over_stay_behind(yard: Brawl) -> None:
    yard.gm(do="scene.activate", scene=yard.gm(do="scene.add", name="The cellar").result["scene"])
    yard.gm(do="mettle.zone.quick")
    melee = next(row.id for row in reversed(yard.state().find_all(Zone)) if row.name == "Melee")
    yard.gm(do="scene.activate", scene=yard.gm(do="scene.add", name="The roof").result["scene"])
    assert [who["zone"] for who in yard.sees()["cast"] if who["kind"] == "pc"] == [None, None]
    yard.gm(do="undo")
    assert [who["zone"] for who in yard.sees()["cast"]] == [melee] * 3
