"""The bus between processes: Redis pub/sub reports that a table has changed.

The state itself is always read from the database.
"""

import logging
import secrets
import threading
import time
from collections.abc import Sequence
from functools import partial

from webapp.live.bus import LocalBus
from webapp.live.redis_link import RedisLink, RedisUnavailable
from webapp.table.revisions import Revisions

log = logging.getLogger(__name__)
CHANNEL = "tableside:changed"
AGAIN = 1.0  # seconds before a lost connection is tried again
CALM = 0.1  # seconds in which a table's viewers are woken at most once
MANY = 100  # messages after which the listener yields to other greenlets
MOST = 10_000  # tables waiting for Redis; heartbeats make up for dropped ones


class SharedBus(LocalBus):
    """Notifies this process's viewers at once, and those of other processes through Redis.

    Background threads talk to Redis, so no request waits for it. Without Redis edits still succeed; viewers
    of other processes get them at the next heartbeat.
    """

    def __init__(self, link: RedisLink) -> None:
        super().__init__()
        self.link, self.name = link, secrets.token_hex(8)
        self._ended, self._has_pending = threading.Event(), threading.Event()
        self._pending: dict[str, None] = {}
        for work in (self._listen, self._send):
            threading.Thread(target=work, name="bus", daemon=True).start()

    def publish(self, table_id: str, revisions: Revisions | None = None) -> None:
        """Notify this process's viewers now, and those of other processes soon."""
        super().publish(table_id, revisions)
        self._put([table_id])
        if self._ended.is_set():
            self._send_pending()

    def close(self) -> None:
        """End every stream, and stop listening to other processes.

        The last requests of a stopping process may still publish; then each waits until Redis has been told.
        """
        self._ended.set()
        self._has_pending.set()
        super().close()

    def answers(self) -> bool:
        try:
            return bool(self.link.call(self.link.client.ping))
        except RedisUnavailable:
            return False

    # ---- sending ---------------------------------------------------------------------------------

    def _put(self, tables: list[str]) -> None:
        with self._lock:
            self._pending |= dict.fromkeys(tables)
            while len(self._pending) > MOST:
                del self._pending[next(iter(self._pending))]
        self._has_pending.set()

    def _send(self) -> None:
        """Notify other processes once Redis answers; until then each changed table is queued once."""
        while not self._ended.is_set():
            self._has_pending.wait(AGAIN)
            if not self.link.is_up and not self.link.probe():
                self._ended.wait(AGAIN)
                continue
            self._send_pending()
        self._send_pending()  # what came while the bus was closed

    def _send_pending(self) -> None:
        self._has_pending.clear()
        with self._lock:
            changes, self._pending = list(self._pending), {}
        try:
            for at in range(0, len(changes), MANY):
                self.link.call(partial(self._tell_others, changes[at : at + MANY]))
        except RedisUnavailable:
            self._put(changes)

    def _tell_others(self, tables: Sequence[str]) -> None:
        with self.link.client.pipeline(transaction=False) as pipe:
            for table_id in tables:
                pipe.publish(CHANNEL, f"{self.name} {table_id}")
            pipe.execute()

    # ---- receiving -------------------------------------------------------------------------------

    def _listen(self) -> None:
        """Pass on other processes' messages until the bus is closed."""
        while not self._ended.is_set():
            try:
                self._pass_on()
            except Exception as error:
                log.debug(
                    "The bus is not responding (%s); trying again in %s s.", type(error).__name__, AGAIN
                )
                self._ended.wait(AGAIN)

    def _pass_on(self) -> None:
        """Wake a table's viewers at each message, but at most once every 0.1 seconds."""
        channel = self.link.listening.pubsub(ignore_subscribe_messages=True)
        channel.subscribe(CHANNEL)
        channel.get_message(timeout=2.0)  # returns once the subscription is confirmed
        self.notify_all()  # viewers compare revisions, which finds the changes missed until now
        woken: dict[str, float] = {}  # when each table's viewers were woken, oldest first
        waiting: set[str] = set()
        heard = 0
        while not self._ended.is_set():
            first = next(iter(woken.values()), None)
            patience = 2.0 if first is None else max(0.0, first + CALM - time.monotonic())
            message = channel.get_message(timeout=patience)
            if message:
                name, _, table_id = message["data"].decode(errors="replace").partition(" ")
                if name != self.name and self.knows(table_id):
                    waiting.add(table_id)
            heard += 1
            if heard % MANY == 0:
                time.sleep(0)
            self._wake(waiting, woken)

    def _wake(self, waiting: set[str], woken: dict[str, float]) -> None:
        """Wake the viewers of waiting tables, except those woken within the last 0.1 seconds."""
        now = time.monotonic()
        for table_id, at in tuple(woken.items()):
            if at + CALM > now:
                break
            del woken[table_id]
        for table_id in waiting - woken.keys():
            waiting.discard(table_id)
            woken[table_id] = now
            self.mark_stale(table_id)
