"""The sheet of the own character on the phone: a page that also works without scripts."""

import re
from html import unescape

import pytest
from flask import Flask

from tests.pages.visitor import OURS, SCRIPT, Visitor
from tests.table.oak import Oak
from webapp.rules.playable_games import rulesets
from webapp.rules.sheets import lines_of


def seated(app: Flask, game: str, **fields: object) -> tuple[Oak, int, Visitor]:
    """Mara of a table of this game, and the phone of her player."""
    oak = Oak.start(app, ruleset=game)
    mara = oak.character("Mara", **fields)
    oak.sit("Ana", mara)
    ana = Visitor(oak, "player")
    ana.hold(oak.seats["Ana"])
    return oak, mara, ana


def boxes(page: str) -> dict[str, str]:
    """What stands in the boxes of a page, by their names."""
    found = re.findall(r'<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"', page)
    return {unescape(name): unescape(value) for name, value in found}


@pytest.mark.parametrize("game", rulesets())
def test_the_form_has_a_place_for_every_line_that_the_game_declares(app: Flask, game: str) -> None:
    oak, _, ana = seated(app, game)
    page = ana.page("/sheet")
    assert page.status_code == 200
    names = re.findall(r'name="stats\.([^"]+)"', page.text)
    assert {each.key for each in lines_of(rulesets()[game])} <= set(names)
    ids = re.findall(r'\sid="([^"]+)"', page.text)
    assert len(ids) == len(set(ids))
    assert f'href="/t/{oak.id}/sheet"' in ana.page().text


def test_what_is_saved_stands_on_the_page_of_the_table(app: Flask) -> None:
    _, mara, ana = seated(app, "razorweave")
    fields = {"stats.MIG": "2", "stats.0.name": "Climbing", "stats.0.value": "1", "look": "One grey eye"}
    answer = ana.post(do="character.edit", character=mara, name="Mara", **fields)
    assert answer.status_code == 303
    page = ana.page().text
    assert "<dt>Might</dt><dd>2</dd>" in page
    assert "<dt>Climbing</dt><dd>1</dd>" in page
    assert "One grey eye" in page


def test_a_line_of_numbers_fills_the_sheet_in_its_order_and_keeps_nothing_yet(app: Flask) -> None:
    oak, _, ana = seated(app, "mettle")
    page = ana.client.post(f"/t/{oak.id}/sheet", data={"line": "6 4 3 3 4 3 1"}, headers=OURS).text
    filled = boxes(page)
    keys = ("CALLING", "CULTURE", "FRAME", "MOTIVE", "NATURE", "POISE", "Armour")
    assert [filled[f"stats.{key}"] for key in keys] == ["6", "4", "3", "3", "4", "3", "1"]
    assert "<dt>Maximum Mettle</dt>\n<dd>9</dd>" in page
    assert oak.sees()["cast"][0]["stats"] == {}


@pytest.mark.parametrize(
    ("line", "why"), [("6 four", "Write whole numbers"), ("1 " * 12, "A sheet has 9 numbers, not 12")]
)
def test_a_line_that_fits_no_sheet_is_refused_in_a_sentence(app: Flask, line: str, why: str) -> None:
    oak, _, ana = seated(app, "mettle")
    page = ana.client.post(f"/t/{oak.id}/sheet", data={"line": line}, headers=OURS)
    assert page.status_code == 200
    assert why in page.text


@pytest.mark.parametrize(
    ("game", "fields", "said"),
    [
        ("razorweave", {"stats.MIG": "2", "stats.AGI": ""}, "2 of 4 points left"),
        ("razorweave", {"stats.MIG": "2", "stats.AGI": "2"}, "0 of 4 points left"),
        ("mettle", {"stats.CALLING": "6", "stats.FRAME": "3"}, "14 of 17 points left"),
        ("resonance", {"stats.level": "1", "stats.brawn": "4"}, "stat points left"),
    ],
)
def test_what_is_left_to_spend_is_said_while_the_sheet_is_filled_in(
    app: Flask, game: str, fields: dict[str, str], said: str
) -> None:
    oak, mara, ana = seated(app, game)
    sent, before = {"do": "character.edit", "character": mara, "name": "Mara", **fields}, oak.sees()
    page = ana.client.post(f"/t/{oak.id}/sheet/sums", data=sent, headers=OURS)
    assert page.status_code == 200
    assert said in page.text
    assert oak.sees() == before


def test_a_box_that_is_not_ticked_any_more_comes_off_the_sheet(app: Flask) -> None:
    oak, mara, ana = seated(app, "mettle", stats={"CALLING": 6, "Proof": "yes"})
    ana.post(do="character.edit", character=mara, name="Mara", **{"stats.CALLING": "6", "stats.Proof": ""})
    assert oak.sees()["cast"][0]["stats"] == {"CALLING": 6}


def test_a_locked_sheet_is_read_and_has_nothing_to_press(app: Flask) -> None:
    oak, mara, ana = seated(app, "razorweave", stats={"MIG": 2})
    oak.gm(do="character.edit", character=mara, locked=True)
    page = ana.page("/sheet").text
    assert "Your GM locked this sheet." in page
    assert "<dt>Might</dt><dd>2</dd>" in page
    assert 'name="stats.' not in page


