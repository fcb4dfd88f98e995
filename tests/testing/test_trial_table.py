"""A table for the tests of a game: commands by name, dice that fall as written, every screen."""

import re
import subprocess
import sys
import threading
import time

import pytest

from tests.house.reading import ROOT, WEBAPP, modules
from webapp.games.razorweave.views import RazorweaveScreens
from webapp.testing import Loaded, TrialTable
from webapp.testing.tables import trial_app


@pytest.fixture
def table() -> TrialTable:
    return TrialTable("razorweave")


def test_a_check_falls_as_written_and_moves_a_clock(table: TrialTable) -> None:
    mara = table.character("Mara", MIG=2)
    door = table.clock("The door", 6)
    rolled = table.check(mara, dice=[4, 4, 4, 4], attribute="MIG", dc=14, targets=[door])
    assert (rolled.label, rolled.success) == ("Full success", True)
    assert [line["do"] for line in rolled.proposals] == ["clock.tick"]
    table.apply(rolled)
    assert table.filled("The door") == rolled.proposals[0]["by"]


def test_the_first_table_on_an_empty_folder_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No lock and no retry: only threads of other runs may sleep, and a sleep of 0 lets others go first."""
    waits: list[float] = []
    own = threading.get_ident()

    def sleep(seconds: float) -> None:
        if threading.get_ident() == own and seconds:
            waits.append(seconds)

    monkeypatch.setattr(time, "sleep", sleep)
    table = TrialTable("razorweave", app=trial_app.__wrapped__())
    table.check(table.character("Mara", MIG=2), dice=[4, 4, 4, 4], attribute="MIG", dc=14)
    assert "Mara" in table.page()
    assert waits == []


def test_the_servers_own_dice_fall_as_loaded(table: TrialTable) -> None:
    mara = table.character("Mara", MIG=0)
    with table.loaded(Loaded(1, 1, 1, 1)):
        assert table.check(mara, attribute="MIG", dc=20).label == "Critical failure"


def test_a_refusal_is_told_in_its_sentence(table: TrialTable) -> None:
    assert "segments" in table.refused("clock.add", name="The door", segments=500)
    with pytest.raises(AssertionError, match=r"clock\.tick was refused"):
        table.do("clock.tick", clock=7, by=1)


def test_every_screen_is_opened(table: TrialTable) -> None:
    mara = table.character("Mara", MIG=2)
    table.condition("Bleeding", mara)
    table.sit("Ana", mara)
    pages = table.draws()
    assert {"gm", "gm/moves", f"gm/edit/character/{mara}", "Ana", "player/after", "tv/overlay"} <= set(pages)
    assert all("Mara" in pages[who] for who in ("gm", "Ana", "player", "tv"))
    assert table.conditions("Mara") == ["Bleeding"]


@pytest.mark.usefixtures("something_unshown")
def test_a_screen_that_fails_is_named_with_what_failed(
    table: TrialTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(_self: object, _view: object) -> list[object]:
        raise ZeroDivisionError("the panels of this game")

    monkeypatch.setattr(RazorweaveScreens, "tv_panels", wrong)
    with pytest.raises(AssertionError, match=r"test_trial_table\.py"):
        table.draws()


def test_a_game_that_is_not_here_is_named() -> None:
    with pytest.raises(AssertionError, match="lamplight cannot be played: the installed games are freeform"):
        TrialTable("lamplight")


def test_pytest_is_imported_by_the_fixtures_alone() -> None:
    using = {file for file in modules() if re.search(r"^\s*(import|from) pytest\b", file.read_text(), re.M)}
    assert using == {WEBAPP / "testing" / "fixtures.py"}


def test_no_browser_is_needed_until_one_is_opened() -> None:
    """Playwright is an extra of its own (`tableside[browser]`)."""
    without = "import sys; sys.modules['playwright'] = None; import webapp.testing.fixtures"
    subprocess.run([sys.executable, "-c", without], cwd=ROOT, check=True)
