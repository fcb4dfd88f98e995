"""Let players edit their own sheets: store looks, locks, first rolls, and the sheets of open checks."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ROLLED = """
UPDATE "character" SET rolled = :yes WHERE EXISTS (
    SELECT 1 FROM checks
    WHERE checks.table_id = "character".table_id AND checks."character" = "character".id
    AND checks.state IN ('rolled', 'resolved') AND checks.visibility <> 'secret'
)
"""


def upgrade() -> None:
    with op.batch_alter_table("character", schema=None) as character:
        character.add_column(sa.Column("look", sa.String(), nullable=True))
        character.add_column(sa.Column("locked", sa.Boolean(), server_default=sa.false(), nullable=False))
        character.add_column(sa.Column("rolled", sa.Boolean(), server_default=sa.false(), nullable=False))
    with op.batch_alter_table("checks", schema=None) as checks:
        checks.add_column(sa.Column("sheet", sa.JSON(none_as_null=True), nullable=True))
    op.execute(sa.text(ROLLED).bindparams(sa.bindparam("yes", True, sa.Boolean())))
