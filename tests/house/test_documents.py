"""What can be set, said and sent is written down, and written down is what there is."""

import re
from dataclasses import Field, fields
from pathlib import Path
from textwrap import dedent
from typing import Any

import click
import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.house.reading import ROOT, kept_in_git, named
from tests.table.oak import Oak
from webapp.cli import main
from webapp.settings import Settings
from webapp.table.commands import commands

README = (ROOT / "README.md").read_text(encoding="utf-8")
HANDBOOK = (ROOT / ".ci" / "deploy" / "README.md").read_text(encoding="utf-8")
TEXTS = [each for each in kept_in_git() if each.suffix == ".md"]
LINK = re.compile(r"\]\(([^)#:]+)(#[^)]*)?\)")
ELSEWHERE = {"TABLESIDE_SITE", "TABLESIDE_UPSTREAMS", "TABLESIDE_PLAYED", "TABLESIDE_STARTED_BY"}
"""Those of the files beside the handbook, and of the tests."""
REGISTRIES = [
    "pypi." + "org",
    "python" + "hosted.org",
    "npm" + "js.",
    "yarn" + "pkg.com",
    "proxy.golang." + "org",
    "crates." + "io",
    "rubygems." + "org",
]
TARGET = re.compile(r"^([a-z][a-z-]*):", re.MULTILINE)


def first_cells(text: str) -> list[str]:
    """What stands in the first column of its tables."""
    return [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| `")]


def test_every_setting_has_its_line_in_the_operators_handbook() -> None:
    lines = [each for each in first_cells(HANDBOOK) if each.startswith("`TABLESIDE_")]
    assert lines == [f"`TABLESIDE_{each.name.upper()}`" for each in fields(Settings)]


@pytest.mark.parametrize("setting", fields(Settings), ids=lambda each: each.name)
def test_the_handbook_says_what_a_setting_is_without_being_set(setting: Field[str]) -> None:
    line = next(
        line for line in HANDBOOK.splitlines() if line.startswith(f"| `TABLESIDE_{setting.name.upper()}`")
    )
    assert not setting.default or f"| `{setting.default}` |" in line


@pytest.mark.parametrize("command", main.commands)
def test_every_command_of_the_command_line_stands_in_the_operators_handbook(command: str) -> None:
    cells = [each for each in first_cells(HANDBOOK) if re.search(rf"`{command}\b", each)]
    assert cells, command
    for option in main.commands[command].params:
        if isinstance(option, click.Option):
            assert any(option.opts[0] in line for line in HANDBOOK.splitlines() if f"`{command}" in line)


@pytest.mark.parametrize("text", TEXTS, ids=named)
def test_no_text_names_a_setting_that_is_gone(text: Path) -> None:
    known = {f"TABLESIDE_{each.name.upper()}" for each in fields(Settings)} | ELSEWHERE
    found = set(re.findall(r"TABLESIDE_[A-Z_]*[A-Z]", text.read_text(encoding="utf-8")))
    assert found <= known


@pytest.mark.parametrize("text", TEXTS, ids=named)
def test_whatever_a_text_leads_to_is_there(text: Path) -> None:
    for target, _ in LINK.findall(text.read_text(encoding="utf-8")):
        assert (text.parent / target).exists(), target


def test_every_make_target_that_the_readme_names_is_there() -> None:
    targets = set(TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8")))
    assert {"run", "test", "web-checks", "bench"} <= set(re.findall(r"`make ([a-z-]+)", README)) <= targets


def test_every_make_target_says_what_it_is_for() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for line in (line for line in makefile.splitlines() if TARGET.match(line)):
        assert " ## " in line, line


def test_every_command_of_the_table_is_explained_on_the_api_page(client: FlaskClient) -> None:
    page = client.get("/api").text
    assert [name for name in commands() if name not in page] == []


def test_every_command_of_the_table_says_what_it_does_there() -> None:
    for name, command in commands().items():
        assert (command.__doc__ or "").strip(), name


def test_the_test_that_shows_how_one_is_written_runs(oak: Oak) -> None:
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (block,) = (each for each in blocks if "def test_" in each)
    written: dict[str, Any] = {"Oak": Oak}
    exec(dedent(block), written)
    (test,) = (each for name, each in written.items() if name.startswith("test_"))
    test(oak)


def test_the_button_that_the_text_shows_is_one(app: Flask) -> None:
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (button,) = re.findall(r"`(\{\{ forms\..*? \}\})`", text)
    page = app.jinja_env.from_string('{% import "parts/forms.html" as forms %}' + button)
    shown = page.render(tag={"id": 7, "name": "Torch"})
    assert 'value="do=tag.burn&amp;tag=7"' in shown
    assert 'aria-label="Burn Torch"' in shown


def test_no_text_names_a_package_registry() -> None:
    for file in kept_in_git():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for host in REGISTRIES:
            assert host not in text, f"{named(file)} names {host}"
