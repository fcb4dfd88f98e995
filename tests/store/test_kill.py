"""kill -9 in the middle of writes: nothing acknowledged is lost, nothing retried is doubled."""

import pytest

from tests.browser.server import Server
from tests.store.program import Program
from tests.store.writers import Writers
from webapp.store.damage import find_damage

pytestmark = pytest.mark.attack

KILLS = 5


def test_nothing_acknowledged_is_lost_and_nothing_retried_is_doubled(server: Server) -> None:
    writers = Writers(Program(server.url))
    with writers.writing():
        for kill in range(KILLS):
            writers.wait_for(6 + 3 * kill)
            server.stop(hard=True)
            server.start()
    writers.assert_nothing_lost_or_doubled()
    server.stop()
    assert find_damage(server.folder / "tableside.sqlite3", thorough=True) is None
