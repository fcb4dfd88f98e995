"""Rate limits, set up once for pages and API alike, and the address that they count by.

Wrong keys and codes: 20 a minute. Wrong join codes: 300 in five minutes for everybody together; beyond
that, an address with a wrong one in the last hour waits, while others still join. Wrong device codes: 10 in
their five minutes, and 300 for everybody together, since they are six digits. New tables: 10 an hour,
unless too many stand here that nobody has used yet. Large uploads that are refused: 20 an hour, then no
other is read. Commands and what is sent with them: as the settings say, by each process for itself. An IPv6
client is counted as its /64, and with larger allowances as its /56 and its /48. A right link opens even when
its address has used up its wrong tries, as a key is far too long to guess; a code is short, so it does not.
"""

import ipaddress
import logging
import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any, cast

from flask import Flask, Response, current_app, make_response, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter
from werkzeug.exceptions import HTTPException, TooManyRequests
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp.live.redis_link import Away, RedisLink
from webapp.settings import Settings
from webapp.table.refusals import Refused
from webapp.table.unused import refuse_another

log = logging.getLogger(__name__)
FORWARDING = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")
CROWD = 10  # how many people a proxy that we cannot see through may bring
WRONG = frozenset({401, 404})
MADE = frozenset({200, 201, 303})
PRESSED = frozenset(range(200, 600))
REFUSED = frozenset({400, 401, 403, 404, 409, 413, 415, 422})


@dataclass(frozen=True)
class Limit:
    """How many tries; which answers count as one; whether a right try still gets through after the last."""

    counter: str
    tries: str
    counted: frozenset[int]
    right_passes: bool = False
    already_done: bool = False  # what is counted was made before it was counted, and is handed out
    together: bool = False  # all addresses share these tries: many guess for one
    refuse_more: Callable[[int], None] | None = None  # raises where the server has no room for another
    larger_than: int = 0  # bytes; what is sent in less is not counted
    by_size: bool = False  # each kilobyte that is sent counts as a try
    local: bool = False  # counted by each process for itself: nobody waits for Redis to press a button
    spares: str = ""  # when it is spent, whoever has tries left of the limit of this name goes on


HINT = (
    "Requests come through a proxy, but TABLESIDE_PROXIES is 0: all its visitors count as one "
    "address. Set TABLESIDE_PROXIES to the number of proxies in front of this server."
)
LIMITS = {
    "keys": Limit("wrong", "20 per minute", WRONG, right_passes=True),
    "codes": Limit("wrong", "20 per minute", WRONG),
    "everybodys codes": Limit(
        "codes", "300 per 5 minutes", WRONG, already_done=True, together=True, spares="lately"
    ),
    "lately": Limit("lately", "1 per hour", WRONG, right_passes=True, already_done=True),
    "devices": Limit("devices", "10 per 5 minutes", WRONG),
    "guesses": Limit("guesses", "300 per 5 minutes", WRONG, together=True),
    "uploads": Limit(
        "uploads", "20 per hour", REFUSED, right_passes=True, already_done=True, larger_than=64 * 1024
    ),
    "tables": Limit("tables", "10 per hour", MADE, already_done=True, refuse_more=refuse_another),
    "presses": Limit("presses", "{presses} per minute", PRESSED, already_done=True, local=True),
    "written": Limit("written", "{kilobytes} per hour", MADE, already_done=True, local=True, by_size=True),
}
GUESSED = (
    "Join codes are being guessed: 300 wrong ones within five minutes, from all addresses together. Whoever "
    "sent a wrong one in the last hour has to wait; others join as usual."
)
GUESSED_AGAIN = 300.0  # seconds until the log says so again
Window = tuple[RateLimitItem, str, str]
LOCAL = frozenset(limit.counter for limit in LIMITS.values() if limit.local)


def set_up(app: Flask, settings: Settings) -> None:
    """Trust as many proxies as the settings say, and count in memory or on the shared bus."""
    proxies = int(settings.proxies)
    if proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies
        )
    link = app.extensions["tableside"].link
    shared = None if link is None else Shared(link, settings.bus_url)
    counters = Counters(shared, settings.limits == "on", proxies == 0)
    counters.settings = settings
    app.extensions["tableside.limits"] = counters
    app.before_request(counters.look)


