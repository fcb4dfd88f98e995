"""What several have a part in: split Attacks, vehicles, the party that sneaks, projects, provisions, NPCs."""

import pytest

from tests.table.mettle.brawl import Brawl, numbers
from tests.table.mettle.test_journeys import drive, racer
from webapp.store.models import Character, Check
from webapp.table.refusals import Forbidden, Refused


def checks(yard: Brawl) -> list[tuple[str, int, str]]:
    """Who is aimed at with how many dice, in the order they were called."""
    names = {row.id: row.name for row in yard.state().find_all(Character)}
    rows = yard.state().find_all(Check)
    return [(names[row.asked["foes"][0]], row.asked.get("pool", 0), row.intent) for row in rows]


def test_a_player_splits_an_attack_between_two_foes(yard: Brawl) -> None:
    dun = yard.character("Dun", kind="npc", stats={"Threat": "3D+3"}, visibility="shown")
    ana = yard.play("Ana", "Ann")
    asked = {"do": "check.call", "action": "attack", "manner": "split"}
    yard.dispatch(ana, **asked, foes=[yard.who("Bog"), dun], share=2)
    assert checks(yard) == [("Bog", 2, "Split Attack on Bog"), ("Dun", 3, "Split Attack on Dun")]
    with pytest.raises(Refused, match="dice for the first target must be"):
        yard.dispatch(ana, **asked, foes=[yard.who("Bog"), dun], share=5)
    yard.gm(do="undo")
    assert checks(yard) == []


def test_a_split_without_numbers_is_half_and_half_and_costs_one_action(yard: Brawl) -> None:
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    yard.call("Ann", "attack", "Bog", "Cai", manner="split")
    assert [(name, dice) for name, dice, _ in checks(yard)] == [("Bog", 3), ("Cai", 2)]
    first, second = (row.id for row in yard.state().find_all(Check))
    yard.roll(first, 1, 2, 4)
    yard.roll(second, 1, 3)
    fight = yard.piece("fight")
    assert (fight["phase"], fight["choices"]) == ("passing", [yard.who("Cai"), yard.who("Bog")])


def test_another_action_leaves_the_form_of_the_first_behind(yard: Brawl) -> None:
    check = yard.call("Ann", "sneak", "Bog", manner="surprise")
    yard.gm(do="check.edit", check=check, action="attack")
    assert "manner" not in yard.state().find(Check, check).asked
    yard.call("Ann", "sway", "Bog", manner="melee")
    assert "manner" not in yard.state().find_all(Check)[-1].asked
    assert yard.state().find_all(Check)[-1].asked["action"] == "sway"


# ---- in a race ---------------------------------------------------------------------------------


