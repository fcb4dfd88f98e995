"""Preparing is a place: the GM's desk turned into a scene, with all hands, and nobody else hears of it."""

import re

import pytest
from flask import Flask

from tests.pages.visitor import OURS, SCRIPT, Visitor
from tests.table.oak import Oak


class Desk(Visitor):
    """A GM's page that is turned into one scene."""

    scene: int

    def turn_to(self, scene: int) -> "Desk":
        self.scene = scene
        self.at = {"Referer": f"http://localhost/t/{self.oak.id}?prepare={scene}"}
        return self

    def desk(self) -> str:
        return self.page(f"?prepare={self.scene}").text

    def says(self, text: str) -> str:
        return self.client.post(f"/t/{self.oak.id}/add", data={"text": text}, headers=OURS | self.at).headers[
            "Location"
        ]

    def does(self, **fields: object) -> int:
        return self.post(OURS | self.at, **fields).status_code


@pytest.fixture
def oak(app: Flask) -> Oak:
    oak = Oak.start(app)
    oak.clock("Alarm", 6)
    oak.gm(do="character.add", name="Mara")
    return oak


@pytest.fixture
def desk(oak: Oak) -> Desk:
    return Desk(oak, "gm").turn_to(oak.gm(do="scene.add", name="Guildhall").result["scene"])


def shown(page: str, panel: str) -> str:
    return page.partition(f'id="{panel}"')[2].partition("</ul>" if panel == "tags" else "</section>")[0]


def test_the_whole_desk_is_that_scene_framed_and_named(oak: Oak, desk: Desk) -> None:
    oak.gm(do="tag.add", name="Crowded", scene=desk.scene)
    assert "Prepare Guildhall" in desk.client.get(f"/t/{oak.id}/moves/scenes").text
    assert "Crowded" not in shown(desk.page().text, "tags")
    page = desk.desk()
    assert "Preparing <b><bdi>Guildhall</bdi></b>: only GMs see this scene" in page
    assert "data-preparing" in page
    assert "Crowded" in shown(page, "tags")
    assert re.search(r'data-hx-sse:connect="[^"]*prepare=\d+', page)
    assert "preparing" not in Visitor(oak, "player").page(f"?prepare={desk.scene}").text.lower()


def test_a_new_scene_is_prepared_at_once(oak: Oak, desk: Desk) -> None:
    """The button says Prepare; what is typed next belongs to the new scene, and not to the one in play."""
    asked = desk.post(SCRIPT, do="scene.add", name="Cellar")
    cellar = next(each["id"] for each in oak.sees()["scenes"] if each["name"] == "Cellar")
    assert asked.headers["HX-Redirect"] == f"/t/{oak.id}?prepare={cellar}"
    assert "Preparing <b><bdi>Cellar</bdi></b>" in desk.page(f"?prepare={cellar}").text
    assert "?prepare=" in desk.post(do="scene.add", name="Roof").headers["Location"]


def test_nothing_made_there_can_be_seen_before_it_begins(oak: Oak, desk: Desk) -> None:
    phone = Visitor(oak, "player")
    for text in ("Xalarm 6", "#Xslick", "@Xfixer", "pc Xora", "+Xhurt Mara"):
        assert desk.says(text) == f"/t/{oak.id}?prepare={desk.scene}"
    assert desk.does(do="zone.add", name="Xhall") == 303
    assert desk.does(do="character.add", name="Xbold", visibility="shown") == 303
    assert desk.does(do="tag.add", name="Xwide", scene="") == 303
    for name in ("Xalarm", "Xslick", "Xfixer", "Xora", "Xhurt", "Xhall", "Xbold", "Xwide"):
        assert name in desk.desk()
        assert name not in phone.page().text
        assert name not in str(oak.sees("player"))
    assert oak.state().table.active_scene != desk.scene


def test_it_begins_with_all_that_was_laid_out(oak: Oak, desk: Desk) -> None:
    desk.says("Xalarm 6")
    desk.says("#Xslick")
    begun = desk.post(SCRIPT | {"HX-Current-URL": desk.at["Referer"]}, do="scene.activate", scene=desk.scene)
    assert begun.headers["HX-Redirect"] == f"/t/{oak.id}"
    assert "“Alarm” waits in its scene." in begun.text
    assert "Keep Alarm in play" in begun.text
    phone = Visitor(oak, "player").page().text
    assert "Xalarm" in phone
    assert "Xslick" in phone
    assert desk.page(f"?prepare={desk.scene}").headers["Location"] == f"/t/{oak.id}"
    assert desk.does(do="tag.add", name="Late") == 409


def test_who_plays_hears_nothing_while_the_desk_is_told_of_its_own(oak: Oak, desk: Desk) -> None:
    phone = Visitor(oak, "player")
    before = phone.cursor()
    here = SCRIPT | {"HX-Current-URL": desk.at["Referer"]}
    reply = desk.post(here, do="tag.add", name="Xslick").text
    assert "Xslick" in reply.partition('hx-target="#tags"')[2]
    assert phone.cursor() == before
    outside = desk.post(SCRIPT, do="tag.add", name="Wet").text
    assert "Xslick" not in outside.partition('hx-target="#tags"')[2].partition("</hx-partial>")[0]
