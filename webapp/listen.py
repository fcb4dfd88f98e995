"""The listening socket and how connections are treated on it."""

import logging
import socket
import time
from contextlib import closing, suppress
from typing import Any
from urllib.parse import urlsplit

import gevent
from gevent.pywsgi import WSGIHandler, WSGIServer

from webapp.framing import AnnouncedBody, Chunks, Head, Unframed, head, target
from webapp.live.wire import SOCKET
from webapp.request_body import linger
from webapp.running import is_own_probe
from webapp.start import ROUTE
from webapp.tls import HELLO, elsewhere

HEADERS = 10.0  # seconds in which a request's line and headers must arrive
IDLE = 75.0  # seconds an open connection may wait for its next request
GONE = 30_000  # milliseconds after which a client that acknowledges nothing is given up
SPARE = 100  # places for newcomers; below that, whoever waits longest without a request gives way
BACKLOG = 1024
READ = 2048  # bytes of a request read ahead; a stream that is open for hours keeps as many
LINE = "{address} {method} {route} {status:03} {bytes} B {ms} ms"
access = logging.getLogger("webapp.access")


def listen(host: str, port: int) -> gevent.socket.socket:
    """A socket that sends small messages at once; OSError when the address cannot be had."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = gevent.socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


class Handler(WSGIHandler):  # type: ignore[misc]
    """One connection: bounded waiting, and a log line without the path, which may hold a key."""

    server: "Server"

    def __init__(self, sock: Any, address: Any, server: "Server", *rest: Any) -> None:
        super().__init__(sock, address, server, *rest)
        self.rfile = sock.makefile("rb", READ)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE)
        self._late: gevent.Timeout | None = None

    def handle_one_request(self) -> Any:
        """Wait for a request; one that trickles in longer than `HEADERS` is cut off."""
        me = gevent.getcurrent()
        self.server.waiting[me] = None
        try:
            return self._next() if self._next_begins() else None
        except gevent.GreenletExit:
            return None  # it gave way
        finally:
            self.server.idle.discard(me)
            self.server.waiting.pop(me, None)

    def _next_begins(self) -> bool:
        """Whether the first byte of a request comes before the connection has idled too long."""
        if self.server.stopping:
            return False
        self.server.idle.add(gevent.getcurrent())
        try:
            with gevent.Timeout(IDLE, False):
                return bool(self.rfile.peek(1))
            return False
        except (OSError, ValueError):
            return False

    def _next(self) -> Any:
        self.server.idle.discard(gevent.getcurrent())
        self.environ = self._orig_status = None
        self._late = gevent.Timeout.start_new(HEADERS)
        try:
            return super().handle_one_request()
        except gevent.Timeout as late:
            if late is not self._late:
                raise
            return None
        finally:
            self._late.close()

    def read_requestline(self) -> str:
        """The first line; an empty one before it, as old clients send after a body, is passed over."""
        line: str = super().read_requestline()
        return super().read_requestline() if line == "\r\n" else line

    def read_request(self, raw_requestline: str) -> Any:
        """The headers are complete: from here on the app decides how long it takes."""
        asked = target(raw_requestline)
        complete = super().read_request(raw_requestline)
        self._go_where(asked)
        if self._late is not None:
            self._late.close()
        self.server.waiting.pop(gevent.getcurrent(), None)
        self.time_start = time.time()
        said = self.headers.get("Connection", "").lower().split(",")
        if self.server.stopping or "close" in map(str.strip, said):
            self.close_connection = True
        return complete

    def MessageClass(self, rfile: Any, *_: Any) -> Head:
        """The headers, read by the rules."""
        return head(rfile, self.request_version)

    def _go_where(self, asked: str) -> None:
        """A whole address, as proxies are asked, means its path here; its host must be `Host`."""
        if asked.startswith("http"):
            whole = urlsplit(asked)
            if whole.netloc != self.headers.get("Host"):
                raise Unframed("two hosts")
            self.path = (whole.path or "/") + ("?" + whole.query if whole.query else "")

    def get_environ(self) -> dict[str, Any]:
        """The request as the app reads it; nothing is ever upgraded, so a body is a body."""
        environ: dict[str, Any] = super().get_environ()
        expects = environ.get("HTTP_EXPECT") and self.request_version == "HTTP/1.1"
        invite = self._invite if expects else None
        chunked = "HTTP_TRANSFER_ENCODING" in environ
        length = self.content_length or 0
        self.wsgi_input = Chunks(self.rfile, invite) if chunked else AnnouncedBody(self.rfile, length, invite)
        return environ | {"wsgi.input": self.wsgi_input, "wsgi.input_terminated": True, SOCKET: self.socket}

    def handle_one_response(self) -> None:
        """Answer; where a body was not read to its end nobody knows where the next request begins."""
        super().handle_one_response()
        if not self.wsgi_input.ended:
            self.close_connection = True
            linger(self.socket)

    def _invite(self) -> None:
        self.socket.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _handle_client_error(self, ex: Exception) -> tuple[str, bytes]:
        """What was no request is answered and hung up on; how it was none is not repeated."""
        self.log_error("")
        status = ex.status if isinstance(ex, Unframed) else "400 Bad Request"
        head = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        return status.split()[0], head.encode()

    def _figures(self) -> dict[str, Any]:
        """What may be told of a request."""
        took = 1000 * ((self.time_finish or time.time()) - self.time_start)
        return {
            "address": self.client_address[0] if isinstance(self.client_address, tuple) else "-",
            "method": getattr(self, "command", None) or "-",
            "route": (getattr(self, "environ", None) or {}).get(ROUTE, "-"),
            "status": int((self._orig_status or self.status or "000").split()[0]),
            "bytes": self.response_length,
            "ms": round(took),
        }

    def log_error(self, msg: str, *args: object) -> None:
        """What could not be understood is not repeated: it may hold a key."""
        access.info("A request could not be understood.")

    def log_request(self) -> None:
        if is_own_probe(self.environ or {}):
            return
        told = self._figures()
        access.info(LINE.format(**told), extra={"figures": told})


class Server(WSGIServer):  # type: ignore[misc]
    """gevent's server, which on stopping lets connections go that wait for nothing."""

    handler_class = Handler

    def __init__(self, listener: Any, application: Any, **options: Any) -> None:
        here = {"SERVER_NAME": str(listener.getsockname()[0])}  # else a name server is asked, and waited for
        super().__init__(listener, application, log=None, environ=here, **options)
        self.idle: set[gevent.Greenlet] = set()
        self.waiting: dict[gevent.Greenlet, None] = {}  # of those no request is complete; longest first
        self.stopping = False

    def handle(self, sock: Any, address: Any) -> None:
        """One connection."""
        self._make_room()
        super().handle(sock, address)

    def _make_room(self) -> None:
        """Where hardly any place is left, another gives way that has nothing to say."""
        if self.pool.free_count() < SPARE:
            longest = next(iter(self.waiting), None)
            if longest is not None:
                longest.kill(block=False)

    def wrap_socket_and_handle(self, sock: Any, address: Any) -> None:
        """One connection to a server of https."""
        self._make_room()
        secure = self._shake_hands(sock)
        if secure is not None:
            with closing(secure):
                self.handle(secure, address)

    def _shake_hands(self, sock: Any) -> Any:
        """The connection made secure; None for who comes by plain http, or takes too long.

        Meanwhile it may give way, as any other without a request.
        """
        me = gevent.getcurrent()
        self.waiting[me] = None
        try:
            with gevent.Timeout(HEADERS, False), suppress(OSError, gevent.GreenletExit):
                if sock.recv(1, socket.MSG_PEEK) == HELLO:
                    return self.wrap_socket(sock, **self.ssl_args)
                sock.sendall(elsewhere(sock.makefile("rb")))
                linger(sock)
        finally:
            self.waiting.pop(me, None)
        return None

    def take_no_more(self) -> None:
        """Accept no further connection and close those that are only kept open."""
        self.stopping = True
        self.close()
        gevent.killall(list(self.idle), block=False)
