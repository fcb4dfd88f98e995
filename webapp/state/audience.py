"""Audiences: the GM, the players (each perhaps with a seat), the TV."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property


class Role(StrEnum):
    """What a link lets its holder be; the order is the order of power."""

    TV = "tv"
    PLAYER = "player"
    GM = "gm"

    @property
    def power(self) -> int:
        return list(Role).index(self)


@dataclass(frozen=True)
class Audience:
    """A projection is made for one of these. Only a player can have a seat."""

    role: Role
    seat: int | None = None

    @cached_property
    def key(self) -> str:
        """How panels and the journal name this audience: `gm`, `player`, `tv` or `seat:7`."""
        return f"seat:{self.seat}" if self.seat is not None else str(self.role)

    @property
    def sources(self) -> "tuple[Audience, ...]":
        """Whose panels this audience sees: at a seat the players' and the seat's own."""
        return (PLAYER, self) if self.seat is not None else (self,)


GM = Audience(Role.GM)
PLAYER = Audience(Role.PLAYER)
TV = Audience(Role.TV)


def audience_for(role: Role, seat: int | None = None) -> Audience:
    """Return the audience for this role; only players have seats."""
    return Audience(role, seat if role is Role.PLAYER else None)