def test_where_the_table_asks_the_page_says_so(app: Flask) -> None:
    oak, _, ana = seated(app, "razorweave")
    oak.gm(do="table.edit", settings={"sheets": "ask"})
    page = ana.page("/sheet").text
    assert "Your GM must approve each change." in page
    assert ">Propose</button>" in page


def test_a_guest_has_no_sheet_and_the_gm_has_the_table(app: Flask) -> None:
    oak, _, _ = seated(app, "freeform")
    assert Visitor(oak, "player").page("/sheet").status_code == 404
    assert Visitor(oak, "gm").page("/sheet").location.endswith(f"/t/{oak.id}")


def test_a_sheet_that_is_out_of_sight_is_not_drawn(app: Flask) -> None:
    oak, mara, ana = seated(app, "freeform", stats={"Gear": "Canary"})
    oak.gm(do="character.edit", character=mara, visibility="secret")
    assert ana.page("/sheet").status_code == 404


def test_the_gm_sets_what_players_may_do_with_their_sheets(app: Flask) -> None:
    oak, mara, _ = seated(app, "freeform")
    gm = Visitor(oak, "gm")
    assert 'name="settings.sheets" value="ask"' in gm.page("/moves/table").text
    gm.post(do="table.edit", **{"settings.sheets": "locked"})
    assert oak.state().table.settings["sheets"] == "locked"
    assert "Lock the sheet of Mara" in gm.page(f"/edit/character/{mara}").text


def test_weapons_of_mettle_stand_on_the_sheet_of_whoever_carries_them(app: Flask) -> None:
    _, mara, ana = seated(app, "mettle", stats={"CALLING": 6})
    assert "Add weapon" in ana.page("/sheet").text  # the first weapon has its place, too
    ana.post(do="mettle.weapon.add", character=mara, name="Sabre", damage="FRAME+3", dice="0", range="0")
    assert "Remove Sabre" in ana.page("/sheet").text


def test_the_gm_finds_the_weapons_above_what_foes_nearby_offer(app: Flask) -> None:
    oak, mara, _ = seated(app, "mettle", stats={"CALLING": 6})
    oak.character("Thug", kind="npc", stats={"CALLING": 3, "FRAME": 3})
    oak.gm(do="mettle.zone.quick")
    page = Visitor(oak, "gm").page(f"/edit/character/{mara}").text
    assert page.index("Sword for Mara") < page.index("Attack with bare hands")
    assert page.count("Sword for Mara") == 1


def test_a_player_who_proposes_a_clock_is_not_offered_its_kinds(app: Flask) -> None:
    oak, _, ana = seated(app, "razorweave")
    assert (
        "Mounting threat" in Visitor(oak, "gm").post(SCRIPT, do="clock.add", name="Alarm", segments="6").text
    )
    assert "Mounting threat" not in ana.post(SCRIPT, do="clock.add", name="Harbour", segments="4").text


def test_values_of_resonance_stand_on_the_sheet(app: Flask) -> None:
    _, mara, ana = seated(app, "resonance")
    ana.post(do="resonance.value.set", character=mara, hp="7", most_hp="12", sp="", ep="")
    filled = boxes(ana.page("/sheet").text)
    assert (filled["hp"], filled["most_hp"]) == ("7", "12")


def test_a_guest_makes_a_character_on_sitting_down_and_fills_it_in(app: Flask) -> None:
    oak = Oak.start(app, ruleset="razorweave")
    ana = Visitor(oak, "player")
    assert 'name="new"' in ana.page().text
    ana.post(do="seat.claim", name="Ana", character="", new="Mara", quick="true")
    assert "<bdi>Ana joined; Mara joins the cast</bdi>" in ana.page().text
    assert "A guest" not in ana.page().text
    assert "<dt>Agility</dt><dd>2</dd>" in ana.page().text
    assert ana.page("/sheet").status_code == 200


def test_who_sits_without_a_character_makes_one_on_the_own_card(app: Flask) -> None:
    oak = Oak.start(app, ruleset="freeform")
    oak.sit("Ana")
    ana = Visitor(oak, "player")
    ana.hold(oak.seats["Ana"])
    assert 'aria-label="New character"' in ana.page().text
    ana.post(do="seat.claim", new="Mara")
    assert [each["name"] for each in oak.sees()["cast"]] == ["Mara"]


def test_a_refused_save_shows_what_was_typed_and_no_field_that_was_left_alone(app: Flask) -> None:
    texts = {"Trade": "a smith of old", "Oath": "never to lie"}
    oak, mara, ana = seated(app, "freeform", stats=texts, look="One grey eye")
    began = {
        name: value for name, value in boxes(ana.page("/sheet").text).items() if name.startswith("base.")
    }
    oak.gm(do="character.edit", character=mara, locked=True)
    typed = {"stats.Trade": texts["Trade"], "stats.Oath": "to lie when it helps", "look": "One grey eye"}
    refused = ana.post(do="character.edit", character=mara, name="Mara", **typed, **began)
    assert refused.status_code == 403
    shown = r"<label[^>]*>(.*)</label><textarea[^>]*>\n(.*)</textarea>"
    assert re.findall(shown, refused.text.replace("\n  ", " ")) == [("Oath", "to lie when it helps")]
    assert refused.text.index("to lie when it helps") < refused.text.index("data-unsent-texts")
