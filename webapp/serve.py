"""The embedded server: one process, thousands of open streams.

`python -m webapp serve` patches the standard library for gevent before anything else is imported;
then threads, locks and sleeps of the app are greenlets.
"""

import errno
import gc
import logging
import os
import signal
import time
from dataclasses import replace
from types import FrameType

import gevent
from gevent.pool import Pool

from webapp.announce import announce
from webapp.greeting import greet
from webapp.listen import Server, listen
from webapp.running import PROBE, port_taken, reachable
from webapp.services import Services
from webapp.settings import BadSetting, Settings
from webapp.start import Started, keep_house, set_up_logs, start
from webapp.store.db import db
from webapp.store.trouble import Unusable
from webapp.store.upkeep import end_first_start
from webapp.table.demo import make_demo
from webapp.tls import secured, status_of

MOST_CONNECTIONS = 10_000
STOP = 4.0  # seconds for what is under way
FIRST_PAGE = 20.0  # seconds in which the start page must come
log = logging.getLogger(__name__)


def serve(settings: Settings) -> None:
    """Serve until told to stop; returns when everything under way has been answered."""
    set_up_logs(settings)
    _allow_many_files()
    secure = secured(settings)
    listener = _listener(settings)
    settings = replace(settings, port=str(listener.getsockname()[1]))
    started = start(settings)
    server = Server(listener, started.app, spawn=Pool(MOST_CONNECTIONS), **secure)
    tableside: Services = started.app.extensions["tableside"]
    gc.collect()
    gc.freeze()  # what was built once is not searched for garbage with every change
    gc.enable()
    server.start()  # whoever was quicker than this waits in the listener's queue
    if not _answers(settings, listener.getsockname()):
        _stop(server, tableside, started)
        raise Unusable("The server started, but its first page failed; the reason stands above.")
    named = announce(settings)
    told = _hear_signals()  # from here on a signal waits until the links are printed
    with started.app.app_context():
        demo = make_demo(tableside.road) if started.first else None
        greet(settings, demo, named)
    end_first_start(settings.folder)
    upkeep = keep_house(started)
    while not told.wait(3600):
        pass
    upkeep.kill()
    if named:
        named.stop()
    _stop(server, tableside, started)


def _listener(settings: Settings) -> gevent.socket.socket:
    if int(settings.port) > 65535:
        raise BadSetting(f"TABLESIDE_PORT is a number up to 65535, not {settings.port}.")
    try:
        return listen(settings.bind, int(settings.port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise port_taken(settings) from error
        raise BadSetting(
            f"Nothing can listen on {settings.bind} port {settings.port} ({error.strerror or error}). "
            "Check TABLESIDE_BIND and TABLESIDE_PORT."
        ) from error


def _answers(settings: Settings, address: tuple[str, int]) -> bool:
    """Whether the start page comes: nothing is called ready before somebody could open it."""
    return status_of(settings, (reachable(address[0]), address[1]), "/", FIRST_PAGE, PROBE) == 200


def _hear_signals() -> gevent.event.Event:
    """Return what SIGTERM or Ctrl-C set; who insists a second later ends the process at once."""
    told = gevent.event.Event()
    first: list[float] = []

    def hear(_number: int, _frame: FrameType | None) -> None:
        if first and time.monotonic() - first[0] > 1:
            os._exit(1)
        first.append(time.monotonic())  # a shell and `make` may both pass the same one on
        told.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, hear)
    return told


def _stop(server: Server, tableside: Services, started: Started) -> None:
    """End the streams, answer what is under way, let go of the database."""
    log.info("Stopping.")
    server.take_no_more()
    tableside.bus.close()
    if not server.pool.join(timeout=STOP):
        log.warning("Connections cut off: %d", len(server.pool))
    server.stop(timeout=0)
    with started.app.app_context():
        db.engine.dispose()
    started.lock.close()


def _allow_many_files() -> None:
    """Every open stream is an open file; take as many as the system grants."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < MOST_CONNECTIONS * 2:
        wanted = MOST_CONNECTIONS * 2 if hard == resource.RLIM_INFINITY else min(hard, MOST_CONNECTIONS * 2)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
