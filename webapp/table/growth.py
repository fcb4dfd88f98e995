"""How much one table may write: its journal grows up to a limit, then it is only cleared.

Undo, removing and ending always work, and so do looking and exporting, which write nothing. A table that is
larger already stays as it is.
"""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from webapp.table.refusals import Refused

ROW = 200  # bytes of an entry beside its texts, about
TEXTS = ("summary", "masked", "because")
VALUES = ("changes", "parts")
CLEARS = ("remove", "clear", "drop", "burn", "leave", "revoke", "cancel", "decline", "end", "undo")
"""What commands that take something away are called, after the last dot."""


class Grown(Refused):
    """The table has written as much as one may."""

    code, status = "too_many_requests", 429
    headers: ClassVar = {"Retry-After": "3600"}  # seconds; not before somebody raises the limit


def size_of(entry: Mapping[str, Any]) -> int:
    """About how many bytes an entry of the journal takes."""
    texts = sum(len(entry[name] or "") for name in TEXTS)
    return ROW + texts + sum(len(json.dumps(entry[name])) for name in VALUES)


def refuse_growth(command: str, written: int, most: int) -> None:
    """Refuse what would take a table beyond its limit; 0 is none."""
    if most and written > most and command.rpartition(".")[2] not in CLEARS:
        raise Grown(
            f"This table has written {most // 2**20} MB, as much as one may here. Undo, removing and "
            "exporting still work; start another table to go on."
        )
