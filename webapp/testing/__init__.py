"""Test tools for external games: tables to play at, loaded dice, and every screen.

    from webapp.testing import TrialTable

    def test_a_draught_makes_it_harder():
        table = TrialTable("lantern")
        mara = table.character("Mara", NERVE=2)
        table.tag("Draught")
        assert table.check(mara, dice=[4, 4], attribute="NERVE").label == "At a price"
        table.draws()

The first table of a process takes about two seconds, each later one a few hundredths of a second. The module
`fixtures` has pytest fixtures, `browser` real browsers (`pip install "tableside[browser]"`).
"""

from webapp.rules.dice import Loaded
from webapp.testing.tables import RolledTrial, TrialTable, trial_app

__all__ = ["Loaded", "RolledTrial", "TrialTable", "trial_app"]
