"""Whoever is woken waits for one reading; a change of this process needs none at all."""

import threading
import time
from collections.abc import Hashable
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from tests.live.opened import page
from tests.table.oak import Oak
from webapp.live.bus import LocalBus, Subscriber, read_revisions
from webapp.live.stream import Stream
from webapp.live.stream_endpoint import HEARTBEAT
from webapp.services import services
from webapp.store.named_locks import NamedLocks
from webapp.table.revisions import Revisions

VIEWERS = 12


@pytest.fixture(autouse=True)
def on_a_slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a reading fresh, however long a step takes."""
    monkeypatch.setattr("webapp.live.bus.FRESH", 3600.0)


def test_all_who_are_woken_share_one_reading(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first reads until all of them have come."""
    oak.clock("Alarm")
    times, found, come = list[str](), read_revisions(oak.id), threading.Semaphore(0)

    class Counting(NamedLocks):
        def at(self, name: Hashable, patience: float = 60.0) -> AbstractContextManager[Any]:
            come.release()
            return super().at(name, patience)

    def slowly(table_id: str, *_: object) -> Revisions | None:
        times.append(table_id)
        assert all(come.acquire(timeout=60) for _ in range(VIEWERS))
        return found

    bus = LocalBus()
    bus._reading = Counting()
    monkeypatch.setattr("webapp.live.bus.read_revisions", slowly)
    bus.publish(oak.id)
    answers = list[Revisions | None]()
    threads = [threading.Thread(target=lambda: answers.append(bus.revisions(oak.id))) for _ in range(VIEWERS)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert answers == [found] * VIEWERS
    assert len(times) == 1


def test_nobody_waits_for_a_slow_reading_when_a_change_says_all(
    oak: Oak, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus, found, hangs, ends = LocalBus(), read_revisions(oak.id), threading.Event(), threading.Event()

    def hanging(*_: object) -> Revisions | None:
        hangs.set()
        ends.wait(120)
        return found

    monkeypatch.setattr("webapp.live.bus.read_revisions", hanging)
    bus.subscribe(oak.id, Subscriber())
    slow = threading.Thread(target=lambda: bus.revisions(oak.id))
    slow.start()
    assert hangs.wait(60)
    bus.publish(oak.id, found)
    quick = threading.Thread(target=lambda: bus.revisions(oak.id))
    quick.start()
    quick.join(60)
    served = not quick.is_alive()
    ends.set()
    slow.join()
    assert served


def test_what_this_process_changed_is_not_read(oak: Oak, asked: list[str]) -> None:
    oak.sit("Ana")
    told = services().bus.revisions(oak.id)
    bus, bell = LocalBus(), Subscriber()
    bus.subscribe(oak.id, bell)
    bus.publish(oak.id, told)
    asked.clear()
    assert bus.revisions(oak.id) == told
    assert asked == []


def test_what_another_process_says_is_a_hint_and_the_database_decides(oak: Oak) -> None:
    """However high a revision was named before."""
    told = services().bus.revisions(oak.id)
    assert told is not None
    bus, bell = LocalBus(), Subscriber()
    bus.subscribe(oak.id, bell)
    bus.publish(oak.id, replace(told, by_role={"gm": 10**9, "player": 10**9, "tv": 10**9}))
    assert bell.wait(0)
    bus.mark_stale(oak.id)
    assert bell.wait(0)
    assert bus.revisions(oak.id) == told


def test_hints_without_end_keep_no_heartbeat_from_a_page(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    """One comes with each second that goes by, so that no wait of the stream ends by itself."""
    frames, bus, hints = page(oak, "player"), services().bus, count(1)
    clock = SimpleNamespace(now=0.0, monotonic=lambda: clock.now)
    monkeypatch.setattr("webapp.live.stream_endpoint.time", clock)

    def pestered(stream: Stream, seconds: float) -> bool:
        assert next(hints) <= 3 * HEARTBEAT + 1, "no heartbeat comes"
        clock.now += 1
        bus.mark_stale(oak.id)
        return Subscriber.wait(stream, 0)

    clock.now = time.monotonic()
    monkeypatch.setattr(Stream, "wait", pestered)
    heard = [next(frames) for _ in range(3)]
    assert all(b"event: hb" in each for each in heard)


def test_whoever_may_have_missed_a_change_reads_again_however_new_the_last_reading(
    oak: Oak,
) -> None:
    bus = LocalBus()
    bell = Subscriber()
    bus.subscribe(oak.id, bell)
    before = bus.revisions(oak.id)
    oak.clock("Alarm")
    assert bus.revisions(oak.id) == before, "nobody said so here"
    bus.notify_all()
    assert bell.wait(0)
    assert bus.revisions(oak.id) != before


def test_of_two_epochs_the_database_says_which_is_the_later(oak: Oak) -> None:
    now = services().bus.revisions(oak.id)
    assert now is not None
    bus = LocalBus()
    bus.subscribe(oak.id, Subscriber())
    bus.publish(oak.id, now)
    bus.publish(oak.id, Revisions(now.table, "another", now.by_role, now.keys, now.seats))
    assert bus.heard(oak.id).revisions is None
