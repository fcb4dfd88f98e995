"""The clock on the server's wall may jump, and nights may pass: order and answers do not depend on it."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.table.oak import Oak
from webapp.table import dispatcher

DAY = timedelta(days=1)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> list[timedelta]:
    """How far the server's clock is ahead; the last one counts."""
    ahead = [timedelta()]

    class Wall(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime.now(UTC) + ahead[-1]

    monkeypatch.setattr(dispatcher, "datetime", Wall)
    return ahead


def test_the_journal_keeps_its_order_when_the_clock_goes_back_a_month(
    oak: Oak, later: list[timedelta]
) -> None:
    alarm = oak.clock("Alarm", 6)
    later.append(-30 * DAY)
    oak.gm(do="clock.tick", clock=alarm)
    later.append(365 * DAY)
    oak.gm(do="clock.tick", clock=alarm)
    later.append(timedelta())
    assert oak.lines()[:2] == ["Alarm: +1, now 2 of 6", "Alarm: +1, now 1 of 6"]
    oak.gm(do="undo")
    assert oak.lines()[0] == "Undid Alarm +1 (1 of 6)"


@pytest.mark.parametrize(("after", "filled"), [(47, 1), (49, 2)])
def test_a_press_is_known_again_for_48_hours(
    oak: Oak, later: list[timedelta], after: int, filled: int
) -> None:
    alarm, gm = oak.clock("Alarm", 6), oak.actor("gm")
    oak.dispatch(gm, "tap", do="clock.tick", clock=alarm)
    later.append(timedelta(hours=after))
    assert oak.dispatch(gm, "tap", do="clock.tick", clock=alarm).replayed == (filled == 1)
    assert oak.sees()["clocks"][0]["filled"] == filled


def test_a_press_is_known_again_when_the_clock_went_back(oak: Oak, later: list[timedelta]) -> None:
    alarm, gm = oak.clock("Alarm", 6), oak.actor("gm")
    oak.dispatch(gm, "tap", do="clock.tick", clock=alarm)
    later.append(-30 * DAY)
    assert oak.dispatch(gm, "tap", do="clock.tick", clock=alarm).replayed
