"""The sender of a command: their role, their seat if any, and their name in the journal."""

from dataclasses import dataclass, field

from webapp.state.audience import Audience, Role, audience_for


@dataclass(frozen=True)
class Actor:
    """The sender of a command: the holder of a link, or the table itself.

    `key` is the id of the link and `seat` the id of the device's seat. `mark` identifies the device and is
    empty for a program. `asking` is the id of the seat that the sender has requested, `preparing` the id of
    the scene that their page prepares. `proofs` are the hashes of the tokens that the device sent; the hash
    of a seat's secret proves that the device holds the seat.
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
        """The scope of the sender's idempotency keys: the seat, or the link if the sender has no seat."""
        return f"seat:{self.seat}" if self.seat is not None else self.link

    @property
    def device(self) -> str | None:
        """An identifier of the sending device: its link and mark, or the link alone; None without a link."""
        if self.key is None:
            return None
        return f"{self.key}.{self.mark}" if self.mark else str(self.key)

    @property
    def link(self) -> str:
        """The idempotency scope of the link, used for commands that change the sending device's seat."""
        return f"key:{self.key}"


TABLE_ITSELF = Actor(Role.GM, "The table")
"""The actor of the command line and the demo."""
