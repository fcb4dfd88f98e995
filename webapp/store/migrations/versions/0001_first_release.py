"""The tables of the first release."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("spotlight", sa.Integer(), nullable=True),
        sa.Column("active_scene", sa.Integer(), nullable=True),
        sa.Column("join_code", sa.String(length=12), nullable=True),
        sa.Column("join_on", sa.Boolean(), nullable=False),
        sa.Column("epoch", sa.String(length=12), nullable=False),
        sa.Column("rev_gm", sa.Integer(), nullable=False),
        sa.Column("rev_player", sa.Integer(), nullable=False),
        sa.Column("rev_tv", sa.Integer(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("join_code", name=op.f("uq_tables_join_code")),
    )
    op.create_table(
        "answer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("holder", sa.String(length=80), nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("asked", sa.String(length=64), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_answer_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answer")),
        sa.UniqueConstraint("table_id", "holder", "key", name=op.f("uq_answer_table_id_holder_key")),
    )
    with op.batch_alter_table("answer", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_answer_at"), ["at"], unique=False)

    op.create_table(
        "character",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(length=5), nullable=False),
        sa.Column("stats", sa.JSON(), nullable=False),
        sa.Column("zone", sa.Integer(), nullable=True),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("order", sa.Integer(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_character_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "id", name=op.f("pk_character")),
    )
    op.create_table(
        "checks",
        sa.Column("character", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("scene", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("intent", sa.Text(), nullable=False),
        sa.Column("approach", sa.Text(), nullable=False),
        sa.Column("changed", sa.Text(), nullable=True),
        sa.Column("asked", sa.JSON(), nullable=False),
        sa.Column("sources", sa.JSON(), nullable=False),
        sa.Column("uses", sa.JSON(), nullable=False),
        sa.Column("switches", sa.JSON(), nullable=False),
        sa.Column("gate", sa.JSON(), nullable=False),
        sa.Column("targets", sa.JSON(), nullable=False),
        sa.Column("affected", sa.JSON(), nullable=False),
        sa.Column("group", sa.String(), nullable=True),
        sa.Column("helpers", sa.JSON(), nullable=False),
        sa.Column("lead", sa.Integer(), nullable=True),
        sa.Column("rolled", sa.JSON(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("order", sa.Integer(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_checks_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "id", name=op.f("pk_checks")),
    )
    op.create_table(
        "clock",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("segments", sa.Integer(), nullable=False),
        sa.Column("filled", sa.Integer(), nullable=False),
        sa.Column("direction", sa.String(length=5), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("scene", sa.Integer(), nullable=True),
        sa.Column("on_full", sa.Text(), nullable=True),
        sa.Column("opposes", sa.Integer(), nullable=True),
        sa.Column("follows", sa.Integer(), nullable=True),
        sa.Column("owner", sa.Integer(), nullable=True),
        sa.Column("group", sa.String(), nullable=True),
        sa.Column("character", sa.Integer(), nullable=True),
        sa.Column("tempo", sa.String(length=8), nullable=True),
        sa.Column("race", sa.String(length=8), nullable=True),
        sa.Column("completed_by", sa.Integer(), nullable=True),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("order", sa.Integer(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_clock_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "id", name=op.f("pk_clock")),
    )
    op.create_table(
        "condition",
        sa.Column("character", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("effects", sa.JSON(), nullable=False),
        sa.Column("source", sa.String(), nullable=True),
        sa.Column("trigger", sa.String(), nullable=True),
        sa.Column("clears", sa.String(), nullable=True),
        sa.Column("severity", sa.String(length=8), nullable=False),
        sa.Column("treated", sa.Boolean(), nullable=False),
        sa.Column("clock", sa.Integer(), nullable=True),
        sa.Column("goal", sa.Integer(), nullable=True),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("switches", sa.JSON(), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("order", sa.Integer(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_condition_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "id", name=op.f("pk_condition")),
    )
    op.create_table(
        "entry",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("command", sa.String(length=40), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("masked", sa.Text(), nullable=True),
        sa.Column("because", sa.Text(), nullable=True),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("parts", sa.JSON(), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("touched", sa.JSON(), nullable=False),
        sa.Column("changed", sa.JSON(), nullable=False),
        sa.Column("for_player", sa.Boolean(), nullable=False),
        sa.Column("for_tv", sa.Boolean(), nullable=False),
        sa.Column("scene", sa.Integer(), nullable=True),
        sa.Column("undoable", sa.Boolean(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("undone_by", sa.Integer(), nullable=True),
        sa.Column("group", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_entry_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "id", name=op.f("pk_entry")),
        sa.UniqueConstraint("table_id", "serial", name=op.f("uq_entry_table_id_serial")),
    )
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.create_index("entry_player", ["table_id", "for_player", "serial"], unique=False)
        batch_op.create_index("entry_tv", ["table_id", "for_tv", "serial"], unique=False)

    op.create_table(
        "heard",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("serial", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_heard_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", "serial", name=op.f("pk_heard")),
    )
    op.create_table(
        "key",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("role", sa.String(length=6), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("hashed", sa.String(length=64), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_key_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_key")),
        sa.UniqueConstraint("hashed", name=op.f("uq_key_hashed")),
    )
    with op.batch_alter_table("key", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_key_table_id"), ["table_id"], unique=False)

    op.create_table(
        "proposal",
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("check", sa.Integer(), nullable=True),
        sa.Column("command", sa.JSON(), nullable=False),
        sa.Column("because", sa.Text(), nullable=True),
        sa.Column("low", sa.Integer(), nullable=True),
        sa.Column("high", sa.Integer(), nullable=True),
        sa.Column("offered", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("order", sa.Integer(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_proposal_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "id", name=op.f("pk_proposal")),
    )
    op.create_table(
        "scene",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("notes", sa.Text(), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("played", sa.Boolean(), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("order", sa.Integer(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_scene_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "id", name=op.f("pk_scene")),
    )
    op.create_table(
        "seat",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("character", sa.Integer(), nullable=True),
        sa.Column("secret", sa.String(length=64), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("order", sa.Integer(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_seat_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "id", name=op.f("pk_seat")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_secret"), ["secret"], unique=False)

    op.create_table(
        "tag",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("scene", sa.Integer(), nullable=True),
        sa.Column("zone", sa.Integer(), nullable=True),
        sa.Column("object", sa.String(), nullable=True),
        sa.Column("character", sa.Integer(), nullable=True),
        sa.Column("effects", sa.JSON(), nullable=False),
        sa.Column("trigger", sa.String(), nullable=True),
        sa.Column("clears", sa.String(), nullable=True),
        sa.Column("burned", sa.Boolean(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("switches", sa.JSON(), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("order", sa.Integer(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_tag_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "id", name=op.f("pk_tag")),
    )
    op.create_table(
        "zone",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("scene", sa.Integer(), nullable=True),
        sa.Column("joins", sa.JSON(), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("order", sa.Integer(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_zone_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "id", name=op.f("pk_zone")),
    )
