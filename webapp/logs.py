"""What is written to the log: plain lines, or JSON on demand. Never a path, a key or a name."""

import json
import logging
import sys
from datetime import UTC, datetime

from webapp.settings import Settings


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


def set_up(settings: Settings) -> None:
    """Write to stderr, in the way the settings ask for."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if settings.log == "json" else logging.Formatter("%(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)
