"""The sender of a command: role, seat and name in the journal; and which roles may send a command."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from webapp.rules.name_keys import looks_like_the_gm
from webapp.rules.word_lists import and_list
from webapp.state.audience import Audience, Role, audience_for
from webapp.state.proposal_sentences import proposable
from webapp.table.refusals import Forbidden, Invalid


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


GUEST = "A guest"
"""The name in the journal of whoever has no seat."""
TABLE_ITSELF = Actor(Role.GM, "The table")
"""The actor of the command line and the demo."""

BOOK = "The book"
"""The name in the journal of what applies outcomes about which the book leaves no choice."""


# ---- roles ----------------------------------------------------------------------------------------

Roles = frozenset[Role]
GM_ONLY = frozenset({Role.GM})
PLAYERS_TOO = frozenset({Role.GM, Role.PLAYER})
"""The roles of a command that both players and the GM may send."""
_REFUSALS = {
    Role.TV: "This link is view-only. Open the player or GM link to change something.",
    Role.GM: "Only players can do this. A GM cannot.",
}


def ensure_no_gm_fields(fields: Iterable[str]) -> None:
    """Refuse a player who sends fields that only the GM may set."""
    if names := [f"“{name}”" for name in sorted(fields)]:
        raise Forbidden(f"Only the GM can set {and_list(names)}.")


def ensure_role(roles: Roles, actor: Actor, do: str) -> None:
    """Refuse an actor whose role is not among the roles of the command `do`."""
    if actor.role not in roles:
        raise Forbidden(_REFUSALS.get(actor.role) or _explain_gm_only(actor, do))


def _explain_gm_only(actor: Actor, do: str) -> str:
    """Return why a player cannot send a command of the GM, and what the player can do instead."""
    if do not in proposable():
        then = "Ask the GM."
    else:
        then = "Take a seat to propose it." if actor.seat is None else "You can propose it."
    return f"Only the GM can do this. {then}"


def ensure_not_the_gm(name: str | None, field: str) -> None:
    """Refuse a player's name that looks like the GM's in the journal."""
    if name is not None and looks_like_the_gm(name):
        raise Invalid(f"“{name}” looks like the GM. Choose another name.", {field: "looks like the GM"})
