"""Many hands at one table at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from flask import Flask

from tests.table.oak import Oak
from webapp.store.db import db

Tick = Callable[[int], dict[str, Any]]
"""Moves the clock by so many segments and gives the result the API would give."""


def ticking(app: Flask, oak: Oak, clock: int) -> Tick:
    """Ticks on the app's own road, each with a database session of its own, as requests have."""
    gm = oak.actor("gm")

    def tick(by: int) -> dict[str, Any]:
        with app.app_context():
            try:
                return oak.dispatch(gm, do="clock.tick", clock=clock, by=by).result
            finally:
                db.session.remove()

    return tick


def four_at_once(tick: Tick, each: int = 250) -> int:
    """Four hands, so many ticks each, +1 and -1; two keep level, one goes up, one down. The sum of all."""
    up, down = [*[1, -1] * 12, 1], [*[-1, 1] * 12, -1]
    plans = [[1, -1] * (each // 2), [-1, 1] * (each // 2), up * (each // 25), down * (each // 25)]

    def play(plan: list[int]) -> int:
        for by in plan:
            tick(by)
        return sum(plan)

    with ThreadPoolExecutor(4) as hands:
        return sum(hands.map(play, plans))


def a_hundred_at_once(tick: Tick) -> list[dict[str, Any]]:
    """A hundred ticks of +1, by ten hands; the result of each."""
    with ThreadPoolExecutor(10) as hands:
        return list(hands.map(tick, [1] * 100))


def assert_full_once(results: list[dict[str, Any]], segments: int = 24) -> None:
    """What was applied sums to the clock's size, and exactly one tick completed it."""
    assert sum(1 - result["surplus"] for result in results) == segments
    assert [result["completed"] for result in results].count(True) == 1
    assert {result["filled"] for result in results} == set(range(1, segments + 1))
