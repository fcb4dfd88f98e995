"""Limit the size of a table's journal; at the limit, only commands that remove things still work.

Undo always works, and so do removing and ending things. Reading and exporting write nothing and are not
limited. A table that exceeds a lowered limit keeps its data.
"""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from webapp.table.refusals import Refused

ROW = 200  # the approximate bytes of an entry without its texts
TEXTS = ("summary", "masked", "because")
VALUES = ("changes", "parts")
CLEARS = ("remove", "clear", "drop", "burn", "leave", "revoke", "cancel", "decline", "end", "undo")
"""The last parts of commands that remove something."""


class TableTooLarge(Refused):
    """Raised when a table's journal has reached the limit."""

    code, status = "too_many_requests", 429
    headers: ClassVar = {"Retry-After": "3600"}  # seconds


def entry_size(entry: Mapping[str, Any]) -> int:
    """Return the approximate size of a journal entry in bytes."""
    texts = sum(len(entry[name] or "") for name in TEXTS)
    return ROW + texts + sum(len(json.dumps(entry[name])) for name in VALUES)


def ensure_room_to_write(command: str, written: int, most: int) -> None:
    """Refuse a command that takes a table beyond `most` bytes (0: no limit), unless it removes something."""
    if most and written > most and command.rpartition(".")[2] not in CLEARS:
        raise TableTooLarge(
            f"This table has stored {most // 2**20} MB, the limit on this server. Undoing, removing and "
            "exporting still work; start another table to continue."
        )
