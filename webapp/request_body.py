"""The body of a request: here whole before the app hears of it, or the request is refused.

While somebody is still sending, nothing of the app is held for them: no connection to the database, no
lock, no turn. It works below the app, the same under the embedded server and under gunicorn's worker. A
body has a deadline (`pieces`), a largest size by its address, and a place: few large ones at once, few in
chunks, and of small ones so many. Where those are taken, whoever sends all of it at once is still served.
"""

import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import gevent
from flask import Flask, Response, after_this_request, request
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    RequestEntityTooLarge,
    RequestTimeout,
    ServiceUnavailable,
    TooManyRequests,
)

from webapp.framing import HOST
from webapp.limits import LIMITS, counted_as, counters
from webapp.pieces import Late, let_others, whole
from webapp.table.refusals import Refused

SMALL = 64 * 1024  # bytes; what any address takes
LINGER, MUCH = 1.0, 16 * 1024 * 1024  # seconds and bytes in which a refusal can still be read
FEW, IN_PIECES, MANY = (16, 2), (16, 4), (256, 32)
"""How many bodies may be under way, in all and from one address: large ones, those in chunks, small ones."""
UNLIMITED = (10**6, 10**6)
EACH = 3  # requests of one address that the app answers at once
AGAIN = 10  # seconds after which somebody who found no place may try again
UNREAD = "tableside.unread"  # where the app finds why a body was not read
REFUSED_BODY = "tableside.refused"  # and where it lies

View = TypeVar("View", bound=Callable[..., Any])
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass(frozen=True)
class Size:
    """How many bytes an address takes, and the sentence for more, where it has one of its own."""

    most: int = SMALL
    too_much: str | None = None


def takes(most: int, too_much: str | None = None) -> Callable[[View], View]:
    """Let a view be sent more than other addresses take."""

    def mark(view: View) -> View:
        view.size = Size(most, too_much)  # type: ignore[attr-defined]
        return view

    return mark


class Bodies:
    """Reads bodies for the app below it."""

    def __init__(self, app: Flask, limits: bool) -> None:
        self.app, self.below = app, Turns(app.wsgi_app)
        places = (FEW, IN_PIECES, MANY) if limits else (UNLIMITED,) * 3
        self.few, self.in_pieces, self.many = (Sending(*each) for each in places)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        let_others()  # nor has whoever sends many requests in one go all turns
        if _has_body(environ):
            self._take(environ)
        return self.below(environ, start_response)

    def _take(self, environ: dict[str, Any]) -> None:
        """Put the whole body where the app reads it, or the reason why there is none."""
        body = b""
        try:
            body = self._read(environ)
        except (HTTPException, Refused) as refused:
            environ[UNREAD] = refused
            environ[REFUSED_BODY] = environ["wsgi.input"]
        environ["wsgi.input"] = BytesIO(body)
        environ["CONTENT_LENGTH"] = str(len(body))
        for said in ("HTTP_TRANSFER_ENCODING", "wsgi.input_terminated"):
            environ.pop(said, None)

    def _read(self, environ: dict[str, Any]) -> bytes:
        declared = _declared(environ)
        size = Size() if declared is not None and declared <= SMALL else self._size(environ)
        if declared is not None and declared > size.most:
            raise RequestEntityTooLarge(size.too_much)
        large = (size.most if declared is None else declared) > SMALL
        if large:
            with self.app.request_context(environ):
                counters().refuse_if_spent(LIMITS["uploads"])
        waiting = self.in_pieces if declared is None else self.few if large else self.many
        with waiting.one(counted_as(environ.get("REMOTE_ADDR", ""))) as refusal:
            if refusal is not None and (large or declared is None):
                raise refusal
            try:
                body = whole(environ["wsgi.input"], declared, size.most, crowded=refusal is not None)
            except Late as late:
                raise (refusal or RequestTimeout()) from late
        if len(body) > size.most:
            raise RequestEntityTooLarge(size.too_much)
        return body

    def _size(self, environ: dict[str, Any]) -> Size:
        """What the view at this address takes; an address that is none takes what any does."""
        try:
            endpoint, _ = self.app.url_map.bind_to_environ(environ).match()
        except HTTPException:
            return Size()
        return getattr(self.app.view_functions[endpoint], "size", Size())


