"""Read a table's settings, each with its default."""

from typing import get_args

from webapp.store.models import Table
from webapp.table.fields import Outcomes, SheetEditing

FREE: str
ASK: str
LOCKED: str
FREE, ASK, LOCKED = get_args(SheetEditing)
AT_ONCE: str = get_args(Outcomes)[1]


def applies_at_once(table: Table) -> bool:
    """Return whether outcomes about which the book leaves no choice apply by themselves; by default not."""
    return table.settings.get("outcomes") == AT_ONCE


def players_clocks_of(table: Table) -> str:
    """Return how players start clocks for everyone: "ask", the default, or "free"."""
    return FREE if table.settings.get("players_clocks") == FREE else ASK


def guests_of(table: Table) -> str:
    """Return how guests take their first seat: "free", the default, or "ask", which needs a GM's yes."""
    return ASK if table.settings.get("guests") == ASK else FREE


def sheets_of(table: Table) -> str:
    """Return how players change their own sheets: "free", the default, "ask" or "locked"."""
    said = str(table.settings.get("sheets"))
    return said if said in get_args(SheetEditing) else FREE
