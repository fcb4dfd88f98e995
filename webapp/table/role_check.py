"""Check a sender's role: which roles may send a command, and the refusal for any other role."""

from collections.abc import Iterable

from webapp.state.audience import Role
from webapp.table.refusals import Forbidden, and_list

Roles = frozenset[Role]
GM_ONLY = frozenset({Role.GM})
PLAYERS_TOO = frozenset({Role.GM, Role.PLAYER})
"""The roles of a command that both players and the GM may send."""
_REFUSALS = {
    Role.PLAYER: "Only the GM can do this. Ask the GM, or propose a change instead.",
    Role.TV: "This link is view-only. Open the player or GM link to change something.",
    Role.GM: "A GM cannot do this. Only players and guests can.",
}


def ensure_no_gm_fields(fields: Iterable[str]) -> None:
    """Refuse a player who sends fields that only the GM may set."""
    if names := [f"“{name}”" for name in sorted(fields)]:
        raise Forbidden(f"Only the GM can set {and_list(names)}.")


def ensure_role(roles: Roles, role: Role) -> None:
    """Refuse a role that is not among the roles of a command."""
    if role not in roles:
        raise Forbidden(_REFUSALS[role])
