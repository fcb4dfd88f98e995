"""The recorder of what is played notes what it should; the list of idle rules names only what is there."""

import os
import subprocess
import sys
from pathlib import Path

from tests.played.__main__ import LIST, defined, idle_names, listed, played_names, read
from tests.played.mechanics import unplayed

ROOT = Path(__file__).parents[2]


def test_what_runs_during_a_command_is_noted_and_what_a_test_calls_by_itself_is_not(tmp_path: Path) -> None:
    asked = """
import builtins
from webapp.rules.clocks import Clock
alarm = Clock.new(8)
alarm.set(3)
builtins.__played__.marked(alarm.tick, lambda: "clock.tick")()
"""
    notes = run(asked, tmp_path)
    assert notes["clocks.Clock.tick"] == {"clock.tick"}
    assert "clocks.Clock.set" not in notes


def test_an_answer_that_was_remembered_counts_for_whoever_asks_and_for_what_it_needed(tmp_path: Path) -> None:
    asked = """
import builtins
from webapp.games.razorweave.rules.ladder import ladder
ladder()
builtins.__played__.marked(ladder, lambda: "view")()
"""
    played = played_names(run(asked, tmp_path))
    assert "razorweave.ladder.ladder" in played
    assert any(name.startswith("toml_tables.") for name in played), "it was read from a table the first time"


def test_whatever_nobody_called_is_idle(tmp_path: Path) -> None:
    idle = set(idle_names(run("import webapp.games.razorweave.rules", tmp_path)))
    assert "razorweave.ladder.ladder" in idle


def test_a_rule_that_a_list_cites_is_played_by_what_stands_beside_it() -> None:
    rule = ["razorweave.roll_gate.retry"]
    says = "A3.24 razorweave.roll_gate.retry"
    assert says in unplayed({}, rule)
    assert says in unplayed({rule[0]: {"check.roll", "import"}}, rule), "its row names another command"
    assert says not in unplayed({rule[0]: {"check.call"}}, rule)
    assert says not in unplayed({rule[0]: {"=tables.rows"}, "tables.rows": {"check.edit"}}, rule)


def test_the_list_names_only_what_is_there() -> None:
    there = {name for name, _ in defined()}
    gone = sorted(listed() - there)
    assert not gone, f"these are gone: take them off tests/played/{LIST.name}: {gone}"


def run(code: str, folder: Path) -> "dict[str, set[str]]":
    """What a program notes that starts as a test's server does."""
    environment = os.environ | {
        "TABLESIDE_PLAYED": str(folder),
        "PYTHONPATH": str(ROOT / "tests" / "played"),
    }
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, env=environment)
    return dict(read(folder))
