"""The server as a process of its own, with waits that tests can wait for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import Process, served_with

SHORT = "import webapp.request_limits as r, webapp.gunicorn_config as s; r.SECONDS = 1; s.keepalive = 10"
"""A small body is here within a second, a large one within as long as its size takes."""


def served(folder: Path, more: str = "pass", **settings: str) -> Process:
    """Start a server in which something is different."""
    return Process(folder, *served_with(more), **settings).ready()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One with short waits."""
    process = served(tmp_path_factory.mktemp("served"), SHORT)
    yield process
    process.stop()
