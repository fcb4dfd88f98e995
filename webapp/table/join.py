"""The join code: short, typed by hand, and good for the player role alone."""

from sqlalchemy import select

from webapp.store.db import db
from webapp.store.models import Key, Table


def key_for_code(code: str) -> Key | None:
    """The player link that this code stands for, or None; spaces, dashes and case do not matter."""
    typed = "".join(letter for letter in code.upper() if letter.isalnum())[:12]
    table = db.session.scalar(select(Table).where(Table.join_code == typed, Table.join_on.is_(True)))
    if table is None or not typed:
        return None
    links = select(Key).where(Key.table_id == table.id, Key.role == "player", Key.revoked.is_(False))
    return db.session.scalar(links.order_by(Key.created).limit(1))
