"""Limits on requests that gunicorn does not set: Host, size and time of bodies, requests per address.

This is a WSGI middleware around the app. It reads each body completely before the app sees the request, so
that no slow client holds a database connection, a lock or a turn. Each address may have only a few unfinished
bodies and simultaneous requests; new streams wait in a separate queue. `/healthz` never waits, and neither
does the page that a starting server requests of itself.
"""

import re
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import gevent
from flask import Flask, request
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    RequestEntityTooLarge,
    RequestTimeout,
    ServiceUnavailable,
    TooManyRequests,
)
from werkzeug.wsgi import ClosingIterator

from webapp.port_probe import is_own_probe
from webapp.rate_limits import LIMITS, current_counters, network_of
from webapp.table.refusals import Refused

SMALL = 64 * 1024  # bytes; the usual limit of every address
SECONDS = 10.0  # seconds for a small body
RATE = 64 * 1024  # bytes; a larger body gets another second for each
SHORT_WAIT = 0.25  # seconds for a small body while as many as allowed are unfinished
STEP, CHUNKS = 64 * 1024, 32  # bytes, or chunks of any size, read before other greenlets run
LARGE_BODIES, CHUNKED_BODIES, SMALL_BODIES = (16, 2), (16, 4), (256, 32)
"""How many unfinished bodies are allowed, in total and from one address."""
UNLIMITED = (10**6, 10**6)
REQUESTS = 3  # requests of one address that the app answers at once
WAIT = 10.0  # seconds that a further request waits
GIVE_WAY = 0.05  # seconds at most that one of a busy address lets others go first
STREAM_WAIT = 60.0  # seconds that a stream waits: after a restart a whole club reconnects
AGAIN = 10  # seconds after which a refused client may try again
BUSY_WAIT = 0.5  # seconds before a busy client's body is refused, so that repeating it at once costs little
LINGER = 1.0  # seconds in which a refused client's body is read, so that it sees the refusal
LINGER_BYTES = 16 * 1024 * 1024  # bytes of that body that are read at most
HEALTH = "/healthz"
STREAM = re.compile(r"(/api/v1/tables|/t)/[^/]+/live")
HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~-]+)(:[0-9]{1,5})?")
REFUSAL = "tableside.refusal"  # the environ key of the reason for a refusal
ESTABLISHED = 1  # the state of an open TCP connection
_stopping = threading.Event()

View = TypeVar("View", bound=Callable[..., Any])
Environ = dict[str, Any]
Wsgi = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


@dataclass(frozen=True)
class BodyLimit:
    """The most bytes that a view accepts, and its own sentence for larger bodies, if it has one."""

    most: int = SMALL
    too_large: str | None = None


def accepts_body(most: int, too_large: str | None = None) -> Callable[[View], View]:
    """Return a decorator that lets a view accept bodies of up to `most` bytes.

    `too_large` is the view's own sentence for a larger body.
    """

    def mark(view: View) -> View:
        view.body_limit = BodyLimit(most, too_large)  # type: ignore[attr-defined]
        return view

    return mark


def set_up(app: Flask, limits: bool) -> None:
    """Wrap the app in the limits; a refusal is answered as a page or as JSON, as its address requires."""
    app.wsgi_app = RequestLimits(app, limits)  # type: ignore[method-assign]
    app.before_request(_raise_refusal)


def refuse_further_requests() -> None:
    """Answer 503 to each request that is not begun yet: this process stops, and has no time left for them."""
    _stopping.set()


def _raise_refusal() -> None:
    if REFUSAL in request.environ:
        raise request.environ[REFUSAL]


