"""Every promise, of the screens and of the server, names tests that exist, each in the suite that runs it."""

import ast
import tomllib
from functools import cache

import pytest

from tests.house.reading import ROOT
from tests.suites import SUITES

KEPT = {"U": "browser", "R": "house", "S": "house", "A": "house"}
"""Where the promises of each letter are written down."""
COUNT = {"U": 27, "R": 25, "S": 30, "A": 12}


def told_in(folder: str) -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((ROOT / "tests" / folder / "promises.toml").read_text(encoding="utf-8"))


PROMISES = told_in("browser") | told_in("house")


@pytest.mark.parametrize("letter", COUNT)
def test_none_is_missing(letter: str) -> None:
    named = [name for name in told_in(KEPT[letter]) if name.startswith(letter)]
    assert named == [f"{letter}{number}" for number in range(1, COUNT[letter] + 1)]


@pytest.mark.parametrize("name", PROMISES)
def test_a_promise_names_its_tests_by_the_suite_that_runs_them(name: str) -> None:
    """`test` is `make test`; `soak`, `attack` and `bench` are those; `file` is a file that is the promise."""
    told = {kind: places for kind, places in PROMISES[name].items() if kind != "promise"}
    assert any(told.values())
    for kind, places in told.items():
        for place in places:
            assert suite_of(place) == kind, f"{place} is run by {suite_of(place)}, not {kind}"


def suite_of(place: str) -> str:
    """The suite that runs a test below `tests`, "file::test"; "file" for a file below the repository."""
    file, _, test = place.partition("::")
    if not test:
        assert (ROOT / file).exists(), place
        return "file"
    whole, each = _marks(file)
    assert test in each, place
    if file.startswith("bench/"):
        return "bench"
    return next((suite for suite in SUITES if suite in whole | each[test]), "test")


@cache
def _marks(file: str) -> tuple[set[str], dict[str, set[str]]]:
    """The suites that a file is marked with, and those of each of its tests."""
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    whole: set[str] = set()
    for each in tree.body:
        if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "pytestmark":
            whole |= _named(each.value)
    tests = [each for each in tree.body if isinstance(each, ast.FunctionDef)]
    return whole, {test.name: set().union(*map(_named, test.decorator_list)) for test in tests}


def _named(marker: ast.expr) -> set[str]:
    """The suites among the marks of a decorator, or of a list of them."""
    marks = marker.elts if isinstance(marker, ast.List) else [marker]
    return {suite for suite in SUITES for mark in marks if ast.unparse(mark) == f"pytest.mark.{suite}"}
