"""A backup now and every hour while the app is served (SQLite; PostgreSQL has its own tools)."""

import logging

import gevent

from webapp.start import Started
from webapp.store.backup import back_up_hourly, file_of
from webapp.store.db import db

HOUR = 3600.0
log = logging.getLogger(__name__)


def keep_backups(started: Started) -> gevent.Greenlet:
    """Begin with it; each copy is made on a real thread, so that no stream waits for the disk."""
    return gevent.spawn(_every_hour, started)


def _every_hour(started: Started) -> None:
    with started.app.app_context():
        file = file_of(db.engine)
    while file is not None:
        try:
            made = gevent.get_hub().threadpool.apply(back_up_hourly, (file,))
            if made:
                log.info("Backup kept: %s", made)
        except Exception as error:
            log.error("The hourly backup failed: %s", error)
        gevent.sleep(HOUR)
