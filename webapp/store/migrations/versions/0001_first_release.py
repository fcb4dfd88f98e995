"""Create the tables of the first release. A column whose name ends in `?` is nullable."""

from collections.abc import Callable
from functools import partial
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

Column = sa.Column[Any]


def _column(kind: Any, name: str) -> Column:
    return sa.Column(name.removesuffix("?"), kind, nullable=name.endswith("?"))


def word(name: str, most: int | None = None) -> Column:
    return _column(sa.String(length=most), name)


text: Callable[[str], Column] = partial(_column, sa.Text())
whole: Callable[[str], Column] = partial(_column, sa.Integer())
flag: Callable[[str], Column] = partial(_column, sa.Boolean())
values: Callable[[str], Column] = partial(_column, sa.JSON())
when: Callable[[str], Column] = partial(_column, sa.DateTime(timezone=True))


def given(name: str) -> Column:
    """Return a column for an id that the app chooses."""
    return sa.Column(name, sa.Integer(), autoincrement=False, nullable=False)


def of_a_table(name: str, *columns: Column, key: tuple[str, ...], once: tuple[str, ...] = ()) -> None:
    """Create a database table for rows of a game table; `key` is the primary key, `once` is unique."""
    table = sa.ForeignKeyConstraint(
        ["table_id"], ["tables.id"], name=op.f(f"fk_{name}_table_id"), ondelete="CASCADE"
    )
    constraints: list[sa.Constraint] = [table, sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{name}"))]
    if once:
        constraints.append(sa.UniqueConstraint(*once, name=op.f(f"uq_{name}_{'_'.join(once)}")))
    op.create_table(name, *columns, *constraints)


def thing(name: str, *columns: Column) -> None:
    """Create the table of a kind of thing."""
    shared = word("table_id", 16), given("id"), whole("order"), flag("removed"), word("visibility", 10)
    of_a_table(name, *columns, *shared, key=("table_id", "id"))


def upgrade() -> None:
    op.create_table(
        "tables",
        *(word("id", 16), word("name"), word("ruleset"), values("settings"), flag("paused")),
        *(word("paused_by?"), whole("spotlight?"), whole("active_scene?"), word("join_code?", 12)),
        *(flag("join_on"), word("epoch", 12), whole("rev_gm"), whole("rev_player"), whole("rev_tv")),
        *(whole("entries"), when("created")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("join_code", name=op.f("uq_tables_join_code")),
    )
    of_a_table(
        "answer",
        *(whole("id"), word("table_id", 16), word("holder", 80), word("key", 255), word("asked", 64)),
        *(_column(sa.LargeBinary(), "sealed"), when("at")),
        key=("id",),
        once=("table_id", "holder", "key"),
    )
    op.create_index(op.f("ix_answer_at"), "answer", ["at"])
    thing("character", word("name"), word("kind", 5), values("stats"), whole("zone?"))
    thing(
        "checks",
        *(whole("character"), whole("seat?"), whole("scene?"), word("state", 10), text("intent")),
        *(text("approach"), text("changed?"), values("asked"), values("sources"), values("uses")),
        *(values("switches"), values("gate"), values("targets"), values("affected"), word("group?")),
        *(values("helpers"), whole("lead?"), values("rolled"), values("result")),
    )
    thing(
        "clock",
        *(word("name"), whole("segments"), whole("filled"), word("direction", 5), word("kind", 20)),
        *(whole("scene?"), text("on_full?"), whole("opposes?"), whole("follows?"), whole("owner?")),
        *(word("group?"), whole("character?"), word("tempo?", 8), word("race?", 8), whole("completed_by?")),
    )
    thing(
        "condition",
        *(whole("character"), word("name"), values("effects"), word("source?"), word("trigger?")),
        *(word("clears?"), word("severity", 8), flag("treated"), whole("clock?"), whole("goal?")),
        *(values("data"), values("switches")),
    )
    of_a_table(
        "entry",
        *(word("table_id", 16), given("id"), whole("serial"), when("at"), word("role", 8), word("who")),
        *(whole("seat?"), word("command", 40), text("summary"), text("masked?"), text("because?")),
        *(values("about"), values("parts"), values("changes"), values("touched"), values("changed")),
        *(flag("for_player"), flag("for_tv"), whole("scene?"), flag("undoable"), whole("undoes?")),
        *(whole("undone_by?"), whole("group?")),
        key=("table_id", "id"),
        once=("table_id", "serial"),
    )
    op.create_index("entry_player", "entry", ["table_id", "for_player", "serial"])
    op.create_index("entry_tv", "entry", ["table_id", "for_tv", "serial"])
    of_a_table(
        "handover",
        *(word("hashed", 64), word("table_id", 16), whole("seat"), whole("key"), word("proof?", 64)),
        when("until"),
        key=("hashed",),
    )
    op.create_index(op.f("ix_handover_table_id"), "handover", ["table_id"])
    of_a_table(
        "heard", word("table_id", 16), given("seat"), given("serial"), key=("table_id", "seat", "serial")
    )
    of_a_table(
        "key",
        *(given("id"), word("table_id", 16), word("role", 6), word("name"), word("hashed", 64)),
        *(word("token?", 64), when("created"), flag("revoked")),
        key=("id",),
        once=("hashed",),
    )
    op.create_index(op.f("ix_key_table_id"), "key", ["table_id"])
    thing(
        "piece",
        word("kind", 20),
        word("name?"),
        *map(whole, ("scene?", "zone?", "character?")),
        values("data"),
    )
    thing(
        "proposal",
        *(
            whole("seat?"),
            whole("check?"),
            values("command"),
            text("because?"),
            whole("low?"),
            whole("high?"),
        ),
        *(flag("offered"), word("state", 10)),
    )
    thing("saved", word("kind", 10), word("name"), values("data"))
    thing("scene", word("name"), text("description?"), text("notes?"), word("state", 10), flag("played"))
    thing("seat", word("name"), whole("character?"), word("secret?", 64), whole("revision"))
    op.create_index(op.f("ix_seat_secret"), "seat", ["secret"])
    thing(
        "tag",
        *(word("name"), whole("scene?"), whole("zone?"), word("object?"), whole("character?")),
        *(values("effects"), word("trigger?"), word("clears?"), flag("burned"), values("data")),
        values("switches"),
    )
    thing("zone", word("name"), whole("scene?"), values("joins"))
