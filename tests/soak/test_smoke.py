"""A smoke of `make soak`: one evening by chance, the same in every run, and one planted fault."""

import math
from collections import Counter
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.soak.evening import Begin, Evening, Step
from tests.soak.house import in_this_process
from tests.soak.season import Hours, an_evening
from webapp.views import panel_rendering

BURSTS = 3
"""So many steps decided by the seed, however long they take."""
WRITTEN = Step(3, "send", "GM", {"do": "tag.add", "name": "Slick"})
LOOK = Step(4, "compare_pages")


def test_an_evening_played_by_chance_breaks_nothing(tmp_path: Path) -> None:
    with in_this_process(tmp_path) as house:
        begin = Begin(20_780_001, "freeform", "clock.tick")
        evening = an_evening(house, begin, Counter(), Hours(math.inf, BURSTS))
    assert evening.accepted["clock.tick"]
    assert len(evening.script) > 2 * BURSTS


def test_a_panel_that_is_not_sent_is_found(tmp_path: Path) -> None:
    wanted = panel_rendering._wanted

    def forgetful(*args: Any) -> list[Any]:
        return [panel for panel in wanted(*args) if panel.id != "tags"]

    with in_this_process(tmp_path) as house:
        evening = Evening(house, Begin(7, "freeform", "clock.tick")).open()
        with (
            patch("webapp.views.panel_rendering._wanted", forgetful),
            pytest.raises(AssertionError, match=r"\[kept page\]"),
        ):
            evening.replay([WRITTEN, LOOK])
