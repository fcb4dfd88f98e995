"""METTLE's pages: what the GM's forms choose from is what is on the table now."""

import re
from html import unescape

import pytest
from flask import Flask

from tests.pages.boxes import boxes
from tests.pages.visitor import SCRIPT, Visitor
from tests.table.mettle.brawl import Brawl, brawl
from tests.table.mettle.test_journeys import drive, race
from webapp.games.mettle.rules import RULESET


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


def test_both_halves_of_a_split_attack_stand_on_the_gms_page(app: Flask) -> None:
    yard = brawl(app)
    yard.call("Ann", "attack", "Bog", "Cai", manner="split", share=2)
    for check in yard.sees()["checks"]:
        yard.roll(check["id"], *[3] * check["count"])
    shown = Visitor(yard, "gm").page().text
    assert ("Ann hits Bog: no damage" in shown, "Ann hits Cai: 1 Mettle" in shown) == (True, True)


def test_the_desk_asks_only_what_something_comes_of_and_says_it_once(app: Flask) -> None:
    yard = brawl(app)
    yard.clock("Mend the boat")
    gm = Visitor(yard, "gm")
    yard.call("Ann", "attack", "Bog")
    yard.call("Cai", "rattle", "Bog")
    page = gm.page().text
    assert (page.count("Not their turn"), "Aims at" in page, "May touch" in page) == (1, False, False)
    assert (page.count(">Circumstances<"), page.count(">Targets<")) == (2, 2)
    assert ">Aiming</button>" in page
    yard.call("Ann", "use")
    assert "Aims at" in gm.page().text
    sheet = gm.client.get(f"/t/{yard.id}/edit/character/{yard.who('Cai')}").text
    guard = sheet[sheet.index("Character that Cai guards") :].partition("</select>")[0]
    assert (">Ann<" in guard, ">Rally<" in sheet, ">Leave Cover<" in sheet) == (True, False, False)
    yard.gm(do="mettle.zone.move", character=yard.who("Cai"), zone=yard.zone("Left range"), free=True)
    assert (
        "Character that Cai guards"
        not in gm.client.get(f"/t/{yard.id}/edit/character/{yard.who('Cai')}").text
    )


def test_a_failure_with_edge_has_the_twists_of_its_action_on_the_gms_page(app: Flask) -> None:
    yard = brawl(app)
    failed = yard.call("Ann", "rattle", "Bog")
    yard.roll(failed, 1, 4, 4, 5, 6)
    page = Visitor(yard, "gm").page().text
    named = [f"{twist[:1].upper()}{twist[1:]}: a Twist for Ann" for twist in RULESET.twists("rattle")]
    assert named
    assert [name for name in named if name not in page] == []


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
    assert (">Rally<" in page, ">Leave Cover<" in page, "Total Cover" in page) == (False, False, False)
    yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=1)
    assert ">Rally<" in ana.page().text
    yard.gm(do="mettle.zone.scenery", zone=yard.zone("Melee"), name="Stone wall")
    assert ">Total Cover: Stone wall<" in ana.page().text
    ana.post(do="mettle.action.cover", character=str(yard.who("Ann")), cover="partial")
    yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=9)
    page = ana.page().text
    assert (">Rally<" in page, ">Leave Cover<" in page) == (False, True)


def test_masked_scenery_in_ones_own_zone_offers_no_cover_and_fails_no_panel(app: Flask) -> None:
    yard = brawl(app)
    ana = Visitor(yard, "player")
    ana.post(do="seat.claim", name="Ana", character=str(yard.who("Ann")))
    yard.gm(do="mettle.zone.scenery", zone=yard.zone("Melee"), name="Stone wall", visibility="masked")
    page = ana.page().text
    assert ("Ann" in page, "Total Cover" in page) == (True, False)


def test_a_stretch_is_driven_once_however_often_one_taps(app: Flask) -> None:
    yard = brawl(app)
    ana, gm, drive = Visitor(yard, "player"), Visitor(yard, "gm"), ">Drive Stretch 1</button>"
    ana.post(do="seat.claim", name="Ana", character=str(yard.who("Ann")))
    yard.gm(do="mettle.stretch.start", drivers=[{"character": yard.who("Ann"), "speed": 2}])
    assert (drive in ana.page().text, ">Ann drives<" in gm.page().text) == (True, True)
    ana.post(do="mettle.stretch.check", character=str(yard.who("Ann")))
    assert (drive in ana.page().text, ">Ann drives<" in gm.page().text) == (False, False)
    assert "Roll your Check for this Stretch." in ana.page().text
    page = gm.page().text
    assert (">Circumstances<" in page, ">Targets<" in page, ">Hearing<" in page) == (False, False, False)


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
    assert (
        ">Ann gets past<" in gm.page().text,
        "The way needs a Move (Difficulty 3)" in ana.page().text,
    ) == (
        True,
        True,
    )


