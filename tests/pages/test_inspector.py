"""What opens beside the GM's scene: things and moves, as a part of the page or as a page without scripts."""

import re
from html import unescape

import pytest
from flask import Flask

from tests.pages.visitor import SCRIPT, Visitor
from tests.table.oak import Oak
from webapp.rules.playable_games import rulesets

THINGS = ("clock", "tag", "character", "condition")


def table(app: Flask, game: str) -> Oak:
    """A table with one thing of each kind."""
    oak = Oak.start(app, ruleset=game)
    oak.clock("Alarm", 6)
    oak.tag("Slick")
    mara = oak.character("Mara", **({"stats": {"POISE": 3}} if game == "mettle" else {}))
    oak.gm(do="condition.add", character=mara, name="Wet")
    return oak


def opened(oak: Oak, gm: Visitor) -> list[str]:
    """Where everything opens that this GM's page and its menu of moves lead to."""
    found = re.findall(r'href="(/t/[^"]+/(?:edit|moves)/[^"]+)"', gm.page().text + gm.page("/moves").text)
    assert {path.split("/")[4] for path in found if "/edit/" in path} >= set(THINGS)
    return list(dict.fromkeys(path.removeprefix(f"/t/{oak.id}") for path in found))


def ids(html: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', html)


@pytest.mark.parametrize("game", rulesets())
def test_everything_opens_on_the_page_and_without_scripts_as_a_page(app: Flask, game: str) -> None:
    oak = table(app, game)
    gm = Visitor(oak, "gm")
    around = set(ids(gm.page().text))
    for path in opened(oak, gm):
        part = gm.client.get(f"/t/{oak.id}{path}", headers=SCRIPT).text
        assert part.lstrip().startswith('<section id="inspected"'), path
        assert len(ids(part)) == len(set(ids(part))), path
        assert set(ids(part)) & around == set(), path
        page = gm.page(path)
        assert page.status_code == 200
        assert page.text.count('<form id="act"') == 1
        assert page.text.count("<script") == page.text.count('<script src="/static/drafts.') == 1, path


def test_a_tap_puts_a_clock_in_the_spotlight_on_the_tv_and_another_ends_it(oak: Oak) -> None:
    gm, alarm = Visitor(oak, "gm"), oak.clock("Alarm", 6)
    for says, spotlight in (("Spotlight on TV: Alarm", alarm), ("End spotlight", None)):
        page = gm.client.get(f"/t/{oak.id}/edit/clock/{alarm}", headers=SCRIPT).text
        button = re.search(rf'value="([^"]+)"[^>]* aria-label="{says}"', page)
        assert button, says
        gm.client.post(f"/t/{oak.id}/do", data={"act": unescape(button[1])}, headers=SCRIPT)
        assert oak.view().spotlight == spotlight


def test_the_value_of_a_clock_is_set_in_its_inspector(oak: Oak) -> None:
    gm, alarm = Visitor(oak, "gm"), oak.clock("Alarm", 6)
    page = gm.client.get(f"/t/{oak.id}/edit/clock/{alarm}", headers=SCRIPT).text
    form = re.search(r'<form[^>]*aria-label="Set Alarm".*?</form>', page, re.DOTALL)
    assert form is not None
    assert len(re.findall(r'name="filled"', page)) == 1
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    gm.post(**fields | {"filled": "4"})
    assert oak.lines()[0] == "Alarm: +4, now 4 of 6"


def test_what_is_gone_closes_the_inspector_and_on_a_page_it_is_said(oak: Oak) -> None:
    gm, slick = Visitor(oak, "gm"), oak.tag("Slick")
    oak.gm(do="tag.remove", tag=slick)
    assert gm.client.get(f"/t/{oak.id}/edit/tag/{slick}", headers=SCRIPT).status_code == 204
    assert gm.page(f"/edit/tag/{slick}").status_code == 404


@pytest.mark.parametrize("path", ["/moves", "/moves/people", "/moves/library"])
def test_nobody_else_opens_moves(oak: Oak, path: str) -> None:
    assert [Visitor(oak, role).page(path).status_code for role in ("player", "tv")] == [403, 403]
    assert Visitor(oak).page(path).status_code == 404


def test_a_button_says_its_whole_command_in_its_value(oak: Oak) -> None:
    gm, alarm = Visitor(oak, "gm"), oak.clock("Alarm", 6)
    button = re.search(
        r'<button form="act" name="act" value="([^"]+)"[^>]*aria-label="Tick Alarm"', gm.page().text
    )
    assert button is not None
    assert gm.post(act=button[1].replace("&amp;", "&")).status_code == 303
    assert oak.sees()["clocks"][0] | {"id": alarm, "filled": 1} == oak.sees()["clocks"][0]
    assert gm.post(act="do=clock.tick&clock=" + "9" * 9000).status_code == 422


def test_a_new_name_for_what_players_know_is_said_to_change_older_lines(oak: Oak) -> None:
    gm, said = Visitor(oak, "gm"), "Older journal lines get the new name too"
    stranger, mara = oak.character("Stranger", kind="npc", visibility="shown"), oak.character("Mara")
    secret = oak.tag("Trapdoor", visibility="secret")
    for path, is_said in (
        (f"character/{stranger}", True),
        (f"character/{mara}", False),
        (f"tag/{secret}", False),
    ):
        assert (said in gm.page(f"/edit/{path}").text) is is_said, path
    oak.gm(do="character.edit", character=stranger, name="Count Vex")
    lines = oak.lines("player")
    assert "Count Vex joins the cast" in lines
    assert not any("Stranger joins" in line for line in lines)
