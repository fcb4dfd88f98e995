"""Whoever does harm without a key holds up nobody else: each attack, and how long others wait beside it.

`python -m tests.attack` does all of them, for longer, with the time on the wall, and
then each of them to a server that lacks what withstands it. The hour of `make soak` does that, too.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.attack.conftest import served
from tests.attack.neighbour import Measured, Neighbour, most, serve_undefended
from tests.attack.tools import ATTACKS

pytestmark = pytest.mark.attack

SHORTLY = 0.6  # seconds
TRIES = 3  # each longer: a machine that is busy may be late once
OF_EACH_KIND = list({attack.naive: name for name, attack in reversed(ATTACKS.items())}.values())
"""The first that each of the things breaks which are there to withstand it."""
FLOODS = ["wrong codes", "calculations", "garbage", "odd heads"]
NOTICED = ["readers that never read", "wrong codes"]


@pytest.fixture(scope="module")
def neighbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neighbour]:
    """Somebody at a table, with the limits as they are."""
    server = served(tmp_path_factory.mktemp("beside"))
    yield Neighbour(server).later()
    server.stop()


@pytest.fixture(scope="module")
def longest(neighbour: Neighbour) -> float:
    """How long the server may work while somebody waits on this machine, in ms."""
    return most(neighbour.alone(2.0))


@pytest.mark.parametrize("name", [*OF_EACH_KIND, *FLOODS])
def test_nobody_waits_for_whoever_does_harm(neighbour: Neighbour, longest: float, name: str) -> None:
    tried: list[Measured] = []
    while len(tried) < TRIES and not (tried and was_done(name, tried[-1]) and tried[-1].p95 <= longest):
        tried.append(neighbour.beside(name, SHORTLY * 3 ** len(tried)))
    assert tried[-1].p95 <= longest, [each.p95 for each in tried]
    assert was_done(name, tried[-1])


def was_done(name: str, measured: Measured) -> bool:
    """Whether anything of it reached the server; on a busy machine nothing does in so short a time."""
    return ATTACKS[name].waits or any(measured.answers.values())


@pytest.mark.parametrize("name", NOTICED)
def test_a_server_without_what_withstands_it_makes_others_wait(tmp_path: Path, name: str) -> None:
    server = serve_undefended(name, tmp_path)
    held_up = Neighbour(server).is_held_up_by(name)
    server.process.kill()
    assert held_up
