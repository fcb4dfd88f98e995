"""What the GM is offered to add, and the sheet of a character: plain forms, no scripts."""

import re

import pytest
from flask import Flask

from tests.pages.visitor import Visitor
from tests.table.investigation import Case


@pytest.fixture
def case(app: Flask) -> Case:
    return Case.open(app)


@pytest.fixture
def tablet(case: Case) -> Visitor:
    return Visitor(case, "gm")


def offered(visitor: Visitor, list_id: str) -> list[str]:
    found = re.search(rf'<datalist id="{list_id}">(.*?)</datalist>', visitor.page().text, re.DOTALL)
    assert found is not None
    return re.findall(r'<option value="([^"]*)"', found[1])


def test_what_this_table_uses_most_is_offered_first_then_the_book(case: Case, tablet: Visitor) -> None:
    book = offered(tablet, "condition-names")
    for name in ("Shaken", "Bleeding", "Shaken", "Seasick"):
        case.gm(do="condition.add", character=case.mara, name=name)
    now = offered(tablet, "condition-names")
    assert now[:1] == ["Shaken"]
    assert sorted(now[1:3]) == ["Bleeding", "Seasick"]
    assert now[3:] == [name for name in book if name not in ("Shaken", "Bleeding")]


def test_players_are_offered_the_book_alone(case: Case, tablet: Visitor) -> None:
    case.gm(do="condition.add", character=case.mara, name="Xanadu", visibility="secret")
    case.gm(do="condition.add", character=case.mara, name="Shaken", visibility="secret")
    phone = Visitor(case, "player")
    phone.post(do="seat.claim", seat=case.ana.seat)
    assert offered(tablet, "condition-names")[:2] == ["Shaken", "Xanadu"]
    assert offered(phone, "condition-names")[0] != "Shaken"
    assert "Xanadu" not in phone.page().text


def test_a_new_skill_and_its_bonus_are_written_on_the_sheet_at_once(case: Case, tablet: Visitor) -> None:
    page = tablet.client.get(f"/t/{case.id}/edit/character/{case.mara}").text
    assert 'name="stats.Investigation"' in page
    rows = {"stats.0.name": "Stealth", "stats.0.value": "2", "stats.1.name": "", "stats.1.value": "1"}
    tablet.post(do="character.edit", character=case.mara, **{"stats.MIG": "1", **rows})
    stats = {"MIG": 1, "AGI": 1, "PRE": 1, "RSN": 2, "Investigation": 1, "Stealth": 2}
    assert case.sees()["cast"][0]["stats"] == stats
    check = case.gm_call(dc=14, attribute="AGI", skill="Stealth")
    assert case.roll(check, 4, 4, 3, 3)["data"]["total"] == 17


def test_an_emptied_line_comes_off_the_sheet(case: Case, tablet: Visitor) -> None:
    whole = {"name": "Mara", "stats.Investigation": "", "stats.MIG": "0"}
    tablet.post(do="character.edit", character=case.mara, **whole)
    assert case.sees()["cast"][0]["stats"] == {"MIG": 0, "AGI": 1, "PRE": 1, "RSN": 2}


def test_an_empty_box_of_a_form_that_shows_no_sheet_says_nothing(case: Case, tablet: Visitor) -> None:
    before = case.sees()["cast"][0]["stats"]
    tablet.post(do="character.edit", character=case.mara, **{"stats.MIG": "", "stats.Armour": "2"})
    assert case.sees()["cast"][0]["stats"] == {**before, "Armour": 2}
