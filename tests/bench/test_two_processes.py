"""Two processes with PostgreSQL and Redis, as `tests/store/test_two_processes.py` plays them, for longer.
Run by `make bench`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store import pair, pair_stories
from tests.store.conftest import cluster as cluster
from tests.store.pair import Pair


@pytest.fixture(scope="module")
def two(cluster: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with pair.running(cluster, tmp_path_factory.mktemp("two")) as both:
        yield both


def test_a_thousand_ticks_by_four(two: Pair) -> None:
    pair_stories.ticked_by_four(two, each=250)


def test_many_presses_at_both(two: Pair) -> None:
    pair_stories.pressed_at_both(two, times=200)
    pair_stories.answered_to_nobody(two, times=200)


@pytest.mark.parametrize("seed", range(10))
def test_every_change_is_heard_in_order(two: Pair, seed: int) -> None:
    pair_stories.heard_in_order(two, changes=200, seed=seed)


def test_ten_who_never_read(two: Pair) -> None:
    pair_stories.nobody_waits_for_the_slow(two, slow=10, changes=200)


def test_one_goes_in_front_of_hundreds(two: Pair) -> None:
    pair_stories.one_goes(two, each=150)


def test_fifty_kills_and_stops(two: Pair) -> None:
    """Five thousand presses and more are acknowledged meanwhile."""
    pair_stories.killed_and_stopped(two, times=50, between=100)


def test_back_to_a_backup(two: Pair, tmp_path: Path) -> None:
    pair_stories.restored(two, tmp_path)
