"""Set up the log: plain lines or JSON, without paths, keys or names."""

import json
import logging
import os
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

from gunicorn.glogging import Logger

from webapp.port_probe import is_own_probe

ROUTE = "tableside.route"
"""The environ key of a request's route, which is logged because the path may contain a key."""
LINE = "{address} {method} {route} {status:03} {bytes} B {ms} ms"
access = logging.getLogger("webapp.access")


class JsonFormatter(logging.Formatter):
    """Writes one JSON object per record; a request's record has its figures instead of a message."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        fields |= getattr(record, "figures", None) or {"message": record.getMessage()}
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def set_up_logs() -> None:
    """Write logs to stderr, in the format that TABLESIDE_LOG names."""
    handler = logging.StreamHandler(sys.stderr)
    as_json = os.environ.get("TABLESIDE_LOG") == "json"
    handler.setFormatter(JsonFormatter() if as_json else logging.Formatter("%(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)


class ServerLog(Logger):  # type: ignore[misc]
    """Gunicorn's log as part of the program's log.

    It omits paths and malformed lines from clients, which may contain keys.
    """

    def setup(self, cfg: Any) -> None:
        self.cfg = cfg
        set_up_logs()
        self.error_log.propagate = True
        self.error_log.setLevel(self.LOG_LEVELS[cfg.loglevel])

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: timedelta) -> None:
        """Log one line per request, with its route; the server's own request at startup is left out."""
        if is_own_probe(environ):
            return
        figures = {
            "address": environ.get("REMOTE_ADDR") or "-",
            "method": environ.get("REQUEST_METHOD") or "-",
            "route": environ.get(ROUTE, "-"),
            "status": int(str(resp.status or "0").split()[0]),
            "bytes": resp.sent,
            "ms": round(request_time / timedelta(milliseconds=1)),
        }
        access.info(LINE.format(**figures), extra={"figures": figures})

    def warning(self, msg: str, *args: object, **more: Any) -> None:
        """Log a warning without the part of a malformed request that gunicorn quotes after the colon."""
        super().warning(msg if args else msg.partition(": ")[0], *args, **more)

    def exception(self, msg: str, *args: object, **more: Any) -> None:
        """Log an exception without the path of the request that failed."""
        super().exception(msg.partition(" %")[0], **more)
