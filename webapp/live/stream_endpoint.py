"""Open a stream for each viewer: subscribe, catch up, then wait, with heartbeats in between.

`broadcast.py` sends a change to all streams at once. No stream holds a database connection while it waits.
"""

import json
import logging
import threading
import time
from collections import Counter
from collections.abc import Iterator
from random import randrange, uniform

from flask import Flask, Response, request

from webapp.live.broadcast import Broadcaster
from webapp.live.bus import LocalBus
from webapp.live.stream import EventName, Stream, StreamConnection, Viewer, frame
from webapp.live.update_cache import UpdateCache
from webapp.state.audience import Role
from webapp.store.database_file import fault_sentence
from webapp.store.db import UNAVAILABLE, db
from webapp.table.audience_views import CURSOR

log = logging.getLogger(__name__)
HEARTBEAT = 10.0  # seconds between heartbeats
PROVING = 6  # every sixth heartbeat carries a proof of the page's content
MOST_PER_TABLE = 64
UNLIMITED = 10**6
MOST = 5000  # open streams of one process
LONGEST = 3600.0  # seconds that a stream lives; then the page reconnects
RETRY = 1000  # milliseconds
FEW = 10  # streams
RECONNECT_SPACING, SPREAD = (
    20,
    4000,
)  # milliseconds for each stream, and at most, over which reconnects spread
AGAIN = 0.2, 1.0  # seconds until a stream that got no answer from the database retries
BUSY_RETRY = 30000
HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
    "Content-Type": "text/event-stream; charset=utf-8",
}


class OpenStreams:
    """Opens streams on one bus and one update cache, within limits.

    `per_address` limits the open streams of one address; 0 lifts this limit and that of a table.
    """

    def __init__(self, app: Flask, bus: LocalBus, updates: UpdateCache, per_address: int) -> None:
        self.app, self.bus, self.updates = app, bus, updates
        self.most = MOST_PER_TABLE if per_address else UNLIMITED
        self.most_per_address = per_address or UNLIMITED
        self.heartbeat, self.proving, self.open_now = HEARTBEAT, PROVING, 0
        self._addresses: Counter[str] = Counter()
        self._lock = threading.Lock()
        self.broadcaster = Broadcaster(app, bus, updates, self._retry_hint)

    def open(self, viewer: Viewer, last: str, address: str = "", *, once: bool = False) -> Response:
        """Answer a request for a live stream; `last` is the viewer's cursor, ignored if malformed.

        With `once`, the stream ends after one message: the missed changes or a heartbeat.
        """
        table = viewer.grant.table
        last = last if CURSOR.fullmatch(last) else ""
        if self._is_full(table, address):
            busy = frame(
                "Too many screens are open. Close some, or wait 30 seconds.",
                event=EventName.BUSY,
                retry=BUSY_RETRY,
            )
            return Response(busy, headers=HEADERS)
        stream = Stream(viewer, last, StreamConnection.below(request.environ) if request else None)
        self.bus.subscribe(table, stream, later=viewer.audience.role is Role.GM)
        self._count(address, 1)
        response = Response(self._frames(stream, once), headers=HEADERS)
        response.call_on_close(lambda: self._leave(table, stream, address))
        return response

    def begin_anew(self) -> Response:
        """Return a stream that makes a page reload, because its device has changed to another audience."""
        return Response(frame(event=EventName.RELOAD), headers=HEADERS)

    def _is_full(self, table: str, address: str) -> bool:
        """Return whether a limit is reached: per table, per known address (not ""), or of the process."""
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
        viewer, began, beats, notified = stream.viewer, time.monotonic(), 0, False
        beat = began + self.heartbeat
        while not stream.closed and time.monotonic() < began + LONGEST:
            update, again = None, 0.0
            try:
                with self.app.app_context():
                    update = self.updates.render_delta(viewer, stream.last)
            except UNAVAILABLE as error:  # retry soon, not all at the same time
                self.updates.figures.no_answer("stream", error)
                log.debug("A stream got no answer from the database: %s", error)
                again = min(uniform(*AGAIN), self.heartbeat)  # noqa: S311
            if update is not None:
                yield self._retry_hint() + update.data
                self.broadcaster.count_sent(viewer.grant.table, [time.monotonic()], notified)
                stream.last = update.cursor
                if update.over:
                    return
            elif not again and (once or time.monotonic() >= beat):
                beats += 1
                proves = once or beats % self.proving == 0
                yield self._retry_hint() + self._heartbeat(viewer, stream.last, proves)
            if once:
                return
            if not again and (update is not None or time.monotonic() >= beat):
                beat = time.monotonic() + self.heartbeat
            notified = stream.wait(again or max(0.0, beat - time.monotonic()))
            if stream.connection is not None and stream.connection.rest:
                stream.connection.send_rest()
                self.broadcaster.count_sent(viewer.grant.table, [time.monotonic()])

    def _heartbeat(self, viewer: Viewer, last: str, proves: bool) -> bytes:
        """Return a heartbeat with the viewer's cursor and, if `proves`, a proof of the page's content.

        While nothing can be saved, it says why.
        """
        fields: dict[str, object] = {"revision": int(last.rpartition("-")[2] or 0), "cursor": last}
        with self.app.app_context():
            not_saved = fault_sentence(db.engine)
        if not_saved:
            fields["not_saved"] = not_saved
        if proves and viewer.as_page:
            fields |= self.updates.proof(viewer, last)
        return frame(json.dumps(fields), event=EventName.HEARTBEAT)

    def _retry_hint(self) -> bytes:
        """Return the line that says when to reconnect; empty while fewer than ten streams are open.

        The delays are random, so that many viewers do not reconnect at once. The line is sent together with
        data, because pages read it only from messages.
        """
        if self.open_now < FEW:
            return b""
        return b"retry: %d\n" % (RETRY + randrange(min(self.open_now * RECONNECT_SPACING, SPREAD)))  # noqa: S311
