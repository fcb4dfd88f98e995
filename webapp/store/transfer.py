"""Copy every row of one database to another, between SQLite and PostgreSQL, while no server runs.

The copy is read again and compared row by row before it is committed; the source is only read.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Connection, Engine, MetaData, Row, Table, func, select, text

from webapp.store.column_types import RuleValue
from webapp.store.db import Base
from webapp.store.schema_migration import is_empty, is_pending, upgrade_schema
from webapp.store.unusable import Unusable

ROWS_PER_BATCH = 500
OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND backend_type = 'client backend'"
)
Advance = Callable[[int], None]
Digests = dict[tuple[Any, ...], bytes]


def transfer(source: Engine, to: Engine, advance: Advance = lambda rows: None) -> dict[str, int]:
    """Copy every row into an empty database; return the number of rows of each database table.

    Raises Unusable if the copy differs from the source. After any error the new database holds no row.
    The caller has checked both databases (`ensure_source`, `ensure_target`) and prevents servers from
    starting meanwhile (`claim_instance`). `advance` is called with the number of rows processed since its
    last call; each row counts twice, once when it is written and once when it is read again.
    """
    upgrade_schema(to)
    moved = {}
    with _reading(source) as rows, to.connect().execution_options(writes=True) as new, new.begin():
        for table in all_tables():
            written = dict(_write(table, rows, new, advance))
            _ensure_same(table, written, _digests(table, new, advance))
            moved[table.name] = len(written)
    return moved


def all_tables() -> list[Table]:
    """Return all tables of the schema, referenced ones first; JSON columns are copied as text."""
    plain = MetaData()
    for table in Base.metadata.sorted_tables:
        for column in table.to_metadata(plain).columns:
            column.type = JSON() if isinstance(column.type, RuleValue) else column.type
    return plain.sorted_tables


def count_rows(engine: Engine) -> int:
    """Return the number of rows in all database tables."""
    with engine.connect() as connection:
        return sum(connection.scalar(select(func.count()).select_from(table)) or 0 for table in all_tables())


# ---- preconditions --------------------------------------------------------------------------------


def ensure_source(engine: Engine) -> None:
    """Raise Unusable if this database lacks this version's schema or is in use (PostgreSQL)."""
    if is_empty(engine):
        raise Unusable("There are no tables to move yet.")
    if is_pending(engine):
        raise Unusable(
            "The database is from an older version. Start the server once to upgrade the database."
        )
    _ensure_alone(engine, "This database")


def ensure_target(engine: Engine) -> None:
    """Raise Unusable if this database has rows, an older schema, or other connections (PostgreSQL)."""
    _ensure_alone(engine, "The new database")
    if not is_empty(engine) and (is_pending(engine) or count_rows(engine)):
        raise Unusable("The new database already has tables. Nothing was changed; name an empty database.")


def _ensure_alone(engine: Engine, which: str) -> None:
    if engine.dialect.name != "postgresql":
        return
    with engine.connect() as connection:
        if connection.scalar(text(OTHERS)):
            raise Unusable(
                f"{which} is in use: stop every server first and close other connections. "
                "Nothing was changed."
            )


# ---- row by row ----------------------------------------------------------------------------------


def _reading(engine: Engine) -> Connection:
    """Return a connection that reads the source as of one moment."""
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
    return rows.execute(select(table)).partitions(ROWS_PER_BATCH)


def _digest(table: Table, row: Row[Any]) -> tuple[tuple[Any, ...], bytes]:
    """Return the row's primary key, and a SHA-256 digest of its content."""
    said = json.dumps(list(row), sort_keys=True, default=datetime.isoformat)
    key = tuple(row._mapping[column.name] for column in table.primary_key)
    return key, hashlib.sha256(said.encode()).digest()


def _ensure_same(table: Table, written: Digests, found: Digests) -> None:
    """Raise Unusable if the new table's rows differ from the rows that were written."""
    if len(written) != len(found):
        counts = f"rows written: {len(written)}, rows found: {len(found)}"
        raise Unusable(f"The copy of “{table.name}” is incomplete ({counts}). The move was cancelled.")
    different = next((key for key, digest in written.items() if found.get(key) != digest), None)
    if different is not None:
        key = ", ".join(map(str, different))
        raise Unusable(f"Row {key} of “{table.name}” differs in the new database. The move was cancelled.")
