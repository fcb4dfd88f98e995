"""For production: `gunicorn -k gevent -w 1 webapp.wsgi:app`, one worker until a bus is set.

A second worker, or a second gunicorn, on the same instance is refused by the instance's lock. In the
access log use `%({tableside.route}e)s` instead of the path, which may hold a key.
"""

import signal
import sys
from types import FrameType

from gevent import monkey, spawn
from sqlalchemy.exc import SQLAlchemyError

from webapp.greeting import data_lines
from webapp.settings import BadSetting, Settings
from webapp.start import Started, keep_house, set_up_logs, start
from webapp.store.trouble import Unusable
from webapp.store.upkeep import end_first_start

HANDOVER = 5.0  # seconds; on a reload the old worker still serves while the new one starts
STOP_TRYING = 3  # the exit code that keeps gunicorn from starting the worker over and over


def _started() -> Started:
    if not monkey.is_module_patched("threading"):
        raise Unusable("Run gunicorn with -k gevent and without --preload.")
    settings = Settings.from_environment()
    set_up_logs(settings)
    started = start(settings, patience=HANDOVER)
    end_first_start(settings.folder)  # no demo is made here
    for line in data_lines(settings):
        print(line, file=sys.stderr)  # noqa: T201
    return started


def _end_streams_first(started: Started) -> None:
    """On SIGTERM the streams end at once, so that the worker need not wait for them."""
    before = signal.getsignal(signal.SIGTERM)
    bus = started.app.extensions["tableside"].bus

    def hear(number: int, frame: FrameType | None) -> None:
        spawn(bus.close)
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGTERM, hear)


try:
    _now = _started()
except (BadSetting, Unusable, SQLAlchemyError) as error:
    print(error, file=sys.stderr)  # noqa: T201
    sys.exit(STOP_TRYING)
_end_streams_first(_now)
keep_house(_now)
app = _now.app
