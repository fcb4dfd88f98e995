"""Real servers for the tests that kill them, fill their disk, or press on them with many hands."""

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.browser.server import Server
from tests.store import services


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """`python -m webapp serve` on a database of its own."""
    folder = tmp_path / "instance"
    folder.mkdir()
    server = Server(folder).start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """One PostgreSQL for all who want one."""
    with services.postgresql() as address:
        yield address


@pytest.fixture
def address(cluster: str) -> str:
    """An empty database on it."""
    return empty_database(cluster)


def empty_database(cluster: str, name: str = "tables") -> str:
    """A new one of this name; what was there is gone."""
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")
    return cluster.replace("/postgres?", f"/{name}?")
