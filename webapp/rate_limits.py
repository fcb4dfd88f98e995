"""Rate limits for pages and API, counted by client address.

Wrong keys and codes: 20 a minute. Wrong join codes, and wrong device codes: 300 in five minutes from all
addresses; beyond that, an address that sent a wrong code in the last hour must wait, while others still join.
Wrong device codes, which are short: 10 in five minutes. New tables: 10 an hour, and none while too many
unused tables are too new to delete. Large uploads that are refused: 20 an hour; after that no large upload is
read. Commands and their data: by the settings, in each process.
An IPv6 client counts as its /64, and with larger allowances as its /56 and its /48. A correct link works even
after its address has used up its wrong tries, because a key is too long to guess. A correct code does not,
because codes are short.
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

from webapp.live.redis_link import RedisLink, RedisUnavailable
from webapp.settings import Settings
from webapp.table.refusals import Refused
from webapp.table.unused_tables import ensure_room_for_table

log = logging.getLogger(__name__)
FORWARDING = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")
CROWD = 10  # how many people an unknown proxy may stand for
WRONG = frozenset({401, 404})
MADE = frozenset({200, 201, 303})
PRESSED = frozenset(range(200, 600))
REFUSED = frozenset({400, 401, 403, 404, 409, 413, 415, 422})


@dataclass(frozen=True)
class Limit:
    """A limit: how many tries are allowed, which responses count, and whether correct tries always pass."""

    counter: str
    tries: str
    counted: frozenset[int]
    right_passes: bool = False
    already_done: bool = False  # counted once it has succeeded, so it is not refused then
    together: bool = False  # all addresses share these tries, against guessing from many addresses
    refuse_more: Callable[[int], None] | None = None  # a function that raises if the server has no room
    larger_than: int = 0  # bytes; smaller bodies are not counted
    by_size: bool = False  # each kilobyte that is sent counts as a try
    local: bool = False  # counted by each process, so that no press waits for Redis
    spares: str = ""  # once used up, addresses with tries left in the limit named here continue


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
    "guesses": Limit(
        "guesses", "300 per 5 minutes", WRONG, already_done=True, together=True, spares="lately"
    ),
    "uploads": Limit(
        "uploads", "20 per hour", REFUSED, right_passes=True, already_done=True, larger_than=64 * 1024
    ),
    "tables": Limit("tables", "10 per hour", MADE, already_done=True, refuse_more=ensure_room_for_table),
    "presses": Limit("presses", "{presses} per minute", PRESSED, already_done=True, local=True),
    "written": Limit("written", "{kilobytes} per hour", MADE, already_done=True, local=True, by_size=True),
}
GUESSED = (
    "Codes are being guessed: 300 wrong ones within five minutes, from all addresses together. "
    "Addresses that sent a wrong code in the last hour must wait; other addresses can join as usual."
)
EVERYBODY = "everybody"
WAIT = "Too many tries. Nothing was changed; wait, then try again."
ASK_FOR_A_LINK = (
    "Someone is guessing codes, so after a wrong one yours is not read for up to five minutes. "
    "Ask the GM for a link instead: it works at once."
)
GUESSED_AGAIN = 300.0  # seconds until the warning is logged again
Window = tuple[RateLimitItem, str, str]
LOCAL = frozenset(limit.counter for limit in LIMITS.values() if limit.local)


def set_up(app: Flask, settings: Settings) -> None:
    """Trust as many proxies as the settings say; count tries in memory and, with a bus, in Redis."""
    proxies = int(settings.proxies)
    if proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies
        )
    link = app.extensions["tableside"].link
    shared = None if link is None else SharedCounters(link, settings.bus_url)
    counters = Counters(shared, settings.limits == "on", proxies == 0)
    counters.settings = settings
    app.extensions["tableside.limits"] = counters
    app.before_request(counters.note_missing_proxy)


class SharedCounters:
    """The counters that all processes share in Redis."""

    def __init__(self, link: RedisLink, url: str) -> None:
        at = url.replace("unix://", "redis+unix://", 1)
        storage = cast(Storage, storage_from_string(at, **link.once))
        self._link, self._counts = link, MovingWindowRateLimiter(storage)

    def ask(self, question: str, window: "Window") -> Any:
        """Call a method of the shared counters; raise RedisUnavailable if Redis does not answer."""
        return self._link.call(lambda: getattr(self._counts, question)(*window))


def limited(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that counts a view's requests in a limit; `name` is a key of `LIMITS`.

    Once the limit is used up, the answer is 429 with Retry-After. A limit with `right_passes` is checked
    after the view, and a limit that is also `already_done` not at all.
    """
    limit = LIMITS[name]

    def around(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def counted(*args: Any, **kwargs: Any) -> Response:
            if not limit.right_passes:
                current_counters().refuse_if_spent(limit)
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


def count_wrong_try(name: str) -> None:
    """Count a wrong try in the limit `name`; answer 429 if no try was left."""
    current_counters().count(LIMITS[name])


def current_counters() -> "Counters":
    """Return the counters of the current app."""
    return cast(Counters, current_app.extensions["tableside.limits"])


def _note(limit: Limit, status: int) -> None:
    if status in limit.counted and (request.content_length or 0) >= limit.larger_than:
        current_counters().count(limit)


class Counters:
    """Counts tries by address, in sliding windows, or in fixed windows for `local` limits.

    With a bus each try of a limit that is not `local` is counted twice, in Redis and in this process, so that
    this process can continue with its own counts while Redis is down.
    """

    def __init__(self, shared: SharedCounters | None, on: bool, no_proxy: bool) -> None:
        self.shared, self.on, self.no_proxy = shared, on, no_proxy
        self.own = MovingWindowRateLimiter(MemoryStorage())
        self.presses = FixedWindowRateLimiter(MemoryStorage())
        self.settings = Settings()
        self._warned = -math.inf
        self.hidden = False  # whether a request came through a proxy that the settings lack

    def note_missing_proxy(self) -> None:
        """Record, before each request, whether it came through a proxy that the settings do not mention."""
        if not self.hidden and self.no_proxy and came_through_a_proxy():
            self.hidden = True
            log.warning(HINT)

    def refuse_if_spent(self, limit: Limit) -> None:
        """Answer 429 if this address has no tries left or the server has no room."""
        if self.on and limit.refuse_more:
            limit.refuse_more(int(self.settings.unused_tables))
        for window in self._windows(limit):
            if not self._ask("test", window) and not self._spared(limit):
                self._refuse(window)

    def _spared(self, limit: Limit) -> bool:
        """Return whether this address may exceed a shared limit, because it sent no wrong code lately."""
        if not limit.spares:
            return False
        if time.monotonic() - self._warned > GUESSED_AGAIN:
            self._warned = time.monotonic()
            log.warning(GUESSED)
        return all(self._ask("test", window) for window in self._windows(LIMITS[limit.spares]))

    def count(self, limit: Limit) -> None:
        """Count a try; answer 429 if none was left, unless the limit is `already_done`."""
        if not limit.already_done:
            self.refuse_if_spent(limit)
        for window in self._counted(limit):
            if not self._hit(window, cost_of(limit)) and not limit.already_done:
                self._refuse(window)

    def _windows(self, limit: Limit) -> list[Window]:
        """Return the rate-limit windows that must have room.

        Behind an unknown proxy many people share one address, so they get more tries together. An address
        that has used up its own tries gets no more by pretending to be a proxy.
        """
        if not self.on or not cost_of(limit):
            return []
        tries = self._tries(limit)
        if limit.together:
            return [(tries, limit.counter, EVERYBODY)]
        own = [(more(tries, times), limit.counter, name) for name, times in self._names()]
        if not (self.no_proxy and came_through_a_proxy()):
            return own
        return [(more(tries, CROWD), limit.counter, client_address()), *own]

    def _counted(self, limit: Limit) -> list[Window]:
        """Return the windows in which a try counts; behind an unknown proxy, only the shared one."""
        windows = self._windows(limit)
        return windows[:1] if self.no_proxy and came_through_a_proxy() else windows

    def _tries(self, limit: Limit) -> RateLimitItem:
        kilobytes = int(self.settings.written) * 1024
        return parse(limit.tries.format(presses=self.settings.presses, kilobytes=kilobytes))

    def _names(self) -> list[tuple[str, int]]:
        """Return the address and networks that this request counts for, each with its multiple of tries."""
        times = {56: int(self.settings.home_tries), 48: int(self.settings.site_tries)}
        return [
            (client_address(), 1),
            *((name, times[bits]) for bits, name in wider_networks(request.remote_addr or "")),
        ]

    def _hit(self, window: Window, cost: int) -> bool:
        """Count a try (`cost` tries in a local counter); return whether there was room."""
        if window[1] in LOCAL:
            return self.presses.hit(*window, cost=cost)
        return bool(self._ask("hit", window))

    def _refuse(self, window: Window) -> None:
        reset = max(stats.reset_time for stats in self._answers("get_window_stats", window))
        seconds = max(1, math.ceil(reset - time.time()))
        raise TooManyRequests(ASK_FOR_A_LINK if window[2] == EVERYBODY else WAIT, retry_after=seconds)

    def _ask(self, question: str, window: Window) -> bool:
        """Call `question` ("test" or "hit") on a window; return whether every counter had room."""
        return all(self._answers(question, window))

    def _answers(self, question: str, window: Window) -> list[Any]:
        """Return the answers of this process's counter and, if Redis answers, of the shared one."""
        if window[1] in LOCAL:
            return [getattr(self.presses, question)(*window)]
        counts = [getattr(self.own, question)(*window)]
        if self.shared is not None:
            with suppress(RedisUnavailable):
                counts.append(self.shared.ask(question, window))
        return counts


def client_address() -> str:
    """Return the address or network under which this request is counted."""
    return network_of(request.remote_addr or "")


@lru_cache(1024)
def network_of(remote: str) -> str:
    """Return a client's IPv4 address, or the /64 network of an IPv6 client."""
    try:
        ip = ipaddress.ip_address(remote)
    except ValueError:
        return remote or "unknown"
    mapped = getattr(ip, "ipv4_mapped", None)
    if isinstance(ip, ipaddress.IPv6Address) and mapped is None:
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(mapped or ip)


@lru_cache(1024)
def wider_networks(remote: str) -> tuple[tuple[int, str], ...]:
    """Return the larger networks of an IPv6 client, (56, a home's) and (48, a site's); none for IPv4."""
    try:
        ip = ipaddress.ip_address(remote)
    except ValueError:
        return ()
    if not isinstance(ip, ipaddress.IPv6Address) or ip.ipv4_mapped is not None:
        return ()
    return tuple((bits, str(ipaddress.ip_network((ip, bits), strict=False))) for bits in (56, 48))


def cost_of(limit: Limit) -> int:
    """Return how many tries this request uses: one, or its kilobytes if the limit is by size."""
    return (request.content_length or 0) // 1024 if limit.by_size else 1


def more(tries: RateLimitItem, times: int) -> RateLimitItem:
    """Return a limit that allows `times` times as many tries in the same period."""
    return tries if times == 1 else type(tries)(tries.amount * times, tries.multiples)


def counted_address() -> str:
    """Return the address under which streams are counted; "" if a proxy hides the clients."""
    if current_counters().no_proxy:
        return "" if came_through_a_proxy() else client_address()
    proxy = request.environ["werkzeug.proxy_fix.orig"]["REMOTE_ADDR"]
    return "" if request.remote_addr == proxy else client_address()  # the trusted proxy forwards no address


def came_through_a_proxy() -> bool:
    """Return whether a proxy forwarded this request, so that its address is the proxy's.

    The header is believed only from private addresses, because other clients can forge it.
    """
    sent = request.environ
    if not any(name in sent for name in FORWARDING):
        return False
    try:
        return ipaddress.ip_address(request.remote_addr or "").is_private
    except ValueError:
        return True


def proxy_hint() -> str | None:
    """Return a warning for the GM if a request came through a proxy but TABLESIDE_PROXIES is 0; else None."""
    return HINT if current_counters().hidden else None
