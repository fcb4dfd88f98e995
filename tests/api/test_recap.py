"""The story over the API: whole, or part by part; and journals of which hardly a line may be read."""

import pytest
from flask import Flask

from tests.api.desk import API, refusal
from tests.pages.visitor import Visitor
from tests.table.long_journal import fill
from tests.table.oak import Oak
from webapp.views import session_record


def tables(oak: Oak, role: str, path: str = "") -> tuple[str, dict[str, str]]:
    return f"{API}/{oak.id}{path}", {"Authorization": f"Bearer {oak.made.tokens[role]}"}


@pytest.fixture
def long(app: Flask) -> Oak:
    oak = Oak.start(app)
    oak.gm(do="clock.tick", clock=oak.clock("Alarm", 100), by=1)
    fill(oak, 450)
    return oak


def ask(oak: Oak, role: str, path: str) -> dict[str, object]:
    at, key = tables(oak, role, path)
    answer = oak.app.test_client().get(at, headers=key)
    assert answer.status_code == 200, answer.text
    assert answer.content_type == "application/json"
    told: dict[str, object] = answer.json
    return told


def steps(told: dict[str, object]) -> int:
    return sum(len(way["steps"]) for scene in told["scenes"] for way in scene["clocks"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("role", ["gm", "player"])
def test_a_story_is_answered_whole_or_part_by_part(long: Oak, role: str) -> None:
    whole = ask(long, role, "/recap")
    assert "earlier" not in whole
    assert steps(whole) == 451
    found, part = 0, "newest"
    for _ in range(10):
        told = ask(long, role, f"/recap?part={part}")
        assert 0 < steps(told) <= session_record.PART
        found += steps(told)
        if "earlier" not in told:
            break
        part = str(told["earlier"])
    assert found == 451


def test_a_whole_story_that_is_short_is_its_newest_part(app: Flask) -> None:
    oak = Oak.start(app)
    oak.gm(do="clock.tick", clock=oak.clock("Alarm", 100), by=1)
    assert ask(oak, "gm", "/recap") == ask(oak, "gm", "/recap?part=newest")


def test_a_part_is_named_by_a_line_that_this_audience_heard_of(long: Oak) -> None:
    at, key = tables(long, "player", "/recap")
    client = long.app.test_client()
    refusal(client.get(f"{at}?part=oldest", headers=key), 422, "invalid")
    refusal(client.get(f"{at}?part=7", headers=key), 404, "not_found")


def test_a_journal_of_which_hardly_a_line_may_be_read_is_read_in_steps(app: Flask) -> None:
    """One read goes through so many entries at most; `earlier` says where to go on."""
    oak = Oak.start(app)
    oak.tag("Slick")
    alarm = oak.clock("Alarm", 100)
    oak.gm(do="clock.tick", clock=alarm, by=1)
    fill(oak, 1200)
    oak.gm(do="clock.edit", clock=alarm, visibility="secret")
    told, answers = ask(oak, "player", "/journal"), 1
    lines = list(told["journal"])  # type: ignore[call-overload]
    while "earlier" in told:
        told = ask(oak, "player", f"/journal?before={told['earlier']}")
        lines += told["journal"]
        answers += 1
    assert 3 <= answers <= 4
    assert [each["summary"] for each in lines] == ["Slick: tag added"]
    page = Visitor(oak, "player").client.get(f"/t/{oak.id}/journal")
    assert "Earlier" in page.text
