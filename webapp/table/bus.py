"""The dispatcher's interface for publishing changes, implemented in `webapp/live`."""

from typing import Protocol

from webapp.table.revisions import Revisions


class Bus(Protocol):
    """A channel that notifies the viewers of a table, in this process and in others."""

    def publish(self, table_id: str, revisions: Revisions | None = None) -> None:
        """Announce a table's change, with its new revisions if given; a heartbeat replaces a lost message."""
        ...
