"""The listening socket and how connections are treated on it."""

import logging
import socket
import time
from typing import Any

import gevent
from gevent.pywsgi import WSGIHandler, WSGIServer

from webapp.start import ROUTE

HEADERS = 10.0  # seconds in which a request's line and headers must arrive
IDLE = 75.0  # seconds an open connection may wait for its next request
GONE = 30_000  # milliseconds after which a client that acknowledges nothing is given up
BACKLOG = 1024
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
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE)
        self._late: gevent.Timeout | None = None

    def handle_one_request(self) -> Any:
        """Wait for a request; one that trickles in longer than `HEADERS` is cut off."""
        if not self._next_begins():
            return None
        self.environ = None
        self._late = gevent.Timeout.start_new(HEADERS)
        try:
            return super().handle_one_request()
        except gevent.Timeout as late:
            if late is not self._late:
                raise
            return None
        finally:
            self._late.close()

    def _next_begins(self) -> bool:
        """Whether the first byte of a request comes before the connection has idled too long."""
        if self.server.stopping:
            return False
        self.server.idle.add(gevent.getcurrent())
        try:
            with gevent.Timeout(IDLE, False):
                return bool(self.rfile.peek(1))
            return False
        except (OSError, gevent.GreenletExit, ValueError):
            return False
        finally:
            self.server.idle.discard(gevent.getcurrent())

    def read_request(self, raw_requestline: str) -> Any:
        """The headers are complete: from here on the app decides how long it takes."""
        complete = super().read_request(raw_requestline)
        if self._late is not None:
            self._late.close()
        self.time_start = time.time()
        if self.server.stopping:
            self.close_connection = True
        return complete

    def format_request(self) -> str:
        who = self.client_address[0] if isinstance(self.client_address, tuple) else "-"
        route = (getattr(self, "environ", None) or {}).get(ROUTE, "-")
        status = (self._orig_status or self.status or "000").split()[0]
        took = 1000 * ((self.time_finish or time.time()) - self.time_start)
        method = getattr(self, "command", None) or "-"
        return f"{who} {method} {route} {status} {self.response_length} B {took:.0f} ms"

    def log_error(self, msg: str, *args: object) -> None:
        """What could not be understood is not repeated: it may hold a key."""
        access.info("A request could not be understood.")

    def log_request(self) -> None:
        access.info("%s", self.format_request())


class Server(WSGIServer):  # type: ignore[misc]
    """gevent's server, which on stopping lets connections go that wait for nothing."""

    handler_class = Handler

    def __init__(self, listener: Any, application: Any, **options: Any) -> None:
        super().__init__(listener, application, log=None, **options)
        self.idle: set[gevent.Greenlet] = set()
        self.stopping = False

    def take_no_more(self) -> None:
        """Accept no further connection and close those that are only kept open."""
        self.stopping = True
        self.close()
        gevent.killall(list(self.idle), block=False)
