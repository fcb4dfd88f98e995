"""Make a table's join code, and find the player link that a typed code opens."""

import secrets

from sqlalchemy import select

from webapp.store.db import db
from webapp.store.models import Key, Table
from webapp.store.table_state import TableState
from webapp.table.tokens import CODE_LETTERS

LENGTH = 8


def new_join_code() -> str:
    """Return a new join code of 8 characters, easy to read aloud and too long to guess within a year."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(LENGTH))


def find_by_join_code(typed: str) -> Key | None:
    """Return a player link of the table with this join code; ignores spaces, dashes and case.

    Returns None for an unknown code, while joining is switched off, and without an open player link.
    """
    code = "".join(letter for letter in typed.upper() if letter.isalnum())[:12]
    table = db.session.scalar(select(Table).where(Table.join_code == code, Table.join_on.is_(True)))
    if table is None or not code:
        return None
    return next(iter(TableState(table).open_links("player")), None)
