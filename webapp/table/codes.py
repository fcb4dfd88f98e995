"""Codes that are typed by hand.

Six digits bring a seat to another device, for five minutes, or the TV link, for ten; each once. Only the
SHA-256 of one is kept. It falls with the link it was asked for by, and guessing is limited where codes are
typed (`webapp/limits.py`). The join code of a table is good for the player role alone.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import CursorResult, delete, select

from webapp.screens.audience import Role
from webapp.screens.views import to_json
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Handover, Key, Seat, Table
from webapp.table.actor import Actor
from webapp.table.secrets import hashed, new_digits
from webapp.table.transaction import transaction

GOOD_FOR = timedelta(minutes=5)
GOOD_FOR_A_TV = timedelta(minutes=10)
DIGITS = 6
NO_SEAT = 0
"""In the place of the seat, where a code opens a TV link."""


def device_code(board: Board, key: int, seat: Seat | None = None) -> dict[str, str]:
    """A new code for this seat, or for a TV that is to be opened by this link, and until when it is good; the
    one before is good no more."""
    now, place = datetime.now(UTC), NO_SEAT if seat is None else seat.id
    mine = (Handover.table_id == board.table.id) & (Handover.seat == place)
    db.session.execute(delete(Handover).where(mine | (Handover.until < now)))
    code, until = _unused(), now + (GOOD_FOR_A_TV if seat is None else GOOD_FOR)
    about = {"table_id": board.table.id, "seat": place, "key": key, "proof": seat and seat.secret}
    db.session.add(Handover(hashed=_kept(code), until=until, **about))
    return {"code": code, "until": to_json(until)}


def taken_over(typed: str) -> tuple[Key, Seat | None] | None:
    """The link and the seat, if any, that a typed code stands for; a code that was found is used up."""
    code = _kept(digits(typed))
    row = db.session.get(Handover, code)
    if row is None:
        return None
    db.session.expunge(row)
    with transaction():
        used: CursorResult[Any] = db.session.execute(  # type: ignore[assignment]
            delete(Handover).where(Handover.hashed == code)
        )
        first = used.rowcount == 1
    return _still_there(row) if first and row.until > datetime.now(UTC) else None


def digits(typed: str) -> str:
    """A code as it was meant, without its gaps; "" for what cannot be one."""
    code = "".join(letter for letter in typed if not letter.isspace() and letter != "-")
    return code if len(code) == DIGITS and code.isascii() and code.isdecimal() else ""


def by(key: Key, seat: Seat) -> Actor:
    """Return who typed a code: a guest with the link that the seat was opened by, who may claim that seat."""
    return Actor(Role.PLAYER, "A guest", key.id, proofs=frozenset(filter(None, [seat.secret])))


def _still_there(code: Handover) -> tuple[Key, Seat | None] | None:
    """Both, unless the link was revoked, or the seat was left, moved or taken away meanwhile."""
    key = db.session.get(Key, code.key)
    if key is None or key.revoked or key.token is None:
        return None
    if code.seat == NO_SEAT:
        return key, None
    seat = db.session.get(Seat, (code.table_id, code.seat))
    return (key, seat) if seat is not None and not seat.removed and seat.secret == code.proof else None


def _unused() -> str:
    while True:
        code = new_digits(DIGITS)
        if db.session.get(Handover, _kept(code)) is None:
            return code


def _kept(code: str) -> str:
    return hashed(f"handover {code}")


# ---- the join code --------------------------------------------------------------------------------


def key_for_code(code: str) -> Key | None:
    """The player link that this code stands for, or None; spaces, dashes and case do not matter."""
    typed = "".join(letter for letter in code.upper() if letter.isalnum())[:12]
    table = db.session.scalar(select(Table).where(Table.join_code == typed, Table.join_on.is_(True)))
    if table is None or not typed:
        return None
    return next(iter(Board(table).open_links("player")), None)
