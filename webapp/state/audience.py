"""Audiences: the GM, the players (each perhaps with a seat), the TV."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property


class Role(StrEnum):
    """The role that a link gives, from the least to the most powerful."""

    TV = "tv"
    PLAYER = "player"
    GM = "gm"

    @property
    def power(self) -> int:
        return list(Role).index(self)


@dataclass(frozen=True)
class Audience:
    """The role, and a player's seat, for which a projection is made. Only players have seats."""

    role: Role
    seat: int | None = None

    @cached_property
    def key(self) -> str:
        """The audience's name in panels and the journal: `gm`, `player`, `tv` or `seat:7`."""
        return f"seat:{self.seat}" if self.seat is not None else str(self.role)

    @property
    def sources(self) -> "tuple[Audience, ...]":
        """The audiences whose panels this one sees: a seat sees the players' and its own."""
        return (PLAYER, self) if self.seat is not None else (self,)


GM = Audience(Role.GM)
PLAYER = Audience(Role.PLAYER)
TV = Audience(Role.TV)


def audience_for(role: Role, seat: int | None = None) -> Audience:
    """Return the audience for this role; only players have seats."""
    return Audience(role, seat if role is Role.PLAYER else None)
