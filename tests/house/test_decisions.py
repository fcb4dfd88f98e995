"""What was decided where the public interface is silent is written down, and held by tests that exist."""

import re
import tomllib

import pytest

from tests.house.reading import ROOT
from tests.house.test_promises import suite_of

DECISIONS = tomllib.loads((ROOT / "tests/house/decisions.toml").read_text(encoding="utf-8"))["decision"]
SECTION = re.compile(r"^# What the public interface leaves open\n(.*)", re.MULTILINE | re.DOTALL)


def listed() -> list[str]:
    """Return the decisions as `webapp/DECISIONS.md` lists them."""
    section = SECTION.search((ROOT / "webapp/DECISIONS.md").read_text(encoding="utf-8"))
    assert section is not None
    return [" ".join(each.split()) for each in re.split(r"^- ", section[1], flags=re.MULTILINE)[1:]]


def test_the_list_has_each_decision_and_no_other() -> None:
    assert listed() == [each["says"] for each in DECISIONS]


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda each: each["says"][:40])
def test_a_decision_is_held_by_a_test(decision: dict[str, list[str]]) -> None:
    assert decision["held_by"]
    for place in decision["held_by"]:
        suite_of(place)