class RequestLimits:
    """The middleware; `limits=False` (for load tests) lifts the caps on unfinished bodies only."""

    def __init__(self, app: Flask, limits: bool) -> None:
        self.app, self.below = app, app.wsgi_app
        self.turns, self.streams = AddressQueues(gives_way=True), AddressQueues()
        caps = (LARGE_BODIES, CHUNKED_BODIES, SMALL_BODIES) if limits else (UNLIMITED,) * 3
        self.large, self.chunked, self.small = (UnfinishedBodies(*cap) for cap in caps)

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        yield_to_others()  # pipelined requests give way to other connections
        try:
            _ensure_host(environ)
            if _has_body(environ):
                _put_body(environ, self._read(environ))
        except (HTTPException, Refused) as refusal:
            return self._hang_up(environ, start_response, refusal)
        if environ["PATH_INFO"] == HEALTH or is_own_probe(environ):
            return self.below(environ, start_response)
        streams = STREAM.fullmatch(environ["PATH_INFO"]) is not None
        turns, wait = (self.streams, STREAM_WAIT) if streams else (self.turns, WAIT)
        with turns.turn_for(network_of(environ.get("REMOTE_ADDR", "")), wait) as came:
            if _is_gone(environ):
                start_response("499 Client Closed Request", [])
                return []
            if not came:
                environ[REFUSAL] = TooManyRequests(retry_after=AGAIN)
            elif _stopping.is_set():
                environ[REFUSAL] = ServiceUnavailable(retry_after=AGAIN)
            return self.below(environ, start_response)

    def _read(self, environ: Environ) -> bytes:
        """Return the body; raise the refusal if it is too large or too slow, or too many are unfinished."""
        length = _content_length(environ)
        limit = BodyLimit() if length is not None and length <= SMALL else self._limit(environ)
        if length is not None and length > limit.most:
            raise RequestEntityTooLarge(limit.too_large)
        most = limit.most if length is None else length
        if most > SMALL:
            with self.app.request_context(environ):
                current_counters().refuse_if_spent(LIMITS["uploads"])
        unfinished = self.chunked if length is None else self.large if most > SMALL else self.small
        with unfinished.place_for(network_of(environ.get("REMOTE_ADDR", ""))) as refusal:
            if refusal is not None and unfinished is not self.small:
                raise refusal
            seconds = SECONDS + most / RATE if refusal is None else SHORT_WAIT
            try:
                body = _read_body(environ["wsgi.input"], length, most, seconds)
            except RequestTimeout as late:
                raise (refusal or late) from late
        if len(body) > most:
            raise RequestEntityTooLarge(limit.too_large)
        return body

    def _limit(self, environ: Environ) -> BodyLimit:
        """Return the body limit of the view at this address."""
        try:
            endpoint, _ = self.app.url_map.bind_to_environ(environ).match()
        except HTTPException:
            return BodyLimit()
        return getattr(self.app.view_functions[endpoint], "body_limit", BodyLimit())

    def _hang_up(
        self, environ: Environ, start_response: Callable[..., Any], refusal: Exception
    ) -> Iterable[bytes]:
        """Answer with the refusal and close the connection, since the next request's start is unknown.

        A client that has too many unfinished bodies waits a moment for this answer.
        """
        if isinstance(refusal, TooManyRequests | ServiceUnavailable):
            _pause(BUSY_WAIT)
        unread = environ["wsgi.input"]
        environ[REFUSAL] = refusal
        _put_body(environ, b"")
        answer = self.below(environ, start_response)
        if "gunicorn.socket" not in environ:
            return answer
        unread.failed = True  # gunicorn's mark of a body that ends the connection
        return ClosingIterator(answer, partial(_linger, environ["gunicorn.socket"]))


class UnfinishedBodies:
    """Counts unfinished bodies, with a limit in total and per address."""

    def __init__(self, most: int, most_per_address: int) -> None:
        self.most, self.most_per_address = most, most_per_address
        self._lock = threading.Lock()
        self._from: Counter[str] = Counter()

    @contextmanager
    def place_for(self, address: str) -> Iterator[HTTPException | None]:
        """Count one more body while it is read; yield the refusal if a limit is reached, else None."""
        with self._lock:
            full = self._from.total() >= self.most
            crowd = self._from[address] >= self.most_per_address
            self._from[address] += 1
        busy = ServiceUnavailable(retry_after=AGAIN) if full else None
        try:
            yield TooManyRequests(retry_after=AGAIN) if crowd else busy
        finally:
            with self._lock:
                self._from[address] -= 1
                if not self._from[address]:
                    del self._from[address]


class AddressQueues:
    """Limits simultaneous requests per address; further ones of the same address wait in a queue.

    An open stream does not count. Without the queues, one address with a thousand requests would make the
    clients of all others wait.
    """

    def __init__(self, *, gives_way: bool = False) -> None:
        """With `gives_way`, a request that had to wait begins after what other addresses ask for."""
        self.gives_way = gives_way
        self._lock = threading.Lock()
        self._lines: WeakValueDictionary[str, AddressQueue] = WeakValueDictionary()

    @contextmanager
    def turn_for(self, address: str, wait: float) -> Iterator[bool]:
        """Wait up to `wait` seconds for a turn; yield whether it came in time."""
        with self._lock:
            line = self._lines.setdefault(address, AddressQueue())
        came = at_once = line.turns.acquire(blocking=False)
        came = came or line.turns.acquire(timeout=wait)
        try:
            if came and self.gives_way and not at_once:
                with line.start:
                    _wait_for_others()
            yield came
        finally:
            if came:
                line.turns.release()


