"""Store whether every seat may tick a clock."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("clock", schema=None) as clock:
        clock.add_column(sa.Column("shared", sa.Boolean(), server_default=sa.false(), nullable=False))
