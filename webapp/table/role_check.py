"""Check a sender's role: which roles may send a command, and the refusal for any other role."""

from collections.abc import Iterable

from webapp.rules.word_lists import and_list
from webapp.state.audience import Role
from webapp.state.proposal_sentences import proposable
from webapp.table.actor import Actor
from webapp.table.refusals import Forbidden

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
