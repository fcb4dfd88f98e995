"""Every promise, of the screens and of the server, is held by tests that exist."""

import re
import tomllib

import pytest

from tests.house.reading import ROOT

KEPT = {"U": "browser", "R": "house", "S": "house"}
"""Where the promises of each letter are written down."""
COUNT = {"U": 27, "R": 25, "S": 30}


def told_in(folder: str) -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((ROOT / "tests" / folder / "promises.toml").read_text(encoding="utf-8"))


PROMISES = told_in("browser") | told_in("house")


@pytest.mark.parametrize("letter", COUNT)
def test_none_is_missing(letter: str) -> None:
    named = [name for name in told_in(KEPT[letter]) if name.startswith(letter)]
    assert named == [f"{letter}{number}" for number in range(1, COUNT[letter] + 1)]


@pytest.mark.parametrize("name", PROMISES)
def test_a_promise_is_held_by_a_test(name: str) -> None:
    assert PROMISES[name]["held_by"]
    for place in PROMISES[name]["held_by"]:
        ensure_there(place)


def ensure_there(place: str) -> None:
    """A file below the repository, or a test in a file below `tests`."""
    file, _, test = place.partition("::")
    if not test:
        assert (ROOT / file).exists(), place
        return
    told = (ROOT / "tests" / file).read_text(encoding="utf-8")
    assert re.search(rf"^def {test}\(", told, re.MULTILINE), place
