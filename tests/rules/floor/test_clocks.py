"""Clocks fill, drain, stop at their ends, oppose and follow."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webapp.rules.clocks import Clock, Direction, Race, Ticked, Winner, carried, first_full, may_start
from webapp.rules.errors import RuleError


@st.composite
def clocks(draw: st.DrawFn) -> Clock:
    segments = draw(st.integers(1, 100))
    return Clock(segments, draw(st.integers(0, segments)), draw(st.sampled_from(Direction)))


def test_a_fill_clock_starts_empty_and_completes_when_full() -> None:
    clock = Clock.new(4)
    assert (clock.filled, clock.complete, clock.word, clock.remaining) == (0, False, "empty", 4)

    ticked = clock.tick(3).clock.tick()

    assert ticked == Ticked(Clock(4, 4), applied=1, surplus=0, completed=True)
    assert ticked.clock.word == "full"


def test_a_drain_clock_starts_full_and_completes_when_empty() -> None:
    clock = Clock.new(15, direction="drain")
    assert (clock.filled, clock.complete, clock.word, clock.remaining) == (15, False, "full", 15)

    assert clock.tick(1).clock.filled == 14
    assert clock.tick(20) == Ticked(Clock(15, 0, Direction.DRAIN), applied=15, surplus=5, completed=True)


def test_what_does_not_fit_is_the_surplus() -> None:
    assert Clock(6, 5).tick(3) == Ticked(Clock(6, 6), applied=1, surplus=2, completed=True)
    assert Clock(6, 1).tick(-3) == Ticked(Clock(6, 0), applied=-1, surplus=2, completed=False)
    assert Clock(6, 5, Direction.DRAIN).tick(-3) == Ticked(
        Clock(6, 6, Direction.DRAIN), applied=-1, surplus=2, completed=False
    )


def test_only_the_tick_that_completes_says_so() -> None:
    full = Clock(4, 4)
    assert full.tick().completed is False
    assert full.tick(-1).completed is False
    assert Clock(4, 3).tick(0).completed is False


def test_setting_a_clock_says_what_was_really_done() -> None:
    assert Clock(6, 2).set(6) == Ticked(Clock(6, 6), applied=4, surplus=0, completed=True)
    assert Clock(6, 6, Direction.DRAIN).set(4).applied == 2
    with pytest.raises(RuleError, match="can have 0 to 6 of them filled, not 7"):
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


def test_opposing_clocks_the_first_to_complete_wins_and_stays_the_winner() -> None:
    race = Race(Clock.new(6), Clock.new(4)).tick(ours=2).tick(theirs=4)
    assert race.winner is Winner.THEIRS
    assert race.tick(ours=4).winner is Winner.THEIRS


def test_both_at_once_is_a_result_of_its_own() -> None:
    assert Race(Clock(6, 5), Clock(4, 3)).tick(1, 1).winner is Winner.BOTH
    assert first_full(Clock(6, 6), Clock(4, 3)) is Winner.OURS
    assert first_full(Clock(6, 5), Clock(4, 3)) is Winner.NOBODY


def test_a_following_clock_waits_and_takes_what_did_not_fit() -> None:
    leader, follower = Clock(4, 3), Clock.new(6)
    assert not may_start(leader)

    ticked = leader.tick(3)

    assert may_start(ticked.clock)
    assert carried(ticked, follower).clock == Clock(6, 2)
    assert (
        carried(Clock(4, 4).tick(2), follower).clock == follower
    )  # it was complete before: nothing is handed on


@settings(max_examples=60)
@given(clocks(), st.integers(-200, 200))
def test_a_clock_stays_in_range_and_the_surplus_accounts_for_the_rest(clock: Clock, by: int) -> None:
    ticked = clock.tick(by)

    assert 0 <= ticked.clock.filled <= clock.segments
    assert abs(ticked.applied) + ticked.surplus == abs(by)
    assert ticked.applied * by >= 0
    assert clock.remaining - ticked.applied == ticked.clock.remaining
    assert ticked.completed == (ticked.clock.complete and not clock.complete)


@settings(max_examples=40)
@given(clocks(), st.integers(-200, 200))
def test_what_was_applied_can_be_taken_back(clock: Clock, by: int) -> None:
    ticked = clock.tick(by)
    assert ticked.clock.tick(-ticked.applied).clock == clock
