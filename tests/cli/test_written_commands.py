"""Every command that a text or the program itself tells people to type works as it stands there."""

import re
import sys
from pathlib import Path

import pytest

from tests.cli.commands import BUILT, Reader, bare, written_in
from tests.cli.conftest import Say
from tests.house.reading import ROOT, kept_in_git, named
from webapp.cli import main
from webapp.store.command_line import TARGETS, command_to_type

TEXTS = {named(file): file.read_text(encoding="utf-8") for file in kept_in_git() if file.suffix == ".md"}
NOT_RUN = {
    r"apt install \S+": "needs root",
    r"mkcert .*": "makes an authority on this computer",
    r"systemctl .*": "needs root",
    r"pipx .*": "needs the network",
    r"python3 -m venv tableside": "tests/browser/test_wheel.py makes one and installs the wheel",
    r"tableside/bin/pip install.*": "needs the network; tests/browser/test_wheel.py installs the wheel",
    r"\S*tableside check-game lantern": "tests/games/test_tutorial.py builds that game and runs it",
    r"\S*tableside serve": "serves for ever; tests/browser/test_wheel.py starts it",
    r"gunicorn .*": "serves for ever; tests/cli/test_wsgi.py starts it",
}
"""Patterns of commands that no test here runs, each with the reason."""
WRITTEN = sorted({(name, command) for name, text in TEXTS.items() for command in written_in(text)})


@pytest.fixture
def reader(say: Say, demo: str, tmp_path: Path) -> Reader:
    return Reader(say, tmp_path)


def test_every_command_that_a_text_names_works(reader: Reader) -> None:
    left = set()
    for name, command in WRITTEN:
        pattern = next((each for each in NOT_RUN if re.fullmatch(each, command)), None)
        if pattern:
            left.add(pattern)
            continue
        try:
            reader.type(command)
        except AssertionError as error:
            raise AssertionError(f"{name} names `{command}`: {error}") from error
    assert left == set(NOT_RUN), "a pattern that fits no command any more"


def test_what_the_handbook_says_of_each_command_works(reader: Reader) -> None:
    _, _, table = TEXTS[".ci/deploy/README.md"].partition("## Commands")
    cells = [
        line.split("|")[1]
        for line in table.partition("## Settings")[0].splitlines()
        if line.startswith("| `")
    ]
    for command in re.findall(r"`([^`]+)`", " ".join(cells)):
        if command != "serve":
            reader.type(f".venv/bin/tableside {command}")


@pytest.mark.parametrize(
    "command", ["make no-such-target", ".venv/bin/tableside no-such-command", "python -m webapp tables"]
)
def test_a_text_that_names_none_is_found_out(reader: Reader, command: str) -> None:
    assert written_in(f"Type `{command}`.") == [command]
    with pytest.raises(AssertionError):
        reader.type(command)


# ---- what the program prints -----------------------------------------------------------------------


PROGRAMS = {
    "make": ({"TABLESIDE_STARTED_BY": "make"}, "tableside", "make tables"),
    "the checkout's own": ({}, f"{ROOT}/.venv/bin/tableside", ".venv/bin/tableside tables"),
    "on the path": ({"PATH": f"{ROOT}/.venv/bin"}, f"{ROOT}/.venv/bin/tableside", "tableside tables"),
    "a module": ({}, f"{ROOT}/webapp/__main__.py", ".venv/bin/python -m webapp tables"),
}


@pytest.fixture(params=PROGRAMS, ids=PROGRAMS)
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How `tables` is typed where the program was started in this way."""
    environment, program, told = PROGRAMS[request.param]
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.delenv("TABLESIDE_STARTED_BY", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", [program, "tables"])
    monkeypatch.setattr(sys, "orig_argv", [".venv/bin/python", "-m", "webapp", "tables"])
    return told


def test_commands_are_named_in_the_form_in_which_the_program_was_started(form: str) -> None:
    assert command_to_type("tables") == form


@pytest.mark.parametrize(
    "form",
    ["make", *(pytest.param(each, marks=pytest.mark.soak) for each in list(PROGRAMS)[1:])],
    indirect=True,
)
def test_every_command_that_is_printed_works(form: str, say: Say, instance: Path, tmp_path: Path) -> None:
    printed = tuple(re.findall(r"with: (.*)", say("tables").stderr))
    assert printed == (command_to_type("serve"), command_to_type("demo"))
    printed += tuple(re.findall(r"a new one: (.*)", say("demo").stdout))
    printed += tuple(re.findall(r"with: (.*)", say("links", "nowhere").stderr))
    printed += tuple(re.findall(r"Try '(.*)' for help", say("links").stderr))
    assert len(printed) == 5
    reader = Reader(say, tmp_path)
    say("backup", instance / "backups" / "kept.sqlite3")
    (instance / "tableside.sqlite3").unlink()
    (way_out,) = re.findall(r"with:\n  (.*)\nTo begin", say("check").stderr)
    for command in (way_out, *printed):
        if not command.endswith(("serve", "run")):
            reader.type(command)


def test_what_make_prints_works_in_an_empty_environment(tmp_path: Path) -> None:
    instance = str(tmp_path / "instance")
    made = bare("make", *BUILT, "demo", PYTHONPATH=str(ROOT), TABLESIDE_INSTANCE=instance)
    (command,) = re.findall(r"a new one: (make .*)", made.stdout)
    built = command.replace("make", " ".join(("make", *BUILT)), 1)
    again = bare("sh", "-c", built, PYTHONPATH=str(ROOT), TABLESIDE_INSTANCE=instance)
    assert again.stdout.startswith("GM "), again.stderr


def test_the_targets_of_make_are_those_that_are_printed() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (targets,) = re.findall(
        r"^([a-z ]+): \.venv/\.run\n\t@\.venv/bin/tableside \$@ \$\(ARGS\)$", makefile, re.MULTILINE
    )
    assert tuple(targets.split()) == TARGETS
    others = set(main.commands) - set(TARGETS)
    assert others == {"check", "check-game", "new-game", "rules", "serve", "try-game"}, "as the handbook says"


def test_the_program_says_its_version(say: Say) -> None:
    assert re.fullmatch(r"Tableside \d+\.\d+\.\d+\n", say("--version").stdout)
