"""The sender of a command: their role, their seat if any, and their name in the journal."""

from dataclasses import dataclass, field

from webapp.state.audience import Audience, Role, audience_for


@dataclass(frozen=True)
class Actor:
    """The sender of a command, who holds a link.

    `key` is the id of the link they hold, `seat` the seat of their device; `mark` identifies their device; a
    program has none. `asking` is the seat that they have requested, `preparing` the scene that their page
    prepares, `proofs` the hashes of the seat secrets that their device sent: a seat with one of these secrets
    is theirs.
    """

    role: Role
    name: str
    key: int | None = None
    seat: int | None = None
    mark: str = ""
    asking: int | None = None
    preparing: int | None = None
    proofs: frozenset[str] = field(default=frozenset(), repr=False)

    @property
    def audience(self) -> Audience:
        return audience_for(self.role, self.seat)

    @property
    def holder(self) -> str:
        """The scope of their idempotency keys: their seat's, else their link's."""
        return f"seat:{self.seat}" if self.seat is not None else self.link

    @property
    def device(self) -> str | None:
        """The link and the device that sent the command; None if no device did."""
        if self.key is None:
            return None
        return f"{self.key}.{self.mark}" if self.mark else str(self.key)

    @property
    def link(self) -> str:
        """The link's own scope, for commands that change the seat of the sending device."""
        return f"key:{self.key}"


TABLE_ITSELF = Actor(Role.GM, "The table")
"""The actor of the command line and the demo."""
