"""What is promised of one process holds for two, with PostgreSQL and Redis; `make bench` plays it longer."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store import pair, pair_stories
from tests.store.pair import Pair

pytestmark = pytest.mark.soak

LONGER = int(os.environ.get("TWO_PROCESSES", "1"))
"""How many times as much happens; `make bench` sets it."""


@pytest.fixture(scope="module")
def two(cluster: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with pair.running(cluster, tmp_path_factory.mktemp("two")) as both:
        yield both


def test_four_people_tick_at_both_and_nothing_is_lost(two: Pair) -> None:
    pair_stories.ticked_by_four(two, each=50 * LONGER)


def test_a_press_sent_to_both_counts_once_and_is_answered_alike(two: Pair) -> None:
    pair_stories.pressed_at_both(two, times=6 * LONGER)


def test_a_press_whose_answer_is_lost_is_done_once_by_whichever_process(two: Pair) -> None:
    pair_stories.answered_to_nobody(two, times=6 * LONGER)


@pytest.mark.parametrize("seed", range(LONGER))
def test_everybody_hears_every_change_once_and_in_order(two: Pair, seed: int) -> None:
    pair_stories.heard_in_order(two, changes=40, seed=11 + seed)


def test_nobody_waits_for_who_never_reads(two: Pair) -> None:
    pair_stories.nobody_waits_for_the_slow(two, slow=3, changes=8 * LONGER)


def test_when_one_goes_its_viewers_wait_or_are_led_to_the_other_and_miss_nothing(two: Pair) -> None:
    pair_stories.one_goes(two, each=8 * LONGER)


def test_killed_or_stopped_neither_loses_what_was_acknowledged(two: Pair) -> None:
    pair_stories.killed_and_stopped(two, times=2 * LONGER, between=15 * min(LONGER, 4))


def test_after_a_restore_everybody_takes_the_restored_state(two: Pair, tmp_path: Path) -> None:
    pair_stories.restored(two, tmp_path)
