"""Gunicorn's settings and worker, the same at home (`serve`) and in production.

`gunicorn --config python:webapp.gunicorn_config webapp.wsgi:app` takes the settings from here. The
supervising process imports this module before its worker patches the standard library, so of the app only
the settings are imported at module level.
"""

import logging
import os
import resource
import signal
import socket
import ssl
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import SimpleNamespace
from typing import Any

import gevent.event
from gevent.pool import Pool
from gevent.server import StreamServer
from gunicorn import sock
from gunicorn.http.wsgi import Response
from gunicorn.workers.ggevent import GeventWorker

from webapp.listen_filter import admit_connections, hold_off_connections
from webapp.settings import Settings

# ---- settings, by gunicorn's names ----------------------------------------------------------------

worker_class = "webapp.gunicorn_config.Worker"
workers = 1
worker_connections = 10_000
backlog = 1024
keepalive = 20  # seconds for a connection's next request, with all its headers
graceful_timeout = 27  # seconds; the worker itself stops a little earlier
timeout = 300  # seconds without a heartbeat after the first one; a start may take longer
limit_request_line = 8190
secure_scheme_headers: dict[str, str] = {}  # TABLESIDE_PROXIES says which proxies to trust
logger_class = "webapp.logs.ServerLog"
control_socket_disable = True


def on_starting(_: object) -> None:
    """Raise the limit on open files, since each stream takes one and containers often allow only 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * worker_connections
    if soft < wanted:
        wanted = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def post_fork(_arbiter: object, _worker: object) -> None:
    """Let a worker be stopped before it hears signals itself: its parent's handlers do nothing in it."""
    for number in (signal.SIGTERM, signal.SIGQUIT):
        signal.signal(number, lambda *_: os._exit(0))
    _leave_to_the_parent()


def on_exit(_: object) -> None:
    log.info("Stopped.")


