"""A real server for the tests that kill it, fill its disk, or press on it with many hands."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.server import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """`python -m webapp serve` on a database of its own."""
    folder = tmp_path / "instance"
    folder.mkdir()
    server = Server(folder).start()
    yield server
    server.stop()
