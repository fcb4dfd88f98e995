"""The command line, spoken to as a person would."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.cli.running import Process
from webapp.cli import main

Say = Callable[..., Result]
Start = Callable[..., Process]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers that end with the test."""
    started: list[Process] = []

    def run(*command: str, **settings: str) -> Process:
        started.append(Process(tmp_path, *command, **settings))
        return started[-1]

    yield run
    for each in started:
        each.stop()


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An instance folder of this test's own, by the settings a person would make."""
    folder = tmp_path / "instance"
    monkeypatch.setenv("TABLESIDE_INSTANCE", str(folder))
    monkeypatch.setenv("TABLESIDE_PUBLIC_URL", "https://play.example")
    return folder


@pytest.fixture
def say(instance: Path) -> Say:
    """`say("links", table)` is `tableside links TABLE`."""

    def run(*words: object, **options: str) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False, **options)

    return run


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """An instance with a demo table, made once, and the table's id."""
    folder = tmp_path_factory.mktemp("played") / "instance"
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("TABLESIDE_INSTANCE", str(folder))
        environment.setenv("TABLESIDE_PUBLIC_URL", "https://play.example")
        assert CliRunner().invoke(main, ["demo"], catch_exceptions=False).exit_code == 0
        return folder, str(CliRunner().invoke(main, ["tables"]).stdout.split()[0])


@pytest.fixture
def demo(played: tuple[Path, str], instance: Path) -> str:
    """The id of a demo table, in a copy of its instance."""
    shutil.copytree(played[0], instance)
    return played[1]
