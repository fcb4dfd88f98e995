"""Begin and End act at once: what belongs to no scene comes along, what ends with one ends; undo knows it."""

import re
from html import unescape

import pytest
from flask import Flask

from tests.pages.visitor import SCRIPT, Visitor
from tests.table.investigation import Case
from tests.table.oak import Oak


def stands(oak: Oak, who: str = "tv") -> list[str]:
    """The clocks in play, by name."""
    view = oak.view(who)
    return [each.name for each in view.clocks if each.here]


@pytest.fixture
def pier(oak: Oak) -> int:
    """A prepared scene, and clocks of every sort in the one being played."""
    oak.clock("Reputation", 12, scene=None)
    oak.clock("Old wound", 4, kind="personal")
    oak.clock("The guild", 6, kind="faction")
    oak.clock("Alarm", 6)
    oak.clock("Flood", 6, kind="danger")
    scene: int = oak.gm(do="scene.add", name="Pier").result["scene"]
    return scene


ALONG = ["Reputation", "Old wound", "The guild"]


def test_begin_and_end_leave_what_belongs_to_no_scene_on_every_screen(oak: Oak, pier: int) -> None:
    begun = oak.gm(do="scene.activate", scene=pier).result
    assert stands(oak) == ALONG
    names = {each["id"]: each["name"] for each in oak.sees()["clocks"]}
    assert [names[id] for id in begun["along"]] == ALONG[1:]
    assert [names[id] for id in begun["waiting"]] == ["Alarm", "Flood"]
    oak.gm(do="scene.end", scene=pier)
    assert stands(oak) == ALONG


def test_undo_puts_all_clocks_back_into_their_scene(oak: Oak, pier: int) -> None:
    before = oak.sees()["clocks"]
    oak.gm(do="scene.activate", scene=pier)
    oak.gm(do="undo")
    assert oak.sees()["clocks"] == before


def test_the_scene_that_is_played_again_has_its_clocks_again(oak: Oak, pier: int) -> None:
    first = oak.sees()["scene"]
    oak.gm(do="scene.activate", scene=pier)
    oak.gm(do="scene.activate", scene=first)
    assert sorted(stands(oak)) == sorted([*ALONG, "Alarm", "Flood"])


def test_the_toast_names_both_and_brings_one_too(oak: Oak, pier: int) -> None:
    gm = Visitor(oak, "gm")
    toast = gm.post(SCRIPT, do="scene.activate", scene=pier).text.partition('hx-target="#notice"')[2]
    assert "“Old wound” and “The guild” stay in play. “Alarm” and “Flood” wait in their scene." in toast
    assert "Keep Flood in play" in toast
    assert "Undo: Pier: the scene begins" in toast
    button = re.search(r'value="([^"]+)"[^>]*>Keep Alarm in play<', toast)
    assert button is not None
    gm.post(act=unescape(button[1]))
    assert stands(oak) == [*ALONG, "Alarm"]


def test_a_scene_is_begun_by_that_word_wherever_it_stands(oak: Oak, pier: int) -> None:
    gm = Visitor(oak, "gm")
    for place in ("/moves/scenes", f"/edit/scene/{pier}", f"?prepare={pier}"):
        assert 'aria-label="Begin Pier"' in gm.page(place).text
    oak.gm(do="scene.end", scene=oak.sees()["scene"])
    assert 'aria-label="Begin Pier"' in gm.page().text


def test_a_scene_without_clocks_is_begun_and_ended_with_undo_on_the_spot(oak: Oak) -> None:
    gm, shed = Visitor(oak, "gm"), oak.gm(do="scene.add", name="Shed").result["scene"]
    for command in ("scene.activate", "scene.end"):
        toast = gm.post(SCRIPT, do=command, scene=shed).text.partition('hx-target="#notice"')[2]
        assert "Undo: Shed: the scene" in toast
        assert "Bring" not in toast


def test_what_ends_with_a_scene_ends_and_the_rest_follows_its_people(app: Flask) -> None:
    case = Case.open(app)
    for name in ("Dazed", "Exhausted"):
        case.gm(do="condition.add", character=case.mara, name=name)
    ended = case.gm(do="scene.end", scene=case.sees()["scene"])
    assert [each["says"] for each in ended.result["happened"]] == ["Mara is no longer Dazed"]
    assert [each["name"] for each in case.sees()["cast"][0]["conditions"]] == ["Exhausted"]
