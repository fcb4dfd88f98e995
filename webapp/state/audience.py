"""Audiences: the GM, the players (with or without a seat) and the TV."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property


class Role(StrEnum):
    """The roles that a link can give, from the least to the most powerful."""

    TV = "tv"
    PLAYER = "player"
    GM = "gm"

    @property
    def power(self) -> int:
        return list(Role).index(self)


@dataclass(frozen=True)
class Audience:
    """An audience of projections: a role and, for a player who has one, the seat."""

    role: Role
    seat: int | None = None

    @cached_property
    def key(self) -> str:
        """The audience's name in panels and the journal: `gm`, `player`, `tv` or, for example, `seat:7`."""
        return f"seat:{self.seat}" if self.seat is not None else str(self.role)

    @property
    def sources(self) -> "tuple[Audience, ...]":
        """The audiences whose panels this one sees; a seat sees the players' panels and its own."""
        return (PLAYER, self) if self.seat is not None else (self,)


GM = Audience(Role.GM)
"""The GM, who may know everything."""
PLAYER = Audience(Role.PLAYER)
"""All players together: what each of them may know."""
TV = Audience(Role.TV)


def audience_for(role: Role, seat: int | None = None) -> Audience:
    """Return the audience of a role; the seat is ignored for the GM and the TV."""
    return Audience(role, seat if role is Role.PLAYER else None)
