"""What can be set, said and sent is written down, and written down is what there is."""

import re
from dataclasses import fields

import pytest
from flask.testing import FlaskClient

from tests.house.reading import ROOT, kept_in_git, named
from webapp.cli import main
from webapp.settings import Settings
from webapp.table.commands import commands

README = (ROOT / "README.md").read_text(encoding="utf-8")
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


@pytest.mark.parametrize("setting", [each.name for each in fields(Settings)])
def test_every_setting_stands_in_the_readme(setting: str) -> None:
    assert f"`TABLESIDE_{setting.upper()}`" in README


@pytest.mark.parametrize("command", main.commands)
def test_every_command_of_the_command_line_stands_in_the_readme(command: str) -> None:
    assert re.search(rf"`{command}\b", README)


def test_the_readme_names_no_setting_that_is_gone() -> None:
    known = {f"TABLESIDE_{each.name.upper()}" for each in fields(Settings)}
    assert set(re.findall(r"TABLESIDE_[A-Z_]+", README)) <= known


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


def test_no_text_names_a_package_registry() -> None:
    for file in kept_in_git():
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for host in REGISTRIES:
            assert host not in text, f"{named(file)} names {host}"
