"""Who takes a command: a role, perhaps a seat, and the name the journal gives them."""

from dataclasses import dataclass, field

from webapp.state.audience import Audience, Role, audience_for


@dataclass(frozen=True)
class Actor:
    """The sender of a command, with a link.

    `key` is the id of the link they hold, `seat` the seat of their device; `mark` tells the pages of one
    device from those of another, and a program has none. `asking` is the seat that they have requested,
    `preparing` the scene that their page prepares, `proofs` the hashes of the secrets that their device
    showed: a seat with one of them is theirs.
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
        """Whose idempotency keys these are: a seat's own, else the link's."""
        return f"seat:{self.seat}" if self.seat is not None else self.link

    @property
    def device(self) -> str | None:
        """The link and the device that sent a command; None if it was sent by no device."""
        if self.key is None:
            return None
        return f"{self.key}.{self.mark}" if self.mark else str(self.key)

    @property
    def link(self) -> str:
        """The link's own scope: for what changes the seat of the device that sends it."""
        return f"key:{self.key}"


TABLE_ITSELF = Actor(Role.GM, "The table")
"""The actor of the command line and the demo."""
