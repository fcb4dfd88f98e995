"""Store notes of seats and GMs, and tags that only one seat sees."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

NAMED = ("owner", "only", "scene", "zone", "tag", "character", "condition", "clock")
"""What a note may name, by its id."""


def upgrade() -> None:
    op.create_table(
        "note",
        sa.Column("text", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=True) for name in NAMED),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("order", sa.Integer(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_note_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "id", name=op.f("pk_note")),
    )
    with op.batch_alter_table("tag", schema=None) as tag:
        tag.add_column(sa.Column("only", sa.Integer(), nullable=True))
