"""The bus between processes: Redis pub/sub carries which table changed, and where its audiences stand now."""

import json
import logging
import threading

from webapp.live.bus import LocalBus
from webapp.table.revisions import Revisions

log = logging.getLogger(__name__)
CHANNEL = "tableside:tables"
AGAIN = 1.0  # seconds before a lost connection is tried again


class SharedBus(LocalBus):
    """Rings the bells of this process at once, and those of the others through Redis.

    Without Redis edits still succeed; other processes catch up by their heartbeats.
    """

    def __init__(self, url: str) -> None:
        super().__init__()
        import redis  # only where a bus is set

        self._ended = threading.Event()
        self._redis = redis.Redis.from_url(url, socket_timeout=5, socket_connect_timeout=2)
        self._listener = threading.Thread(target=self._listen, name="bus", daemon=True)
        self._listener.start()

    def publish(self, table_id: str, revisions: Revisions | None = None) -> None:
        """Ring here and elsewhere; where two processes changed a table, the later revisions count."""
        super().publish(table_id, revisions)
        self._redis.publish(CHANNEL, json.dumps([table_id, revisions.as_json() if revisions else None]))

    def close(self) -> None:
        """End every stream, and listen to the others no more."""
        self._ended.set()
        super().close()

    def answers(self) -> bool:
        try:
            return bool(self._redis.ping())
        except Exception:
            return False

    def _listen(self) -> None:
        """Pass on what other processes say, for as long as this one serves."""
        while not self._ended.is_set():
            try:
                self._pass_on()
            except Exception:
                log.warning("The bus is away; trying again in %s s.", AGAIN)
                self._ended.wait(AGAIN)

    def _pass_on(self) -> None:
        channel = self._redis.pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
        channel.subscribe(CHANNEL)
        channel.get_message(timeout=2.0)  # that it listens now
        self.ring_all()  # what was said while nobody listened is found by comparing revisions
        while not self._ended.is_set():
            message = channel.get_message(timeout=2.0)
            if message:
                table_id, revisions = json.loads(message["data"])
                super().publish(table_id, Revisions.from_json(revisions) if revisions else None)


def make_bus(url: str) -> LocalBus:
    """The bus the settings ask for."""
    return SharedBus(url) if url else LocalBus()
