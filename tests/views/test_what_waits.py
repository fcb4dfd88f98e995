"""What waits for the GM stands in the order in which it came, and what comes pushes nothing of it away."""

import pytest
from flask import Flask

from tests.pages.visitor import Visitor
from tests.table.investigation import Case
from tests.table.oak import Oak
from webapp.state.audience import GM
from webapp.views.panels import make_panels


@pytest.fixture
def case(app: Flask) -> Case:
    return Case.open(app)


def waiting(oak: Oak) -> tuple[list[str], int]:
    """What the bar says of each that it may show, and how many wait in all."""
    it = make_panels(oak.view(), GM)["waits"].it
    return [each.words for each in it.first], it.count


def test_the_oldest_check_stands_first_and_keeps_its_name(case: Case) -> None:
    tove = case.character("Tove")
    case.gm(do="check.call", character=case.mara, intent="Climb")
    before = make_panels(case.view(), GM)["waits"].it.first[0]
    case.gm(do="check.call", character=tove, intent="Hide")
    assert waiting(case) == (["Mara: Climb", "Tove: Hide"], 2)
    after = make_panels(case.view(), GM)["waits"].it.first[0]
    assert (after.id, after.rungs) == (before.id, before.rungs)


def test_the_numbers_that_answer_say_what_they_are(case: Case) -> None:
    case.gm(do="check.call", character=case.mara, intent="Climb", attribute="AGI")
    page = Visitor(case, "gm").page().text.partition('id="waits"')[2]
    assert page.index('aria-hidden="true">DC</small>') < page.index('aria-label="DC 12 Easy for Mara: Climb"')
    case.gm(do="check.edit", check=case.view().checks[-1].id, dc=14)
    assert ">DC</small>" not in Visitor(case, "gm").page().text.partition('id="waits"')[2]


def test_of_more_than_stand_ready_the_newest_is_there_too(case: Case) -> None:
    for number in range(5):
        case.dispatch(case.ana, do="proposal.make", command={"do": "tag.add", "name": f"Hole {number}"})
    assert waiting(case) == ([f"Ana: a tag “Hole {number}”" for number in (0, 1, 2, 4)], 5)
    newest = "<bdi data-newest>Ana: a tag “Hole 4”</bdi>"
    assert f'2 more</span> · <span class="unseen">newest: </span>{newest}' in Visitor(case, "gm").page().text


def test_a_check_that_a_player_can_roll_waits_for_nobody_else(case: Case) -> None:
    mara = case.gm(do="check.call", character=case.mara, intent="Climb", dc=14).result["check"]
    case.gm(do="check.call", character=case.character("Tove"), intent="Hide")
    assert waiting(case)[0] == ["Tove: Hide", "Mara: Climb"]
    first = make_panels(case.view(), GM)["waits"].it.first
    assert [(each.answered, each.roller) for each in first] == [(False, ""), (True, "Ana")]
    assert "<bdi>Ana</bdi> rolls" in Visitor(case, "gm").page().text
    case.roll(mara, 1, 1, 2, 2)
    assert waiting(case)[0][0].startswith("Mara, Climb: ")


def test_on_the_desk_the_oldest_check_stands_first_too(case: Case) -> None:
    ids = [
        case.gm(do="check.call", character=case.mara, intent=each).result["check"]
        for each in ("Climb", "Hide")
    ]
    page = Visitor(case, "gm").page().text
    places = [page.index(f'id="check-{id}"') for id in ids]
    assert places == sorted(places)
