"""Whoever does harm without a key holds up nobody else: each attack, and how long others wait beside it.

`python -m tests.attack` does the same for longer, on both ways of serving, with the time on the wall.
"""

from collections.abc import Iterator

import pytest

from tests.attack.beside import MOST, Neighbour
from tests.attack.conftest import embedded
from tests.attack.tools import ATTACKS
from tests.cli.running import Process

SHORTLY = 0.6  # seconds
TRIES = 3  # a machine that is busy may be late once
STALLED = 1000.0  # ms
NAIVE = [name for name, attack in ATTACKS.items() if attack.naive]
OF_EACH_KIND = [
    *NAIVE,
    "silence",
    "readers that never read",
    "many in one go",
    "the start page",
    "a qr code of other names",
    "wrong keys",
    "wrong codes",
    "calculations",
    "garbage",
    "imports that are refused",
    "odd heads",
]


@pytest.fixture(scope="module")
def neighbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neighbour]:
    """Somebody at a table, with the limits as they are."""
    server = embedded(tmp_path_factory.mktemp("beside"))
    yield Neighbour(server)
    server.stop()


@pytest.mark.parametrize("name", OF_EACH_KIND)
def test_nobody_waits_for_whoever_does_harm(neighbour: Neighbour, name: str) -> None:
    waits = []
    while not waits or (waits[-1].p95 > MOST and len(waits) < TRIES):
        waits.append(neighbour.beside(name, SHORTLY))
    assert waits[-1].p95 <= MOST, [each.p95 for each in waits]
    assert any(waits[-1].told.values()) or ATTACKS[name].waits, "it was done"


@pytest.fixture
def naive(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that lacks what withstands this attack."""
    server = embedded(tmp_path_factory.mktemp("naive"), ATTACKS[request.param].naive)
    yield server
    server.process.kill()


@pytest.mark.parametrize(("naive", "name"), [(name, name) for name in NAIVE], indirect=["naive"], ids=NAIVE)
def test_a_server_without_what_withstands_it_makes_others_wait(naive: Process, name: str) -> None:
    assert Neighbour(naive).beside(name, 2 * STALLED / 1000).on_the_wall(1) > STALLED
