"""On the pages as they are drawn no field hides what its form has itself, and such a field still arrives."""

from collections.abc import Iterator

import pytest

from tests.house.test_form_fields import COMMANDS, OWN
from tests.live.live_page import Node, parse
from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from webapp.rules.playable_games import rulesets

FIELDS = ("input", "select", "textarea", "button", "output", "fieldset", "img", "object")


def within_forms(page: str) -> Iterator[Node]:
    """What a browser makes a property of a form, by its name and by its id."""
    root = parse(page)
    for form in (node for node in root.each() if node.tag == "form"):
        yield from (node for node in form.each() if node.tag in FIELDS)
    yield from (node for node in root.each() if node.tag in FIELDS and "form" in node.attributes)


@pytest.mark.parametrize("game", list(rulesets()))
def test_no_field_that_is_drawn_hides_what_its_form_has(oak: Oak, game: str) -> None:
    oak = Oak.start(oak.app, "Oak", game)
    mira = oak.character("Mira")
    oak.clock("Alarm", scene=None)
    oak.tag("Slick")
    oak.sit("Ana", mira)
    oak.gm(do="check.call", character=mira) if game == "razorweave" else None
    seat = Visitor(oak)
    seat.client.set_cookie(f"tableside-{oak.id}", f"{oak.made.tokens['player']}.{oak.seats['Ana']}")
    pages = [Visitor(oak, "gm"), Visitor(oak, "player"), Visitor(oak, "tv"), seat]
    drawn = [each.page().text for each in pages]
    drawn.append(pages[0].client.get(f"/t/{oak.id}/edit/character/{mira}").text)
    fields = [node for page in drawn for node in within_forms(page)]
    assert len(fields) > 100
    found = {node.attributes.get(each, "") for node in fields for each in ("id", "name")}
    assert found & OWN <= COMMANDS


def test_a_field_with_an_underscore_is_the_field_without_it(oak: Oak) -> None:
    slick = oak.tag("Slick")
    told = Visitor(oak, "gm").post(do="things.edit", ids=slick, remove_="true")
    assert told.status_code == 303
    assert oak.sees()["tags"] == []
