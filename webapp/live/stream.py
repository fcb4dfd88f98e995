"""Open streams: subscribe, catch up, then wait, with a heartbeat while nothing happens.

One greenlet sends a change to all waiting streams of a table whose connections accept data; the others are
notified and fetch it themselves. No stream holds a database connection while it waits.
"""

import json
import logging
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import cycle
from random import randrange, uniform

import gevent
from flask import Flask, Response, request

from webapp.live.bus import LocalBus, Subscriber
from webapp.live.connection import StreamConnection, chunk_of
from webapp.live.frames import EventName, frame
from webapp.live.updates import UpdateCache, Viewer
from webapp.state.audience import Role
from webapp.store.db import UNAVAILABLE
from webapp.store.deadline import Busy
from webapp.store.named_locks import NamedLocks
from webapp.table.projections import CURSOR

log = logging.getLogger(__name__)
HEARTBEAT = 10.0  # seconds
PROVING = 6  # every sixth heartbeat proves what the page must show
MOST_PER_TABLE = 64
UNLIMITED = 10**6
MOST = 5000  # in all, for one process
LONGEST = 3600.0  # seconds; then the page reconnects
RETRY = 1000  # milliseconds
FEW, EACH, SPREAD = 10, 20, 4000  # streams; milliseconds for each, and at most, over which reconnects spread
WAVES = 16  # groups in which viewers of one pass reconnect
AGAIN = 0.2, 1.0  # seconds until a stream without an answer of the database retries
BUSY_RETRY = 30000
HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
    "Content-Type": "text/event-stream; charset=utf-8",
}


class Stream(Subscriber):
    """One open stream: its viewer, the cursor they were sent last, and its connection.

    While it waits for data that can be sent without waking it, `place` says what it misses.
    """

    def __init__(self, viewer: Viewer, last: str, connection: StreamConnection | None) -> None:
        super().__init__()
        self.viewer, self.last, self.connection = viewer, last, connection
        self.place: tuple[str, ...] | None = None

    def wait(self, seconds: float) -> bool:
        self.place = self.viewer.missing(self.last) if self.connection is not None else None
        try:
            return super().wait(seconds)
        finally:
            self.place = None

    def accept(self, piece: bytes, cursor: str, place: tuple[str, ...]) -> bool:
        """Send a piece at once and return True; if a part is left, its own greenlet sends the rest."""
        self.last, self.place = cursor, place
        if self.connection is not None and self.connection.send(piece):
            return True
        self.place = None
        self.notify()
        return False


