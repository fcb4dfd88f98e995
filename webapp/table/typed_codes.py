"""The codes that people type: a table's join code, and device codes.

A device code has six digits, or eight while many codes are valid, and brings a seat or the TV link to another
device, once. A seat's is valid for five minutes, a TV's for ten. Only its SHA-256 is stored, and it becomes
invalid when the link that it opens is revoked. Guesses are limited where codes are typed (`rate_limits.py`).
"""

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import CursorResult, delete, func, select

from webapp.state.audience import Role
from webapp.store.db import db
from webapp.store.link_models import Handover, Link
from webapp.store.models import Seat, Table
from webapp.store.table_state import TableState
from webapp.table.actor import GUEST, Actor
from webapp.table.refusals import load_table, write_or_refuse
from webapp.table.tokens import CODE_LETTERS, hash_token, new_digits

VALID_FOR = timedelta(minutes=5)
VALID_FOR_A_TV = timedelta(minutes=10)
DIGITS, MORE_DIGITS = 6, 8
MANY = 50
"""A new code has more digits while more codes than this are valid, since a guess may hit any of them."""
JOIN_LETTERS = 8
NO_SEAT = 0
"""Stored in place of a seat's id for a code that opens a TV link."""


def new_join_code() -> str:
    """Return a new join code of 8 characters, easy to read aloud and too long to guess within a year."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(JOIN_LETTERS))


def find_by_join_code(typed: str) -> Link | None:
    """Return a player link of the table with this join code; ignores spaces, dashes and case.

    Returns None for an unknown code, while joining is switched off, and without an open player link.
    """
    code = "".join(letter for letter in typed.upper() if letter.isalnum())[:12]
    table = db.session.scalar(select(Table).where(Table.join_code == code, Table.join_on.is_(True)))
    if table is None or not code:
        return None
    return next(iter(TableState(table).open_links("player")), None)


def make_device_code(state: TableState, key: int, seat: Seat | None = None) -> dict[str, str]:
    """Make a new code for this seat, or for a TV if `seat` is None; return it with its time of expiry.

    `key` is the link that the code opens. An earlier code for the same seat or TV becomes invalid.
    """
    now, place = datetime.now(UTC), NO_SEAT if seat is None else seat.id
    mine = (Handover.table_id == state.table.id) & (Handover.seat == place)
    state.session.execute(delete(Handover).where(mine | (Handover.until < now)))
    code, until = _unused(state, now), now + (VALID_FOR_A_TV if seat is None else VALID_FOR)
    about = {"table_id": state.table.id, "seat": place, "key": key, "proof": seat and seat.secret}
    state.session.add(Handover(hashed=_code_hash(code), until=until, **about))
    return {"code": code, "until": until.isoformat().replace("+00:00", "Z")}


def make_first_tv_code(table_id: str) -> str:
    """Return the first code for a new table's TV link.

    It gets no journal entry, so the table still counts as unused.
    """
    with write_or_refuse(table_id):
        state = load_table(table_id)
        return make_device_code(state, state.open_links("tv")[0].id)["code"]


def take_over_seat(typed: str) -> tuple[Link, Seat | None] | None:
    """Return the link and the seat, if any, of a typed code, and delete the code; None if it is invalid."""
    code = _code_hash(normalize_code(typed))
    row = db.session.get(Handover, code)
    if row is None:
        return None
    with write_or_refuse():
        used: CursorResult[Any] = db.session.execute(  # type: ignore[assignment]
            delete(Handover).where(Handover.hashed == code)
        )
        first = used.rowcount == 1
    return _still_there(row) if first and row.until > datetime.now(UTC) else None


def normalize_code(typed: str) -> str:
    """Return a typed code without spaces and hyphens; "" if it cannot be a code."""
    code = "".join(letter for letter in typed if not letter.isspace() and letter != "-")
    return code if len(code) in (DIGITS, MORE_DIGITS) and code.isascii() and code.isdecimal() else ""


def claimant(link: Link, seat: Seat) -> Actor:
    """Return the actor who typed a code: a guest with the seat's link, who may claim the seat."""
    return Actor(Role.PLAYER, GUEST, link.id, proofs=frozenset(filter(None, [seat.secret])))


def _still_there(code: Handover) -> tuple[Link, Seat | None] | None:
    """Return a code's link and seat; None if the link was revoked or the seat has changed since."""
    link = db.session.get(Link, code.key)
    if link is None or link.revoked or link.token is None:
        return None
    if code.seat == NO_SEAT:
        return link, None
    seat = db.session.get(Seat, (code.table_id, code.seat))
    return (link, seat) if seat is not None and not seat.removed and seat.secret == code.proof else None


def _unused(state: TableState, now: datetime) -> str:
    valid = state.session.scalar(select(func.count()).where(Handover.until >= now)) or 0
    while True:
        code = new_digits(MORE_DIGITS if valid > MANY else DIGITS)
        if state.session.get(Handover, _code_hash(code)) is None:
            return code


def _code_hash(code: str) -> str:
    return hash_token(f"handover {code}")
