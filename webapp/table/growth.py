"""How much one table may write: its journal grows up to a limit, then it is only cleared.

Undo, removing and ending always work, and so do looking and exporting, which write nothing. A table that is
larger already stays as it is.
"""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from webapp.table.refusals import Refused

ROW = 200  # roughly an entry's bytes besides its texts
TEXTS = ("summary", "masked", "because")
VALUES = ("changes", "parts")
CLEARS = ("remove", "clear", "drop", "burn", "leave", "revoke", "cancel", "decline", "end", "undo")
"""The last parts of commands that remove something."""


class TableTooLarge(Refused):
    """The table has written as much as one may."""

    code, status = "too_many_requests", 429
    headers: ClassVar = {"Retry-After": "3600"}  # seconds; only a higher limit helps


def entry_size(entry: Mapping[str, Any]) -> int:
    """Return roughly how many bytes a journal entry takes."""
    texts = sum(len(entry[name] or "") for name in TEXTS)
    return ROW + texts + sum(len(json.dumps(entry[name])) for name in VALUES)


def ensure_room_to_write(command: str, written: int, most: int) -> None:
    """Refuse what would take a table beyond its limit; 0 is none."""
    if most and written > most and command.rpartition(".")[2] not in CLEARS:
        raise TableTooLarge(
            f"This table has written {most // 2**20} MB, the most it may use here. Undo, removing and "
            "exporting still work; start another table to continue."
        )
