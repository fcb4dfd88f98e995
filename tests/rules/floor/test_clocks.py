"""Clocks fill, drain, stop at their ends, oppose and follow."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webapp.rules.clocks import Clock, Direction, RaceEntry, RaceFinish, TickResult, raced, waits
from webapp.rules.errors import RuleError


@st.composite
def clocks(draw: st.DrawFn) -> Clock:
    segments = draw(st.integers(1, 100))
    return Clock(segments, draw(st.integers(0, segments)), draw(st.sampled_from(Direction)))


def test_a_fill_clock_starts_empty_and_completes_when_full() -> None:
    clock = Clock.new(4)
    assert (clock.filled, clock.complete, clock.word, clock.remaining) == (0, False, "empty", 4)

    ticked = clock.tick(3).clock.tick()

    assert ticked == TickResult(Clock(4, 4), applied=1, surplus=0, completed=True)
    assert ticked.clock.word == "full"


def test_a_drain_clock_starts_full_and_completes_when_empty() -> None:
    clock = Clock.new(15, direction="drain")
    assert (clock.filled, clock.complete, clock.word, clock.remaining) == (15, False, "full", 15)

    assert clock.tick(1).clock.filled == 14
    assert clock.tick(20) == TickResult(Clock(15, 0, Direction.DRAIN), applied=15, surplus=5, completed=True)


def test_what_does_not_fit_is_the_surplus() -> None:
    assert Clock(6, 5).tick(3) == TickResult(Clock(6, 6), applied=1, surplus=2, completed=True)
    assert Clock(6, 1).tick(-3) == TickResult(Clock(6, 0), applied=-1, surplus=2, completed=False)
    assert Clock(6, 5, Direction.DRAIN).tick(-3) == TickResult(
        Clock(6, 6, Direction.DRAIN), applied=-1, surplus=2, completed=False
    )


def test_only_the_tick_that_completes_says_so() -> None:
    full = Clock(4, 4)
    assert full.tick().completed is False
    assert full.tick(-1).completed is False
    assert Clock(4, 3).tick(0).completed is False


def test_setting_a_clock_says_what_was_really_done() -> None:
    assert Clock(6, 2).set(6) == TickResult(Clock(6, 6), applied=4, surplus=0, completed=True)
    assert Clock(6, 6, Direction.DRAIN).set(4).applied == 2
    with pytest.raises(RuleError, match="A clock of 6 segments can have 0 to 6 filled, not 7"):
        Clock(6, 2).set(7)


def test_a_smaller_dial_cuts_off_what_no_longer_fits() -> None:
    assert Clock(8, 7).resized(6) == Clock(6, 6)
    assert Clock(8, 3).resized(100) == Clock(100, 3)


@pytest.mark.parametrize(
    ("filled", "segments", "word"),
    [
        (0, 4, "empty"),
        (1, 4, "filling"),
        (2, 4, "filling"),
        (3, 4, "nearly full"),
        (4, 4, "full"),
        (4, 6, "filling"),
        (5, 6, "nearly full"),
        (6, 8, "nearly full"),
        (5, 8, "filling"),
        (1, 1, "full"),
        (0, 1, "empty"),
        (1, 2, "filling"),
    ],
)
def test_the_word_for_how_full_it_looks(filled: int, segments: int, word: str) -> None:
    assert Clock(segments, filled).word == word
    assert Clock(segments, filled, Direction.DRAIN).word == word


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: Clock.new(0), "segments"),
        (lambda: Clock.new(101), "segments"),
        (lambda: Clock.new(4.0), "segments"),  # type: ignore[arg-type]
        (lambda: Clock.new(True), "segments"),
        (lambda: Clock(4, 5), "filled"),
        (lambda: Clock(4, -1), "filled"),
        (lambda: Clock.new(4, direction="sideways"), "direction"),
        (lambda: Clock.new(4).tick(1.5), "by"),  # type: ignore[arg-type]
        (lambda: Clock.new(4).resized("6"), "segments"),  # type: ignore[arg-type]
        (lambda: Clock.new(4).resized(0), "segments"),
    ],
)
def test_impossible_clocks_are_refused(make: Any, field: str) -> None:
    with pytest.raises(RuleError) as refused:
        make()
    assert refused.value.field == field


def tick(
    mover: RaceEntry, rival: RaceEntry, by: int = 1, action: int | None = None
) -> tuple[RaceEntry, RaceEntry]:
    return raced(mover, rival, mover.clock.tick(by), action)


def test_of_two_opposing_clocks_the_first_to_complete_decides_and_stays_the_first() -> None:
    flood, saved = tick(RaceEntry(Clock(4, 0)), RaceEntry(Clock(6, 2)), by=4)
    assert (flood.came, saved.came) == ("first", None)
    saved, flood = tick(saved, flood, by=4)
    assert (flood.came, saved.came) == ("first", "second")
    assert tick(flood, saved)[0].came == "first"


def test_both_complete_by_one_action_is_a_result_of_its_own() -> None:
    saved, flood = tick(RaceEntry(Clock(6, 5)), RaceEntry(Clock(4, 3)), action=7)
    assert [each.came for each in tick(flood, saved, action=7)] == ["both", "both"]
    assert [each.came for each in tick(flood, saved, action=8)] == ["second", "first"]
    assert [each.came for each in tick(flood, saved)] == ["second", "first"]


def test_a_clock_taken_back_has_decided_nothing_and_a_rival_that_is_complete_has() -> None:
    first, second = tick(
        RaceEntry(Clock(4, 4), RaceFinish.FIRST, 7), RaceEntry(Clock(4, 4), RaceFinish.SECOND, 8), by=-1
    )
    assert (first.came, first.by, second.came) == (None, None, "first")
    alone, other = tick(RaceEntry(Clock(4, 4), RaceFinish.FIRST), RaceEntry(Clock(4, 1)), by=-1)
    assert (alone.came, other.came) == (None, None)
    assert tick(RaceEntry(Clock(4, 1)), RaceEntry(Clock(4, 4), RaceFinish.FIRST), by=-1)[1].came == "first"


def test_a_clock_that_follows_another_waits_until_that_is_complete() -> None:
    assert waits(Clock(4, 3))
    assert not waits(Clock(4, 4))
    assert not waits(None)


@settings(max_examples=60)
@given(clocks(), st.integers(-200, 200))
def test_a_clock_stays_in_range_and_the_surplus_accounts_for_the_rest(clock: Clock, by: int) -> None:
    ticked = clock.tick(by)

    assert 0 <= ticked.clock.filled <= clock.segments
    assert abs(ticked.applied) + ticked.surplus == abs(by)
    assert ticked.applied * by >= 0
    assert clock.remaining - ticked.applied == ticked.clock.remaining
    assert ticked.completed == (ticked.clock.complete and not clock.complete)


@given(clocks(), st.integers(-200, 200))
def test_what_was_applied_can_be_taken_back(clock: Clock, by: int) -> None:
    ticked = clock.tick(by)
    assert ticked.clock.tick(-ticked.applied).clock == clock
