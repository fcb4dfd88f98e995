"""`new-game` writes a package that plays at once: installed, it passes its own tests and has no fault."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.games.outside import finding, install_by_pip
from tests.house.reading import ROOT

PLAYS = """
import json
from webapp.testing import Loaded, TrialTable
table = TrialTable("lamplight")
ann = table.character("Ann", MIND=2)
table.sit("Mia", ann)
table.condition("Tired", ann)
table.clock("The lock", 4, kind="task")
told = {}
with table.loaded(Loaded(5, 4)):
    rolled = table.check(ann, attribute="MIND")
told["label"], told["sentences"] = rolled.label, rolled.result["sentences"]
table.apply(rolled)
told["filled"], told["pages"] = table.filled("The lock"), table.draws()
print(json.dumps(told))
"""


@dataclass(frozen=True)
class Written:
    """A written game: its folder, the environment that finds it installed, and what was said of it."""

    folder: Path
    environment: Mapping[str, str]
    said: str

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *words]
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """Lamplight, written and installed by pip, without the network."""
    place = tmp_path_factory.mktemp("new")
    folder, site = place / "lamplight", place / "site"
    new = [sys.executable, "-m", "webapp", "new-game", "lamplight", "--to", str(folder)]
    said = subprocess.run(new, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    install_by_pip(folder, site)
    own = {"TABLESIDE_INSTANCE": str(place / "instance")}
    return Written(folder, os.environ | finding(site) | own, said)


def test_it_says_what_was_written_and_what_to_type(written: Written) -> None:
    for words in ("17 files", "pip install", "-e ", "check-game lamplight", "serve", "rules.py"):
        assert words in written.said


def test_its_own_tests_pass(written: Written) -> None:
    done = written.run("-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


def test_check_game_has_nothing_to_say_of_it(written: Written) -> None:
    done = written.run("-m", "webapp", "check-game", "lamplight")
    assert (done.returncode, done.stdout) == (0, "lamplight: nothing is wrong.\n"), done.stderr


def test_a_check_is_played_and_stands_on_every_screen(written: Written) -> None:
    """5 + 4 + 2, less one for being tired."""
    done = written.run("-c", PLAYS)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert (told["label"], told["sentences"], told["filled"]) == ("You do it", ["2d6 +1 is 10."], 1)
    for screen in ("gm", "Mia", "player", "tv"):
        assert "You do it" in told["pages"][screen]
        assert "lamplight-lead" in told["pages"][screen]


def test_it_is_written_as_the_house_writes(written: Written) -> None:
    config = ("--config", str(ROOT / "pyproject.toml"))
    for words in (("check",), ("format", "--check")):
        done = written.run("-m", "ruff", *words, *config, str(written.folder))
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "says"),
    [("Lamp Light", "2 to 30 lowercase letters"), ("class", "2 to 30"), ("mettle", "is already installed")],
)
def test_a_name_that_cannot_be_one_is_refused(name: str, says: str, tmp_path: Path) -> None:
    new = [sys.executable, "-m", "webapp", "new-game", name, "--to", str(tmp_path / "game")]
    done = subprocess.run(new, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert says in done.stderr
    assert not (tmp_path / "game").exists()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "kept.txt").write_text("mine")
    new = [sys.executable, "-m", "webapp", "new-game", "lamplight", "--to", str(tmp_path)]
    done = subprocess.run(new, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "already exists" in done.stderr
