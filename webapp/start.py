"""What every way of serving does first: take the instance, make the database ready, join the app.

What it writes to the log is plain lines, or JSON on demand; never a path, a key or a name.
"""

import json
import logging
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import IO

from flask import Flask, request, request_started

from webapp.app import create_app
from webapp.settings import Settings
from webapp.store.db import db
from webapp.store.lock import claim
from webapp.store.trouble import Unusable
from webapp.store.upkeep import prepare

ROUTE = "tableside.route"
"""Where the access log finds the pattern of the route; the path itself may hold a key."""


@dataclass(frozen=True)
class Started:
    """An app that may be served. `first` says that its database is new; `lock` keeps others out."""

    app: Flask
    first: bool
    lock: IO[str]


def start(settings: Settings, patience: float = 0.0) -> Started:
    """Join the app and make its database ready; BadSetting or Unusable, with a sentence, if it cannot be.

    `patience` is how many seconds to wait for another process to leave the instance.
    """
    app = joined(settings)
    lock = claim(settings.folder, shared=bool(settings.bus_url), patience=patience)
    with app.app_context():
        first = prepare(db.engine, settings.folder)
    request_started.connect(_note_route, app, weak=False)
    return Started(app, first, lock)


def joined(settings: Settings) -> Flask:
    """The app, whose folder can be made."""
    try:
        return create_app(settings)
    except OSError as error:
        raise Unusable(
            f"The folder {settings.folder} cannot be used ({error.strerror}). "
            "Choose another one with TABLESIDE_INSTANCE."
        ) from error


def _note_route(_app: Flask) -> None:
    request.environ[ROUTE] = request.url_rule.rule if request.url_rule else "(no such address)"


# ---- what is written to the log -------------------------------------------------------------------


class AsJson(logging.Formatter):
    """One line a record; a request's own figures stand beside the message."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        told |= getattr(record, "figures", None) or {"message": record.getMessage()}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def set_up_logs(settings: Settings) -> None:
    """Write to stderr, in the way the settings ask for."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if settings.log == "json" else logging.Formatter("%(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)
