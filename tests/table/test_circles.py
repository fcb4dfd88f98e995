"""Clocks that follow one another."""

import pytest

from tests.table.oak import Oak
from webapp.screens import audience
from webapp.screens.journal import journal
from webapp.table.refusals import Invalid


def test_a_circle_that_undo_left_behind_does_not_trap_the_next_clock(oak: Oak) -> None:
    first = oak.clock("First")
    second = oak.clock("Second", follows=first)
    oak.gm(do="clock.edit", clock=second, follows=None)
    loosened = journal(oak.board(), audience.GM)[0].id
    oak.gm(do="clock.edit", clock=first, follows=second)
    oak.gm(do="undo", entry=loosened)
    third = oak.clock("Third")
    with pytest.raises(Invalid, match="circle"):
        oak.gm(do="clock.edit", clock=third, follows=second)
    oak.gm(do="clock.edit", clock=second, follows=None)
    assert oak.gm(do="clock.edit", clock=third, follows=second).result == {"clock": third}