def test_a_fire_is_rolled_once_for_all_who_are_ticked(app: Flask) -> None:
    yard = brawl(app)
    gm = Visitor(yard, "gm")
    fire = yard.gm(do="mettle.hazard.add", name="Campfire", zone=yard.zone("Melee")).result["piece"]
    assert gm.page().text.count('type="checkbox" name="characters"') >= 3
    asked = re.findall(r'<input class="m-fell"[^>]*>', gm.page().text)
    assert asked, "dice of the real table can be typed"
    assert all("data-once" in each for each in asked), "they count once"
    assert sorted(boxes(gm.page().text, "mettle.hazard.strike").getlist("characters")) == sorted(
        str(yard.who(name)) for name in ("Ann", "Cai", "Bog")
    )
    yard.gm(do="mettle.zone.move", character=yard.who("Bog"), zone=yard.zone("Left range"), free=True)
    near = boxes(gm.page().text, "mettle.hazard.strike").getlist("characters")
    assert str(yard.who("Bog")) not in near, "who stands elsewhere is not ticked"
    people = [str(yard.who(name)) for name in ("Ann", "Cai", "Bog")]
    gm.post(do="mettle.hazard.strike", hazard=str(fire), characters=people, dice="4 5")
    assert [yard.mettle(name) for name in ("Ann", "Cai", "Bog")] == [10 - 1, 9 - 2, 9 - 1]


def test_a_trap_says_who_does_not_see_it(app: Flask) -> None:
    yard = brawl(app)
    for visibility in ("secret", "shown"):
        trap = {"zone": yard.zone("Melee"), "name": f"A {visibility} pit", "hazard": "2D+0"}
        yard.gm(do="mettle.hazard.trap", visibility=visibility, trigger="a step", **trap)
    page = " ".join(Visitor(yard, "gm").page().text.split())
    rows = re.findall(r"<bdi>A (\w+) pit</bdi></b>, 2D: a step(.*?)</p>", page)
    assert [(each, "secret" in told) for each, told in rows] == [("secret", True), ("shown", False)], page


def test_who_is_rattled_or_delayed_reads_it_in_plain_words(app: Flask) -> None:
    """A Delay stands on the Round whose Action it takes."""
    yard = brawl(app)
    ana, gm = Visitor(yard, "player"), Visitor(yard, "gm")
    ana.post(do="seat.claim", name="Ana", character=str(yard.who("Ann")))
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=4)
    yard.gm(do="condition.add", character=yard.who("Ann"), name="Rattled")
    assert "Your turn.</b> Act, Wait or move." in shown(ana.page().text, "m-me")
    assert "Rattled: no Rally" in shown(ana.page().text, "m-me")
    assert "Rattled: no Rally" in shown(gm.page().text, "m-fight")
    yard.gm(do="mettle.initiative.act", character=yard.who("Ann"))
    yard.gm(do="mettle.initiative.delay", character=yard.who("Ann"))
    assert all("loses their next Action" in each.page().text for each in (gm, ana))


def test_who_burns_cannot_rally_and_their_fire_is_rolled_with_the_next_round(app: Flask) -> None:
    yard = brawl(app)
    ana, gm, tv = Visitor(yard, "player"), Visitor(yard, "gm"), Visitor(yard, "tv")
    ana.post(do="seat.claim", name="Ana", character=str(yard.who("Ann")))
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    gm.post(do="mettle.hazard.ignite", character=str(yard.who("Ann")), hazard="4D+4", dice="4 5, 1 1")
    mine = shown(ana.page().text, "m-me")
    assert ("Burning: no Rally" in mine, 'value="mettle.action.rally"' in mine) == (True, False)
    assert "Burning" in tv.page().text
    for passed_to in ("Bog", "Cai", ""):
        gm.post(do="mettle.initiative.act", character=str(yard.piece("fight")["holder"]))
        if passed_to:
            gm.post(do="mettle.initiative.pass", character=str(yard.who(passed_to)))
    page = gm.page().text
    form = page[page.index('aria-label="The next Round"') :].partition("</form>")[0]
    assert ("Ann burns" in form, ">Round 2</button>" in form) == (True, True)
    box = re.search(r'<input[^>]*name="([^"]+)"[^>]*id="m-round-', form) or re.search(
        r'<input[^>]*id="m-round-[^>]*name="([^"]+)"', form
    )
    assert box is not None
    gm.post(do="mettle.initiative.round", **{box[1]: "1 2 3 3"})
    assert "Ann is no longer Burning" in gm.page().text
    assert "Burning" not in shown(ana.page().text, "me")
    assert yard.mettle("Ann") == 6
    assert "Round 2" in tv.page().text


def test_who_is_attacked_reads_by_whom_until_the_dice_have_fallen(app: Flask) -> None:
    yard = brawl(app)
    ana, ben = Visitor(yard, "player"), Visitor(yard, "player")
    ana.post(do="seat.claim", name="Ana", character=str(yard.who("Ann")))
    ben.post(do="seat.claim", name="Ben", character=str(yard.who("Cai")))
    check = yard.call("Bog", "attack", "Ann")
    assert "Bog attacks you" in shown(ana.page().text, "m-turn")
    assert "Bog attacks you" not in ben.page().text
    yard.roll(check, 3, 3, 3, 4)
    assert "attacks you" not in ana.page().text
    yard.call("Bog", "attack", "Ann", visibility="secret")
    assert "attacks you" not in ana.page().text


