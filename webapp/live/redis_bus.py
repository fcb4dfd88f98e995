"""The bus between processes: Redis pub/sub says that a table has changed. How it stands is read from the
database, whatever a message says."""

import logging
import secrets
import threading
import time
from collections.abc import Sequence
from functools import partial

from webapp.live.bus import LocalBus
from webapp.live.redis_link import Away, RedisLink
from webapp.table.revisions import Revisions

log = logging.getLogger(__name__)
CHANNEL = "tableside:changed"
AGAIN = 1.0  # seconds before a lost connection is tried again
CALM = 0.1  # seconds in which what is said of one table wakes its viewers once
MANY = 100  # messages after which others have their turn
MOST = 10_000  # tables whose news wait for Redis; what is dropped is healed by heartbeats


class SharedBus(LocalBus):
    """Rings the bells of this process at once, and those of the others through Redis.

    A greenlet of its own speaks with Redis, so no request waits for it. Without Redis edits still succeed;
    other processes catch up by their heartbeats.
    """

    def __init__(self, link: RedisLink) -> None:
        super().__init__()
        self.link, self.name = link, secrets.token_hex(8)
        self._ended, self._has_news = threading.Event(), threading.Event()
        self._news: dict[str, None] = {}
        for work in (self._listen, self._send):
            threading.Thread(target=work, name="bus", daemon=True).start()

    def publish(self, table_id: str, revisions: Revisions | None = None) -> None:
        """Ring here now, and elsewhere soon."""
        super().publish(table_id, revisions)
        self._put([table_id])

    def close(self) -> None:
        """End every stream, and listen to the others no more."""
        self._ended.set()
        self._has_news.set()
        super().close()

    def answers(self) -> bool:
        try:
            return bool(self.link.call(self.link.client.ping))
        except Away:
            return False

    # ---- what others are told --------------------------------------------------------------------

    def _put(self, tables: list[str]) -> None:
        with self._lock:
            self._news |= dict.fromkeys(tables)
            while len(self._news) > MOST:
                del self._news[next(iter(self._news))]
        self._has_news.set()

    def _send(self) -> None:
        """Tell the others, once Redis answers; meanwhile each table waits once."""
        while not self._ended.is_set():
            self._has_news.wait(AGAIN)
            if not self.link.is_up and not self.link.probe():
                self._ended.wait(AGAIN)
                continue
            self._has_news.clear()
            with self._lock:
                news, self._news = list(self._news), {}
            try:
                for at in range(0, len(news), MANY):
                    self.link.call(partial(self._tell_others, news[at : at + MANY]))
            except Away:
                self._put(news)

    def _tell_others(self, tables: Sequence[str]) -> None:
        with self.link.client.pipeline(transaction=False) as pipe:
            for table_id in tables:
                pipe.publish(CHANNEL, f"{self.name} {table_id}")
            pipe.execute()

    # ---- what others say -------------------------------------------------------------------------

    def _listen(self) -> None:
        """Pass on what other processes say, for as long as this one serves."""
        while not self._ended.is_set():
            try:
                self._pass_on()
            except Exception as error:
                log.debug("The bus is away (%s); trying again in %s s.", type(error).__name__, AGAIN)
                self._ended.wait(AGAIN)

    def _pass_on(self) -> None:
        """Wake viewers at once, and again after a moment where much is said of their table."""
        channel = self.link.listening.pubsub(ignore_subscribe_messages=True)
        channel.subscribe(CHANNEL)
        channel.get_message(timeout=2.0)  # that it listens now
        self.ring_all()  # what was said while nobody listened is found by comparing revisions
        woken: dict[str, float] = {}  # when each was, the longest ago first
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
        """Wake the viewers of tables that were not woken just now."""
        now = time.monotonic()
        for table_id, at in tuple(woken.items()):
            if at + CALM > now:
                break
            del woken[table_id]
        for table_id in waiting - woken.keys():
            waiting.discard(table_id)
            woken[table_id] = now
            self.hint(table_id)


def make_bus(link: RedisLink | None) -> LocalBus:
    """The bus the settings ask for."""
    return SharedBus(link) if link else LocalBus()
