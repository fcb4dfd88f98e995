"""The database rows of the answers to commands, for presses that are sent again."""

from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from webapp.store.column_types import UtcDateTime
from webapp.store.db import Model


class Answer(Model):
    """The answer to a command that had an idempotency key, stored for 48 hours.

    Only the SHA-256 of the key is stored, and the answer is sealed with the key itself, because it may
    contain a new link or a seat's secret.
    """

    __tablename__ = "answer"
    __table_args__ = (UniqueConstraint("table_id", "holder", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))
    holder: Mapped[str] = mapped_column(String(80))
    key: Mapped[str] = mapped_column(String(255))
    asked: Mapped[str] = mapped_column(String(64))
    sealed: Mapped[bytes]
    at: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
