"""A page can prove what it shows: the stamps of its panels come to what the server says they must."""

import json
import re
from collections.abc import Iterator

import pytest
from flask import template_rendered

from tests.live.watching import Watcher, everybody
from tests.table.oak import Oak
from webapp.live import stream_endpoint
from webapp.live.stream import Viewer
from webapp.rules.playable_games import rulesets
from webapp.services import services
from webapp.table.grants import best_grant


@pytest.fixture
def watchers(oak: Oak) -> dict[str, Watcher]:
    return around(oak)


def around(oak: Oak) -> dict[str, Watcher]:
    """A table with something on it, and everybody's pages."""
    mira = oak.character("Mira")
    oak.clock("Alarm")
    oak.clock("Escape", scene=None)
    oak.tag("Slick", character=mira)
    oak.sit("Ana", mira)
    return everybody(oak.app, oak.id, oak.made.tokens, oak.seats)


def proved(watchers: dict[str, Watcher]) -> set[bool | None]:
    for each in watchers.values():
        each.catches_up()
    return {each.is_proved() for each in watchers.values()}


@pytest.mark.parametrize("game", list(rulesets()))
def test_every_page_of_every_game_is_proved_when_opened_and_after_changes(oak: Oak, game: str) -> None:
    oak = Oak.start(oak.app, "Oak", game)
    watchers = around(oak)
    assert proved(watchers) == {True}
    alarm = oak.sees()["clocks"][0]["id"]
    oak.gm(do="clock.tick", clock=alarm)
    assert proved(watchers) == {True}
    oak.gm(do="clock.edit", clock=alarm, name="The alarm", visibility="masked")
    oak.gm(do="scene.add", name="The docks")
    assert proved(watchers) == {True}
    oak.gm(do="undo")
    assert proved(watchers) == {True}


def test_a_panel_that_is_stale_missing_or_doubled_shows(oak: Oak, watchers: dict[str, Watcher]) -> None:
    assert proved(watchers) == {True}
    for how in ("stale", "missing", "doubled"):
        page = Watcher(watchers["guest"].client, oak.id, watchers["guest"].tokens)
        clock = next(node for node in page.live_page.root.each() if node.id.startswith("clock-"))
        assert clock.parent is not None
        if how == "doubled":
            clock.parent.children.append(clock)
        elif how == "missing":
            clock.leave()
        else:
            clock.attributes["data-stamp"] = f"{int(clock.attributes['data-stamp'], 16) ^ 1:x}"
        assert page.is_proved() is False, how


def test_a_line_of_the_journal_that_is_missing_or_out_of_place_shows(
    oak: Oak, watchers: dict[str, Watcher]
) -> None:
    for name in ("gm", "guest", "Ana"):
        for how in ("missing", "moved", "undone"):
            page = Watcher(watchers[name].client, oak.id, watchers[name].tokens)
            oak.gm(do="tag.add", name="Slick", visibility="shown")
            assert proved({name: page}) == {True}
            lines = page.live_page.root.find("journal-lines")
            assert lines is not None
            first, second = lines.elements()[:2]
            if how == "missing":
                first.leave()
            elif how == "moved":
                second.leave()
                lines.put(0, [second])
            else:
                first.attributes["data-line"] = "1"
            assert page.is_proved() is False, (name, how)


def test_what_lies_between_two_readings_of_the_journal_is_proved(oak: Oak) -> None:
    """Whoever missed several commands, and whoever comes while others look on."""
    watchers = around(oak)
    for number in range(60):
        oak.gm(do="tag.add", name=f"Tag {number}", visibility="shown")
        if number % 7 == 0:
            assert proved({name: watchers[name] for name in ("gm", "guest")}) == {True}
    late = around(oak)
    assert proved(watchers) == proved(late) == {True}
    for name, most in (("gm", 6), ("guest", 6), ("Ana", 6), ("tv", 0)):
        told = services().updates.proof(watchers[name].viewer, watchers[name].live_page.cursor)
        assert told["lines"] == most


def test_where_a_panel_was_not_drawn_yet_nothing_is_said(oak: Oak) -> None:
    oak.clock("Alarm")
    grant = best_grant(oak.id, [oak.made.tokens["player"]])
    revisions = services().bus.revisions(oak.id)
    assert grant is not None
    assert revisions is not None
    assert services().updates.proof(Viewer(grant), revisions.cursor(grant.audience)) == {}


def test_what_another_process_wrote_is_proved_as_well(oak: Oak) -> None:
    """It is read here, not written: what the change left as it was keeps its stamp."""
    oak.clock("Alarm")
    oak.sit("Ana")
    alarm, written = oak.sees()["clocks"][0]["id"], services().dispatcher.snapshots._known
    written.clear()
    watchers = everybody(oak.app, oak.id, oak.made.tokens, oak.seats)
    for _ in range(2):
        oak.gm(do="clock.tick", clock=alarm)
        written.clear()
        assert proved(watchers) == {True}


@pytest.fixture
def drawings(oak: Oak) -> Iterator[list[str]]:
    found: list[str] = []

    def note(_app: object, template: object, **_: object) -> None:
        found.append(str(template))

    with template_rendered.connected_to(note, oak.app):
        yield found


def beats(oak: Oak, viewer: Viewer, count: int) -> list[dict[str, object]]:
    """The heartbeats of a stream that is up to date, without waiting for them."""
    revisions = services().bus.revisions(oak.id)
    assert revisions is not None
    services().streams.heartbeat = 0.0
    frames = iter(services().streams.open(viewer, revisions.cursor(viewer.audience)).response)
    told = [bytes(next(frames)).decode() for _ in range(count + 2)]  # type: ignore[call-overload]
    return [json.loads(each) for text in told for each in re.findall(r"^data: (.*)$", text, re.MULTILINE)]


def test_every_sixth_heartbeat_says_it_and_nothing_is_drawn_for_it(
    oak: Oak, watchers: dict[str, Watcher], drawings: list[str]
) -> None:
    watcher = watchers["Ana"]
    told = beats(oak, watcher.viewer, 2 * stream_endpoint.PROVING)
    assert [place for place, each in enumerate(told, start=1) if "stamp" in each] == [6, 12]
    shown = watcher.live_page.proof(lines=20)
    assert {name: told[5][name] for name in shown} == shown
    assert told[5]["cursor"] == watcher.live_page.cursor
    assert drawings == []


def test_a_program_is_told_no_stamps(oak: Oak, watchers: dict[str, Watcher]) -> None:
    told = beats(oak, Viewer(watchers["guest"].grant, as_page=False), stream_endpoint.PROVING)
    assert not any("stamp" in each for each in told)
