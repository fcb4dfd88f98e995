"""What only the GM knows of METTLE's state stays with the GM, in answers to the players' own commands too."""

import json

import pytest

from tests.table.mettle.brawl import BOG, Brawl, arm, numbers
from webapp.store.models import GameDocument, Zone
from webapp.table.command import MOST
from webapp.table.refusals import Refused, TableFull

SECRET = "Canary"


def test_a_secret_status_that_ends_with_ones_own_action_is_not_named(yard: Brawl) -> None:
    ann = yard.sit("Ana", yard.who("Ann"))
    sent = {"do": "condition.add", "character": yard.who("Ann"), "name": "Grappled", "visibility": "secret"}
    yard.gm(**sent)
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    done = yard.dispatch(ann, do="mettle.action.use", character=yard.who("Ann"), what="the lever")
    assert "Grappled" not in yard.statuses("Ann")
    assert done.summary == "Ann: the lever (an Action without a Check); Ann passes Initiative"
    assert "Grappled" in yard.lines()[0]


def test_no_crowd_of_hidden_things_refuses_what_players_do(
    yard: Brawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben, bog = yard.play("Ana", "Ann"), yard.play("Ben", "Cai"), yard.who("Bog")
    yard.gm(do="character.edit", character=bog, visibility="secret")
    for name in ("Rattled", "Grappled"):
        arm(yard, "Bog", name=name)
        yard.gm(do="mettle.status.add", character=bog, name=name)
    monkeypatch.setitem(MOST, "condition", 2)
    monkeypatch.setitem(MOST, "piece", len(yard.state().find_all(GameDocument)))
    with pytest.raises(TableFull):
        arm(yard, "Bog", name="Club")
    with pytest.raises(TableFull):
        yard.gm(do="mettle.status.add", character=bog, name="Aiming")
    guard = {"do": "mettle.action.cover", "cover": "guard", "character": yard.who("Ann")}
    asked = yard.dispatch(ana, **guard, ward=yard.who("Cai")).result["piece"]
    yard.dispatch(ben, do="mettle.guard.accept", guard=asked)
    assert (yard.statuses("Ann"), yard.statuses("Cai")) == ({"Guard Cover": 1}, {"Guarded": 1})


def test_a_refusal_calls_people_as_the_sender_knows_them(yard: Brawl) -> None:
    ana, dun = yard.play("Ana", "Ann"), yard.character(SECRET, kind="npc", stats=BOG, visibility="secret")
    yard.gm(do="mettle.initiative.start", first=dun)
    act = {"do": "mettle.action.use", "character": yard.who("Ann"), "what": "a lever"}
    with pytest.raises(Refused, match=r"^Somebody holds Initiative"):
        yard.dispatch(ana, **act)
    with pytest.raises(Refused, match=f"^{SECRET} holds Initiative"):
        yard.gm(**act)


def test_a_zone_that_is_called_by_somebodys_id_keeps_its_name_in_a_refusal(yard: Brawl) -> None:
    yard.gm(do="mettle.chase.start", quarry=yard.who("Bog"), pursuers=[yard.who("Ann")])
    room = f"Room {yard.who('Ann')}"
    yard.gm(do="mettle.chase.flee", through=room, difficulty=3)
    with pytest.raises(Refused, match=f"^Bog must first get into {room}"):
        yard.gm(do="mettle.chase.flee", through="The roofs")


@pytest.mark.parametrize("visibility", ["secret", "rumoured"])
def test_an_obstacle_that_nobody_knows_hinders_without_a_name(yard: Brawl, visibility: str) -> None:
    ann = yard.sit("Ana", yard.who("Ann"))
    away = next(row.id for row in yard.state().find_all(Zone) if row.id != yard.sees()["cast"][0]["zone"])
    hidden = {"name": SECRET, "what": "obstacle", "difficulty": 4, "visibility": visibility}
    yard.gm(do="mettle.zone.scenery", zone=away, **hidden)
    with pytest.raises(Refused, match="Something is in the way; getting past needs a Move"):
        yard.dispatch(ann, do="mettle.zone.move", character=yard.who("Ann"), zone=away)
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    with pytest.raises(Refused, match="Something is in the way"):
        yard.dispatch(ann, do="mettle.zone.move", character=yard.who("Ann"), zone=away)
    assert SECRET not in json.dumps(yard.sees(ann.audience))


@pytest.mark.parametrize("visibility", ["secret", "rumoured"])
def test_a_split_attack_at_somebody_hidden_names_nobody(yard: Brawl, visibility: str) -> None:
    hidden = yard.character(SECRET, kind="npc", visibility=visibility, stats={"POISE": 3, "FRAME": 2})
    foes = [hidden, yard.who("Bog")]
    yard.gm(do="mettle.action.split", character=yard.who("Ann"), foes=foes, dice=3)
    assert [each["intent"] for each in yard.sees("player")["checks"]] == [
        "Split Attack",
        "Split Attack on Bog",
    ]
    assert SECRET not in json.dumps(yard.sees("player"))


def test_a_round_says_of_a_masked_countdown_only_that_its_word_changed(yard: Brawl) -> None:
    yard.clock("The tide", 4, kind="countdown", visibility="masked")
    people = {"first": yard.who("Ann"), "combatants": [yard.who("Ann"), yard.who("Bog")]}
    yard.gm(do="mettle.initiative.start", **people)
    told = []
    for _ in range(3):
        yard.gm(do="mettle.initiative.act", character=yard.who("Ann"), targets=[yard.who("Bog")])
        yard.gm(do="mettle.initiative.act", character=yard.who("Bog"), targets=[yard.who("Ann")])
        yard.gm(do="mettle.initiative.round")
        told.append(yard.lines("player")[0].partition("The tide")[2])
    assert told == [": filling", "", ": nearly full"]


@pytest.mark.parametrize("own", [{"kind": "countdown"}, {"tempo": "round"}])
def test_a_clock_that_a_round_completes_does_not_name_its_hidden_rival(
    yard: Brawl, own: dict[str, str]
) -> None:
    rival = yard.clock(SECRET, 4, visibility="secret")
    yard.clock("The tide", 1, opposes=rival, **own)
    people = {"first": yard.who("Ann"), "combatants": [yard.who("Ann"), yard.who("Bog")]}
    yard.gm(do="mettle.initiative.start", **people)
    yard.gm(do="mettle.initiative.act", character=yard.who("Ann"), targets=[yard.who("Bog")])
    yard.gm(do="mettle.initiative.act", character=yard.who("Bog"), targets=[yard.who("Ann")])
    yard.gm(do="mettle.initiative.round")
    assert f"wins the race against “{SECRET}”" in yard.lines()[0]
    assert "The tide: +1, now 1 of 1. It is complete!" in yard.lines("player")[0]
    assert SECRET not in str(yard.lines("player")) + json.dumps(yard.sees("player"))


def test_a_fire_that_nobody_knows_of_is_just_a_fire(yard: Brawl) -> None:
    melee, elsewhere = yard.zone("Melee"), yard.zone("Left range")
    fire = yard.gm(do="mettle.hazard.add", name=SECRET, hazard="4D+4", zone=melee).result["piece"]
    yard.gm(do="zone.edit", zone=melee, visibility="secret")
    yard.gm(do="character.edit", character=yard.who("Ann"), zone=elsewhere)
    burnt = {"hazard": fire, "characters": [yard.who("Ann")], "ignite": True, "dice": [4, 1, 1, 1]}
    yard.gm(do="mettle.hazard.strike", **burnt)
    assert "fire, 4D+4" in json.dumps(yard.sees("player"))
    assert SECRET not in json.dumps(yard.sees("player"))


def test_what_ails_a_hidden_npc_counts_in_their_own_check(yard: Brawl) -> None:
    yard.character(SECRET, kind="npc", visibility="secret", stats=BOG, zone=yard.zone("Melee"))
    yard.gm(do="mettle.status.add", character=yard.who(SECRET), name="Afflicted", count=3)
    yard.tag("Sharp eyes", character=yard.who(SECRET), effects=[{"on": "anything", "modifier": "dice"}])
    knife = arm(yard, SECRET, name="Knife", damage="FRAME+1", dice=2)
    check = yard.call(SECRET, "attack", "Ann", weapon=knife)
    counted = {each["name"]: each["amount"] for each in numbers(yard, check)["counted"]}
    assert counted == {"Afflicted": 3, "Sharp eyes": 1, "Knife": 2}
    assert yard.sees("player")["checks"] == []
    assert SECRET not in json.dumps(yard.sees("player"))


def test_a_status_that_only_the_gm_knows_counts_without_a_name(yard: Brawl) -> None:
    sent = {"do": "condition.add", "character": yard.who("Ann"), "name": "Blinded", "visibility": "secret"}
    yard.gm(**sent, source=SECRET)
    check = yard.call("Ann", "rattle", "Bog", sight="partly")
    assert numbers(yard, check)["numbers"]["difficulty"] == 3 + 4
    seen = yard.sees("player")["checks"][0]
    assert [(each["name"], each["amount"], each["note"]) for each in seen["counted"]] == [
        ("something", 4, "")
    ]
    assert "Blinded" not in json.dumps(yard.sees("player"))
