"""Offered Twists: one per Check, while the fight or race of its roll lasts."""

from webapp.games.mettle.state import zone_values
from webapp.store.models import Check, GameDocument
from webapp.store.table_state import TableState


def offered(state: TableState, check: Check) -> GameDocument | None:
    """Return the Twist on offer for a Check."""
    found = [
        document
        for document in zone_values.list_documents(state, "twist")
        if document.data.get("check") == check.id
    ]
    return found[-1] if found else None


def withdraw_twists(state: TableState) -> None:
    """Withdraw the offers when the fight or race is over."""
    for document in zone_values.list_documents(state, "twist"):
        document.removed = True
