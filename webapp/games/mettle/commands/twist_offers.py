"""Find and withdraw offered Twists; a Check has at most one."""

from webapp.games.mettle.state import zone_values
from webapp.store.models import Check, GameDocument
from webapp.store.table_state import TableState


def offered(state: TableState, check: Check) -> GameDocument | None:
    """Return the Twist offered for a Check; None if there is none."""
    found = [
        document
        for document in zone_values.list_documents(state, "twist")
        if document.data.get("check") == check.id
    ]
    return found[-1] if found else None


def withdraw_twists(state: TableState) -> None:
    """Withdraw all offered Twists when a fight or race ends."""
    for document in zone_values.list_documents(state, "twist"):
        document.removed = True
