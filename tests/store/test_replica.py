"""A replica of PostgreSQL that lagged is promoted: nobody goes on seeing what it never had."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.server import Server
from tests.store import postgres, services
from tests.store.conftest import empty_database
from tests.store.program import WAIT, Program
from tests.store.viewers import Crowd, cursor, wait_until_all

pytestmark = pytest.mark.attack


@pytest.fixture
def primary() -> Iterator[postgres.Cluster]:
    programs = postgres.programs()
    if programs is None:
        services.missing("PostgreSQL (initdb, postgres, pg_basebackup)")
    with postgres.cluster(programs) as made:
        yield made


@pytest.mark.parametrize("written", [0, 4, 6], ids=["nothing since", "as many since", "more since"])
def test_pages_and_programs_see_what_the_promoted_replica_has(
    primary: postgres.Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    """Four ticks are lost with the primary; before anybody asks, others may write at the replica."""
    monkeypatch.setenv("TABLESIDE_DATABASE_URL", empty_database(primary.address))
    crowd = Crowd()
    servers = [Server(tmp_path / name) for name in ("one", "two")]
    for server in servers:
        server.folder.mkdir()
    try:
        program = Program(servers[0].start().url)
        alarm = program.clock()
        program.do(do="clock.tick", clock=alarm)
        replica = primary.replica()
        pages = crowd.come(program, "player", 1)
        for _ in range(4):
            program.do(do="clock.tick", clock=alarm)
        wait_until_all(pages, cursor(program))
        lost = cursor(program).partition("-")[0]
        primary.stop()
        primary.data = replica
        primary.start()
        primary.promote()
        other = program.through(servers[1].start().url)
        for number in range(written):
            other.do(do="tag.add", name=f"Written at the replica {number}")
        assert program.do(do="clock.tick", clock=alarm)["filled"] == 2
        until = time.monotonic() + 60
        while cursor(program).startswith(lost):
            assert time.monotonic() < until, "the process that lost its changes begins anew"
            time.sleep(WAIT)
        wait_until_all(pages, cursor(program))
        assert (program.sees()["clocks"], len(program.sees()["tags"])) == (other.sees()["clocks"], written)
    finally:
        crowd.go()
        for server in servers:
            server.stop()