class Shared:
    """What all processes count together, in Redis."""

    def __init__(self, link: RedisLink, url: str) -> None:
        at = url.replace("unix://", "redis+unix://", 1)
        storage = cast(Storage, storage_from_string(at, **link.once))
        self._link, self._counts = link, MovingWindowRateLimiter(storage)

    def ask(self, question: str, window: "Window") -> Any:
        """Away where Redis does not answer."""
        return self._link.call(lambda: getattr(self._counts, question)(*window))


def limited(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Limit a view by the client's address: 429 with Retry-After beyond "keys", "codes" or "tables"."""
    limit = LIMITS[name]

    def around(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def counted(*args: Any, **kwargs: Any) -> Response:
            if not limit.right_passes:
                counters().refuse_if_spent(limit)
            try:
                answer: Response = make_response(view(*args, **kwargs))
            except HTTPException as error:
                _note(limit, error.code or 500)
                raise
            except Refused as error:
                _note(limit, error.status)
                raise
            _note(limit, answer.status_code)
            return answer

        return counted

    return around


def wrong(name: str) -> None:
    """Count a wrong try; 429 when it was one too many."""
    counters().count(LIMITS[name])


def counters() -> "Counters":
    """The counters of the current app."""
    return cast(Counters, current_app.extensions["tableside.limits"])


def _note(limit: Limit, status: int) -> None:
    if status in limit.counted and (request.content_length or 0) >= limit.larger_than:
        counters().count(limit)


class Counters:
    """Tries by address, in a window that moves with time.

    With a bus each try is counted twice, for all processes and for this one: without Redis this process goes
    on from what it has seen itself.
    """

    def __init__(self, shared: Shared | None, on: bool, no_proxy: bool) -> None:
        self.shared, self.on, self.no_proxy = shared, on, no_proxy
        self.own = MovingWindowRateLimiter(MemoryStorage())
        self.presses = FixedWindowRateLimiter(MemoryStorage())
        self.settings = Settings()
        self._warned = -math.inf
        self.hidden = False  # whether somebody came through a proxy that the settings do not know

    def look(self) -> None:
        """Before each request: notice a proxy that the settings do not know."""
        if not self.hidden and self.no_proxy and came_through_a_proxy():
            self.hidden = True
            log.warning(HINT)

    def refuse_if_spent(self, limit: Limit) -> None:
        """429 when this address has no tries left, or the server no room."""
        if self.on and limit.refuse_more:
            limit.refuse_more(int(self.settings.unused_tables))
        for window in self._windows(limit):
            if not self._ask("test", window) and not self._spared(limit):
                self._refuse(window)

    def _spared(self, limit: Limit) -> bool:
        """Whether many have spent a limit together, and this address did nothing to it."""
        if not limit.spares:
            return False
        if time.monotonic() - self._warned > GUESSED_AGAIN:
            self._warned = time.monotonic()
            log.warning(GUESSED)
        return all(self._ask("test", window) for window in self._windows(LIMITS[limit.spares]))

    def count(self, limit: Limit) -> None:
        """Use up a try; 429 when there was none left."""
        if not limit.already_done:
            self.refuse_if_spent(limit)
        for window in self._counted(limit):
            if not self._hit(window, cost_of(limit)) and not limit.already_done:
                self._refuse(window)

    def _windows(self, limit: Limit) -> list[Window]:
        """The windows that must have room.

        Behind an unknown proxy a whole group has one address, so it gets more tries between them; but an
        address that spent its own gets none by claiming to be a proxy.
        """
        if not self.on or not cost_of(limit):
            return []
        tries = self._tries(limit)
        if limit.together:
            return [(tries, limit.counter, "everybody")]
        own = [(more(tries, times), limit.counter, name) for name, times in self._names()]
        if not (self.no_proxy and came_through_a_proxy()):
            return own
        return [(more(tries, CROWD), limit.counter, address()), *own]

    def _counted(self, limit: Limit) -> list[Window]:
        """Those of them in which a try is counted; a crowd uses up what is nobody's own."""
        windows = self._windows(limit)
        return windows[:1] if self.no_proxy and came_through_a_proxy() else windows

    def _tries(self, limit: Limit) -> RateLimitItem:
        kilobytes = int(self.settings.written) * 1024
        return parse(limit.tries.format(presses=self.settings.presses, kilobytes=kilobytes))

    def _names(self) -> list[tuple[str, int]]:
        """What this request is counted as, and how often each has the tries of one."""
        times = {56: int(self.settings.home_tries), 48: int(self.settings.site_tries)}
        return [(address(), 1), *((name, times[bits]) for bits, name in wider(request.remote_addr or ""))]

    def _hit(self, window: Window, cost: int) -> bool:
        """Count a try, or as many as it costs."""
        if window[1] in LOCAL:
            return self.presses.hit(*window, cost=cost)
        return bool(self._ask("hit", window))

    def _refuse(self, window: Window) -> None:
        reset = max(stats.reset_time for stats in self._answers("get_window_stats", window))
        seconds = max(1, math.ceil(reset - time.time()))
        raise TooManyRequests(
            "Too many tries from this address. Nothing was changed; wait, then try again.",
            retry_after=seconds,
        )

    def _ask(self, question: str, window: Window) -> bool:
        """Whether there is room, to `test` or to `hit`, in both counts."""
        return all(self._answers(question, window))

    def _answers(self, question: str, window: Window) -> list[Any]:
        """Of this process's own counters, and of the shared ones if Redis answers."""
        if window[1] in LOCAL:
            return [getattr(self.presses, question)(*window)]
        told = [getattr(self.own, question)(*window)]
        if self.shared is not None:
            with suppress(Away):
                told.append(self.shared.ask(question, window))
        return told


def address() -> str:
    """Who is counted for this request."""
    return counted_as(request.remote_addr or "")


@lru_cache(1024)
def counted_as(remote: str) -> str:
    """The client's IPv4 address, or the network of 64 bits that an IPv6 client owns."""
    try:
        ip = ipaddress.ip_address(remote)
    except ValueError:
        return remote or "unknown"
    mapped = getattr(ip, "ipv4_mapped", None)
    if isinstance(ip, ipaddress.IPv6Address) and mapped is None:
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(mapped or ip)


@lru_cache(1024)
def wider(remote: str) -> tuple[tuple[int, str], ...]:
    """The larger networks that an IPv6 client may own as well: a home has a /56, an office a /48."""
    try:
        ip = ipaddress.ip_address(remote)
    except ValueError:
        return ()
    if not isinstance(ip, ipaddress.IPv6Address) or ip.ipv4_mapped is not None:
        return ()
    return tuple((bits, str(ipaddress.ip_network((ip, bits), strict=False))) for bits in (56, 48))


def cost_of(limit: Limit) -> int:
    """How many tries this request uses up; where kilobytes count, what is small is free."""
    return (request.content_length or 0) // 1024 if limit.by_size else 1


def more(tries: RateLimitItem, times: int) -> RateLimitItem:
    """So many times as many tries in the same time."""
    return tries if times == 1 else type(tries)(tries.amount * times, tries.multiples)


def counted_address() -> str:
    """Return the address that streams are counted by, "" where a proxy hides who is behind it."""
    if counters().no_proxy:
        return "" if came_through_a_proxy() else address()
    proxy = request.environ["werkzeug.proxy_fix.orig"]["REMOTE_ADDR"]
    return "" if request.remote_addr == proxy else address()  # a trusted proxy that forwards no address


def came_through_a_proxy() -> bool:
    """Whether a neighbour passed this request on for somebody: then its address says nothing about them.

    Only private peers are believed; from elsewhere the header is anybody's invention.
    """
    sent = request.environ
    if not any(name in sent for name in FORWARDING):
        return False
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_private
    except ValueError:
        return True


def proxy_hint() -> str | None:
    """What to tell the GM when a proxy stands in front and the settings say there is none."""
    return HINT if counters().hidden else None
