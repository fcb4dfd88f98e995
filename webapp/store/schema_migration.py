"""Compare the database's schema with the required one, and migrate it.

`.venv/bin/python -m webapp.store.schema_migration "what changed"` writes the next step from the difference
between the newest step and `models.py`; read it before committing it.

Alembic is imported only where it is needed: most starts only check which step the database is at.
"""

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask
from sqlalchemy import Connection, Engine, inspect, text

from webapp.store.db import Base, db, open_database
from webapp.store.unusable import Unusable

if TYPE_CHECKING:
    from alembic.config import Config

HERE = Path(__file__).parent / "migrations"
ONE_AT_A_TIME = 7251  # the number of PostgreSQL's advisory lock for upgrades


class TooNew(Unusable):
    """Raised for a database that a newer version of the app has written."""


def migration_steps() -> list[str]:
    """Return the numbers of all steps, oldest first; a step's file name begins with its number."""
    return sorted(path.name.partition("_")[0] for path in (HERE / "versions").glob("[0-9]*_*.py"))


def newest_step() -> str:
    """Return the number of the step that this version of the app needs."""
    return migration_steps()[-1]


def current_step(engine: Engine) -> str | None:
    """Return the number of the database's current step; None if it has no tables of this program."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        at: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return at


def is_empty(engine: Engine) -> bool:
    """Return whether the database has no tables of this program yet, as at a first start."""
    return not inspect(engine).has_table("tables")


def is_pending(engine: Engine) -> bool:
    """Return whether steps are missing; raise TooNew if the database is ahead of this version."""
    at = current_step(engine)
    if at is not None and at not in migration_steps():
        raise TooNew(
            "This database was written by a newer version of Tableside. Nothing was changed; start that "
            "version, or restore a backup from before the upgrade."
        )
    return at != newest_step()


def upgrade_schema(engine: Engine, to: str = "head") -> None:
    """Apply the missing steps in one transaction: all of them, or none."""
    from alembic import command

    writer = engine.connect().execution_options(writes=True)
    with writer as connection, _without_cascades(connection), connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL lock_timeout = 0"))  # another process may take long
            connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
        command.upgrade(_config(connection), to)
        _ensure_references(connection)


def schema_differences(engine: Engine) -> list[Any]:
    """Return the differences between `models.py` and the database, as Alembic lists them."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))


@contextmanager
def _without_cascades(connection: Connection) -> Iterator[None]:
    """Switch off cascades while a SQLite table is rebuilt.

    Rebuilding drops the old table, which must not delete the rows that refer to it.
    """
    if connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection
    driver.execute("PRAGMA foreign_keys=OFF")  # it has no effect inside a transaction, so it comes before
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def _ensure_references(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            raise RuntimeError(f"the upgrade would break references in {broken[0][0]}; nothing was changed")


def _config(connection: Connection) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.set_main_option("truncate_slug_length", "60")
    config.attributes["connection"] = connection
    return config


def write_step(message: str) -> None:
    """Write the file of the next step, with the changes from the newest step to `models.py`."""
    from alembic import command

    with tempfile.TemporaryDirectory() as folder:
        app = Flask(__name__)
        app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{folder}/step.sqlite3"
        open_database(app)
        with app.app_context(), db.engine.connect() as connection:
            if migration_steps():
                upgrade_schema(db.engine)
            number = f"{len(migration_steps()) + 1:04}"
            step: Any = command.revision(_config(connection), message, autogenerate=True, rev_id=number)
            _format(step.path)


def _format(file: str) -> None:
    """Format a step as `make format` would; where that formatter is not installed, leave it."""
    if importlib.util.find_spec("ruff"):
        for how in (("check", "--fix-only", "--quiet"), ("format", "--quiet")):
            subprocess.run([sys.executable, "-m", "ruff", *how, file], check=False)  # noqa: S603


if __name__ == "__main__":
    write_step(" ".join(sys.argv[1:]) or "A change")
