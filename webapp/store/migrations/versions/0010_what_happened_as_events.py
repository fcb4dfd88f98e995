"""Store what happened as events; older entries keep their sentences alone."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("entry", schema=None) as entry:
        entry.add_column(sa.Column("events", sa.JSON(), server_default="[]", nullable=False))
