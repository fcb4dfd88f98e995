"""Two processes that serve the same tables, with PostgreSQL and Redis between them."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.server import Server
from tests.cli.running import served_with
from tests.live.test_slow_viewers import NARROW
from tests.store import services
from tests.store.conftest import empty_database
from tests.store.program import Program
from tests.store.viewers import Crowd


@dataclass
class Pair:
    """Both of them, and a table that both know."""

    one: Server
    two: Server
    database: str

    def table(self) -> tuple[Program, Program]:
        """A new table, by way of the one and of the other."""
        program = Program(self.one.url)
        return program, program.through(self.two.url)

    def start(self) -> None:
        """Both at once."""
        with ThreadPoolExecutor(2) as hands:
            list(hands.map(Server.start, (each for each in (self.one, self.two) if not each.runs())))

    def stop(self) -> None:
        for each in (self.one, self.two):
            each.stop()


@contextmanager
def running(cluster: str, folder: Path) -> Iterator[Pair]:
    """Start them on a new database; who takes nothing, or is gone, is noticed sooner than elsewhere."""
    instance, address = folder / "instance", empty_database(cluster, "pair")
    instance.mkdir()
    with services.redis(folder) as (bus, _), pytest.MonkeyPatch.context() as environment:
        environment.setenv("TABLESIDE_DATABASE_URL", address)
        environment.setenv("TABLESIDE_BUS_URL", bus)
        pair = Pair(Server(instance), Server(instance), address)
        pair.one.command = pair.two.command = served_with(
            NARROW + "import webapp.live.stream_endpoint; webapp.live.stream_endpoint.HEARTBEAT = 1.0"
        )
        try:
            pair.start()
            yield pair
        finally:
            pair.stop()


@contextmanager
def watched() -> Iterator[Crowd]:
    """People who watch, until it is over."""
    crowd = Crowd()
    try:
        yield crowd
    finally:
        crowd.go()
