"""METTLE's pages: what the GM's forms choose from is what is on the table now."""

import re

import pytest
from flask import Flask

from tests.pages.visitor import SCRIPT, Visitor
from tests.table.mettle.brawl import brawl


@pytest.mark.parametrize(
    ("move", "choice", "came"),
    [
        ("ignite", "pick-ignite-character", "Dee"),
        ("fall", "pick-fall-character", "Dee"),
        ("trap", "pick-trap-zone", "Roof"),
        ("downtime", "m-busy", "Dee"),
    ],
)
def test_who_or_what_just_came_can_be_chosen_at_once(app: Flask, move: str, choice: str, came: str) -> None:
    gm = Visitor(brawl(app), "gm")
    gm.post(do="character.add", name="Dee")
    gm.post(do="zone.add", name="Roof")
    chosen = gm.page(f"/moves/{move}").text.partition(f'id="{choice}"')[2]
    assert came in chosen.partition("</form>")[0]


def test_a_weapon_that_just_came_can_be_chosen_for_the_check_on_the_desk(app: Flask) -> None:
    yard = brawl(app)
    gm = Visitor(yard, "gm")
    yard.call("Bog", "attack", manner="area")
    assert 'name="aim"' in gm.page().text
    grenade = {"character": str(yard.who("Bog")), "name": "Grenade", "damage": "7", "dice": "0", "range": "2"}
    reply = gm.post(SCRIPT, do="mettle.weapon.add", **grenade).text
    assert 'id="checks"' in reply
    assert ">Grenade</button>" in reply


def test_the_desk_asks_only_what_something_comes_of_and_says_it_once(app: Flask) -> None:
    yard = brawl(app)
    yard.clock("Mend the boat")
    gm = Visitor(yard, "gm")
    yard.call("Ann", "attack", "Bog")
    yard.call("Cai", "rattle", "Bog")
    page = gm.page().text
    assert (page.count("Not their turn"), "Aims at" in page, "May touch" in page) == (1, False, False)
    assert (page.count(">True is<"), page.count(">Whom<"), ">Aiming</button>" in page) == (2, 2, True)
    yard.call("Ann", "use")
    assert "Aims at" in gm.page().text
    sheet = gm.client.get(f"/t/{yard.id}/edit/character/{yard.who('Cai')}").text
    guard = sheet[sheet.index("Whom Cai guards") :].partition("</select>")[0]
    assert (">Ann<" in guard, ">Rally<" in sheet, ">No Cover<" in sheet) == (True, False, False)
    yard.gm(do="mettle.zone.move", character=yard.who("Cai"), zone=yard.zone("Left range"), free=True)
    assert "Whom Cai guards" not in gm.client.get(f"/t/{yard.id}/edit/character/{yard.who('Cai')}").text


def test_a_party_sneaks_past_others_and_not_past_itself(app: Flask) -> None:
    yard = brawl(app)
    ana = Visitor(yard, "player")
    ana.post(do="seat.claim", name="Ana", character=str(yard.who("Ann")))
    past = re.search(r'<div id="m-past".*?</div>', ana.page().text, re.DOTALL)
    assert past is not None
    assert re.findall(r"<bdi>(\w+)</bdi>", past[0]) == ["Bog"]


def test_the_phone_offers_what_can_be_done_now(app: Flask) -> None:
    yard = brawl(app)
    ana = Visitor(yard, "player")
    ana.post(do="seat.claim", name="Ana", character=str(yard.who("Ann")))
    page = ana.page().text
    assert (">Rally<" in page, ">No Cover<" in page, "Total Cover" in page) == (False, False, False)
    yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=1)
    assert ">Rally<" in ana.page().text
    yard.gm(do="mettle.zone.scenery", zone=yard.zone("Melee"), name="Stone wall")
    assert ">Total Cover: Stone wall<" in ana.page().text
    ana.post(do="mettle.action.cover", character=str(yard.who("Ann")), cover="partial")
    yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=9)
    page = ana.page().text
    assert (">Rally<" in page, ">No Cover<" in page) == (False, True)


def test_a_stretch_is_driven_once_however_often_one_taps(app: Flask) -> None:
    yard = brawl(app)
    ana, gm, drive = Visitor(yard, "player"), Visitor(yard, "gm"), ">Drive Stretch 1</button>"
    ana.post(do="seat.claim", name="Ana", character=str(yard.who("Ann")))
    yard.gm(do="mettle.stretch.start", drivers=[{"character": yard.who("Ann"), "speed": 2}])
    assert (drive in ana.page().text, ">Ann drives<" in gm.page().text) == (True, True)
    ana.post(do="mettle.stretch.check", character=str(yard.who("Ann")))
    assert (drive in ana.page().text, ">Ann drives<" in gm.page().text) == (False, False)
    assert "Your roll decides." in ana.page().text
    page = gm.page().text
    assert (">True is<" in page, ">Whom<" in page, ">Hearing<" in page) == (False, False, False)


def test_a_chase_is_run_from_every_page(app: Flask) -> None:
    yard = brawl(app)
    ana = Visitor(yard, "player")
    ana.post(do="seat.claim", name="Ana", character=str(yard.who("Ann")))
    gm = Visitor(yard, "gm")
    gm.post(do="mettle.chase.start", quarry=str(yard.who("Bog")), pursuers=str(yard.who("Ann")), lead="1")
    assert "is 1 Zone ahead" in Visitor(yard, "tv").page().text
    assert ">Follow<" in ana.page().text
    ana.post(do="mettle.chase.pursue", character=str(yard.who("Ann")))
    assert "You have caught up." in ana.page().text
    gm.post(do="mettle.chase.flee", through="Over the wall", difficulty="3")
    assert (">Bog gets past<" in gm.page().text, "Over the wall" in ana.page().text) == (True, True)
    gm.post(do="mettle.chase.flee", checked="true")
    assert (">Ann gets past<" in gm.page().text, "The way is hard (Difficulty 3)" in ana.page().text) == (
        True,
        True,
    )


def test_a_fire_is_rolled_once_for_all_who_are_ticked(app: Flask) -> None:
    yard = brawl(app)
    gm = Visitor(yard, "gm")
    fire = yard.gm(do="mettle.hazard.add", name="Campfire", zone=yard.zone("Melee")).result["piece"]
    assert gm.page().text.count('type="checkbox" name="characters"') >= 3
    people = [str(yard.who(name)) for name in ("Ann", "Cai", "Bog")]
    gm.post(do="mettle.hazard.strike", hazard=str(fire), characters=people, dice="4 5")
    assert [yard.mettle(name) for name in ("Ann", "Cai", "Bog")] == [10 - 1, 9 - 2, 9 - 1]
