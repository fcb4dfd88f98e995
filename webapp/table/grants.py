"""What a device may do: the links and the seat it holds, read from the tokens it carries."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from sqlalchemy import bindparam, or_, select

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
OPENED = select(Key.table_id, Key.role, Key.id, Key.name).where(
    Key.hashed == bindparam("hashed"), Key.revoked.is_(False)
)
"""The open links among some secrets, and that of one. Every press asks this, so both are built once."""


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
    asking: int | None = None
    proofs: frozenset[str] = field(default=frozenset(), repr=False)

    @cached_property
    def audience(self) -> Audience:
        """As whom this device looks."""
        return of(self.role, self.seat)

    def actor(self) -> Actor:
        """Who the journal names: the seat's name, else the role's."""
        if self.role is Role.GM:
            return Actor(self.role, "GM", self.key, mark=self.mark, proofs=self.proofs)
        name = self.seat_name or "A guest"
        return Actor(self.role, name, self.key, self.seat, self.mark, self.asking, proofs=self.proofs)

    def as_role(self, role: Role, seat: Seat | None = None) -> "Grant":
        """What this device would see with a lower role (`?as=player`), or from one player's seat."""
        if seat is None:
            return Grant(self.table, role, self.key, self.name)
        return Grant(self.table, role, self.key, self.name, seat.id, seat.name, seat.secret)


def grant_of(token: str) -> Grant | None:
    """What one link opens, or None for an unknown or revoked one."""
    return _of(db.session.connection().execute(OPENED, {"hashed": hashed(token)}).first())


def grant_as_known(links: Iterable[Key], token: str) -> Grant | None:
    """The same among links as this process saw them last: enough to take a command, as the road looks at the
    link once more, and as it is in the database."""
    mine = hashed(token)
    return _of(next((each for each in links if each.hashed == mine and not each.revoked), None))


def _of(key: Any) -> Grant | None:
    return Grant(key.table_id, Role(key.role), key.id, key.name) if key else None


def opened_tables(tokens: Iterable[str]) -> set[str]:
    """The tables that any of these links opens; asked at once for all that a device ever carried."""
    hashes = [hashed(token) for token in tokens]
    query = select(Key.table_id).where(Key.hashed.in_(hashes), Key.revoked.is_(False))
    return set(db.session.scalars(query)) if hashes else set()


def still_opens(table_id: str, token: str) -> bool:
    """Whether a token that a device carries for a table is an open link or the secret of a seat."""
    return grant_of(token) is not None or bool(_seats_with(table_id, [hashed(token)]))


def highest(table_id: str, tokens: Iterable[str]) -> Grant | None:
    """The best of the links a device carries for this table, with its seat if one of them is a seat's."""
    wanted = [hashed(token) for token in tokens]
    found = db.session.scalars(LINKS, {"hashes": wanted, "table": table_id})
    grant = _of(max(found, key=lambda key: Role(key.role).power, default=None))
    if grant is None:
        return None
    return seated(grant, wanted) if grant.role is Role.PLAYER else replace(grant, proofs=frozenset(wanted))


def seated(grant: Grant, hashes: Sequence[str]) -> Grant:
    """The same with the seat that one of these secrets belongs to, and the seat that one of them asks for."""
    seats = _seats_with(grant.table, hashes)
    held = next((seat for each in hashes for seat in seats if seat.secret == each), None)
    asked = next((seat.id for seat in seats if seat.asking in hashes), None)
    grant = replace(grant, asking=asked, proofs=frozenset(hashes))
    if held is None:
        return grant
    return replace(grant, seat=held.id, seat_name=held.name, seat_proof=held.secret)


def _seats_with(table_id: str, hashes: Sequence[str]) -> Sequence[Seat]:
    """The seats that these secrets (already hashed) belong to, or ask for."""
    known = or_(Seat.secret.in_(hashes), Seat.asking.in_(hashes))
    return db.session.scalars(
        select(Seat).where(Seat.table_id == table_id, known, Seat.removed.is_(False))
    ).all()
