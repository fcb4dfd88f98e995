"""Record in the journal which link and device made a change; older entries have neither."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("entry", schema=None) as entry:
        entry.add_column(sa.Column("device", sa.String(length=40), nullable=True))
        entry.create_index("entry_device", ["table_id", "device", "serial"], unique=False)
