"""Whoever is woken waits for one reading; what another process says of its change needs none at all."""

import json
import threading
from collections.abc import Hashable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from tests.table.oak import Oak
from webapp.live.bus import Bell, LocalBus, read
from webapp.services import services
from webapp.store.one_at_a_time import OneAtATime
from webapp.table.revisions import Revisions

VIEWERS = 12


@pytest.fixture(autouse=True)
def on_a_slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a reading fresh, however long a step takes."""
    monkeypatch.setattr("webapp.live.bus.FRESH", 3600.0)


def test_all_who_are_woken_share_one_reading(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first reads until all of them have come."""
    oak.clock("Alarm")
    times, found, come = list[str](), read(oak.id), threading.Semaphore(0)

    class Counting(OneAtATime):
        def at(self, name: Hashable) -> AbstractContextManager[Any]:
            come.release()
            return super().at(name)

    def slowly(table_id: str) -> Revisions | None:
        times.append(table_id)
        assert all(come.acquire(timeout=60) for _ in range(VIEWERS))
        return found

    bus = LocalBus()
    bus._reading = Counting()
    monkeypatch.setattr("webapp.live.bus.read", slowly)
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
    bus, found, hangs, ends = LocalBus(), read(oak.id), threading.Event(), threading.Event()

    def hanging(table_id: str) -> Revisions | None:
        hangs.set()
        ends.wait(120)
        return found

    monkeypatch.setattr("webapp.live.bus.read", hanging)
    bus.subscribe(oak.id, Bell())
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


def test_what_a_process_is_told_of_a_change_is_not_read(oak: Oak, asked: list[str]) -> None:
    oak.sit("Ana")
    told = services().bus.revisions(oak.id)
    assert told is not None
    bus = LocalBus()
    bell = Bell()
    bus.subscribe(oak.id, bell)
    bus.publish(oak.id, Revisions.from_json(json.loads(json.dumps(told.as_json()))))
    asked.clear()
    assert bus.revisions(oak.id) == told
    assert asked == []
    bus.leave(oak.id, bell)


def test_whoever_may_have_missed_a_change_reads_again_however_new_the_last_reading(
    oak: Oak,
) -> None:
    bus = LocalBus()
    bell = Bell()
    bus.subscribe(oak.id, bell)
    before = bus.revisions(oak.id)
    oak.clock("Alarm")
    assert bus.revisions(oak.id) == before, "nobody said so here"
    bus.ring_all()
    assert bell.wait(0)
    assert bus.revisions(oak.id) != before


def test_of_two_epochs_the_database_says_which_is_the_later(oak: Oak) -> None:
    now = services().bus.revisions(oak.id)
    assert now is not None
    bus = LocalBus()
    bus.subscribe(oak.id, Bell())
    bus.publish(oak.id, now)
    bus.publish(oak.id, Revisions(now.table, "another", now.by_role, now.keys, now.seats))
    assert bus.heard(oak.id).revisions is None
