"""The connection of one process to Redis; no request waits long for it.

Each call may take a quarter of a second. After a failure no call is made until Redis answers a `probe`, which
a background thread makes.
"""

import logging
import threading
from collections.abc import Callable
from typing import Any, TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")
SOON = 0.25  # seconds for an answer


class RedisUnavailable(Exception):
    """Raised when Redis does not answer, or is known to be down so that no call is made."""


class RedisLink:
    """A circuit breaker around Redis: `call` fails at once while Redis is known to be down."""

    def __init__(self, url: str) -> None:
        import redis  # only where a bus is set
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        self.once: dict[str, Any] = dict.fromkeys(("socket_connect_timeout", "socket_timeout"), SOON)
        self.once["retry"] = Retry(NoBackoff(), 0)
        self.client: Any = redis.Redis.from_url(url, **self.once)
        self.listening: Any = redis.Redis.from_url(
            url, **{**self.once, "socket_timeout": 2}, health_check_interval=5
        )
        self._errors = (redis.RedisError, OSError)
        self._lock = threading.Lock()
        self.is_up = True

    def call(self, ask: Callable[[], T]) -> T:
        """Return the result of a call to Redis; raise RedisUnavailable if there is none."""
        if not self.is_up:
            raise RedisUnavailable
        try:
            return ask()
        except self._errors as error:
            self._turn(up=False, why=error)
            raise RedisUnavailable from error

    def probe(self) -> bool:
        """Return whether Redis answers, and allow calls again if it does."""
        try:
            self.client.ping()
        except self._errors as error:
            self._turn(up=False, why=error)
            return False
        self._turn(up=True)
        return True

    def _turn(self, up: bool, why: Exception | None = None) -> None:
        with self._lock:
            changed, self.is_up = self.is_up != up, up
        if changed and up:
            log.warning("Redis is responding again.")
        elif changed:
            log.warning(
                "Redis is not responding (%s): this process counts limits on its own, other processes see "
                "its changes at heartbeats, and reports from screens are lost.",
                type(why).__name__,
            )
