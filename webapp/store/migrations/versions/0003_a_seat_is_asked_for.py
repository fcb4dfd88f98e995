"""Store the device that requests a seat."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("seat", schema=None) as seat:
        seat.add_column(sa.Column("asking", sa.String(length=64), nullable=True))
        seat.add_column(sa.Column("asking_name", sa.String(), nullable=True))
