"""Every row of one database put into another, from SQLite to PostgreSQL or back, while nobody serves.

What is written is read again and compared row by row before it counts; the source is only read.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Connection, Engine, MetaData, Row, Table, func, select, text

from webapp.store.db import Base
from webapp.store.schema import is_empty, is_pending, upgrade
from webapp.store.trouble import Unusable
from webapp.store.values import RuleValue

AT_ONCE = 500  # rows
OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND backend_type = 'client backend'"
)
Advance = Callable[[int], None]
Digests = dict[tuple[Any, ...], bytes]


def transfer(source: Engine, to: Engine, advance: Advance = lambda rows: None) -> dict[str, int]:
    """Put every row into an empty database; how many of each table. Unusable if it cannot be, or came out
    differently: then the new one holds no row.

    The caller has looked whether it can be (`ensure_source`, `ensure_target`), and keeps servers from
    starting meanwhile (`lock.claim`). `advance` hears how many rows more are through: each is told twice, as
    it is written and as it is read again.
    """
    upgrade(to)
    moved = {}
    with _reading(source) as rows, to.connect().execution_options(writes=True) as new, new.begin():
        for table in tables():
            written = dict(_write(table, rows, new, advance))
            _ensure_same(table, written, _digests(table, new, advance))
            moved[table.name] = len(written)
    return moved


def tables() -> list[Table]:
    """All tables of the schema, those first that others refer to; JSON is carried as it stands."""
    plain = MetaData()
    for table in Base.metadata.sorted_tables:
        for column in table.to_metadata(plain).columns:
            column.type = JSON() if isinstance(column.type, RuleValue) else column.type
    return plain.sorted_tables


def count(engine: Engine) -> int:
    """How many rows there are in all."""
    with engine.connect() as connection:
        return sum(connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables())


# ---- what must hold before -----------------------------------------------------------------------


def ensure_source(engine: Engine) -> None:
    """A database of this version that nobody else has open."""
    if is_empty(engine):
        raise Unusable("There are no tables to move yet.")
    if is_pending(engine):
        raise Unusable("The database is of an older version: start the server once, which upgrades it.")
    _ensure_alone(engine, "This database")


def ensure_target(engine: Engine) -> None:
    """A database that holds nothing of ours, and that nobody else has open."""
    _ensure_alone(engine, "The new database")
    if not is_empty(engine) and (is_pending(engine) or count(engine)):
        raise Unusable("The new database holds tables already. Nothing was changed; give an empty one.")


def _ensure_alone(engine: Engine, which: str) -> None:
    if engine.dialect.name != "postgresql":
        return
    with engine.connect() as connection:
        if connection.scalar(text(OTHERS)):
            raise Unusable(f"{which} is in use: stop every server first. Nothing was changed.")


# ---- row by row ----------------------------------------------------------------------------------


def _reading(engine: Engine) -> Connection:
    """One view of it for the whole time."""
    if engine.dialect.name == "postgresql":
        return engine.connect().execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return engine.connect()


def _write(table: Table, rows: Connection, new: Connection, advance: Advance) -> Iterator[tuple[Any, bytes]]:
    for part in _parts(table, rows):
        new.execute(table.insert(), [dict(row._mapping) for row in part])
        advance(len(part))
        yield from (_digest(table, row) for row in part)


def _digests(table: Table, new: Connection, advance: Advance) -> Digests:
    found: Digests = {}
    for part in _parts(table, new):
        found.update(_digest(table, row) for row in part)
        advance(len(part))
    return found


def _parts(table: Table, rows: Connection) -> Iterator[Sequence[Row[Any]]]:
    return rows.execute(select(table)).partitions(AT_ONCE)


def _digest(table: Table, row: Row[Any]) -> tuple[tuple[Any, ...], bytes]:
    """The row's key, and a digest of all that it holds."""
    said = json.dumps(list(row), sort_keys=True, default=datetime.isoformat)
    key = tuple(row._mapping[column.name] for column in table.primary_key)
    return key, hashlib.sha256(said.encode()).digest()


def _ensure_same(table: Table, written: Digests, found: Digests) -> None:
    """Unusable where the new table holds more, fewer or other rows than were read."""
    if len(written) != len(found):
        counts = f"{len(written)} rows were written and {len(found)} are there"
        raise Unusable(f"Of {table.name}, {counts}. Nothing was kept.")
    different = next((key for key, digest in written.items() if found.get(key) != digest), None)
    if different is not None:
        raise Unusable(f"A row of {table.name} {different} came out differently. Nothing was kept.")
