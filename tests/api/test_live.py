"""A table followed as it changes, over a real connection."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from tests.api.desk import Desk
from tests.streams import bounded
from webapp.services import services
from webapp.store.db import db

SOON = 60.0  # seconds


@dataclass
class Event:
    """One event as it came over the wire."""

    name: str = ""
    id: str | None = None
    retry: str | None = None
    data: str = ""

    @property
    def payload(self) -> dict[str, Any]:
        change: dict[str, Any] = json.loads(self.data)
        return change


@contextmanager
def follow(address: str, desk: Desk, who: str, query: str = "", **headers: str) -> Iterator[Iterator[Event]]:
    """The events of one stream as they come."""
    url = f"{address}{desk.url}/live{query}"
    with httpx.stream("GET", url, headers=desk.headers(who, **headers), timeout=SOON) as answer:
        assert answer.status_code == 200
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        yield events(bounded(answer.iter_lines()))


def events(lines: Iterator[str]) -> Iterator[Event]:
    event = Event()
    for line in lines:
        if not line:
            yield event
            event = Event()
            continue
        name, _, value = line.partition(": ")
        if name == "data":
            event.data += value
        else:
            setattr(event, {"event": "name"}.get(name, name), value)


def changes(stream: Iterator[Event], number: int) -> list[Event]:
    """The next so many changes; heartbeats and the greeting are passed over."""
    found: list[Event] = []
    while len(found) < number:
        event = next(stream)
        if not event.name and event.data:
            found.append(event)
    return found


def test_a_stream_begins_with_where_it_stands_and_tells_each_change(address: str, desk: Desk) -> None:
    with follow(address, desk, "player") as stream:
        greeting = next(stream)
        assert (greeting.id, greeting.data) == (desk.made["cursor"], "")
        alarm = desk.add("clock", name="Alarm", segments=6)
        done = desk.do("gm", do="clock.tick", clock=alarm, by=2)
        started, ticked = changes(stream, 2)
    assert started.payload["changed"] == [f"clock:{alarm}"]
    assert ticked.payload == {
        "revision": 2,
        "summary": "Alarm: +2, now 2 of 6",
        "changed": [f"clock:{alarm}"],
        "events": [
            {
                "kind": "clock.moved",
                "clock": {"kind": "clock", "id": alarm, "name": "Alarm"},
                **{"by": 2, "filled": 2, "of": 6, "clock_kind": "progress", "drains": False},
                **{"surplus": 0, "completed": False, "word": "filling"},
            }
        ],
    }
    assert ticked.id == done["cursor"]


def test_a_heartbeat_carries_the_revision_and_no_id(address: str, desk: Desk) -> None:
    desk.add("clock", name="Alarm", segments=6)
    with follow(address, desk, "tv") as stream:
        beat = next(event for event in stream if event.name == "hb")
    assert beat.id is None
    assert beat.payload["revision"] == desk.sees("tv")["revision"]


@pytest.mark.parametrize("by", ["header", "query"])
def test_what_was_missed_comes_first_in_order(address: str, desk: Desk, by: str) -> None:
    alarm = desk.add("clock", name="Alarm", segments=6)
    seen = desk.sees("player")["cursor"]
    for _ in range(3):
        desk.do("gm", do="clock.tick", clock=alarm)
    headers = {"Last_Event_ID": seen} if by == "header" else {}
    query = f"?cursor={seen}" if by == "query" else ""
    with follow(address, desk, "player", query, **headers) as stream:
        missed = changes(stream, 3)
    assert [event.payload["revision"] for event in missed] == [2, 3, 4]
    assert [event.payload["summary"] for event in missed] == [f"Alarm: +1, now {n} of 6" for n in (1, 2, 3)]
    assert missed[-1].id == desk.sees("player")["cursor"]


def test_the_last_event_id_beats_the_cursor_in_the_address(address: str, desk: Desk) -> None:
    desk.add("clock", name="Alarm", segments=6)
    first = desk.sees("player")["cursor"]
    desk.add("clock", name="Escape", segments=6)
    with follow(address, desk, "player", f"?cursor={desk.made['cursor']}", Last_Event_ID=first) as stream:
        assert changes(stream, 1)[0].payload["revision"] == 2


@pytest.mark.parametrize("cursor", ["0badc0de-1", "x", "", "%0Adata:%20boo", "-", "9" * 60, "0badc0de-²"])
def test_a_cursor_from_another_life_of_the_table_says_that_all_may_have_changed(
    address: str, desk: Desk, cursor: str
) -> None:
    desk.add("clock", name="Alarm", segments=6)
    with follow(address, desk, "player", f"?cursor={cursor}") as stream:
        (change,) = changes(stream, 1)
    assert change.payload == {"revision": 1, "summary": "", "changed": ["table"], "events": []}
    assert change.id == desk.sees("player")["cursor"]


def test_a_cursor_too_far_behind_says_that_all_may_have_changed(address: str, desk: Desk) -> None:
    alarm = desk.add("clock", name="Alarm", segments=100)
    for _ in range(70):
        desk.do("gm", do="clock.tick", clock=alarm)
    with follow(address, desk, "player", f"?cursor={desk.made['cursor']}") as stream:
        assert changes(stream, 1)[0].payload == {
            "revision": 71,
            "summary": "",
            "changed": ["table"],
            "events": [],
        }


def test_hidden_edits_send_a_player_nothing_and_leave_no_gap(address: str, desk: Desk) -> None:
    with follow(address, desk, "player") as stream:
        next(stream)
        ambush = desk.add("clock", name="Ambush", segments=4, visibility="secret")
        desk.do("gm", do="clock.tick", clock=ambush)
        desk.add("scene", name="The trap", notes="at midnight")
        desk.add("tag", name="Slick")
        heard = [event for event, _ in zip(until_change(stream), range(1000), strict=False)]
    assert [event.name for event in heard[:-1]] == ["hb"] * (len(heard) - 1)
    assert heard[-1].payload["revision"] == 1
    assert heard[-1].payload["summary"] == "Slick: tag added"
    assert all(event.payload["revision"] == 0 for event in heard[:-1])


def until_change(stream: Iterator[Event]) -> Iterator[Event]:
    for event in stream:
        yield event
        if not event.name:
            return


def test_a_masked_clock_is_told_by_its_word_and_only_when_the_word_changes(address: str, desk: Desk) -> None:
    clock = desk.add("clock", name="Cover-up", segments=6, visibility="masked", on_full="He confesses")
    with follow(address, desk, "player") as stream:
        next(stream)
        for _ in range(6):
            desk.do("gm", do="clock.tick", clock=clock, because="canary")
        told = [event.payload["summary"] for event in changes(stream, 3)]
    assert told == ["Cover-up: filling", "Cover-up: nearly full", "Cover-up: full"]


def test_a_seat_hears_of_its_own_proposal_and_the_others_do_not(address: str, desk: Desk) -> None:
    clock = desk.add("clock", name="Alarm", segments=6)
    desk.sit("Ana")
    desk.sit("Ben")
    with follow(address, desk, "Ana") as ana, follow(address, desk, "Ben") as ben:
        next(ana)
        next(ben)
        asked = desk.do("Ana", do="proposal.make", command={"do": "clock.tick", "clock": clock})["result"]
        desk.add("tag", name="Slick")
        assert changes(ana, 1)[0].payload["changed"] == [f"proposal:{asked['proposal']}"]
        assert changes(ben, 1)[0].payload["summary"] == "Slick: tag added"


def test_the_stream_of_a_revoked_key_ends_at_once(address: str, desk: Desk) -> None:
    made = desk.do("gm", do="key.add", role="player", name="Ben's phone")["result"]
    with follow(address, desk, made["link"].rpartition("/")[2]) as stream:
        next(stream)
        desk.do("gm", do="key.revoke", key=made["key"])
        assert list(stream)[-1].name == "reload"


def test_the_stream_of_a_removed_table_ends(address: str, desk: Desk) -> None:
    with follow(address, desk, "tv") as stream:
        next(stream)
        desk.do("gm", do="table.remove")
        assert list(stream)[-1].name == "gone"


def test_a_stream_beyond_the_cap_is_told_to_come_back_later(address: str, desk: Desk) -> None:
    services().streams.most = 1
    with follow(address, desk, "tv") as stream:
        next(stream)
        with follow(address, desk, "tv") as crowded:
            busy = next(crowded)
    assert (busy.name, busy.retry) == ("busy", "30000")


def test_a_client_that_goes_away_is_forgotten(address: str, desk: Desk) -> None:
    with follow(address, desk, "tv") as stream:
        next(stream)
        assert services().bus.watching(desk.id) == 1
    comes_to(lambda: services().bus.watching(desk.id), 0)


def test_a_waiting_stream_holds_no_database_connection(address: str, desk: Desk) -> None:
    with follow(address, desk, "tv") as one, follow(address, desk, "player") as two:
        next(one)
        next(two)
        next(event for event in one if event.name == "hb")
        next(event for event in two if event.name == "hb")
        db.session.remove()
        comes_to(db.engine.pool.checkedout, 0)  # a heartbeat may just read


def comes_to(count: Callable[[], int], wanted: int) -> None:
    """Wait up to a minute until a count is so many."""
    until = time.monotonic() + 60
    while count() != wanted:
        assert time.monotonic() < until, count()
        time.sleep(0.02)
