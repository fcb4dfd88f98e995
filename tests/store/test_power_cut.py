"""The power goes at every moment at which something was acknowledged; `power_cut` does it for longer."""

from pathlib import Path

import pytest

from tests.store.power_cut import lost

pytestmark = pytest.mark.attack


def test_two_hundred_power_cuts_take_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    assert lost(tmp_path, commands=100) == (200, 0)


def test_a_database_that_does_not_wait_for_its_disk_would_lose_something(tmp_path: Path) -> None:
    cuts, gone = lost(tmp_path, commands=20, synchronous="NORMAL")
    assert gone > cuts / 2
