"""Two and four processes behind nginx, PostgreSQL and Redis; `python -m tests.deploy` plays it larger."""

from collections.abc import Iterator

import pytest

from tests.deploy import fleet, stories
from tests.deploy.fleet import Fleet
from tests.store import pair_stories

pytestmark = pytest.mark.soak

VIEWERS = 50


@pytest.fixture(scope="module", params=[2, 4])
def several(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    with fleet.running(request.param, tmp_path_factory.mktemp("fleet")) as running:
        yield running


def test_nothing_is_lost_between_four_hands(several: Fleet) -> None:
    pair_stories.ticked_by_four(several, each=50)  # type: ignore[arg-type]


def test_everybody_hears_every_change_once_and_in_order(several: Fleet) -> None:
    pair_stories.heard_in_order(several, changes=30, seed=5)  # type: ignore[arg-type]


def test_one_is_killed_and_its_viewers_are_led_to_the_others(several: Fleet) -> None:
    stories.one_is_killed(several, VIEWERS)


def test_redis_is_away_for_ten_seconds_and_edits_go_on(several: Fleet) -> None:
    stories.the_bus_is_away(several, VIEWERS)


def test_postgresql_is_away_and_comes_back(several: Fleet) -> None:
    stories.the_database_is_away(several, VIEWERS)


def test_restarts_in_turn_under_four_writers_refuse_nobody(several: Fleet) -> None:
    restarts = stories.restarted_in_turn(several, seconds=10)
    assert restarts.presses > 8


def test_a_rolling_restart_loses_nothing(several: Fleet) -> None:
    assert not stories.a_rolling_restart(several, VIEWERS).refused
