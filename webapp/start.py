"""Start the app for every way of serving: lock the instance, prepare the database, run housekeeping."""

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import IO

import gevent
from flask import Flask, request, request_started
from gevent.pool import Group
from sqlalchemy.exc import SQLAlchemyError

from webapp.app import create_app
from webapp.game_watch import GameWatch
from webapp.logs import ROUTE
from webapp.memory_limit import limit_memory
from webapp.settings import BadSetting, Settings
from webapp.store.backup import back_up_hourly, file_of
from webapp.store.database_file import fault_of
from webapp.store.db import db
from webapp.store.file_permissions import make_folder
from webapp.store.instance_lock import claim_instance
from webapp.store.startup_checks import is_first_start, prepare
from webapp.store.unusable import Unusable
from webapp.table.unused_tables import remove_unused

HOUR = 3600.0
WATCHED = 1.0  # seconds between two looks at the database's place
log = logging.getLogger(__name__)
FAILURES = (BadSetting, Unusable, SQLAlchemyError)
"""The errors that keep a server from starting; `failure_sentence` describes them."""


@dataclass(frozen=True)
class StartedApp:
    """An app ready to serve.

    `first` says that no start of this instance has printed its links yet; `lock` keeps other processes out of
    the instance.
    """

    app: Flask
    first: bool
    lock: IO[str]


def start_app(settings: Settings, patience: float = 0.0) -> StartedApp:
    """Build the app and prepare its database; raise BadSetting or Unusable with a sentence if that fails.

    `patience` is the seconds to wait for another process to leave the instance.
    """
    limit_memory(int(settings.process_megabytes))
    with _in_usable(settings):
        make_folder(settings.folder)
        GameWatch(settings.folder).start()
    app = make_app(settings)
    lock = claim_instance(settings.folder, shared=bool(settings.bus_url), patience=patience)
    with app.app_context():
        prepare(db.engine, settings.folder)
    request_started.connect(_note_route, app, weak=False)
    return StartedApp(app, is_first_start(settings.folder), lock)


def make_app(settings: Settings, new_folder: bool = True) -> Flask:
    """Return the app; create its instance folder if needed and wanted, and raise Unusable if that fails.

    A command that only reads makes no folder: where one was moved away, it could not be moved back.
    """
    with _in_usable(settings):
        return create_app(settings, new_folder)


@contextmanager
def _in_usable(settings: Settings) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unusable(
            f"The folder {settings.folder} cannot be used ({error.strerror}). "
            "Choose another folder with TABLESIDE_INSTANCE."
        ) from error


def failure_sentence(error: Exception) -> str:
    """Return why the server cannot start; for a database error, the first line of the driver's message."""
    if not isinstance(error, SQLAlchemyError):
        return str(error)
    said = str(getattr(error, "orig", None) or error).strip().splitlines()
    return f"The database cannot be used: {said[0].rstrip('.') if said else 'no reason was given'}."


def end_streams_on_stop(app: Flask) -> None:
    """End all streams when the worker is told to stop, so that the worker need not wait for them."""
    bus = app.extensions["tableside"].bus
    for number in (signal.SIGTERM, signal.SIGQUIT):
        before = signal.getsignal(number)

        def hear(number: int, frame: FrameType | None, before: object = before) -> None:
            gevent.spawn(bus.close)
            if callable(before):
                before(number, frame)

        signal.signal(number, hear)


def _note_route(_app: Flask) -> None:
    request.environ[ROUTE] = request.url_rule.rule if request.url_rule else "(no such address)"


# ---- at the start and every hour ------------------------------------------------------------------


def start_housekeeping(started: StartedApp) -> Group:
    """Back up the database and remove unused tables, now and every hour; return the greenlets that do so.

    Backups run on a real thread, so that no stream waits for the disk.
    """
    work = Group()
    work.spawn(_every_hour, started)
    work.spawn(_watch_database, started)
    return work


def _watch_database(started: StartedApp) -> None:
    """Notice within a second that the database was moved or deleted, or its log, even if nobody plays."""
    while True:
        with started.app.app_context():
            fault_of(db.engine)
        gevent.sleep(WATCHED)


def _every_hour(started: StartedApp) -> None:
    with started.app.app_context():
        file = file_of(db.engine)
    while True:
        with started.app.app_context():
            misplaced = fault_of(db.engine)
        if misplaced:
            log.error("No backup was made, because the database %s.", misplaced.state)
        else:
            _keep_house(started.app, file)
        gevent.sleep(HOUR)


def _keep_house(app: Flask, file: Path | None) -> None:
    if file is not None:
        _back_up(file)
    with app.app_context():
        _tidy_up()


def _back_up(file: Path) -> None:
    try:
        made = gevent.get_hub().threadpool.apply(back_up_hourly, (file,))
        if made:
            log.info("Backup saved: %s", made)
    except Exception as error:
        log.error("The hourly backup failed. %s", error)


def _tidy_up() -> None:
    try:
        gone = remove_unused(datetime.now(UTC))
        if gone:
            log.info("Unused tables removed after 30 days: %d", gone)
    except Exception as error:
        log.error("Unused tables could not be removed: %s", error)
