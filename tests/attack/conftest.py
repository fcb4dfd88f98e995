"""Both ways of serving, each as a process of its own, with waits that tests can wait for."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.server import free_port
from tests.cli.running import Process, served_with

SHORT = "import webapp.pieces as p; p.FIRST, p.PACE, p.BLOCK = 1, 1, 4096"
"""A first byte within a second, then 4 KB in as long."""
GUNICORN = (
    "from gevent import monkey; monkey.patch_all(); exec({more!r}); import sys; "
    "sys.argv = ['gunicorn', '-k', 'gevent', '-w', '1', '--bind', '127.0.0.1:{port}', 'webapp.wsgi:app']; "
    "from gunicorn.app.wsgiapp import run; run()"
)
Serve = Callable[[Path, str], Process]


def embedded(folder: Path, more: str = "pass", **settings: str) -> Process:
    """As `make run` serves."""
    return Process(folder, *served_with(more), **settings).ready()


def gunicorn(folder: Path, more: str = "pass", **settings: str) -> Process:
    """As the README has it for production."""
    port = free_port()
    command = GUNICORN.format(more=more, port=port)
    return Process(folder, sys.executable, "-c", command, PORT=str(port), **settings).ready()


@pytest.fixture(scope="session", params=[embedded, gunicorn], ids=["embedded", "gunicorn"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One of the two, with short waits."""
    process = request.param(tmp_path_factory.mktemp("served"), SHORT)
    yield process
    process.stop()
