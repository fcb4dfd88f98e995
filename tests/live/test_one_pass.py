"""A change is sent in order to all who wait for it, by one greenlet; nobody waits for one who is slow."""

import re
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import gevent.event
import gevent.lock
import pytest
from gevent.socket import SO_SNDBUF, SOL_SOCKET, socketpair

from tests.table.oak import Oak
from webapp.live.stream import Stream, StreamConnection, Viewer
from webapp.live.update_cache import Update
from webapp.services import services
from webapp.table.grants import best_grant

IDS = re.compile(rb"^id: \S+-(\d+)$", re.MULTILINE)


class Screen:
    """An open stream whose connection is read here, and that waits, as its greenlet does."""

    def __init__(self, oak: Oak, token: str) -> None:
        grant = best_grant(oak.id, [token])
        revisions = services().bus.revisions(oak.id)
        assert grant is not None
        assert revisions is not None
        ours, self.socket = socketpair()
        ours.setsockopt(SOL_SOCKET, SO_SNDBUF, 4096)
        self.socket.setblocking(False)
        self.read = b""
        viewer = Viewer(grant)
        self.stream = Stream(viewer, revisions.cursor(viewer.audience), StreamConnection(ours))
        services().bus.subscribe(oak.id, self.stream)
        self.frames = services().streams._frames(self.stream)
        next(self.frames)
        self.stream.waits_for = viewer.update_key(self.stream.last)

    def wakes(self) -> bytes:
        assert self.rung
        self.stream.waits_for = None
        return next(self.frames)

    @property
    def rung(self) -> bool:
        return self.stream._event.is_set()

    def has(self) -> list[int]:
        """The revisions of all messages that came whole, in the order in which they came."""
        while True:
            try:
                self.read += self.socket.recv(1 << 16)
            except BlockingIOError:
                return [int(each) for each in IDS.findall(_unchunked(self.read))]


def _unchunked(wire: bytes) -> bytes:
    """What the chunks hold; one that is not here whole is left out."""
    found = b""
    while (head := re.match(rb"([0-9a-f]+)\r\n", wire)) and len(wire) >= head.end() + int(head[1], 16) + 2:
        end = head.end() + int(head[1], 16)
        assert wire[end : end + 2] == b"\r\n"
        found, wire = found + wire[head.end() : end], wire[end + 2 :]
    return found


@pytest.fixture(autouse=True)
def on_a_slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing may take longer than a reading is fresh; then all would be woken. Greenlets wait for one
    another, as they do in the server."""
    monkeypatch.setattr("webapp.live.bus.FRESH", 60.0)
    locks = SimpleNamespace(Lock=gevent.lock.BoundedSemaphore)
    monkeypatch.setattr("webapp.store.named_locks.threading", locks)


@pytest.fixture
def screen(oak: Oak) -> Iterator[Callable[..., Screen]]:
    opened: list[Screen] = []

    def open_one(role: str = "player", token: str = "") -> Screen:
        opened.append(Screen(oak, token or oak.made.tokens[role]))
        return opened[-1]

    yield open_one
    for each in opened:
        services().bus.leave(oak.id, each.stream)


def test_all_who_wait_are_sent_the_same_and_nobody_is_woken(oak: Oak, screen: Callable[..., Screen]) -> None:
    screens = [screen(role) for role in ("player", "player", "player", "tv", "tv")]
    oak.clock("Alarm")
    gevent.sleep(0)
    assert [each.has() for each in screens] == [[1]] * 5
    assert not any(each.rung for each in screens)
    assert all(b"Alarm" in each.read for each in screens)
    assert services().figures.drawn._value.get() == 2


def test_who_are_sent_the_same_are_not_told_to_come_back_at_the_same_moment(
    oak: Oak, screen: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services().streams, "open_now", 500)
    screens = [screen() for _ in range(20)]
    oak.clock("Alarm")
    gevent.sleep(0)
    assert [each.has() for each in screens] == [[1]] * len(screens)
    moments = {int(re.findall(rb"^retry: (\d+)$", each.read, re.MULTILINE)[0]) for each in screens}
    assert max(moments) - min(moments) > 500


@pytest.mark.parametrize("place", [0, 1])
def test_nobody_is_sent_anything_after_their_link_was_revoked(
    oak: Oak, screen: Callable[..., Screen], place: int
) -> None:
    """The players' screens know nothing of it, so nobody has news; yet the one is told at once."""
    other = oak.gm(do="key.add", role="player", name="Other").result
    theirs = ["", ""]
    theirs[place] = other["link"].removeprefix("/k/")
    screens = [screen(token=token) for token in theirs]
    revoked, first = screens[place], screens[1 - place]
    oak.gm(do="key.revoke", key=other["key"])
    gevent.sleep(0)
    assert revoked.rung
    oak.clock("Alarm")
    gevent.sleep(0)
    assert revoked.has() == []
    assert first.has() == [1] or b"Alarm" in first.wakes()
    assert revoked.wakes().startswith(b"event: reload")


