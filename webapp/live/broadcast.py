"""Send a change to the viewers of its table, in one pass over all of their open streams.

One greenlet sends a change to all of a table's waiting streams whose connections accept data. The other
streams are notified and fetch the change themselves (`stream_endpoint.py`). The data is rendered by
`update_cache.py`.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import cycle

import gevent
from flask import Flask

from webapp.live.bus import LocalBus
from webapp.live.stream import Stream, chunk_of
from webapp.live.update_cache import UpdateCache
from webapp.store.database_deadline import Busy
from webapp.store.named_locks import NamedLocks

log = logging.getLogger(__name__)
WAVES = 16  # different reconnection delays among the viewers of one pass


class Broadcaster:
    """Sends each change of a table to its waiting streams, and counts what was sent.

    `retry_hint` makes the line that begins each message and says when to reconnect.
    """

    def __init__(
        self, app: Flask, bus: LocalBus, updates: UpdateCache, retry_hint: Callable[[], bytes]
    ) -> None:
        self.app, self.bus, self.updates, self._retry_hint = app, bus, updates, retry_hint
        self._to_send: set[str] = set()
        self._locks = NamedLocks()
        bus.broadcast = self.broadcast

    def broadcast(self, table: str) -> None:
        """Send a table's change to its waiting streams; notify the others, which fetch it themselves."""
        waits = False
        for stream in self.bus.of(table):
            if stream.waits_for is None:
                stream.notify()
            else:
                waits = True
        if waits and table not in self._to_send:
            self._to_send.add(table)
            gevent.spawn(self._send, table)

    def _send(self, table: str) -> None:
        """Send a table's changes to its waiting streams; if a lock stays held, let the viewers fetch them."""
        try:
            self._send_to_all(table)
        except Busy:
            self._to_send.discard(table)
            self.bus.notify(table)

    def _send_to_all(self, table: str) -> None:
        """Send to players and the TV before the GM; viewers who missed the same changes get them together."""
        with self._locks.at(table):
            self._to_send.discard(table)
            waiting: dict[tuple[str, ...], list[Stream]] = defaultdict(list)
            for stream in self.bus.of(table):
                if stream.waits_for is not None:
                    waiting[stream.waits_for].append(stream)
            for update_key, streams in waiting.items():
                self._send_to_group(table, update_key, streams)

    def _send_to_group(self, table: str, update_key: tuple[str, ...], streams: Sequence[Stream]) -> None:
        """Send one group its changes; notify streams that were revoked or did not accept all data."""
        now, update, moments = None, None, []
        try:
            with self.app.app_context():
                update = self.updates.render_delta(streams[0].viewer, update_key[-1])
            now = self.bus.at_hand(table)
        except Exception as error:
            log.debug("A change was not pushed; viewers will fetch it: %s", error)
        if update is not None:
            next_key = streams[0].viewer.update_key(update.cursor)
            pieces = cycle([chunk_of(self._retry_hint() + update.data) for _ in streams[:WAVES]])
        for stream in streams:
            if stream.waits_for != update_key:
                continue  # the stream has woken in the meantime
            if now is None or not now.admits(stream.viewer.grant) or (update is not None and update.over):
                stream.notify()
            elif update is not None and stream.accept(next(pieces), update.cursor, next_key):
                moments.append(time.monotonic())
        self.count_sent(table, moments)  # once all viewers have it

    def count_sent(self, table: str, moments: Sequence[float], counted: bool = True) -> None:
        """Count messages and, if `counted`, the time from the change's commit until each viewer's last byte.

        The time is not counted for a viewer who fetches changes after a wait, which may be hours old.
        """
        self.updates.figures.sent.inc(len(moments))
        changed = self.bus.heard(table).at
        for at in moments if counted and changed else ():
            self.updates.figures.delivery.observe(at - changed)
