"""What is done at the start and every hour while the app is served.

A backup is kept (SQLite; PostgreSQL has its own tools), then tables that nobody ever used are let go.
"""

import logging
from datetime import UTC, datetime
from pathlib import Path

import gevent

from webapp.start import Started
from webapp.store.backup import back_up_hourly, file_of
from webapp.store.db import db
from webapp.table.unused import remove_unused

HOUR = 3600.0
log = logging.getLogger(__name__)


def keep_house(started: Started) -> gevent.Greenlet:
    """Begin with it; each copy is made on a real thread, so that no stream waits for the disk."""
    return gevent.spawn(_every_hour, started)


def _every_hour(started: Started) -> None:
    with started.app.app_context():
        file = file_of(db.engine)
    while True:
        if file is not None:
            _back_up(file)
        with started.app.app_context():
            _tidy_up()
        gevent.sleep(HOUR)


def _back_up(file: Path) -> None:
    try:
        made = gevent.get_hub().threadpool.apply(back_up_hourly, (file,))
        if made:
            log.info("Backup kept: %s", made)
    except Exception as error:
        log.error("The hourly backup failed: %s", error)


def _tidy_up() -> None:
    try:
        gone = remove_unused(datetime.now(UTC))
        if gone:
            log.info("Tables removed that nobody used in their first 30 days: %d", gone)
    except Exception as error:
        log.error("Unused tables could not be removed: %s", error)
