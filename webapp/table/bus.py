"""What the road says when a change is done. The engines stand in `webapp/live`."""

from typing import Protocol

from webapp.table.revisions import Revisions


class Bus(Protocol):
    """Wakes whoever watches a table, in this process and in the others."""

    def publish(self, table_id: str, revisions: Revisions | None = None) -> None:
        """Say that this table has changed, and how it stands; a lost word is healed by the next heartbeat."""
        ...
