"""Store when a player made a seat."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("seat", schema=None) as seat:
        seat.add_column(sa.Column("came", sa.Double(), nullable=True))