class Sending:
    """Who is sending a body just now."""

    def __init__(self, in_all: int, each: int) -> None:
        self.in_all, self.each = in_all, each
        self._lock = threading.Lock()
        self._from: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str) -> Iterator[HTTPException | None]:
        """Count one more while it is read; what is given is the refusal, where there is no place for it."""
        with self._lock:
            full = self._from.total() >= self.in_all
            crowd = self._from[address] >= self.each
            self._from[address] += 1
        busy = ServiceUnavailable(retry_after=AGAIN) if full else None
        try:
            yield TooManyRequests(retry_after=AGAIN) if crowd else busy
        finally:
            with self._lock:
                self._from[address] -= 1
                if not self._from[address]:
                    del self._from[address]


def set_up(app: Flask, limits: bool) -> None:
    """Read bodies before everything else, and answer for those that were not read."""
    app.wsgi_app = Bodies(app, limits)  # type: ignore[method-assign]
    app.before_request(_refuse_unread)


def _refuse_unread() -> None:
    """In the words of the address it was meant for; where the next request would begin nobody knows."""
    refused: HTTPException | Refused | None = request.environ.get(UNREAD)
    if refused is None and not HOST.fullmatch(request.environ.get("HTTP_HOST", "x").encode("latin-1")):
        refused = BadRequest()
    if refused is None:
        return

    @after_this_request
    def hang_up(response: Response) -> Response:
        response.headers["Connection"] = "close"
        response.call_on_close(partial(_leave_unread, request.environ))
        return response

    raise refused


def _leave_unread(environ: dict[str, Any]) -> None:
    """Gunicorn would read what is left of a body, a little at a time, and keep the others waiting."""
    if "gunicorn.socket" in environ and REFUSED_BODY in environ:
        linger(environ["gunicorn.socket"])
        environ[REFUSED_BODY].failed = True  # gunicorn's word for a body after which nothing can follow


def linger(wire: socket.socket) -> None:
    """Hear somebody out for a moment: closing at once would take the answer away from who still sends."""
    with suppress(OSError), gevent.Timeout(LINGER, False):
        wire.shutdown(socket.SHUT_WR)
        heard = 0
        while heard < MUCH and (more := len(wire.recv(256 * 1024))):
            heard += more
            gevent.sleep(0)


def _has_body(environ: dict[str, Any]) -> bool:
    return environ.get("CONTENT_LENGTH", "") not in ("", "0") or "HTTP_TRANSFER_ENCODING" in environ


def _declared(environ: dict[str, Any]) -> int | None:
    """The length that was announced; none for a body in chunks."""
    if "HTTP_TRANSFER_ENCODING" in environ:
        return None
    length = environ["CONTENT_LENGTH"]
    if not (length.isascii() and length.isdecimal()):
        raise BadRequest
    return int(length[:20])


# ---- whose turn it is -----------------------------------------------------------------------------


class Turns:
    """One address that sends a thousand requests at once has a few under way; the rest wait in its own line.

    All requests of a process take turns by themselves, in the order in which they came; without this, whoever
    comes after a thousand others waits for a thousand answers. A stream holds no turn while it is open.
    """

    def __init__(self, below: Wsgi) -> None:
        self.below = below
        self._finding = threading.Lock()
        self._lines: WeakValueDictionary[str, threading.Semaphore] = WeakValueDictionary()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        with self._line(counted_as(environ.get("REMOTE_ADDR", ""))):
            return self.below(environ, start_response)

    def _line(self, address: str) -> threading.Semaphore:
        """The places of an address, forgotten once nobody of it is here."""
        with self._finding:
            return self._lines.setdefault(address, threading.Semaphore(EACH))