class Streams:
    """Opens streams on one bus and one cache of updates, and sends them what changes.

    `per_address` is how many one address may have open; 0 lifts this limit and that of a table.
    """

    def __init__(self, app: Flask, bus: LocalBus, updates: UpdateCache, per_address: int) -> None:
        self.app, self.bus, self.updates = app, bus, updates
        self.most = MOST_PER_TABLE if per_address else UNLIMITED
        self.most_per_address = per_address or UNLIMITED
        self.heartbeat, self.proving, self.open_now = HEARTBEAT, PROVING, 0
        self._to_send: set[str] = set()
        self._addresses: Counter[str] = Counter()
        self._lock, self._sending = threading.Lock(), NamedLocks()
        bus.broadcast = self.broadcast

    def open(self, viewer: Viewer, last: str, address: str = "", *, once: bool = False) -> Response:
        """Answer a GET of a live address; `last` is the viewer's cursor, if valid.

        With `once` it ends as soon as it said what is new, or that nothing is.
        """
        table = viewer.grant.table
        last = last if CURSOR.fullmatch(last) else ""
        if self._is_full(table, address):
            busy = frame("This table has too many screens open.", event=EventName.BUSY, retry=BUSY_RETRY)
            return Response(busy, headers=HEADERS)
        stream = Stream(viewer, last, StreamConnection.below(request.environ) if request else None)
        self.bus.subscribe(table, stream, later=viewer.audience.role is Role.GM)
        self._count(address, 1)
        response = Response(self._frames(stream, once), headers=HEADERS)
        response.call_on_close(lambda: self._leave(table, stream, address))
        return response

    def begin_anew(self) -> Response:
        """Tell a page of another audience than its device's to reload: their cursors may be alike."""
        return Response(frame(event=EventName.RELOAD), headers=HEADERS)

    def _is_full(self, table: str, address: str) -> bool:
        """Return whether a cap is reached: per table, per address (unless unknown, ""), or in all."""
        crowded = bool(address) and self._addresses[address] >= self.most_per_address
        return crowded or self.bus.watching(table) >= self.most or self.open_now >= MOST

    def _leave(self, table: str, stream: Stream, address: str) -> None:
        self.bus.leave(table, stream)
        self._count(address, -1)

    def _count(self, address: str, by: int) -> None:
        with self._lock:
            self.open_now += by
            self._addresses[address] += by
            if self._addresses[address] <= 0:
                del self._addresses[address]

    # ---- one stream ------------------------------------------------------------------------------

    def _frames(self, stream: Stream, once: bool = False) -> Iterator[bytes]:
        yield frame(id=stream.last, retry=RETRY)
        viewer, began, beats, rung = stream.viewer, time.monotonic(), 0, False
        beat = began + self.heartbeat
        while not stream.closed and time.monotonic() < began + LONGEST:
            update, again = None, 0.0
            try:
                with self.app.app_context():
                    update = self.updates.render_delta(viewer, stream.last)
            except UNAVAILABLE as error:  # retry soon, at different moments; until then nothing says "live"
                self.updates.figures.no_answer("stream", error)
                log.debug("A stream got no answer from the database: %s", error)
                again = min(uniform(*AGAIN), self.heartbeat)  # noqa: S311
            if update is not None:
                yield self._moment() + update.data
                self._sent(viewer.grant.table, [time.monotonic()], rung)
                stream.last = update.cursor
                if update.over:
                    return
            elif not again and (once or time.monotonic() >= beat):
                beats += 1
                proves = once or beats % self.proving == 0
                yield self._moment() + self._heartbeat(viewer, stream.last, proves)
            if once:
                return
            if not again and (update is not None or time.monotonic() >= beat):
                beat = time.monotonic() + self.heartbeat
            rung = stream.wait(again or max(0.0, beat - time.monotonic()))
            if stream.connection is not None and stream.connection.rest:
                stream.connection.send_rest()
                self._sent(viewer.grant.table, [time.monotonic()])

    def _heartbeat(self, viewer: Viewer, last: str, proves: bool) -> bytes:
        """Return a heartbeat with the viewer's cursor and, if it `proves`, what the page must show."""
        fields: dict[str, object] = {"revision": int(last.rpartition("-")[2] or 0), "cursor": last}
        if proves and viewer.as_page:
            fields |= self.updates.proof(viewer, last)
        return frame(json.dumps(fields), event=EventName.HEARTBEAT)

    def _moment(self) -> bytes:
        """Return when this viewer shall reconnect once cut off, spread out among many viewers.

        It goes with data that is sent anyway, since pages take it from messages only.
        """
        if self.open_now < FEW:
            return b""
        return b"retry: %d\n" % (RETRY + randrange(min(self.open_now * EACH, SPREAD)))  # noqa: S311

    # ---- a change, to all ------------------------------------------------------------------------

    def broadcast(self, table: str) -> None:
        """Send a table's change to its waiting viewers, and let the others fetch it."""
        waits = False
        for stream in self.bus.of(table):
            if stream.place is None:
                stream.notify()
            else:
                waits = True
        if waits and table not in self._to_send:
            self._to_send.add(table)
            gevent.spawn(self._send, table)

    def _send(self, table: str) -> None:
        """Send everything changed until now once; viewers fetch it themselves if that takes too long."""
        try:
            self._send_to_all(table)
        except Busy:
            self._to_send.discard(table)
            self.bus.notify(table)

    def _send_to_all(self, table: str) -> None:
        """Send to players and the TV first, and to all who miss the same in one pass without waiting."""
        with self._sending.at(table):
            self._to_send.discard(table)
            waiting: dict[tuple[str, ...], list[Stream]] = defaultdict(list)
            for stream in self.bus.of(table):
                if stream.place is not None:
                    waiting[stream.place].append(stream)
            for place, streams in waiting.items():
                self._send_to(table, place, streams)

    def _send_to(self, table: str, place: tuple[str, ...], streams: Sequence[Stream]) -> None:
        """Send to one group; notify streams whose link was revoked or that did not take everything."""
        now, update, moments = None, None, []
        try:
            with self.app.app_context():
                update = self.updates.render_delta(streams[0].viewer, place[-1])
            now = self.bus.at_hand(table)
        except Exception as error:
            log.debug("Each looks for itself: %s", error)
        if update is not None:
            at = streams[0].viewer.missing(update.cursor)
            pieces = cycle([chunk_of(self._moment() + update.data) for _ in streams[:WAVES]])
        for stream in streams:
            if stream.place != place:
                continue  # it woke meanwhile
            if now is None or not now.admits(stream.viewer.grant) or (update is not None and update.over):
                stream.notify()
            elif update is not None and stream.accept(next(pieces), update.cursor, at):
                moments.append(time.monotonic())
        self._sent(table, moments)  # once all have it

    def _sent(self, table: str, moments: Sequence[float], counted: bool = True) -> None:
        """Count messages and the time from their change's commit until each viewer's last byte.

        A viewer who was not just notified came for missed changes, maybe hours old; that is not `counted`.
        """
        self.updates.figures.sent.inc(len(moments))
        changed = self.bus.heard(table).at
        for at in moments if counted and changed else ():
            self.updates.figures.delivery.observe(at - changed)
