"""Run Alembic on the connection that `webapp.store.schema_migration` passes, in its transaction."""

from typing import Any, Literal

from alembic import context
from sqlalchemy.types import TypeDecorator

import webapp.store.answer_model
import webapp.store.link_models
import webapp.store.models  # noqa: F401  (they fill the metadata)
from webapp.store.db import Base


def _as_plain_type(kind: str, column_type: Any, _context: Any) -> str | Literal[False]:
    """Return a column's type as Python text of SQLAlchemy's own type, because the app's types may change.

    False leaves the rest to Alembic.
    """
    if kind == "type" and isinstance(column_type, TypeDecorator):
        return f"sa.{column_type.impl!r}"
    return False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite changes a table by rebuilding it
    render_item=_as_plain_type,
    transactional_ddl=True,  # a failed step leaves nothing behind
)
with context.begin_transaction():
    context.run_migrations()
