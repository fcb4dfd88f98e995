"""Store roughly how many bytes a table's journal takes."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

COUNTED = """
UPDATE tables SET written = (
    SELECT COALESCE(SUM(
        200 + LENGTH(summary) + COALESCE(LENGTH(masked), 0) + COALESCE(LENGTH(because), 0)
        + LENGTH(CAST(changes AS TEXT)) + LENGTH(CAST(parts AS TEXT))
    ), 0)
    FROM entry WHERE entry.table_id = tables.id
)
"""


def upgrade() -> None:
    with op.batch_alter_table("tables", schema=None) as tables:
        tables.add_column(sa.Column("written", sa.BigInteger(), server_default="0", nullable=False))
    op.execute(COUNTED)
