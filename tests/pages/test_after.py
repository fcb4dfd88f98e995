"""The evening afterwards: a page, a file, a sheet of paper; for the GM and as players know it."""

import re
from base64 import b64decode

import pytest
from flask import Flask

from tests.pages.visitor import Visitor
from tests.table.investigation import Case
from tests.table.test_checks_investigation import play

PAGES = ("after", "recap", "paper", "evening")


@pytest.fixture
def case(app: Flask) -> Case:
    case = Case.open(app)
    play(case)
    case.tag("Dim Light")
    plot = case.clock("Xanadu plot", 6, visibility="secret")
    case.gm(do="clock.tick", clock=plot, because="Xanadu whispers")
    return case


def read(case: Case, role: str, page: str, query: str = "") -> tuple[int, str]:
    answer = Visitor(case, role).client.get(f"/t/{case.id}/{page}{query}")
    return answer.status_code, answer.text


def test_the_story_is_a_file_to_keep(case: Case) -> None:
    answer = Visitor(case, "gm").client.get(f"/t/{case.id}/recap")
    assert answer.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="recap-{case.id}.md"'
    assert answer.text.startswith("# Harbour\n\n*Razorweave. The GM's version.*")
    assert "Xanadu" in answer.text


def test_an_evening_is_one_file_that_asks_for_nothing_else(case: Case) -> None:
    answer = Visitor(case, "player").client.get(f"/t/{case.id}/evening")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="evening-{case.id}.html"'
    page = answer.text
    style = b64decode(re.findall(r'href="data:text/css;charset=utf-8;base64,([^"]*)"', page)[0]).decode()
    assert {each[:5] for each in re.findall(r'url\("?([^")]*)', style)} == {"data:"}
    assert "data:font/woff2;base64," in style
    wanted = re.findall(r'(?:src|href|action)="([^"]*)"', page)
    assert wanted
    assert [each[:40] for each in wanted if not each.startswith(("data:", "#"))] == []
    assert "<script" not in page
    for told in ("What happened", 'class="chart"', '<span class="paper-number">3/6</span>', "Dim Light"):
        assert told in page


@pytest.mark.parametrize("page", PAGES)
def test_players_find_nothing_in_it_that_they_may_not_know(case: Case, page: str) -> None:
    for role, query in (("player", ""), ("gm", "?as=player")):
        status, text = read(case, role, page, query)
        assert status == 200
        assert "Xanadu" not in text
        assert "Cover-Up Complete" in text
    assert "Xanadu" in read(case, "gm", page)[1]


@pytest.mark.parametrize("page", PAGES)
def test_who_may_open_it(case: Case, page: str) -> None:
    assert read(case, "tv", page)[0] == 403
    assert read(case, "gm", page, "?as=tv")[0] == 403
    assert read(case, "player", page, "?as=gm")[0] == 403
    assert Visitor(case).client.get(f"/t/{case.id}/{page}").status_code == 404


def test_figures_are_drawn_with_their_numbers_beneath(case: Case) -> None:
    _, page = read(case, "gm", "after")
    assert page.count('class="chart"') == 3
    assert "From 0 to 4 of 4 in 3 moves." in page
    assert "<td>2 to 4</td>" in page
    assert "By the odds" in page
    assert "By the odds" not in read(case, "player", "after")[1]


def test_on_paper_every_clock_is_a_dial_and_a_number(case: Case) -> None:
    _, page = read(case, "player", "paper")
    assert 'data-theme="light"' in page
    assert '<span class="paper-number">3/6</span>' in page
    assert "The evidence burns." in page
    assert "Dim Light" in page
    assert "<form" not in page


def test_a_new_table_says_what_to_do_first(app: Flask) -> None:
    fresh = Case.open(app)
    fresh.gm(do="character.remove", character=fresh.mara)
    assert "Figures appear once" in read(fresh, "gm", "after")[1]
