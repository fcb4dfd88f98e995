"""Rows of a SQLite database put into PostgreSQL, as somebody does who moves a server."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Boolean, DateTime, Engine, MetaData, Table

READ: dict[type[Any], Callable[[Any], Any]] = {
    JSON: json.loads,
    Boolean: bool,
    DateTime: lambda told: datetime.fromisoformat(told).replace(tzinfo=UTC),
}
"""What SQLite keeps as text or number."""


def move(file: Path, engine: Engine) -> None:
    """Every row of a file into tables that are there already; those who are referred to come first."""
    known = MetaData()
    known.reflect(engine)
    with closing(sqlite3.connect(file)) as source, engine.begin() as to:
        source.row_factory = sqlite3.Row
        for table in known.sorted_tables:
            if table.name == "alembic_version":
                continue
            rows = [_read(table, dict(row)) for row in source.execute(f'SELECT * FROM "{table.name}"')]
            if rows:
                to.execute(table.insert(), rows)


def step_of(file: Path) -> str:
    """The schema step a file stands at."""
    with closing(sqlite3.connect(file)) as source:
        (at,) = source.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(at)


def _read(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    return {name: _value(table.columns[name].type, value) for name, value in row.items()}


def _value(kind: Any, value: Any) -> Any:
    reader = next((read for each, read in READ.items() if isinstance(kind, each)), None)
    return value if value is None or reader is None else reader(value)