def shown(page: str, panel: str) -> str:
    return page.partition(f'id="{panel}"')[2].partition("</section>")[0]


def test_real_dice_of_a_hazard_are_typed_in_as_they_fell(app: Flask) -> None:
    yard = brawl(app)
    gm = Visitor(yard, "gm")
    sent = boxes(gm.page("/moves/fall").text, "mettle.hazard.fall").to_dict()
    gm.post(**(sent | {"character": str(yard.who("Ann")), "dice": "4 5, 6 1 1"}))
    assert yard.mettle("Ann") == 6


def test_what_ails_somebody_stands_on_their_phone_and_in_everyones_cast(app: Flask) -> None:
    yard = brawl(app)
    ana, ben, gm, tv = (Visitor(yard, role) for role in ("player", "player", "gm", "tv"))
    ana.post(do="seat.claim", name="Ana", character=str(yard.who("Ann")))
    ben.post(do="seat.claim", name="Ben", character=str(yard.who("Cai")))
    yard.does("Bog", "rattle", "Ann", dice=[1, 1, 2, 3, 3, 3], pool=6)
    assert "Rattled" in shown(ana.page().text, "me")
    assert "Rattled" in shown(ben.page().text, "cast")
    yard.gm(do="mettle.hurt", character=yard.who("Bog"), by=11)
    assert "Staggered" in tv.page().text
    yard.does("Cai", "heal", "Bog", dice=[1, 2, 4, 5])
    assert "Stable" in shown(gm.page().text, "cast")
    token = tv.page().text.partition(f'data-token="{yard.who("Bog")}"')[2].partition("data-token")[0]
    assert ("Staggered" in token, "Stable" in token.partition("</li>")[0]) == (True, False)


def test_on_the_map_nobody_outside_of_the_fight_has_the_mark_of_an_action(app: Flask) -> None:
    yard = brawl(app)
    tv = Visitor(yard, "tv")
    for who in ("Ann", "Cai"):
        assert " apart" not in token(tv, yard.who(who))
    yard.gm(
        do="mettle.initiative.start", combatants=[yard.who("Ann"), yard.who("Bog")], first=yard.who("Ann")
    )
    assert " apart" not in token(tv, yard.who("Ann"))
    assert " apart" in token(tv, yard.who("Cai"))


def token(screen: Visitor, id: int) -> str:
    """The opening tag of a character's token."""
    before = screen.page().text.partition(f'data-token="{id}"')[0]
    return before.rpartition("<li")[2]


def test_a_weapon_of_the_list_is_given_in_one_tap(app: Flask) -> None:
    yard: Brawl = brawl(app)
    gm = Visitor(yard, "gm")
    page = gm.page(f"/edit/character/{yard.who('Ann')}").text
    button = re.search(r'value="([^"]+)"[^>]*aria-label="Sword for Ann"', page)
    assert button is not None
    gm.post(act=unescape(button[1]))
    shown = next(row for row in yard.sees()["pieces"] if row["kind"] == "weapon" and row["name"] == "Sword")
    assert (shown["character"], shown["damage"], shown["dice"]) == (yard.who("Ann"), "FRAME+3", 2)


@pytest.mark.parametrize("zones", [True, False])
def test_who_won_a_race_is_on_the_tv_and_the_phone_until_something_else_begins(
    app: Flask, zones: bool
) -> None:
    yard = brawl(app, zones=zones)
    tv, phone = Visitor(yard, "tv"), Visitor(yard, "player")

    def won(page: str) -> bool:
        words = " ".join(re.sub(r"<[^>]+>", "", page).split())
        return "Dunes: Ann wins" in words

    race(yard, "Ann", "Bog", name="Dunes")
    for who, dice in (("Ann", (2, 4, 5, 6)), ("Bog", (3, 4, 5))):
        drive(yard, who, *dice)
    assert not won(tv.page().text)
    yard.gm(do="mettle.stretch.end")
    assert (won(tv.page().text), won(phone.page().text)) == (True, True)
    yard.gm(do="undo")
    assert not won(tv.page().text)
    yard.gm(do="mettle.stretch.end")
    for begins in (
        {"do": "mettle.initiative.start", "first": yard.who("Ann")},
        {"do": "mettle.time.pass", "span": "hour"},
    ):
        yard.gm(**begins)
        assert (won(tv.page().text), won(phone.page().text)) == (False, False)
        yard.gm(do="undo")
        assert won(tv.page().text)
    race(yard, "Ann", "Bog")
    assert not won(tv.page().text)


def test_a_hidden_winner_is_named_to_nobody(app: Flask) -> None:
    yard = brawl(app)
    yard.gm(do="character.edit", character=yard.who("Bog"), visibility="secret")
    race(yard, "Bog")
    yard.gm(do="mettle.stretch.end")
    pages = [Visitor(yard, who).page().text for who in ("tv", "player")]
    assert ["Bog" in page for page in pages] == [False, False]
    assert ["it is over" in page for page in pages] == [True, True]
