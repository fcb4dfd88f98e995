"""The database rows of what opens a table: its links, and the codes that bring one to another device."""

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from webapp.store.column_types import UtcDateTime
from webapp.store.db import Model


class Link(Model):
    """A link. GM tokens are stored only as SHA-256; player and TV tokens can be shown again."""

    __tablename__ = "key"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    role: Mapped[str] = mapped_column(String(6))
    name: Mapped[str]
    hashed: Mapped[str] = mapped_column(String(64), unique=True)
    token: Mapped[str | None] = mapped_column(String(64))
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    revoked: Mapped[bool] = mapped_column(default=False)


class Handover(Model):
    """A code that moves a seat or opens a TV link: its SHA-256, its expiry and the link it opens.

    `proof` is the seat's hashed secret at the time, so that the code cannot move a seat that has moved since.
    """

    __tablename__ = "handover"

    hashed: Mapped[str] = mapped_column(String(64), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), index=True)
    seat: Mapped[int]
    key: Mapped[int]
    proof: Mapped[str | None] = mapped_column(String(64))
    until: Mapped[datetime] = mapped_column(UtcDateTime)
