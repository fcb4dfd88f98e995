"""A viewer of a table: a page or a program."""

from dataclasses import dataclass

from webapp.state.audience import Audience, Role
from webapp.table.grants import Grant


@dataclass(frozen=True)
class Viewer:
    """A viewer's grant, and whether the viewer is a page or a program.

    `lacks` are the ids of panels that the page does not have, `preparing` is the id of the scene that it
    prepares.
    """

    grant: Grant
    as_page: bool = True
    lacks: frozenset[str] = frozenset()
    preparing: int | None = None

    @property
    def audience(self) -> Audience:
        return self.grant.audience

    @property
    def device(self) -> str:
        """The device of a GM's page, which is sent its own next undo; "" for every other viewer."""
        return (self.grant.actor().device or "") if self.as_page and self.grant.role is Role.GM else ""

    def missing(self, last: str) -> tuple[str, ...]:
        """Return a key shared by all viewers who need the same bytes after cursor `last`."""
        return *self.shared(), self.device, last

    def shared(self) -> tuple[str, ...]:
        """Return a key shared by all viewers who need the same panels."""
        kind = f"preparing {self.preparing}" if self.preparing else "page" if self.as_page else "program"
        return self.grant.table, self.audience.key, kind
