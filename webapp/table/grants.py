"""What a device may do: the links and the seat it holds, read from the tokens it carries."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import bindparam, select

from webapp.screens.audience import Audience, Role, of
from webapp.store.db import db
from webapp.store.models import Key, Seat
from webapp.table.actor import Actor
from webapp.table.secrets import hashed

LINKS = select(Key).where(
    Key.hashed.in_(bindparam("hashes", expanding=True)),
    Key.table_id == bindparam("table"),
    Key.revoked.is_(False),
)
"""The open links among some secrets. Every press asks this, so the statement is built once."""


@dataclass(frozen=True)
class Grant:
    """The highest role somebody holds at one table, by which link, and the seat of their device."""

    table: str
    role: Role
    key: int
    name: str
    seat: int | None = None
    seat_name: str | None = None
    seat_proof: str | None = None
    mark: str = ""

    @property
    def audience(self) -> Audience:
        """As whom this device looks."""
        return of(self.role, self.seat)

    def actor(self) -> Actor:
        """Who the journal names: the seat's name, else the role's."""
        if self.role is Role.GM:
            return Actor(self.role, "GM", self.key, mark=self.mark)
        return Actor(self.role, self.seat_name or "A guest", self.key, self.seat, self.mark)

    def as_role(self, role: Role, seat: Seat | None = None) -> "Grant":
        """What this device would see with a lower role (`?as=player`), or from one player's seat."""
        if seat is None:
            return Grant(self.table, role, self.key, self.name)
        return Grant(self.table, role, self.key, self.name, seat.id, seat.name, seat.secret)


def grant_of(token: str) -> Grant | None:
    """What one link opens, or None for an unknown or revoked one."""
    key = db.session.scalar(select(Key).where(Key.hashed == hashed(token), Key.revoked.is_(False)))
    return Grant(key.table_id, Role(key.role), key.id, key.name) if key else None


def opened_tables(tokens: Iterable[str]) -> set[str]:
    """The tables that any of these links opens; asked at once for all that a device ever carried."""
    hashes = [hashed(token) for token in tokens]
    query = select(Key.table_id).where(Key.hashed.in_(hashes), Key.revoked.is_(False))
    return set(db.session.scalars(query)) if hashes else set()


def still_opens(table_id: str, token: str) -> bool:
    """Whether a token that a device carries for a table is an open link or the secret of a seat."""
    return grant_of(token) is not None or seat_of(table_id, [hashed(token)]) is not None


def highest(table_id: str, tokens: Iterable[str]) -> Grant | None:
    """The best of the links a device carries for this table, with its seat if one of them is a seat's."""
    wanted = [hashed(token) for token in tokens]
    found = db.session.scalars(LINKS, {"hashes": wanted, "table": table_id})
    keys = sorted(found, key=lambda key: Role(key.role).power, reverse=True)
    if not keys:
        return None
    best = keys[0]
    seat = seat_of(table_id, wanted) if best.role == Role.PLAYER else None
    return Grant(
        table_id,
        Role(best.role),
        best.id,
        best.name,
        seat=seat.id if seat else None,
        seat_name=seat.name if seat else None,
        seat_proof=seat.secret if seat else None,
    )


def seat_of(table_id: str, hashes: Iterable[str]) -> Seat | None:
    """The seat that one of these secrets (already hashed) belongs to now."""
    query = select(Seat).where(
        Seat.table_id == table_id, Seat.secret.in_(list(hashes)), Seat.removed.is_(False)
    )
    return db.session.scalar(query)
