"""Which failed Checks may still be twisted."""

import pytest

from webapp.games.mettle.rules.check import KnownOutcome
from webapp.games.mettle.rules.check_request import MettleRequest
from webapp.games.mettle.rules.twists import TwistCandidate, is_twistable, open_to_twists

FAILED = KnownOutcome(kept=(1, 5), score=1, edge=1, difficulty=3, may_twist=True)
DONE = KnownOutcome(kept=(3, 5), score=3, edge=1, difficulty=3)
DRIVE, SPLIT = MettleRequest(action="race"), MettleRequest(action="attack", manner="split")


def rolled(id: int, outcome: KnownOutcome = FAILED, who: int = 7, **more: object) -> TwistCandidate:
    return TwistCandidate(id, who, "rolled", outcome, **more)  # type: ignore[arg-type]


def test_the_newest_failure_is_open_until_it_is_applied() -> None:
    assert open_to_twists([rolled(1), rolled(2)]) == (2,)
    assert open_to_twists([rolled(1), rolled(2, applied=True)]) == ()
    assert open_to_twists([rolled(1), rolled(2, DONE)]) == ()
    assert open_to_twists([]) == ()


def test_what_was_offered_stays_open_whoever_rolls() -> None:
    assert open_to_twists([rolled(1, applied=True), rolled(2, DONE)], offered={1}) == (1,)


def test_what_its_roller_refused_is_over() -> None:
    assert open_to_twists([rolled(1, refused=True)], offered={1}) == ()


def test_the_other_half_of_a_split_attack_is_no_newer_roll() -> None:
    first, second = rolled(1, asked=SPLIT), rolled(2, asked=SPLIT)
    assert open_to_twists([first, second]) == (1, 2)
    assert open_to_twists([first, rolled(2, asked=SPLIT, who=8)]) == (2,)


def test_a_drivers_last_check_of_the_stretch_stays_open() -> None:
    earlier, last, other = rolled(1, asked=DRIVE), rolled(2, asked=DRIVE), rolled(3, DONE, who=8)
    assert open_to_twists([earlier, last, other], drivers=[7]) == (2,)
    assert open_to_twists([earlier, last, other], drivers=[8]) == ()


@pytest.mark.parametrize(("state", "open_now"), [("rolled", True), ("resolved", True), ("void", False)])
def test_a_check_that_was_undone_is_not_twisted(state: str, open_now: bool) -> None:
    assert is_twistable(state, FAILED) is open_now
    assert not is_twistable(state, DONE)
