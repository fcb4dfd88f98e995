"""The page on which one thing is edited in peace: what is saved as it stands stays as it was."""

from typing import Any

import pytest
from flask import Flask

from tests.pages.boxes import boxes
from tests.pages.visitor import OURS, Visitor
from tests.table.oak import Oak
from webapp.rules.playable_games import rulesets

STATS = {"Edge": 2, "Motto": "Never late", "Sworn": True}
NAMES = {"zone": "Dock", "tag": "Slick", "character": "Mara", "condition": "Wet", "clock": "Alarm"}


def of_every_kind(oak: Oak) -> dict[str, int]:
    """A thing of each kind that has such a page, each with something in its boxes."""
    zone = oak.gm(do="zone.add", name="Dock").result["zone"]
    mara = oak.character("Mara", zone=zone, stats=STATS)
    effects = [{"on": "balance", "modifier": "note", "note": "slips"}]
    carried = oak.gm(do="condition.add", character=mara, name="Wet", effects=effects).result["condition"]
    return {
        "scene": oak.gm(do="scene.add", name="Later", notes="the\ntwist").result["scene"],
        "zone": zone,
        "tag": oak.tag("Slick", zone=zone, effects=effects),
        "character": mara,
        "condition": carried,
        "clock": oak.clock("Alarm", 6, on_full="It rings"),
    }


def standing(oak: Oak) -> dict[str, Any]:
    seen = oak.sees()
    return {name: seen[name] for name in ("scenes", "zones", "tags", "clocks", "cast", "pieces")}


@pytest.mark.parametrize("game", rulesets())
def test_what_is_saved_as_it_stands_stays_as_it_was(app: Flask, game: str) -> None:
    oak = Oak.start(app, ruleset=game)
    gm, things = Visitor(oak, "gm"), of_every_kind(oak)
    before = standing(oak)
    for kind, id in things.items():
        form = boxes(gm.page(f"/edit/{kind}/{id}").text, f"{kind}.edit", having="name")
        answer = gm.client.post(f"/t/{oak.id}/do", data=form, headers=OURS)
        assert answer.status_code == 303, answer.text
    assert standing(oak) == before


@pytest.mark.parametrize("game", rulesets())
def test_who_sees_a_thing_is_the_first_that_is_asked(app: Flask, game: str) -> None:
    """Two taps show somebody who was secret, and none of them needs a scroll past what else may be done."""
    oak = Oak.start(app, ruleset=game)
    gm = Visitor(oak, "gm")
    for kind, id in of_every_kind(oak).items():
        _, _, asked = gm.page(f"/edit/{kind}/{id}").text.partition("<h1")
        if kind != "scene":
            assert f'aria-label="Who sees {NAMES[kind]}"' in asked.split("<form")[1]


@pytest.mark.parametrize("game", rulesets())
def test_a_character_is_renamed_on_its_page(app: Flask, game: str) -> None:
    oak = Oak.start(app, ruleset=game)
    gm, mara = Visitor(oak, "gm"), oak.character("Mara", stats={"Edge": 2})
    form = boxes(gm.page(f"/edit/character/{mara}").text, "character.edit")
    form["name"] = "Mara Vey"
    assert gm.client.post(f"/t/{oak.id}/do", data=form, headers=OURS).status_code == 303
    assert [(each["name"], each["stats"]) for each in oak.sees()["cast"]] == [("Mara Vey", {"Edge": 2})]


@pytest.mark.parametrize("game", rulesets())
def test_a_sheet_taken_from_the_table_can_be_sent_back(app: Flask, game: str) -> None:
    oak = Oak.start(app, ruleset=game)
    mara = oak.character("Mara", stats=STATS)
    oak.gm(do="character.edit", character=mara, stats=oak.sees()["cast"][0]["stats"])
    assert oak.sees()["cast"][0]["stats"] == STATS


def test_a_new_line_of_a_sheet_without_a_name_is_left_out(oak: Oak) -> None:
    mara = oak.character("Mara")
    fields = {"stats.0.name": "", "stats.0.value": "3", "stats.1.name": "Swim", "stats.1.value": "2"}
    Visitor(oak, "gm").post(do="character.edit", character=str(mara), name="Mara", **fields)
    assert oak.sees()["cast"][0]["stats"] == {"Swim": 2}


def test_without_scripts_too_the_second_reads_both_texts_and_chooses(oak: Oak) -> None:
    gm, id = Visitor(oak, "gm"), oak.gm(do="scene.add", name="Later", notes="the twist").result["scene"]
    form = boxes(gm.page(f"/edit/scene/{id}").text, "scene.edit", having="name")
    oak.gm(do="scene.edit", scene=id, notes="A quiet boat")
    at = f"/t/{oak.id}/do"
    answer = gm.client.post(at, data=form | {"notes": "A loud boat"}, headers=OURS)
    assert answer.status_code == 409
    for said in ("A quiet boat", "A loud boat", "Save mine"):
        assert said in answer.text
    assert oak.sees()["scenes"][-1]["notes"] == "A quiet boat"
    mine = boxes(answer.text, "scene.edit")
    assert gm.client.post(at, data=mine, headers=OURS).status_code == 303
    assert oak.sees()["scenes"][-1]["notes"] == "A loud boat"
