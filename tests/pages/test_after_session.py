"""The evening afterwards: a page, a file, a sheet of paper; for the GM and as players know it."""

import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape

import pytest
from flask import Flask
from sqlalchemy import event, select

from tests.pages.visitor import Visitor
from tests.table.investigation import Case
from tests.table.long_journal import fill
from tests.table.oak import Oak
from tests.table.test_checks_investigation import play
from webapp import child_process
from webapp.store.db import db
from webapp.store.models import Entry
from webapp.views import session_record

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
    times = re.findall(r"<time [^>]*>([^<]*)</time>", page)
    assert times
    assert [each for each in times if not re.fullmatch(r"\d\d:\d\d UTC", each)] == [], "no zone is said"
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
    assert "Expected" in page
    assert "Expected" not in read(case, "player", "after")[1]


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
    assert "Figures appear after" in read(fresh, "gm", "after")[1]


# ---- a long evening, part by part -----------------------------------------------------------------

EARLIER = re.compile(r'rel="prev"\s+href="[^"?]*\?([^"]*)"')


@pytest.fixture
def long(app: Flask) -> Oak:
    """Three scenes of a hundred and fifty ticks each."""
    oak = Oak.start(app)
    alarm = oak.clock("Alarm", 100)
    for name in ("Cellar", "Attic", "Roof"):
        scene = oak.gm(do="scene.add", name=name).result["scene"]
        oak.gm(do="scene.activate", scene=scene)
        oak.gm(do="clock.tick", clock=alarm, because=f"a noise from the {name}")
        fill(oak, 150, scene=scene)
    return oak


def parts(oak: Oak, role: str) -> list[str]:
    """The pages of the story, the newest first, as its links lead from one to the next."""
    client, pages, query = Visitor(oak, role).client, [], ""
    while len(pages) < 10:
        answer = client.get(f"/t/{oak.id}/after?{query}")
        assert answer.status_code == 200
        pages.append(answer.text)
        found = EARLIER.search(answer.text)
        if found is None:
            return pages
        query = unescape(found[1])
    raise AssertionError("it has no end")


@pytest.mark.parametrize("role", ["gm", "player"])
def test_a_long_story_is_told_part_by_part(long: Oak, role: str) -> None:
    pages = parts(long, role)
    assert [re.findall(r"<h3><bdi>(\w+)</bdi></h3>", page) for page in pages] == [
        ["Roof"],
        ["Attic"],
        ["Cellar"],
    ]
    steps = [re.findall(r"<td>\d+ to \d+</td>", page) for page in pages]
    assert list(map(len, steps)) == [151, 151, 151]
    assert ["Newest scenes" in page for page in pages] == [False, True, True]
    assert all("These figures cover the scenes above" in page for page in pages)


def test_a_scene_that_is_too_long_is_told_in_pieces(app: Flask) -> None:
    oak = Oak.start(app)
    oak.gm(do="clock.tick", clock=oak.clock("Alarm", 100), by=1)
    fill(oak, 450)
    counts = [len(re.findall(r"<td>\d+ to \d+</td>", page)) for page in parts(oak, "gm")]
    assert sum(counts) == 451
    assert max(counts) <= session_record.PART


def test_a_part_is_a_short_read(long: Oak) -> None:
    with entries_read() as count:
        pages = len(parts(long, "gm"))
    assert pages <= count() <= pages * (session_record.PART + 2)


@contextmanager
def entries_read() -> Iterator[Callable[[], int]]:
    """How many entries came out of the database meanwhile."""
    seen: list[Entry] = []

    def see(entry: Entry, _context: object) -> None:
        seen.append(entry)

    event.listen(Entry, "load", see)
    try:
        yield lambda: len(seen)
    finally:
        event.remove(Entry, "load", see)


def test_parts_of_what_nobody_heard_of_are_nowhere(long: Oak) -> None:
    hidden = long.gm(do="clock.add", name="Xanadu", segments=4, visibility="secret").result["clock"]
    long.gm(do="clock.tick", clock=hidden, by=1)
    db.session.rollback()
    newest = db.session.scalars(select(Entry.id).order_by(Entry.serial.desc()).limit(1)).one()
    for before in (newest, 7, "x"):
        assert Visitor(long, "player").client.get(f"/t/{long.id}/after?before={before}").status_code == 404
    assert Visitor(long, "gm").client.get(f"/t/{long.id}/after?before={newest}").status_code == 200


def test_a_third_long_file_is_refused_soon_in_words_and_asked_for_again(
    long: Oak, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_process, "PATIENCE", 0)
    monkeypatch.setattr(child_process, "_communicate", lambda *_: (0, b"written", b""))
    with child_process._places, child_process._places:
        page = Visitor(long, "player").client.get(f"/t/{long.id}/evening")
        headers = {"Authorization": f"Bearer {long.made.tokens['player']}"}
        answer = long.app.test_client().get(f"/api/v1/tables/{long.id}/recap", headers=headers)
    assert (page.status_code, page.headers["Retry-After"], page.headers["Refresh"]) == (503, "15", "15")
    assert "two large files or recaps are in progress" in page.text
    assert (answer.status_code, answer.json["error"]["code"]) == (503, "busy")
    assert answer.headers["Retry-After"] == "15"
    assert Visitor(long, "player").client.get(f"/t/{long.id}/evening").text == "written"


@pytest.mark.parametrize("page", ["evening", "recap"])
def test_a_long_story_is_written_by_another_process(
    long: Oak, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file holds all of it, as it would be written at once."""
    sent: list[str] = []
    run = child_process._run
    monkeypatch.setattr(child_process, "_run", lambda job, *words: sent.append(job) or run(job, *words))
    apart = Visitor(long, "player").client.get(f"/t/{long.id}/{page}")
    assert sent == [page]
    monkeypatch.setattr("webapp.pages.after_session.is_long_story", lambda _: False)
    at_once = Visitor(long, "player").client.get(f"/t/{long.id}/{page}")
    assert sent == [page]
    assert (apart.status_code, apart.headers["Content-Type"]) == (200, at_once.headers["Content-Type"])
    assert apart.headers["Content-Disposition"] == at_once.headers["Content-Disposition"]
    assert apart.text == at_once.text
    for scene in ("Cellar", "Attic", "Roof"):
        assert scene in apart.text