class AddressQueue:
    """The requests of one address: a few at once, and those that give way begin one after the other.

    A request takes several rounds of the server's loop, and would wait in each for one of a busy address.
    """

    def __init__(self) -> None:
        self.turns = threading.Semaphore(REQUESTS)
        self.start = threading.Lock()


# ---- one request ----------------------------------------------------------------------------------


def _ensure_host(environ: Environ) -> None:
    """Refuse a request without a single, valid Host header; HTTP/1.0 may omit it."""
    host = environ.get("HTTP_HOST")
    if host is None and environ.get("SERVER_PROTOCOL") != "HTTP/1.1":
        return
    if not HOST.fullmatch(host or ""):
        raise BadRequest


def _has_body(environ: Environ) -> bool:
    return environ.get("CONTENT_LENGTH", "") not in ("", "0") or "HTTP_TRANSFER_ENCODING" in environ


def _content_length(environ: Environ) -> int | None:
    """Return the announced length of the body; None for a chunked body."""
    if "HTTP_TRANSFER_ENCODING" in environ:
        return None
    length = environ["CONTENT_LENGTH"]
    if not (length.isascii() and length.isdecimal()):
        raise BadRequest
    return int(length[:20])


def _read_body(source: Any, length: int | None, most: int, seconds: float) -> bytes:
    """Return a body of `length` bytes, or at most `most` + 1 bytes of a chunked body (`length` None).

    Raises RequestTimeout if it takes longer than `seconds`, BadRequest if it breaks off or is malformed.
    """
    body, wanted = bytearray(), most + 1 if length is None else length
    if length is None and hasattr(source, "reader"):  # gunicorn's own reader, which reads many chunks at once
        source.reader.parser = _yielding(source.reader.parser)
    try:
        with _deadline(seconds):
            while read := source.read(min(STEP, wanted - len(body))):
                body += read
                if len(body) == wanted:
                    break  # a body that has arrived waits for nobody
                yield_to_others()
    except RequestTimeout:
        raise
    except Exception as error:  # every server has its own error for a malformed or broken body
        raise BadRequest from error
    if length is not None and len(body) < length:
        raise BadRequest
    return bytes(body)


def _yielding(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the chunks, letting other greenlets run in between, since a chunk may be one byte."""
    for number, chunk in enumerate(chunks, 1):
        if number % CHUNKS == 0:
            yield_to_others()
        yield chunk


def _put_body(environ: Environ, body: bytes) -> None:
    environ["wsgi.input"] = BytesIO(body)
    environ["CONTENT_LENGTH"] = str(len(body))
    for name in ("HTTP_TRANSFER_ENCODING", "wsgi.input_terminated"):
        environ.pop(name, None)


def _is_gone(environ: Environ) -> bool:
    """Return whether the client has closed the connection; always False where this is unknown."""
    connection = environ.get("gunicorn.socket")
    if connection is None or not hasattr(socket, "TCP_INFO"):
        return False
    with suppress(OSError):  # not a TCP socket
        return bool(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != ESTABLISHED)
    return False


def _linger(connection: socket.socket) -> None:
    """Read the rest of a refused body for up to a second, so that closing does not discard the response."""
    with suppress(OSError), gevent.Timeout(LINGER, False):
        connection.shutdown(socket.SHUT_WR)
        read = 0
        while read < LINGER_BYTES and (more := len(connection.recv(256 * 1024))):
            read += more
            gevent.sleep(0)


def yield_to_others() -> None:
    """Let other greenlets run; do nothing in a thread."""
    if isinstance(gevent.getcurrent(), gevent.Greenlet):
        gevent.sleep(0)


def _wait_for_others() -> None:
    """Wait until no other greenlet can run, but not for long; do nothing in a thread."""
    if isinstance(gevent.getcurrent(), gevent.Greenlet):
        with gevent.Timeout(GIVE_WAY, False):
            gevent.idle()


def _pause(seconds: float) -> None:
    """Let the client wait while other greenlets run; in a thread, do not wait."""
    if isinstance(gevent.getcurrent(), gevent.Greenlet):
        gevent.sleep(seconds)


def _deadline(seconds: float) -> AbstractContextManager[Any]:
    """Return a context that raises RequestTimeout after this many seconds; in a thread it never does."""
    if isinstance(gevent.getcurrent(), gevent.Greenlet):
        return gevent.Timeout(seconds, RequestTimeout)  # type: ignore[no-any-return]
    return nullcontext()
