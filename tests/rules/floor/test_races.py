"""Two racing clocks moved in any order: who has won follows from how they stand and what completed them."""

from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from webapp.rules.clocks import Clock, Direction, RaceEntry, RaceFinish, TickResult, raced, settled

Moves = list[tuple[int, int, int]]
"""Each is a moment, the clock that moves (0 or 1) and the segments."""
PAIRS = {
    (None, None),
    ("first", None),
    (None, "first"),
    ("first", "second"),
    ("second", "first"),
    ("both", "both"),
}

clocks = st.builds(
    lambda segments, direction: Clock.new(segments, direction=direction),
    st.integers(1, 3),
    st.sampled_from(Direction),
)
moves = st.lists(st.tuples(st.integers(1, 4), st.integers(0, 1), st.integers(-3, 3)), max_size=12).map(
    lambda made: sorted(made, key=lambda move: move[0])
)


def play(one: Clock, two: Clock, made: Moves, tie: tuple[bool, bool] = (False, False)) -> list[RaceEntry]:
    """The two clocks after these moves."""
    entries = [RaceEntry(clock, wins_ties=wins) for clock, wins in zip((one, two), tie, strict=True)]
    for moment, which, by in made:
        mover, rival = entries[which], entries[1 - which]
        entries[which], entries[1 - which] = raced(mover, rival, mover.clock.tick(by), moment)
    return entries


def came(entries: list[RaceEntry]) -> tuple[RaceFinish | None, RaceFinish | None]:
    one, two = entries
    return one.came, two.came


@settings(max_examples=150)
@given(clocks, clocks, moves)
def test_a_finish_is_of_a_complete_clock_and_the_two_fit_together(
    one: Clock, two: Clock, made: Moves
) -> None:
    for count in range(len(made) + 1):
        entries = play(one, two, made[:count])
        assert came(entries) in PAIRS
        for entry in entries:
            assert (entry.came is not None) == entry.clock.complete
            assert (entry.by is not None) == entry.clock.complete


@settings(max_examples=150)
@given(clocks, clocks, moves)
def test_one_moment_that_completes_both_leaves_it_to_the_gm(one: Clock, two: Clock, made: Moves) -> None:
    entries = play(one, two, made)
    first, second = entries
    if first.clock.complete and second.clock.complete:
        assert (came(entries) == ("both", "both")) == (first.by == second.by)
        tied = play(one, two, made, (False, True))
        if first.by == second.by:
            assert came(tied) == ("second", "first")
        else:
            assert came(tied) == came(entries)


@settings(max_examples=150)
@given(clocks, clocks, moves, st.randoms(use_true_random=False))
def test_the_order_of_the_two_within_a_moment_does_not_matter(
    one: Clock, two: Clock, made: Moves, dice: Random
) -> None:
    """Each clock's own moves keep their order; those of the two are interleaved anew."""
    again: Moves = []
    for moment in sorted({move[0] for move in made}):
        left = [[move for move in made if move[:2] == (moment, which)] for which in (0, 1)]
        while any(left):
            again.append(dice.choice([row for row in left if row]).pop(0))
    assert play(one, two, again) == play(one, two, made)


@settings(max_examples=150)
@given(clocks, clocks, moves)
def test_who_was_first_stays_first_while_complete(one: Clock, two: Clock, made: Moves) -> None:
    stands = [play(one, two, made[:count]) for count in range(len(made) + 1)]
    for before, after in pairwise(stands):
        for mine in (0, 1):
            if before[mine].came == "first" and before[mine].by == after[mine].by:
                assert after[mine].came in ("first", "both")
                assert after[mine].came == "first" or after[0].by == after[1].by


@given(clocks, clocks, moves)
def test_settling_what_is_settled_changes_nothing(one: Clock, two: Clock, made: Moves) -> None:
    first, second = play(one, two, made)
    assert settled(first, second) == (first, second)
    assert settled(second, first, moment=9) == (second, first)


def full(came: RaceFinish | None = None, by: int | None = None) -> RaceEntry:
    return RaceEntry(Clock(2, 2), came, by)


def test_a_clock_that_was_complete_before_the_race_has_won_it_and_of_two_neither_was_first() -> None:
    assert came(list(settled(RaceEntry(Clock(2, 1)), full(by=7)))) == (None, "first")
    assert came(list(settled(full(by=7), full(by=8)))) == ("both", "both")


def test_a_clock_that_is_complete_again_does_not_take_the_place_of_the_winner() -> None:
    """As an undo restores a finish that its rival has got since."""
    assert came(list(settled(full(RaceFinish.FIRST, 7), full(RaceFinish.FIRST, 8), moment=9))) == (
        "second",
        "first",
    )
    assert came(list(settled(full(by=9), full(RaceFinish.SECOND, 8), moment=9))) == ("second", "first")
    assert came(list(settled(full(RaceFinish.FIRST, 7), full(by=None), moment=9))) == ("first", "second")


def test_a_new_size_may_complete_a_clock() -> None:
    before, after = Clock(8, 6), Clock(8, 6).resized(6)
    assert TickResult.between(before, after) == TickResult(after, applied=0, surplus=0, completed=True)
    assert after.nearer_than(before)


def test_nearer_is_by_ticks_or_to_the_end() -> None:
    clock = Clock(8, 3)
    assert clock.tick().clock.nearer_than(clock)
    assert not clock.tick(-1).clock.nearer_than(clock)
    assert not clock.resized(6).nearer_than(clock)
    assert not Clock(8, 3, Direction.DRAIN).resized(100).nearer_than(Clock(8, 3, Direction.DRAIN))
    assert not Clock(4, 4).nearer_than(Clock(8, 8))
