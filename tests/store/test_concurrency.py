"""Many hands at once, on threads, where races show: no tick is lost and none counts twice."""

import pytest
from flask import Flask

from tests.store.crowd import a_hundred_at_once, assert_full_once, four_at_once, ticking
from tests.table.oak import Oak


@pytest.mark.soak
def test_four_people_tick_at_once_and_nothing_is_lost(app: Flask, oak: Oak) -> None:
    clock = oak.clock("Alarm", 100, filled=45)
    assert four_at_once(ticking(app, oak, clock)) == 0
    assert oak.view().clocks[0].filled == 45  # type: ignore[union-attr]
    assert oak.state().table.entries == 1001, "one line of the journal for each, and the clock's own"


def test_a_hundred_ticks_fill_a_clock_of_24_exactly_once(app: Flask, oak: Oak) -> None:
    clock = oak.clock("Alarm", 24)
    assert_full_once(a_hundred_at_once(ticking(app, oak, clock)))
