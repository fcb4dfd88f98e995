"""One open stream: subscribe, catch up, then wait for the bell, with a heartbeat while nothing happens.

The generator holds no database connection while it waits; it borrows one to catch up and gives it
back before the next byte leaves.
"""

import json
import threading
import time
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import cycle
from random import randrange, uniform

from flask import Flask, Response, request
from sqlalchemy.exc import TimeoutError as Spent

from webapp.live.bus import Bell, LocalBus
from webapp.live.frames import Event, frame
from webapp.live.updates import Update, UpdateCache, Viewer
from webapp.live.wire import Wire, piece
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
WAVES = 16  # in which those come back who are sent the same in one pass
AGAIN = 0.2, 1.0  # seconds until who got no connection to the database looks again
BUSY_RETRY = 30000
HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
    "Content-Type": "text/event-stream; charset=utf-8",
}


class Stream(Bell):
    """One that is open: who watches, the cursor of what they were sent last, and the connection below."""

    def __init__(self, viewer: Viewer, last: str, wire: Wire | None) -> None:
        super().__init__()
        self.viewer, self.last, self.wire = viewer, last, wire

    @property
    def missing(self) -> tuple[str, ...]:
        """What all who miss the same have in common."""
        return self.viewer.missing(self.last)

    def wait(self, seconds: float) -> bool:
        """Meanwhile another who misses the same may send it here, too."""
        if self.wire is not None and self.viewer.preparing is None:
            self.place = self.missing
        try:
            return super().wait(seconds)
        finally:
            self.place = None

    def take(self, piece: bytes, cursor: str, place: Hashable) -> bool:
        """Whether all of it goes at once, and it waits there now; else its own greenlet sends the rest."""
        self.last, self.place = cursor, place
        if self.wire is not None and self.wire.send(piece):
            return True
        self.place = None
        self.ring()
        return False


class Streams:
    """Opens streams on one bus and one cache of updates."""

    def __init__(self, app: Flask, bus: LocalBus, updates: UpdateCache, limits: bool = True) -> None:
        self.app, self.bus, self.updates = app, bus, updates
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
        stream = Stream(viewer, last, Wire.below(request.environ) if request else None)
        self.bus.subscribe(table, stream, later=viewer.audience.role is Role.GM)
        self._count(address, 1)
        response = Response(self._frames(stream), headers=HEADERS)
        response.call_on_close(lambda: self._leave(table, stream, address))
        return response

    def begin_anew(self) -> Response:
        """For a page of somebody else than its device is by now: cursors of two audiences may be alike."""
        return Response(frame(event=Event.RELOAD), headers=HEADERS)

    def _is_full(self, table: str, address: str) -> bool:
        """Too many at this table, from this address, or in all."""
        crowded = bool(address) and self._addresses[address] >= self.most_per_address
        return crowded or self.bus.watching(table) >= self.most or self.bus.watching() >= MOST

    def _leave(self, table: str, stream: Stream, address: str) -> None:
        self.bus.leave(table, stream)
        self._hand_on(stream)
        self._count(address, -1)

    def _count(self, address: str, by: int) -> None:
        with self._lock:
            self._open += by
            self._addresses[address] += by
            if self._addresses[address] <= 0:
                del self._addresses[address]

    def _frames(self, stream: Stream) -> Iterator[bytes]:
        yield frame(id=stream.last, retry=RETRY)
        ends = time.monotonic() + LONGEST
        rung, told, beats = True, False, 0
        while not stream.closed and time.monotonic() < ends:
            patience = self.heartbeat
            try:
                update = self._catch_up(stream.viewer, stream.last)
                self._serve_others(stream, update)
            except Spent:  # too many catch up at once: again soon, and not all at the same moment
                update, patience = None, min(uniform(*AGAIN), self.heartbeat)  # noqa: S311
            if update is not None:
                yield self._moment() + update.data
                self._sent(stream.viewer.grant.table, [time.monotonic() if told else None])
                stream.last = update.cursor
                if update.over:
                    return
            elif not rung:
                beats += 1
                proves = beats % self.proving == 0
                yield self._moment() + self._heartbeat(stream.viewer, stream.last, proves)
            rung = told = stream.wait(patience)
            if stream.wire is not None and stream.wire.rest:
                self._hand_on(stream)  # nobody waits for one who is slow
                stream.wire.send_rest()
                self._sent(stream.viewer.grant.table, [time.monotonic()])

    def _serve_others(self, stream: Stream, update: Update | None) -> None:
        """Send the same to all who waited where this one did, in one pass that waits for nobody.

        Whoever has news of their own, as their link was revoked, is rung; so is who does not take it at once.
        """
        if not stream.serves:
            return
        stream.serves, viewer, moments = False, stream.viewer, []
        table, now = viewer.grant.table, self.bus.at_hand(viewer.grant.table)
        if update is not None:
            place = viewer.missing(update.cursor)
            pieces = cycle([piece(self._moment() + update.data) for _ in range(WAVES)])
        for other in self.bus.at(table, stream.missing):
            if now is None or not now.admits(other.viewer.grant) or (update is not None and update.over):
                other.ring()
            elif update is not None and other.take(next(pieces), update.cursor, place):
                moments.append(time.monotonic())
        self._sent(table, moments)  # when all have it
        if now is not None and update is not None and now.cursor(viewer.audience) != update.cursor:
            self.bus.hand_on(table, place)  # there was another change meanwhile

    def _hand_on(self, stream: Stream) -> None:
        """Whom this one was to serve, another does."""
        if stream.serves:
            stream.serves = False
            self.bus.hand_on(stream.viewer.grant.table, stream.missing)

    def _sent(self, table: str, moments: Sequence[float | None]) -> None:
        """Count messages, and how long their change took from the commit until then, each viewer's last byte.

        None is for who was not told of a change just now, but came for what was missed, maybe hours old.
        """
        self.updates.figures.sent.inc(len(moments))
        changed = self.bus.heard(table).at
        for at in moments:
            if at is not None:
                self.updates.figures.delivery.observe(at - changed)

    def _heartbeat(self, viewer: Viewer, last: str, proves: bool) -> bytes:
        """Where this viewer stands, and now and then what the page must show there."""
        told: dict[str, object] = {"revision": _revision(last), "cursor": last}
        if proves and viewer.as_page:
            told |= self.updates.proof(viewer, last)
        return frame(json.dumps(told), event=Event.HEARTBEAT)

    def _moment(self) -> bytes:
        """When this viewer shall come back, once cut off: many are not to do so all at once.

        It goes along with what is sent anyway, since pages take it from messages alone.
        """
        if self._open < FEW:
            return b""
        return b"retry: %d\n" % (RETRY + randrange(min(self._open * EACH, SPREAD)))  # noqa: S311

    def _catch_up(self, viewer: Viewer, last: str) -> Update | None:
        """What was missed; whoever comes first draws it, and the others take it as it is."""
        ready = self.updates.ready(viewer, last)
        if ready is not None:
            return ready
        with self.app.app_context():
            try:
                return self.updates.since(viewer, last)
            finally:
                db.session.remove()


def _revision(cursor: str) -> int:
    number = cursor.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0