def test_a_race_in_a_fight_needs_no_initiative(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.initiative.start", first=bog)
    yard.gm(do="mettle.stretch.start", drivers=[{"character": ann, "speed": 2}])
    drive(yard, "Ann", 2, 4, 5, 6)
    assert racer(yard, "Ann")["edge"] == 3
    assert (yard.piece("fight")["holder"], yard.piece("fight")["phase"]) == (bog, "acting")


def test_a_passenger_acts_once_a_steady_gives_them_an_action(yard: Brawl) -> None:
    ann, bog, cai = yard.who("Ann"), yard.who("Bog"), yard.who("Cai")
    yard.gm(do="mettle.stretch.start", drivers=[{"character": who, "speed": 2} for who in (ann, bog)])
    yard.gm(do="mettle.stretch.board", character=cai, driver=ann)
    assert [each["character"] for each in racer(yard, "Ann")["aboard"]] == [ann, cai]
    drive(yard, "Ann", 2, 4, 5, 6)
    drive(yard, "Bog", 2, 4, 5)
    shot = {"manner": "ranged", "reach": 3}
    with pytest.raises(Refused, match="acting aboard needs a Steady from the driver"):
        yard.roll(yard.call("Cai", "attack", "Bog", **shot), 1, 2, 4, 5)
    yard.gm(do="mettle.stretch.stunt", character=ann, stunt="steady", who=[cai])
    yard.roll(yard.call("Cai", "attack", "Bog", **shot), 1, 2, 4, 5)
    assert [each["may_act"] for each in racer(yard, "Ann")["aboard"]] == [False, False]
    with pytest.raises(Refused, match="needs a Steady from the driver"):
        yard.roll(yard.call("Cai", "attack", "Bog", **shot), 1, 2, 4, 5)


def test_whoever_is_in_no_vehicle_asks_for_a_ride(yard: Brawl) -> None:
    ann, cai = yard.who("Ann"), yard.who("Cai")
    yard.gm(do="mettle.stretch.start", drivers=[{"character": ann, "speed": 2}])
    ben = yard.play("Ben", "Cai")
    with pytest.raises(Refused, match="Cai is not a driver in this race"):
        yard.dispatch(ben, do="mettle.stretch.check", character=cai)
    with pytest.raises(Forbidden, match="propose"):
        yard.dispatch(ben, do="mettle.stretch.board", character=cai, driver=ann)
    wanted = {"do": "mettle.stretch.board", "character": cai, "driver": ann}
    asked = yard.dispatch(ben, do="proposal.make", command=wanted)
    assert yard.view().proposals[0].words == "Cai rides with Ann"
    yard.gm(do="proposal.accept", proposal=asked.result["proposal"])
    assert [each["character"] for each in racer(yard, "Ann")["aboard"]] == [ann, cai]
    wanted = {"do": "mettle.stretch.board", "character": cai, "driver": None}
    yard.dispatch(ben, do="proposal.make", command=wanted)
    assert yard.view().proposals[-1].words == "Cai rides with nobody"
    yard.gm(do="mettle.stretch.board", character=cai, driver=None)
    assert [each["character"] for each in racer(yard, "Ann")["aboard"]] == [ann]
    with pytest.raises(Refused, match="Ann drives; drivers stay"):
        yard.gm(do="mettle.stretch.board", character=ann, driver=None)


def test_a_crash_may_have_been_rolled_on_the_real_table(yard: Brawl) -> None:
    yard.gm(do="mettle.stretch.start", drivers=[{"character": yard.who("Ann"), "speed": 4}])
    yard.rolls(2)
    drive(yard, "Ann", 1, 1, 4, 4)
    line, vehicle = yard.sees()["proposals"]
    assert (line["command"]["by"], line["range"]) == (2 + 4 - 3, [0, 6 + 4 - 3])
    assert vehicle["command"]["filled"] == 2 + 4


# ---- the whole party -----------------------------------------------------------------------------


def test_a_player_proposes_that_the_party_sneaks_and_the_lowest_pool_rolls(yard: Brawl) -> None:
    ana = yard.play("Ana", "Ann")
    yard.gm(do="mettle.zone.move", character=yard.who("Bog"), zone=yard.zone("Right range"), free=True)
    wanted = {"do": "mettle.action.sneak", "foes": [yard.who("Bog")]}
    asked = yard.dispatch(ana, do="proposal.make", command=wanted)
    assert yard.view().proposals[0].words == "a Sneak by the party"
    yard.gm(do="proposal.accept", proposal=asked.result["proposal"])
    (check,) = yard.state().find_all(Check)
    assert (check.character, check.asked["foes"]) == (yard.who("Cai"), [yard.who("Bog")])
    id = check.id
    yard.roll(id, 3, 4)
    yard.apply(id)
    assert [yard.statuses(name) for name in ("Ann", "Cai", "Bog")] == [{"Unnoticed": 1}, {"Unnoticed": 1}, {}]
    with pytest.raises(Refused, match="A party needs at least two"):
        yard.gm(do="mettle.action.sneak", characters=[yard.who("Ann")])


def test_a_player_says_which_project_a_use_is_for(yard: Brawl) -> None:
    ana = yard.play("Ana", "Ann")
    (clock,) = yard.gm(do="mettle.project.add", name="The engine", difficulty=3, edge=6).result["clocks"]
    sent = {"do": "check.call", "action": "use", "attribute": "CALLING", "targets": [clock]}
    check = yard.dispatch(ana, **sent).result["check"]
    yard.roll(check, 1, 2, 4, 5, 6, 6)
    yard.apply(check)
    assert [(each["filled"], each["segments"]) for each in yard.sees()["clocks"]] == [(4, 6)]


# ---- on the road ---------------------------------------------------------------------------------


def test_a_journey_uses_up_provisions_and_undo_brings_them_back(yard: Brawl) -> None:
    map_ = yard.gm(do="mettle.travel.map", name="The island", stops=["The bay", "The mine"]).result["map"]
    yard.gm(do="mettle.travel.path", one="The bay", other="The mine", difficulty=4, days=3)
    yard.gm(do="mettle.travel.provisions", food=5, water=1)
    yard.gm(do="mettle.travel.arrive", map=map_, stop="The mine")
    assert yard.piece("map")["carried"] == [["food", 2], ["water", 0]]
    assert yard.statuses("Ann") == {"Thirsty": 2}
    assert yard.statuses("Bog") == {}
    assert yard.piece("time")["words"] == "day 4, 00:00"
    assert "Provisions left: food for 2 days, no water" in yard.lines("player")[0]
    yard.gm(do="undo")
    assert yard.piece("map")["carried"] == [["food", 5], ["water", 1]]
    assert (yard.piece("map")["at"], yard.statuses("Ann")) == ("The bay", {})
    yard.gm(do="mettle.travel.provisions", food=None, water=None)
    yard.gm(do="mettle.travel.arrive", map=map_, stop="The mine")
    assert (yard.piece("map")["carried"], yard.statuses("Ann")) == ([], {})


def test_afflictions_that_fall_due_take_real_dice(yard: Brawl) -> None:
    bog = yard.who("Bog")
    bite = yard.gm(do="mettle.hazard.expose", character=bog, name="Cobra venom", dice=[4, 5, 1, 1])
    id = yard.piece("affliction")["id"]
    assert bite.result["difficulty"] == 2 + 4 - 3
    yard.rolls(1, 1, 1, 1)
    yard.gm(do="mettle.time.pass", span="hour", count=2, dice={str(id): [4, 1, 1, 1]})
    found = yard.piece("affliction")
    assert (found["difficulty"], found["stopped"]) == (3 + 2, True)


# ---- somebody new --------------------------------------------------------------------------------


def test_npcs_come_in_with_numbers_and_weapons(yard: Brawl) -> None:
    made = yard.gm(do="mettle.npc.add", preset="guard", count=2, zone=yard.zone("Left range"))
    assert len(made.result["characters"]) == 2
    assert yard.state().find(Character, yard.who("Guard (2)")).stats == {"Threat": "4D+3"}
    assert [row["name"] for row in yard.sees()["pieces"] if row["kind"] == "weapon"] == ["Pistol", "Pistol"]
    assert "Guard" not in str(yard.sees("player")) + " ".join(yard.lines("player"))
    yard.gm(do="mettle.npc.add", threat="5D+2", name="Harbour master", visibility="shown")
    check = yard.call("Ann", "attack", "Harbour master")
    seen = numbers(yard, check)
    assert seen["numbers"]["difficulty"] == 5
    with pytest.raises(Refused, match="no kind of NPC"):
        yard.gm(do="mettle.npc.add", preset="dragon")


# ---- who leaves the table ------------------------------------------------------------------------


def test_who_leaves_the_table_leaves_the_fight(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.initiative.start", first=ann)
    yard.gm(do="mettle.initiative.act", character=ann, targets=[bog])
    yard.gm(do="character.remove", character=bog)
    fight = yard.piece("fight")
    assert (fight["holder"], fight["phase"]) == (ann, "passing")
    yard.gm(do="mettle.initiative.pass", character=yard.who("Cai"))


def test_a_driver_who_leaves_the_table_takes_the_vehicle_out_of_the_race(yard: Brawl) -> None:
    ann, cai = yard.who("Ann"), yard.who("Cai")
    drivers = [
        {"character": ann, "speed": 2, "aboard": [cai]},
        {"character": yard.who("Bog"), "speed": 2},
    ]
    yard.gm(do="mettle.stretch.start", drivers=drivers)
    drive(yard, "Ann", 2, 4, 5, 6)
    yard.gm(do="character.remove", character=cai)
    assert [each["character"] for each in racer(yard, "Ann")["aboard"]] == [ann]
    yard.gm(do="character.remove", character=yard.who("Bog"))
    yard.gm(do="mettle.stretch.next")
    yard.gm(do="character.remove", character=ann)
    assert [each for each in yard.sees()["pieces"] if each["kind"] == "race"] == []
