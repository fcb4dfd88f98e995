"""Clocks that follow one another."""

import pytest

from tests.table.oak import Oak
from webapp.services import services
from webapp.state import audience
from webapp.store.db import db
from webapp.store.models import Clock
from webapp.table.refusals import Invalid
from webapp.table.snapshot_cache import SnapshotCache
from webapp.views.journal import journal_lines


def test_an_undo_that_would_close_a_circle_is_refused(oak: Oak) -> None:
    first = oak.clock("First")
    second = oak.clock("Second", follows=first)
    oak.gm(do="clock.edit", clock=second, follows=None)
    loosened = journal_lines(oak.state(), audience.GM)[0].id
    oak.gm(do="clock.edit", clock=first, follows=second)
    with pytest.raises(Invalid, match="circle"):
        oak.gm(do="undo", entry=loosened)
    assert [each["follows"] for each in oak.sees()["clocks"]] == [second, None]


def test_a_clock_that_comes_back_closes_no_circle(oak: Oak) -> None:
    first = oak.clock("First")
    second = oak.clock("Second", follows=first)
    oak.gm(do="clock.remove", clock=second)
    removed = journal_lines(oak.state(), audience.GM)[0].id
    third = oak.clock("Third")
    oak.gm(do="clock.edit", clock=first, follows=third)
    oak.gm(do="undo", entry=removed)
    with pytest.raises(Invalid, match="circle"):
        oak.gm(do="clock.edit", clock=third, follows=second)


def test_a_circle_of_old_does_not_trap_the_next_clock(oak: Oak) -> None:
    """As an undo once left it."""
    first = oak.clock("First")
    second = oak.clock("Second", follows=first)
    db.session.get_one(Clock, (oak.id, first)).follows = second
    db.session.commit()
    services().dispatcher.snapshots = SnapshotCache()  # what was read before
    third = oak.clock("Third")
    with pytest.raises(Invalid, match="circle"):
        oak.gm(do="clock.edit", clock=third, follows=second)
    oak.gm(do="clock.edit", clock=third, name="The third")
    oak.gm(do="clock.edit", clock=second, follows=None)
    assert oak.gm(do="clock.edit", clock=third, follows=second).result == {"clock": third}
