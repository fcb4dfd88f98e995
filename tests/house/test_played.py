"""The recorder of what is played notes what it should; the list of idle rules names only what is there."""

import os
import subprocess
import sys
from pathlib import Path

from tests.house.reading import ROOT
from tests.played.__main__ import LIST, LISTED, defined, idle_names, read

PLAYED = """
import recorder
from webapp.rules.clocks import Clock
from webapp.games.razorweave.rules.ladder import ladder
alarm = Clock.new(8)
alarm.set(3)
ladder()
recorder.counted(alarm.tick)()
"""


def test_what_runs_during_play_is_noted_and_what_a_test_calls_by_itself_is_not(tmp_path: Path) -> None:
    environment = os.environ | {
        "TABLESIDE_PLAYED": str(tmp_path),
        "PYTHONPATH": str(ROOT / "tests" / "played"),
    }
    subprocess.run([sys.executable, "-c", PLAYED], check=True, cwd=ROOT, env=environment)
    played = read(tmp_path)
    assert "clocks.Clock.tick" in played
    assert any(name.startswith("toml_tables.") for name in played), "it was read from a table"
    assert "clocks.Clock.set" in set(idle_names(played))


def test_the_list_names_only_what_is_there() -> None:
    there = {name for name, _ in defined()}
    gone = sorted(set(LISTED["functions"]) - there)
    assert not gone, f"these are gone: take them off tests/played/{LIST.name}: {gone}"
