"""Serve in production: `gunicorn --config python:webapp.gunicorn_config webapp.wsgi:app`.

Without a bus there is one worker: the instance's lock refuses a second worker, or a second gunicorn.
`gunicorn -k gevent webapp.wsgi:app` works as well, without the features of `webapp.gunicorn_config`.
"""

import logging
import sys

from gevent import monkey

from webapp.logs import set_up_logs
from webapp.settings import Settings
from webapp.start import (
    FAILURES,
    StartedApp,
    end_streams_on_stop,
    failure_sentence,
    start_app,
    start_housekeeping,
)
from webapp.startup_banner import data_lines
from webapp.store.startup_checks import end_first_start
from webapp.store.unusable import Unusable

HANDOVER = 5.0  # seconds to wait for the old worker, which serves on while the new one starts
STOP_TRYING = 3  # the exit code at which gunicorn does not start the worker again


def _started() -> StartedApp:
    if not monkey.is_module_patched("threading"):
        raise Unusable(
            "Run gunicorn with --config python:webapp.gunicorn_config (or -k gevent), without --preload."
        )
    settings = Settings.from_environment()
    set_up_logs()
    started = start_app(settings, patience=HANDOVER)
    end_first_start(settings.folder)  # in production no demo is made
    for line in data_lines(settings):
        logging.getLogger(__name__).info(line)
    return started


try:
    _now = _started()
except FAILURES as error:
    print(failure_sentence(error), file=sys.stderr)  # noqa: T201
    sys.exit(STOP_TRYING)
end_streams_on_stop(_now.app)
start_housekeeping(_now)
app = _now.app
