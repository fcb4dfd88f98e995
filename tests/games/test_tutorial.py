"""The tutorial builds Lantern: each block of its text is a file of the game that is tested."""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.games.outside import LANTERN, finding, install_by_pip
from tests.house.reading import ROOT, WEBAPP
from webapp.cli.new_game import write_game
from webapp.settings import Settings

TUTORIAL = (WEBAPP / "games" / "README.md").read_text(encoding="utf-8")
STEPS = TUTORIAL.partition("# In six steps")[2].partition("# Every file")[0]
BLOCK = re.compile(r"^`([\w/.]+)`:\n\n```[a-z+]+\n(.*?)^```", re.MULTILINE | re.DOTALL)
DELETED = re.compile(r"delete `([\w/.]+)`")
INCLUDED = re.compile(r'"games/" ~ view\.ruleset ~ "/([\w-]+\.html)"|own_template\([^)]*"([\w-]+\.html)"')


def files_of(folder: Path) -> dict[str, str]:
    """The text of every file, by its path."""
    found = (file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    return {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in found}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What somebody has who did all that the six steps say."""
    folder = tmp_path_factory.mktemp("tutorial") / "lantern"
    write_game("lantern", folder)
    for path, text in BLOCK.findall(STEPS):
        (folder / path).write_text(text, encoding="utf-8")
    for path in DELETED.findall(STEPS):
        (folder / path).unlink()
    return folder


@pytest.fixture(scope="module")
def environment(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The environment of a process that finds it installed."""
    place = tmp_path_factory.mktemp("site")
    install_by_pip(built, place / "site")
    return os.environ | finding(place / "site") | {"TABLESIDE_INSTANCE": str(place / "instance")}


def test_the_six_steps_build_the_game_that_is_tested(built: Path) -> None:
    ours = files_of(LANTERN)
    assert files_of(built) == ours
    assert len(ours) == 17


def test_there_are_six_steps_and_each_has_something_to_do() -> None:
    steps = re.split(r"^## \d\. ", STEPS, flags=re.MULTILINE)[1:]
    assert len(steps) == 6
    assert all("```" in step for step in steps)


def test_what_the_text_tries_at_a_prompt_is_what_comes(
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    (tmp_path / "text.md").write_text(STEPS.replace("```", ""), encoding="utf-8")
    assert len(doctest.DocTestParser().get_examples(STEPS)) >= 2
    done = _run(environment, built=tmp_path, words=("-m", "doctest", "text.md"))
    assert done.returncode == 0, done.stdout


def test_its_own_tests_pass(built: Path, environment: Mapping[str, str]) -> None:
    done = _run(environment, built, ("-m", "pytest", "-q", "-p", "no:cacheprovider"))
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


def test_check_game_finds_nothing_wrong(built: Path, environment: Mapping[str, str]) -> None:
    done = _run(environment, built, ("-m", "webapp", "check-game", "lantern"))
    assert (done.returncode, done.stdout) == (0, "lantern: nothing is wrong.\n"), done.stderr


def test_the_picture_is_there() -> None:
    (picture,) = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", TUTORIAL)
    assert (WEBAPP / "games" / picture).is_file()


def test_every_file_that_is_written_has_its_line() -> None:
    listed = TUTORIAL.partition("# Every file")[2]
    for path in files_of(LANTERN):
        folder, _, name = path.rpartition("/")
        known = name == "__init__.py" or f"`{name}`" in listed
        assert known or (folder and f"`{folder.rpartition('/')[2]}/`" in listed), path


def test_every_template_of_a_game_that_a_page_prints_has_its_line() -> None:
    listed = TUTORIAL.partition("# Every template")[2]
    texts = [*(ROOT / "templates").rglob("*.html"), *(WEBAPP / "views").glob("*.py")]
    found = {
        name for file in texts for pair in INCLUDED.findall(file.read_text("utf-8")) for name in pair if name
    }
    assert {"gm.html", "declare.html", "result.html"} <= found
    assert {name for name in found if f"`{name}`" not in listed} == set()


def test_a_modifier_of_ones_own_is_made_as_the_text_says(built: Path, environment: Mapping[str, str]) -> None:
    """The three blocks of its section, read where the finished game is installed."""
    section = TUTORIAL.partition("# A modifier of your own")[2].partition("\n# ")[0]
    rules, views = re.findall(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    (row,) = re.findall(r"^```toml\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    program = "\n".join(
        (
            "from webapp.games.api import *",
            "from webapp.rules.catalogue import parse",
            "from lantern_game.rules import Asked, Check",
            "import tomllib",
            rules,
            views,
            f"(effect,) = parse(tomllib.loads({row!r}), 'it')['full-lamp'].effects",
            "assert effect.modifier in Lantern.effect_modifiers",
            "print(COUNTS[effect.modifier], LanternScreens.modifier_labels[effect.modifier].says(1))",
        )
    )
    done = _run(environment, built, ("-c", program))
    assert done.stdout == "2 +2 by the light\n", done.stderr


def test_the_package_to_uninstall_and_the_settings_are_those_there_are() -> None:
    project = (LANTERN / "pyproject.toml").read_text(encoding="utf-8")
    (package,) = re.findall(r'^name = "(.+)"', project, re.MULTILINE)
    assert f"pip uninstall {package}`" in TUTORIAL
    settings = set(Settings().environment())
    assert set(re.findall(r"TABLESIDE_[A-Z]+", TUTORIAL)) <= settings


def _run(
    environment: Mapping[str, str], built: Path, words: tuple[str, ...]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], cwd=built, env=environment, capture_output=True, text=True, check=False
    )
