"""Serve with gunicorn (`python -m webapp serve`): one worker with thousands of open streams.

The parent process binds the port, checks the settings and supervises. Everything else begins in the worker,
which patches the standard library for gevent before it imports the app, so that the app's threads, locks and
sleeps are greenlets.
"""

import errno
import gc
import logging
import math
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from mmap import mmap
from typing import TYPE_CHECKING, NoReturn

import gevent
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter

from webapp import gunicorn_config
from webapp.logs import set_up_logs
from webapp.port_probe import PROBE, port_refusal, reachable_address, request_status
from webapp.settings import BadSetting, Settings
from webapp.store.file_permissions import stacks_file
from webapp.store.unusable import Unusable

if TYPE_CHECKING:
    from flask import Flask

    from webapp.start import StartedApp

GONE = 30_000  # milliseconds after which a client that acknowledges no data is dropped
FIRST_PAGE = 20.0  # seconds to wait for the start page
LET_GO = 2.0  # seconds to wait for a port in use
ECHO = 1.0  # seconds in which one Ctrl-C may arrive twice
log = logging.getLogger(__name__)


def main() -> None:
    """Serve until stopped; exit with a sentence and status 1 or 2 if that is impossible."""
    try:
        serve(Settings.from_environment())
    except (BadSetting, Unusable) as error:
        print(error, file=sys.stderr)  # noqa: T201
        sys.exit(2 if isinstance(error, BadSetting) else 1)


def serve(settings: Settings) -> None:
    """Serve until stopped, then end the process."""
    set_up_logs()
    if settings.cert:
        settings.ensure_certificate()
    listener = listen(settings)
    settings = replace(settings, port=str(listener.getsockname()[1]))
    gc.collect()
    gc.freeze()
    Supervisor(Tableside(settings, listener)).run()


class Supervisor(Arbiter):  # type: ignore[misc]
    """Gunicorn's parent process, which Ctrl-C ends like SIGTERM.

    A closed terminal ends it too, unless the server was started with `nohup`. A second Ctrl-C ends it within
    two seconds, but not one that both the terminal and a program in between pass on.
    """

    interrupted = -math.inf

    handle_int = handle_hup = Arbiter.handle_term

    def init_signals(self) -> None:
        if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
            self.SIGNALS: list[int] = [number for number in Arbiter.SIGNALS if number != signal.SIGHUP]
        super().init_signals()

    def signal(self, sig: int, frame: object) -> None:
        if sig == signal.SIGINT:
            before, self.interrupted = self.interrupted, time.monotonic()
            if self.interrupted - before < ECHO:
                return
        super().signal(sig, frame)


class Tableside(BaseApplication):  # type: ignore[misc]
    """The app as gunicorn runs it for `serve`."""

    def __init__(self, settings: Settings, listener: socket.socket) -> None:
        self.settings, self.address = settings, listener.getsockname()
        self.listener = listener
        self.started: StartedApp | None = None
        self.stop_upkeep: Callable[[], None] = lambda: None
        self.exit_code = mmap(-1, 1)
        """Memory shared with the worker: the exit code of both processes, set when the worker gives up."""
        super().__init__()

    def load_config(self) -> None:
        ours = {name: value for name, value in vars(gunicorn_config).items() if name in self.cfg.settings}
        ours |= {
            "bind": f"fd://{self.listener.detach()}",
            "loglevel": "warning",
            "certfile": self.settings.cert or None,
            "keyfile": self.settings.key or None,
            "post_worker_init": self._begin,
            "child_exit": lambda _, __: self.exit_code[0] and sys.exit(self.exit_code[0]),
            "worker_exit": lambda _, __: self._close(),
        }
        for name, value in ours.items():
            self.cfg.set(name, value)

    def load(self) -> "Flask":
        """Start the app in the worker and return it."""
        self.stop = signal.signal(signal.SIGTERM, self._end_at_once)
        from webapp.start import FAILURES, failure_sentence, start_app

        gc.disable()  # collect no garbage while modules load
        try:
            self.started = start_app(self.settings)
        except FAILURES as error:
            self._give_up(failure_sentence(error), 2 if isinstance(error, BadSetting) else 1)
        gc.collect()
        gc.freeze()  # the garbage collector need not search long-lived objects
        gc.enable()
        return self.started.app

    def _begin(self, _worker: object) -> None:
        self.welcome = gevent.spawn(self._welcome)

    def _welcome(self) -> None:
        """Print the addresses once the start page answers; then start the housekeeping."""
        from webapp.announce import announce
        from webapp.start import end_streams_on_stop, start_housekeeping
        from webapp.startup_banner import print_banner
        from webapp.store.startup_checks import end_first_start
        from webapp.table.demo import make_demo

        assert self.started is not None
        app = self.started.app
        if not _answers(self.settings, self.address):
            self._give_up("The server started, but its first page failed. See the log above.", 1)
        named = announce(self.settings)
        signal.signal(signal.SIGTERM, self.stop)  # from here on, stopping waits until the links are printed
        end_streams_on_stop(app)
        with app.app_context():
            demo = make_demo(app.extensions["tableside"].dispatcher) if self.started.first else None
            print_banner(self.settings, demo, named)
        end_first_start(self.settings.folder)
        upkeep = start_housekeeping(self.started)

        def stop() -> None:
            upkeep.kill()
            if named:
                named.stop()

        self.stop_upkeep = stop

    def _give_up(self, sentence: str, code: int) -> NoReturn:
        """Print a sentence, and end both processes with this exit code."""
        print(sentence, file=sys.stderr)  # noqa: T201
        self.exit_code[0] = code
        sys.exit(0)

    def _end_at_once(self, _number: int, _frame: object) -> None:
        """Exit while the app is being prepared; the next start repeats unfinished work."""
        stacks_file(self.settings.folder, os.getpid()).unlink(missing_ok=True)
        os._exit(0)

    def _close(self) -> None:
        """Close the database and the instance's lock when the worker ends."""
        if self.started is None:
            return
        from webapp.store.db import db

        self.welcome.join(gunicorn_config.STOP)
        self.stop_upkeep()
        with self.started.app.app_context():
            db.engine.dispose()
        self.started.lock.close()


def listen(settings: Settings) -> socket.socket:
    """Return a socket bound to the port; its connections send at once and drop clients that are gone.

    Raises BadSetting or Unusable, with a sentence, if the port cannot be bound.
    """
    if int(settings.port) > 65535:
        raise BadSetting(f"TABLESIDE_PORT must be a number up to 65535, not {settings.port}.")
    try:
        family, _, _, _, address = socket.getaddrinfo(
            settings.bind, int(settings.port), type=socket.SOCK_STREAM
        )[0]
        listener = _bind(address[:2], family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise port_refusal(settings) from error
        reason = str(error.strerror or error).partition(" (while")[0]
        raise BadSetting(
            f"Nothing can listen on {settings.bind} port {settings.port} ({reason}). "
            "Check TABLESIDE_BIND and TABLESIDE_PORT."
        ) from error
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE)
    return listener


def _bind(address: tuple[str | int | bytes, ...], family: int) -> socket.socket:
    """Return a listening socket; wait up to two seconds for a killed server's process to release the port."""
    deadline = time.monotonic() + LET_GO
    while True:
        try:
            return socket.create_server(address, family=family, backlog=gunicorn_config.backlog)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                raise
        time.sleep(0.1)


def _answers(settings: Settings, address: tuple[str, int]) -> bool:
    """Return whether the start page answers, which is checked before the server is called ready."""
    return (
        request_status(settings, (reachable_address(address[0]), address[1]), "/", FIRST_PAGE, PROBE) == 200
    )
