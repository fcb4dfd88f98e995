"""Whoever is woken by a change is sent it without asking the database again, and before the reply leaves."""

import itertools
from dataclasses import replace

import pytest

from tests.live.opened import page
from tests.table.oak import Oak
from webapp.live.bus import LocalBus, Subscriber
from webapp.table.revisions import Revisions


def test_a_tick_is_told_to_all_from_memory(
    oak: Oak, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.live.bus.FRESH", 3600.0)
    alarm = oak.clock("Alarm", 6)
    everybody = [page(oak, role) for role in ("player", "player", "tv", "gm")]
    oak.gm(do="clock.tick", clock=alarm)
    asked.clear()
    told = [next(frames) for frames in everybody]
    assert asked == []
    assert all(b'data-filled="1"' in news for news in told)
    assert told[0] is told[1], "drawn once for both players"


def test_a_link_that_was_just_revoked_is_sent_nothing_from_memory(oak: Oak) -> None:
    key = next(key for key in oak.sees()["keys"] if key["role"] == "player")
    player = page(oak, "player")
    oak.gm(do="key.revoke", key=key["id"])
    oak.tag("Ambush")
    assert next(player).startswith(b"event: reload")


def test_of_two_commands_at_once_the_later_one_is_the_newest(oak: Oak) -> None:
    """The second may be quicker from its commit to the bus."""
    bus = LocalBus()
    bus.subscribe(oak.id, Subscriber())
    first = Revisions.of(oak.state())
    second = replace(first, by_role={role: count + 1 for role, count in first.by_role.items()})
    for earlier, later in itertools.permutations((first, second)):
        bus.publish(oak.id, earlier)
        bus.publish(oak.id, later)
        assert bus.heard(oak.id).revisions == second


def test_gms_are_told_last_since_their_panels_take_longest(oak: Oak) -> None:
    bus, gm, player, rung = LocalBus(), Subscriber(), Subscriber(), list[str]()
    bus.subscribe(oak.id, gm, later=True)
    bus.subscribe(oak.id, player)
    for name, bell in (("gm", gm), ("player", player)):
        bell.notify = lambda name=name: rung.append(name)  # type: ignore[method-assign, misc]
    bus.publish(oak.id)
    assert rung == ["player", "gm"]


def test_a_stream_that_opens_while_the_server_stops_ends_at_once() -> None:
    bus, early, late = LocalBus(), Subscriber(), Subscriber()
    bus.subscribe("oak", early)
    bus.close()
    bus.subscribe("oak", late)
    assert early.closed
    assert late.closed


def test_streams_go_before_the_reply_unless_it_moves_the_device(
    oak: Oak, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that is sent away by its own stream must have its answer first."""
    gaps: list[float] = []
    monkeypatch.setattr("webapp.table.dispatcher.time.sleep", gaps.append)
    oak.tag("Slick")
    assert gaps == [0]
    oak.sit("Ana")
    assert gaps == [0]
