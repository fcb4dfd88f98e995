"""Find the link and the seat of a device by the tokens that the device sends."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from sqlalchemy import bindparam, or_, select

from webapp.state.audience import Audience, Role, audience_for
from webapp.store.db import db
from webapp.store.link_models import Link
from webapp.store.models import Seat
from webapp.table.actor import GUEST, Actor
from webapp.table.tokens import hash_token

LINKS = select(Link).where(
    Link.hashed.in_(bindparam("hashes", expanding=True)),
    Link.table_id == bindparam("table"),
    Link.revoked.is_(False),
)
OPENED = select(Link.table_id, Link.role, Link.id, Link.name).where(
    Link.hashed == bindparam("hashed"), Link.revoked.is_(False)
)
"""Queries for the open links of several hashed tokens or of one, built once and used for every request."""


@dataclass(frozen=True)
class Grant:
    """The highest role that a device has at one table, the link that gives it, and the device's seat."""

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
        """The audience of this device."""
        return audience_for(self.role, self.seat)

    def actor(self) -> Actor:
        """Return the actor for commands and the journal: the GM, the seat by its name, or a guest."""
        if self.role is Role.GM:
            return Actor(self.role, "GM", self.key, mark=self.mark, proofs=self.proofs)
        name = self.seat_name or GUEST
        return Actor(self.role, name, self.key, self.seat, self.mark, self.asking, proofs=self.proofs)

    def as_role(self, role: Role, seat: Seat | None = None) -> "Grant":
        """Return this grant with a lower role (`?as=player`), or as the holder of a player's seat."""
        if seat is None:
            return Grant(self.table, role, self.key, self.name)
        return Grant(self.table, role, self.key, self.name, seat.id, seat.name, seat.secret)


def grant_of(token: str) -> Grant | None:
    """Return the grant of a link's token; None for an unknown or revoked link."""
    return _of(db.session.connection().execute(OPENED, {"hashed": hash_token(token)}).first())


def grant_as_known(links: Iterable[Link], token: str) -> Grant | None:
    """Return the grant of a token from this process's cached links; None if no open link has it.

    A cached grant is enough to send a command, because the dispatcher checks the link in the database.
    """
    mine = hash_token(token)
    return _of(next((link for link in links if link.hashed == mine and not link.revoked), None))


def gm_as_known(links: Iterable[Link], tokens: Iterable[str]) -> Grant | None:
    """Return the cached GM grant of a device's links; None unless exactly one of them is a GM's."""
    wanted = [hash_token(token) for token in tokens]
    mine = [link for link in links if link.hashed in wanted and link.role == Role.GM and not link.revoked]
    grant = _of(mine[0]) if len(mine) == 1 else None
    return replace(grant, proofs=frozenset(wanted)) if grant is not None else None


def _of(link: Any) -> Grant | None:
    return Grant(link.table_id, Role(link.role), link.id, link.name) if link else None


def opened_tables(tokens: Iterable[str]) -> set[str]:
    """Return the ids of the tables that these tokens open, in one query."""
    hashes = [hash_token(token) for token in tokens]
    query = select(Link.table_id).where(Link.hashed.in_(hashes), Link.revoked.is_(False))
    return set(db.session.scalars(query)) if hashes else set()


def still_opens(table_id: str, token: str) -> bool:
    """Return whether a token opens a link, or is the secret of a seat's holder or requester at this table."""
    return grant_of(token) is not None or bool(_seats_with(table_id, [hash_token(token)]))


def best_grant(table_id: str, tokens: Iterable[str]) -> Grant | None:
    """Return the highest grant of a device's tokens at this table; None if no open link is among them.

    Among links of one role, that of the first token counts: a device sends the link it opened last first. A
    player's grant includes the seat that the tokens hold.
    """
    wanted = [hash_token(token) for token in tokens]
    found = db.session.scalars(LINKS, {"hashes": wanted, "table": table_id})
    best = max(found, key=lambda link: (Role(link.role).power, -wanted.index(link.hashed)), default=None)
    grant = _of(best)
    if grant is None:
        return None
    return with_seat(grant, wanted) if grant.role is Role.PLAYER else replace(grant, proofs=frozenset(wanted))


def with_seat(grant: Grant, hashes: Sequence[str]) -> Grant:
    """Return the grant with the seat that these hashed secrets hold, and the one they request."""
    seats = _seats_with(grant.table, hashes)
    held = next((seat for name in hashes for seat in seats if seat.secret == name), None)
    asked = next((seat.id for seat in seats if seat.asking in hashes), None)
    grant = replace(grant, asking=asked, proofs=frozenset(hashes))
    if held is None:
        return grant
    return replace(grant, seat=held.id, seat_name=held.name, seat_proof=held.secret)


def _seats_with(table_id: str, hashes: Sequence[str]) -> Sequence[Seat]:
    """Return the seats whose secret, or whose requester's secret, is among these hashes."""
    known = or_(Seat.secret.in_(hashes), Seat.asking.in_(hashes))
    return db.session.scalars(
        select(Seat).where(Seat.table_id == table_id, known, Seat.removed.is_(False))
    ).all()
