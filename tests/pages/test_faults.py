"""What cannot be made or drawn costs itself alone, on every page: a panel, a list to choose from, a form."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from webapp.pages.templates import CANNOT, IncludedTemplate
from webapp.rules.playable_games import rulesets
from webapp.services import services
from webapp.state.audience import GM, PLAYER, TV, Audience
from webapp.store.models import THINGS, Seat
from webapp.table.snapshot_cache import SnapshotCache
from webapp.views import panel as panels_made
from webapp.views.panels import make_panels


@pytest.fixture(params=rulesets())
def table(request: pytest.FixtureRequest, app: Flask) -> Oak:
    """Something of most kinds, and somebody in a seat."""
    oak = Oak.start(app, ruleset=request.param)
    zone = oak.gm(do="zone.add", name="Dock").result["zone"]
    mara = oak.character("Mara", zone=zone)
    oak.gm(do="condition.add", character=mara, name="Wet")
    oak.tag("Slick", zone=zone)
    oak.clock("Alarm")
    oak.clock("Rescue")
    oak.sit("Ana", mara)
    if request.param == "mettle":
        oak.gm(do="mettle.initiative.start", first=mara)
    if request.param == "resonance":
        oak.gm(do="resonance.round.start")
    return oak


def test_a_panel_that_cannot_be_made_costs_itself_alone(
    table: Oak, monkeypatch: pytest.MonkeyPatch, something_unshown: None
) -> None:
    seat = table.state().find_all(Seat)[0].id
    for audience in (GM, PLAYER, TV, Audience(PLAYER.role, seat)):
        view = table.view(audience)
        whole = make_panels(view, audience)
        for id in whole:
            with monkeypatch.context() as broken:
                lost: set[str] = set()
                broken.setattr(panels_made, "Panel", all_but(id))
                left = make_panels(view, audience, unshown=lost)
            assert set(whole) - set(left) == {id}, (audience.key, id)
            assert len(lost) == 1, (audience.key, id)


def all_but(wrong: str) -> Any:
    """Makes every panel but this one."""
    usual = panels_made.Panel

    def make(id: str, *rest: Any) -> Any:
        return usual(id if id != wrong else {}["missing"], *rest)

    return make


@pytest.mark.parametrize(("role", "id"), [("gm", "hint"), ("gm", "tags"), ("player", "cast"), ("tv", "turn")])
def test_a_sentence_stands_where_it_would_and_a_later_one_heals_it(
    oak: Oak, monkeypatch: pytest.MonkeyPatch, something_unshown: None, role: str, id: str
) -> None:
    page = Visitor(oak, role).page()
    assert "data-unshown" not in page.text
    with monkeypatch.context() as broken:
        broken.setattr(services().dispatcher, "snapshots", SnapshotCache())
        broken.setattr(panels_made, "Panel", all_but(id))
        page = Visitor(oak, role).page()
    assert page.status_code == 200
    assert f'<section id="{id}" class="hint"' in page.text
    assert re.findall(r'<section id="([^"]*)"[^>]* data-unshown', page.text) == [id]
    assert "data-unshown" not in Visitor(oak, role).page().text


PAGES = {
    "gm": ["", "/paper", "/after", "/overlay", "/journal", "/pack"],
    "player": ["", "/paper", "/after", "/journal"],
    "tv": ["", "/overlay"],
}


def test_a_form_that_cannot_be_drawn_costs_itself_alone(
    table: Oak, monkeypatch: pytest.MonkeyPatch, something_unshown: None
) -> None:
    tried: set[str] = set()
    for role, address in every_page(table):
        visitor = Visitor(table, role)
        for name in set(included(visitor, address, monkeypatch)) - tried:
            tried.add(name)
            template: Any = table.app.jinja_env.get_template(name)
            with monkeypatch.context() as broken:
                broken.setattr(template, "_root", lambda context: iter([{}["missing"]]))
                page = visitor.page(address)
            assert page.status_code == 200, (role, address, name)
            assert CANNOT in page.text, (role, address, name)


def every_page(table: Oak) -> Iterator[tuple[str, str]]:
    """The pages of each audience, and the GM's pages that edit something."""
    yield from ((role, page) for role, pages in PAGES.items() for page in pages)
    state = table.state()
    for kind in ("clock", "tag", "character", "condition", "zone", "scene"):
        yield "gm", f"/edit/{kind}/{state.find_all(THINGS[kind])[0].id}"


def included(visitor: Visitor, address: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What this page includes, beside its panels."""
    names: dict[str, None] = {}
    usual = IncludedTemplate._drawn

    def record_name(self: Any, context: Any) -> Iterator[str]:
        of_a_page = "panel" not in context and context.parent.keys() > self.environment.globals.keys()
        if of_a_page and self.name.startswith(("forms/", "rules/", "parts/gm-", "parts/my-")):
            names[self.name] = None
        return usual(self, context)

    with monkeypatch.context() as watched:
        watched.setattr(IncludedTemplate, "_drawn", record_name)
        assert visitor.page(address).status_code == 200, address
    return list(names)