def _leave_to_the_parent() -> None:
    """Ignore the signals that a terminal sends to both processes."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


_named_headers = Response.default_headers


def unnamed_headers(response: Response) -> list[str]:
    """Return the headers of an answer without `Server`, for which gunicorn has no setting."""
    return [line for line in _named_headers(response) if not line.startswith("Server:")]


Response.default_headers = unnamed_headers


# ---- the worker -----------------------------------------------------------------------------------

STOP = 25.0  # seconds for requests under way; most stops take less than one
HURRY = 15.0  # seconds of a stop after which a request that is not begun is refused, so that each is answered
STALLED = 4.0  # seconds of a stop in which nobody is answered and hardly any work is done; then it ends
WORKED = 0.05  # share of these seconds that the processor worked for the server, else it only waits
FIRST = 0.5  # seconds of these for the first request of a connection that was just opened
FIRST_PROXIED = 2.0  # as FIRST, behind a proxy: it opens connections only for requests and repeats no POST
LAST_LOOK = 0.05  # seconds in which a request that idle connections already received is noticed
HANDSHAKE = 10.0  # seconds for a TLS handshake
PER_ADDRESS = 1000  # open connections of one address; a club behind one router has a few hundred streams
log = logging.getLogger(__name__)


class Worker(GeventWorker):  # type: ignore[misc]
    """Gunicorn's gevent worker, with limits for servers without a proxy, and a quick, clean stop."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.new: set[gevent.Greenlet] = set()
        self.unasked: set[gevent.Greenlet] = set()
        self.idle: set[gevent.Greenlet] = set()
        self.clients: dict[gevent.Greenlet, Any] = {}
        self.connected: Counter[str] = Counter()

    def init_signals(self) -> None:
        super().init_signals()
        signal.signal(signal.SIGQUIT, self.handle_exit)
        _leave_to_the_parent()

    def run(self) -> None:
        """Serve until told to stop; then close idle connections and answer the requests already accepted.

        If that takes long, those not yet begun get a refusal, since a connection cut off says nothing.
        A proxy does not repeat a POST, so an accepted connection may still send its request.
        """
        from webapp.request_limits import refuse_further_requests

        settings = Settings.from_environment()
        proxied = settings.proxies != "0"
        self.most = PER_ADDRESS if settings.limits == "on" and not proxied else worker_connections
        self.first = FIRST_PROXIED if proxied else FIRST
        self.tls = sock.ssl_context(self.cfg) if self.cfg.is_ssl else None
        pool = Pool(self.worker_connections)
        servers = [self._server_of(listener, pool) for listener in self.sockets]
        for server in servers:
            server.socket.setblocking(True)
            server.start()
        while self.alive:
            self.notify()
            for server in servers:
                admit_connections(server.socket)
            self.stopping.wait(1)
        log.info("Stopping.")
        gevent.spawn_later(HURRY, refuse_further_requests)
        for server in servers:
            hold_off_connections(server.socket)
            while (came := server.do_read()) is not None:
                server.do_handle(*came)
            server.close()
        gevent.sleep(LAST_LOOK)
        self._end(self.idle)
        pool.join(timeout=self.first)
        self._end(self.unasked)
        _finish(pool, STOP - self.first)
        if pool:
            log.warning("Connections cut off: %d", len(pool))

    def _server_of(self, listener: Any, pool: Pool) -> StreamServer:
        """Return a server that knows its address when it is closed, because gunicorn asks each connection."""
        address = listener.getsockname()
        named = SimpleNamespace(getsockname=lambda: address)
        return StreamServer(listener, partial(self.handle, named), spawn=pool)

    def patch(self) -> None:
        super().patch()
        self.stopping = gevent.event.Event()

    def handle_exit(self, sig: int, frame: Any) -> None:
        super().handle_exit(sig, frame)
        self.stopping.set()

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve one connection; drop it if its address has too many open connections."""
        from webapp.rate_limits import network_of

        address = network_of(addr[0] if addr else "")
        if self.connected[address] >= self.most:
            return
        self.connected[address] += 1
        self.new.add(gevent.getcurrent())
        try:
            secured = self._secured(client)
            if secured is not None:
                self.clients[gevent.getcurrent()] = secured
                super().handle(listener, secured, addr)
        finally:
            self.clients.pop(gevent.getcurrent(), None)
            self.new.discard(gevent.getcurrent())
            self.connected[address] -= 1
            if not self.connected[address]:
                del self.connected[address]

    def _end(self, waiting: set[gevent.Greenlet]) -> None:
        """End connections that wait for a request; one that has arrived is still read and answered."""
        for connection in [self.clients[greenlet] for greenlet in waiting]:
            with suppress(OSError), socket.socket(fileno=os.dup(connection.fileno())) as same:
                same.shutdown(socket.SHUT_RD)  # whoever waits reads the end, after what has come

    def _secured(self, client: Any) -> Any:
        """Return the connection, with TLS after its handshake; None if that fails or takes too long."""
        if self.tls is None:
            return client
        with suppress(OSError, ssl.SSLError), gevent.Timeout(HANDSHAKE, False):
            return self.tls.wrap_socket(client, server_side=True)
        return None

    @contextmanager
    def timeout_ctx(self) -> Iterator[None]:
        """Limit the wait for a connection's next request; stopping the server ends the wait."""
        me = gevent.getcurrent()
        waiting, stopping = (self.unasked, self.first) if me in self.new else (self.idle, 0)
        self.new.discard(me)
        waiting.add(me)
        with gevent.Timeout(self.cfg.keepalive if self.alive else stopping, False):
            try:
                yield
            finally:
                waiting.discard(me)


def _finish(pool: Pool, most: float) -> None:
    """Wait until every connection is answered, at most so many seconds, or until nothing is done any more."""
    end = time.monotonic() + most
    while (left := len(pool)) and (seconds := min(STALLED, end - time.monotonic())) > 0:
        worked = time.process_time()
        pool.join(timeout=seconds)
        if len(pool) == left and time.process_time() - worked < WORKED * seconds:
            return
