"""Store which device made a thing, and what each seat and link has used of its shares."""

import json
from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

KINDS = (
    "scene",
    "zone",
    "tag",
    "character",
    "condition",
    "clock",
    "piece",
    "saved",
    "note",
    "seat",
    "checks",
    "proposal",
)
BY_PLAYERS = """
SELECT table_id, seat, device, changes, 200 + LENGTH(summary) + COALESCE(LENGTH(masked), 0)
    + COALESCE(LENGTH(because), 0) + LENGTH(CAST(changes AS TEXT)) + LENGTH(CAST(parts AS TEXT))
FROM entry WHERE role = 'player' AND device IS NOT NULL
"""


def upgrade() -> None:
    with op.batch_alter_table("tables", schema=None) as tables:
        tables.add_column(sa.Column("used", sa.JSON(), server_default="{}", nullable=False))
    for kind in KINDS:
        with op.batch_alter_table(kind, schema=None) as things:
            things.add_column(sa.Column("made_by", sa.String(length=40), nullable=True))
    _fill_from_journal()


def _fill_from_journal() -> None:
    """Count what players have written, and note on each thing which device made it."""
    used: dict[str, dict[str, dict[str, int]]] = defaultdict(lambda: defaultdict(lambda: {"bytes": 0}))
    for table, seat, device, changes, size in op.get_bind().execute(sa.text(BY_PLAYERS)).all():
        holder = f"seat:{seat}" if seat is not None else f"link:{device.partition('.')[0]}"
        used[table][holder]["bytes"] += size
        used[table]["players"]["bytes"] += size
        for change in json.loads(changes) if isinstance(changes, str) else changes:
            if change.get("new"):
                _note_maker(table, change, device if seat is None else f"{device}/{seat}")
    for table, by_holder in used.items():
        _execute("UPDATE tables SET used = :used WHERE id = :id", used=json.dumps(by_holder), id=table)


def _note_maker(table: str, change: dict[str, Any], maker: str) -> None:
    kind = "checks" if change["kind"] == "check" else change["kind"]
    if kind in KINDS:
        wanted = {"maker": maker, "table": table, "id": change["id"]}
        _execute(f"UPDATE {kind} SET made_by = :maker WHERE table_id = :table AND id = :id", **wanted)  # noqa: S608


def _execute(statement: str, **values: object) -> None:
    op.get_bind().execute(sa.text(statement), values)
