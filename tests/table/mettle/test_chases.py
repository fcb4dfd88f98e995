"""Chases at the table: the quarry chooses the way, Moves decide at what is in it, and somebody is caught."""

from typing import Any

import pytest

from tests.table.mettle.brawl import Brawl, numbers
from webapp.table.refusals import Forbidden, Refused


def begun(yard: Brawl, lead: int = 1) -> dict[str, Any]:
    people = {"quarry": yard.who("Bog"), "pursuers": [yard.who("Ann"), yard.who("Cai")]}
    result: dict[str, Any] = yard.gm(do="mettle.chase.start", **people, lead=lead).result
    return result


def seen(yard: Brawl) -> tuple[list[tuple[str, list[str]]], int]:
    """Who is in which Zone, and how far ahead the quarry is."""
    names = {yard.who(name): name for name in ("Ann", "Cai", "Bog")}
    chase = yard.piece("chase")
    return [(each["zone"], [names[id] for id in each["who"]]) for each in chase["path"]], chase["lead"]


def test_the_quarry_chooses_the_way_and_pursuers_follow_it(yard: Brawl) -> None:
    begun(yard)
    yard.gm(do="mettle.chase.flee", through="The market")
    assert seen(yard) == ([("Zone 1", ["Ann", "Cai"]), ("Zone 2", []), ("The market", ["Bog"])], 2)
    yard.gm(do="mettle.chase.pursue", character=yard.who("Ann"))
    done = yard.gm(do="mettle.chase.pursue", character=yard.who("Ann"))
    assert (done.result["caught_by"], done.summary) == (
        [yard.who("Ann")],
        "Ann follows to The market; Bog is caught by Ann",
    )
    over = yard.gm(do="mettle.chase.end")
    assert over.summary == "The chase is over: Bog is caught by Ann"
    yard.gm(do="undo")
    assert seen(yard)[1] == 0


def test_what_is_in_the_way_takes_a_move_of_the_quarry_and_of_whoever_follows(yard: Brawl) -> None:
    begun(yard)
    yard.gm(do="mettle.chase.flee", through="Over the wall", difficulty=3)
    with pytest.raises(Refused, match="Bog must first get into Over the wall"):
        yard.gm(do="mettle.chase.flee", through="The roofs")
    check = yard.call("Bog", "move", manner="chases")
    assert numbers(yard, check)["numbers"]["difficulty"] == 3
    yard.roll(check, 1, 2, 4)
    yard.apply(check)
    assert seen(yard)[0][-1] == ("Over the wall", ["Bog"])
    yard.gm(do="mettle.chase.pursue", character=yard.who("Cai"))
    with pytest.raises(Refused, match="Over the wall is hard to get into"):
        yard.gm(do="mettle.chase.pursue", character=yard.who("Cai"))
    check = yard.call("Cai", "move", manner="chases")
    yard.roll(check, 1, 1)
    assert yard.sees()["proposals"] == []
    check = yard.call("Cai", "move", manner="chases", changed="a running jump")
    yard.roll(check, 1, 2)
    yard.apply(check)
    assert yard.piece("chase")["caught_by"] == [yard.who("Cai")]


def test_a_failed_move_gets_as_far_as_its_score(yard: Brawl) -> None:
    yard.gm(do="character.edit", character=yard.who("Ann"), stats={"Speed": 3})
    begun(yard, lead=0)
    for zone, hard in (("A ditch", 2), ("A gate", 4)):
        yard.gm(do="mettle.chase.flee", through=zone, difficulty=hard)
        yard.gm(do="mettle.chase.flee", checked=True)
    check = yard.call("Ann", "move", manner="chases")
    assert numbers(yard, check)["numbers"]["difficulty"] == 6
    yard.roll(check, 1, 2, 4, 4)
    yard.apply(check)
    assert seen(yard) == ([("Zone 1", ["Cai"]), ("A ditch", ["Ann"]), ("A gate", ["Bog"])], 1)


def test_players_run_for_themselves_and_in_a_fight_on_their_turn(yard: Brawl) -> None:
    ana, ben = yard.play("Ana", "Ann"), yard.play("Ben", "Cai")
    begun(yard)
    yard.dispatch(ana, do="mettle.chase.pursue", character=yard.who("Ann"))
    with pytest.raises(Forbidden, match="You cannot act for"):
        yard.dispatch(ana, do="mettle.chase.flee", through="Anywhere")
    with pytest.raises(Refused, match="Only the GM can say"):
        yard.dispatch(ben, do="mettle.chase.pursue", character=yard.who("Cai"), checked=True)
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    with pytest.raises(Refused, match="Ann holds Initiative"):
        yard.dispatch(ben, do="mettle.chase.pursue", character=yard.who("Cai"))


def test_who_is_hidden_runs_without_a_name(yard: Brawl) -> None:
    begun(yard)
    yard.gm(do="character.edit", character=yard.who("Bog"), visibility="secret")
    shown = next(each for each in yard.sees("tv")["pieces"] if each["kind"] == "chase")
    assert (shown["quarry"], [each["who"] for each in shown["path"]]) == (
        None,
        [[yard.who("Ann"), yard.who("Cai")], []],
    )
    assert "Bog" not in str(yard.sees("player"))


def test_a_chase_ends_with_its_scene_and_without_its_quarry(yard: Brawl) -> None:
    begun(yard)
    yard.gm(do="character.remove", character=yard.who("Cai"))
    assert yard.piece("chase")["pursuers"] == [yard.who("Ann")]
    yard.gm(do="character.remove", character=yard.who("Bog"))
    with pytest.raises(Refused, match="No chase is running"):
        yard.gm(do="mettle.chase.end")


def test_a_zones_name_may_hold_a_number_and_braces(yard: Brawl) -> None:
    begun(yard)
    done = yard.gm(do="mettle.chase.flee", through="Room 101 {left}", difficulty=2)
    assert done.summary == "Bog flees towards Room 101 {left}, Difficulty 2; Bog is 1 Zone ahead"
    with pytest.raises(Refused, match="Bog must first get into Room 101"):
        yard.gm(do="mettle.chase.flee", through="The roofs")


def test_a_pursuer_who_has_caught_up_has_no_way_to_go(yard: Brawl) -> None:
    begun(yard)
    yard.gm(do="mettle.chase.pursue", character=yard.who("Ann"))
    with pytest.raises(Refused, match="Ann has already caught up with the quarry"):
        yard.gm(do="mettle.chase.pursue", character=yard.who("Ann"))


def test_three_pursuers_are_listed(yard: Brawl) -> None:
    yard.character("Dun", kind="npc", stats={"Threat": "3D+3"}, visibility="shown")
    people = [yard.who(name) for name in ("Ann", "Cai", "Dun")]
    done = yard.gm(do="mettle.chase.start", quarry=yard.who("Bog"), pursuers=people)
    assert done.summary == "Ann, Cai and Dun chase Bog; Bog is 1 Zone ahead"
