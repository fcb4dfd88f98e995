"""Every promise of the screens is held by tests that exist."""

import re
import tomllib

import pytest

from tests.house.reading import ROOT

PROMISES = tomllib.loads((ROOT / "tests" / "browser" / "promises.toml").read_text(encoding="utf-8"))


def test_none_of_the_twenty_seven_is_missing() -> None:
    assert list(PROMISES) == [f"U{number}" for number in range(1, 28)]


@pytest.mark.parametrize("name", PROMISES)
def test_a_promise_is_held_by_a_test(name: str) -> None:
    assert PROMISES[name]["held_by"]
    for place in PROMISES[name]["held_by"]:
        file, _, test = place.partition("::")
        if not test:
            assert (ROOT / file).exists(), place
            continue
        told = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {test}\(", told, re.MULTILINE), place
