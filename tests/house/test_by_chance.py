"""What failed by chance does not stop a submission, and is named; what fails again does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.reading import ROOT

FAILS_ONCE = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", range({count}))
def test_it(number):
    seen = Path(f"seen-{{number}}")
    before = len(seen.read_text()) if seen.exists() else 0
    seen.write_text("x" * (before + 1))
    assert before not in {fails}
"""


def run_again(folder: Path, fails: tuple[int, ...], count: int = 1) -> tuple[int, list[str]]:
    """The status of `by-chance` after a run of tests that fail in these of their runs, and what it named."""
    (folder / "test_some.py").write_text(FAILS_ONCE.format(count=count, fails=(*fails, -1)))
    quietly = {"cwd": folder, "stdout": subprocess.DEVNULL, "check": False}
    bare = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    bare["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # starts at once
    subprocess.run([sys.executable, "-m", "pytest", "-q", "."], env=bare, **quietly)  # type: ignore[call-overload]
    again = [sys.executable, ROOT / ".ci" / "by-chance", "named"]
    status: int = subprocess.run(again, env=bare, **quietly).returncode  # type: ignore[call-overload]
    named = folder / "named"
    return status, named.read_text().split() if named.exists() else []


def test_what_fails_once_is_named_and_lets_the_run_go_on(tmp_path: Path) -> None:
    assert run_again(tmp_path, fails=(0,)) == (0, ["test_some.py::test_it[0]"])


@pytest.mark.parametrize("fails", [(0, 1, 2), (0, 2)], ids=["always", "the second time it is asked"])
def test_what_fails_again_fails(tmp_path: Path, fails: tuple[int, ...]) -> None:
    assert run_again(tmp_path, fails) == (1, [])


def test_more_than_three_are_not_asked_again(tmp_path: Path) -> None:
    assert run_again(tmp_path, fails=(0,), count=4) == (1, [])
    assert (tmp_path / "seen-0").read_text() == "x"
