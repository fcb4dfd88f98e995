"""One open stream: subscribe, catch up, then wait for the bell, with a heartbeat while nothing happens.

The generator holds no database connection while it waits; it borrows one to catch up and gives it
back before the next byte leaves.
"""

import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from random import randrange, uniform

from flask import Flask, Response
from sqlalchemy.exc import TimeoutError as Spent

from webapp.live.bus import Bell, LocalBus
from webapp.live.frames import Event, frame
from webapp.live.news import News, Newsroom, Viewer
from webapp.screens.audience import Role
from webapp.store.db import db
from webapp.table.projections import CURSOR

HEARTBEAT = 10.0  # seconds
PROVING = 6  # every such heartbeat tells what the page must show
MOST_PER_TABLE = 64
MOST_PER_ADDRESS = 40  # a whole group may sit behind one; an address unknown ("") is not counted
MOST = 5000  # in all; what one process holds well
LONGEST = 3600.0  # seconds; then the page connects anew
RETRY = 1000  # milliseconds
FEW, EACH, SPREAD = 10, 20, 4000  # streams; milliseconds for each, and at most, over which many come back
AGAIN = 0.2, 1.0  # seconds until who got no connection to the database looks again
BUSY_RETRY = 30000
HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
    "Content-Type": "text/event-stream; charset=utf-8",
}


class Streams:
    """Opens streams on one bus and one newsroom."""

    def __init__(self, app: Flask, bus: LocalBus, newsroom: Newsroom, limits: bool = True) -> None:
        self.app, self.bus, self.newsroom = app, bus, newsroom
        self.most, self.most_per_address = (MOST_PER_TABLE, MOST_PER_ADDRESS) if limits else (10**6, 10**6)
        self._addresses: Counter[str] = Counter()
        self._open = 0
        self._lock = threading.Lock()
        self.heartbeat, self.proving = HEARTBEAT, PROVING

    def open(self, viewer: Viewer, last: str, address: str = "") -> Response:
        """The answer to a GET of a live address; `last` is the cursor the viewer came with, if it is one."""
        table = viewer.grant.table
        last = last if CURSOR.fullmatch(last) else ""
        if self._is_full(table, address):
            busy = frame("This table has too many screens open.", event=Event.BUSY, retry=BUSY_RETRY)
            return Response(busy, headers=HEADERS)
        bell = self.bus.subscribe(table, later=viewer.audience.role is Role.GM)
        self._count(address, 1)
        response = Response(self._frames(viewer, last, bell), headers=HEADERS)
        response.call_on_close(lambda: self._leave(table, bell, address))
        return response

    def begin_anew(self) -> Response:
        """For a page of somebody else than its device is by now: cursors of two audiences may be alike."""
        return Response(frame(event=Event.RELOAD), headers=HEADERS)

    def _is_full(self, table: str, address: str) -> bool:
        """Too many at this table, from this address, or in all."""
        crowded = bool(address) and self._addresses[address] >= self.most_per_address
        return crowded or self.bus.watching(table) >= self.most or self.bus.watching() >= MOST

    def _leave(self, table: str, bell: Bell, address: str) -> None:
        self.bus.leave(table, bell)
        self._count(address, -1)

    def _count(self, address: str, by: int) -> None:
        with self._lock:
            self._open += by
            self._addresses[address] += by
            if self._addresses[address] <= 0:
                del self._addresses[address]

    def _frames(self, viewer: Viewer, last: str, bell: Bell) -> Iterator[bytes]:
        yield frame(id=last, retry=RETRY)
        ends = time.monotonic() + LONGEST
        rung, told, beats = True, False, 0
        while not bell.closed and time.monotonic() < ends:
            patience = self.heartbeat
            try:
                news = self._catch_up(viewer, last)
            except Spent:  # too many catch up at once: again soon, and not all at the same moment
                news, patience = None, min(uniform(*AGAIN), self.heartbeat)  # noqa: S311
            if news is not None:
                yield self._moment() + news.data
                self._sent(viewer, told)
                last = news.cursor
                if news.over:
                    return
            elif not rung:
                beats += 1
                yield self._moment() + self._heartbeat(viewer, last, proves=beats % self.proving == 0)
            rung = told = bell.wait(patience)

    def _sent(self, viewer: Viewer, told: bool) -> None:
        """Count a message, and how long its change took from the commit to this viewer's last byte.

        Who was not told of a change just now came for what was missed: that may be hours old.
        """
        figures = self.newsroom.figures
        figures.sent.inc()
        if told:
            figures.delivery.observe(time.monotonic() - self.bus.heard(viewer.grant.table).at)

    def _heartbeat(self, viewer: Viewer, last: str, proves: bool) -> bytes:
        """Where this viewer stands, and now and then what the page must show there."""
        told: dict[str, object] = {"revision": _revision(last), "cursor": last}
        if proves and viewer.as_page:
            told |= self.newsroom.proof(viewer, last)
        return frame(json.dumps(told), event=Event.HEARTBEAT)

    def _moment(self) -> bytes:
        """When this viewer shall come back, once cut off: many are not to do so all at once.

        It goes along with what is sent anyway, since pages take it from messages alone.
        """
        if self._open < FEW:
            return b""
        return b"retry: %d\n" % (RETRY + randrange(min(self._open * EACH, SPREAD)))  # noqa: S311

    def _catch_up(self, viewer: Viewer, last: str) -> News | None:
        """What was missed; whoever comes first draws it, and the others take it as it is."""
        ready = self.newsroom.ready(viewer, last)
        if ready is not None:
            return ready
        with self.app.app_context():
            try:
                return self.newsroom.since(viewer, last)
            finally:
                db.session.remove()


def _revision(cursor: str) -> int:
    number = cursor.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0
