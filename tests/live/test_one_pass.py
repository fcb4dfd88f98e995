"""One of those who miss the same is woken and sends it to all, in order; nobody waits for one who is slow."""

import re
from collections.abc import Callable, Iterator

import gevent.event
import pytest
from gevent.socket import SO_SNDBUF, SOL_SOCKET, socketpair

from tests.table.oak import Oak
from webapp.live.stream import Stream
from webapp.live.updates import Viewer
from webapp.live.wire import Wire
from webapp.services import services
from webapp.table.grants import highest

IDS = re.compile(rb"^id: \S+-(\d+)$", re.MULTILINE)


class Screen:
    """An open stream whose connection is read here; `waits` as its greenlet does, `wakes` as it goes on."""

    def __init__(self, oak: Oak, token: str) -> None:
        grant = highest(oak.id, [token])
        revisions = services().bus.revisions(oak.id)
        assert grant is not None
        assert revisions is not None
        ours, self.socket = socketpair()
        ours.setsockopt(SOL_SOCKET, SO_SNDBUF, 4096)
        self.socket.setblocking(False)
        self.read = b""
        viewer = Viewer(grant)
        self.stream = Stream(viewer, revisions.cursor(viewer.audience), Wire(ours))
        services().bus.subscribe(oak.id, self.stream)
        self.frames = services().streams._frames(self.stream)
        next(self.frames)
        self.waits()

    def waits(self) -> None:
        self.stream.place = self.stream.missing

    def wakes(self) -> bytes:
        assert self.rung
        self.stream.place = None
        return next(self.frames)

    def goes_on(self) -> None:
        """Its message was taken, and it waits for the next."""
        self.stream._event.clear()
        revisions = services().bus.revisions(self.stream.viewer.grant.table)
        assert revisions is not None
        self.stream.last = revisions.cursor(self.stream.viewer.audience)
        self.waits()

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
    """Drawing may take longer than a reading is fresh; then all would be woken."""
    monkeypatch.setattr("webapp.live.bus.FRESH", 60.0)


@pytest.fixture
def screen(oak: Oak) -> Iterator[Callable[..., Screen]]:
    opened: list[Screen] = []

    def open_one(role: str = "player", token: str = "") -> Screen:
        opened.append(Screen(oak, token or oak.made.tokens[role]))
        return opened[-1]

    yield open_one
    for each in opened:
        services().bus.leave(oak.id, each.stream)


def test_one_of_each_audience_is_woken_and_sends_the_others_the_same(
    oak: Oak, screen: Callable[..., Screen]
) -> None:
    players, tvs = [screen() for _ in range(3)], [screen("tv") for _ in range(2)]
    oak.clock("Alarm")
    assert [each.rung for each in players + tvs] == [True, False, False, True, False]
    assert b"Alarm" in players[0].wakes()
    assert [each.has() for each in players[1:]] == [[1], [1]]
    assert [each.has() for each in tvs] == [[], []]
    tvs[0].wakes()
    assert tvs[1].has() == [1]


def test_who_are_sent_the_same_are_not_told_to_come_back_at_the_same_moment(
    oak: Oak, screen: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services().streams, "_open", 500)
    first, *others = [screen() for _ in range(20)]
    oak.clock("Alarm")
    first.wakes()
    assert [each.has() for each in others] == [[1]] * len(others)
    moments = {int(re.findall(rb"^retry: (\d+)$", each.read, re.MULTILINE)[0]) for each in others}
    assert max(moments) - min(moments) > 500


def test_nobody_is_sent_anything_by_another_after_their_link_was_revoked(
    oak: Oak, screen: Callable[..., Screen]
) -> None:
    """The players' screens know nothing of it, so nobody has news; yet the one is told at once."""
    other = oak.gm(do="key.add", role="player", name="Other").result
    first, revoked = screen(), screen(token=other["link"].removeprefix("/k/"))
    oak.gm(do="key.revoke", key=other["key"])
    oak.clock("Alarm")
    assert b"Alarm" in first.wakes()
    assert revoked.wakes().startswith(b"event: reload")
    assert revoked.has() == []


def test_a_change_that_comes_while_another_is_sent_reaches_all_after_it(
    oak: Oak, screen: Callable[..., Screen]
) -> None:
    first, second, third = screen(), screen(), screen()
    oak.clock("Alarm")
    first.stream.place = None  # awake, and its message is being drawn
    news = services().streams._catch_up(first.stream.viewer, first.stream.last)
    oak.clock("Escape")
    assert second.rung
    services().streams._serve_others(first.stream, news)
    assert b"Escape" in second.wakes()
    assert second.has() == [1]
    assert third.has() == [1, 2]


def test_two_who_send_different_changes_at_once_leave_nobody_behind(
    oak: Oak, screen: Callable[..., Screen]
) -> None:
    first, second, third, fourth = (screen() for _ in range(4))
    streams = services().streams
    oak.clock("Alarm")
    first.stream.place = None  # awake, and its message is being drawn
    sooner = streams._catch_up(first.stream.viewer, first.stream.last)
    oak.clock("Escape")
    second.stream.place = None  # likewise, with both changes
    later = streams._catch_up(second.stream.viewer, second.stream.last)
    streams._serve_others(first.stream, sooner)
    streams._serve_others(second.stream, later)
    assert b"Escape" in third.wakes()
    assert [each.has() for each in (third, fourth)] == [[1], [1, 2]]


def test_who_leaves_before_having_sent_it_leaves_that_to_another(
    oak: Oak, screen: Callable[..., Screen]
) -> None:
    first, second, third = screen(), screen(), screen()
    oak.clock("Alarm")
    services().streams._leave(oak.id, first.stream, "")
    assert not third.rung
    second.wakes()
    assert third.has() == [1]


def test_who_takes_no_more_gets_the_rest_later_and_then_all_at_once(
    oak: Oak, screen: Callable[..., Screen]
) -> None:
    first, slow, third = screen(), screen(), screen()
    slow.stream._event = gevent.event.Event()  # type: ignore[assignment]
    greenlet = gevent.spawn(next, slow.frames)
    gevent.sleep(0)  # it waits
    changes = 0
    while not slow.stream.wire or not slow.stream.wire.rest:
        oak.tag(f"{changes} " + "x" * 60)
        changes += 1
        first.wakes()
        first.goes_on()
        third.has()
    assert slow.rung
    assert slow.stream.place is None
    oak.tag("Late")
    first.wakes()
    assert third.has() == list(range(1, changes + 2))
    begun = slow.has()
    assert begun == list(range(1, changes)), "whole messages in their order, and a part of the next"
    while not greenlet.ready():
        slow.has()
        gevent.sleep(0)
    assert slow.has() == list(range(1, changes + 1))
    assert IDS.findall(greenlet.get()) == [str(changes + 1).encode()]