def test_a_link_that_is_revoked_while_news_are_drawn_is_sent_none_of_them(
    oak: Oak, screen: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = oak.gm(do="key.add", role="player", name="Other").result
    first, revoked = screen(), screen(token=other["link"].removeprefix("/k/"))
    meanwhile(monkeypatch, lambda: oak.gm(do="key.revoke", key=other["key"]))
    oak.clock("Alarm")
    gevent.sleep(0)
    assert first.has() == [1]
    assert revoked.has() == []
    assert revoked.wakes().startswith(b"event: reload")


def test_a_change_that_comes_while_another_is_drawn_reaches_all_after_it(
    oak: Oak, screen: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screens = [screen() for _ in range(3)]
    meanwhile(monkeypatch, lambda: oak.clock("Escape"))
    oak.clock("Alarm")
    gevent.sleep(0)
    assert [each.has() for each in screens] == [[1]] * 3
    gevent.sleep(0)
    assert [each.has() for each in screens] == [[1, 2]] * 3
    assert not any(each.rung for each in screens)


def test_two_changes_that_are_sent_at_once_leave_nobody_behind(
    oak: Oak, screen: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first is still being drawn when the second is about to be sent."""
    screens = [screen() for _ in range(3)]

    def another() -> None:
        oak.clock("Escape")
        gevent.sleep(0)

    meanwhile(monkeypatch, another)
    oak.clock("Alarm")
    for told in [], [1], [1, 2]:
        gevent.sleep(0)
        assert [each.has() for each in screens] == [told] * 3


def test_who_wakes_while_news_are_drawn_is_not_sent_them_twice(
    oak: Oak, screen: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = screen(), screen()
    meanwhile(monkeypatch, lambda: setattr(second.stream, "waits_for", None))
    oak.clock("Alarm")
    gevent.sleep(0)
    assert first.has() == [1]
    assert second.has() == []
    assert b"Alarm" in next(second.frames)


def test_what_cannot_be_drawn_for_all_each_looks_for_itself(
    oak: Oak, screen: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    screens = [screen(), screen()]

    def fails() -> None:
        raise RuntimeError("no panel")

    meanwhile(monkeypatch, fails)
    oak.clock("Alarm")
    gevent.sleep(0)
    assert [each.has() for each in screens] == [[], []]
    assert all(b"Alarm" in each.wakes() for each in screens)


def test_who_takes_no_more_gets_the_rest_later_and_then_all_at_once(
    oak: Oak, screen: Callable[..., Screen]
) -> None:
    slow, third = screen(), screen()
    slow.stream._event = gevent.event.Event()  # type: ignore[assignment]
    greenlet = gevent.spawn(next, slow.frames)
    gevent.sleep(0)  # it waits
    changes = 0
    while not slow.stream.connection or not slow.stream.connection.rest:
        oak.tag(f"{changes} " + "x" * 60)
        changes += 1
        gevent.sleep(0)
        third.has()
    assert slow.rung
    assert slow.stream.waits_for is None
    oak.tag("Late")
    gevent.sleep(0)
    assert third.has() == list(range(1, changes + 2))
    begun = slow.has()
    assert begun == list(range(1, changes)), "whole messages in their order, and a part of the next"
    while not greenlet.ready():
        slow.has()
        gevent.sleep(0)
    assert slow.has() == list(range(1, changes + 1))
    assert IDS.findall(greenlet.get()) == [str(changes + 1).encode()]


def meanwhile(monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> None:
    """While the next message is drawn, this happens."""
    updates = services().updates
    draw, once = updates._panels, iter([do])

    def drawn(viewer: Viewer, last: str, now: str) -> Update:
        next(once, lambda: None)()
        return draw(viewer, last, now)

    monkeypatch.setattr(updates, "_panels", drawn)
