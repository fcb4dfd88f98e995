"""The conditions that characters carry, and their grades."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webapp.rules.errors import RuleError, quoted
from webapp.rules.word_lists import or_list

SEVERITIES = ("minor", "major")
"""The grades of conditions in a game without grades of its own."""
_own_severities: dict[str, None] = {}


def add_severities(words: Sequence[str]) -> None:
    """Register a game's grades of conditions; each is a word of at most 8 lowercase letters."""
    for word in words:
        if not re.fullmatch(r"[a-z]{1,8}", word):
            raise RuleError(
                f"A grade must be a word of at most 8 lowercase letters, not {quoted(word)}.",
                field="severities",
            )
        if word not in SEVERITIES:
            _own_severities[word] = None


def known_severities() -> tuple[str, ...]:
    """Return the grades of conditions: the shared ones, then those that the loaded games add."""
    return (*SEVERITIES, *_own_severities)


@dataclass(frozen=True, slots=True)
class CarriedCondition:
    """A character's condition, as the rules for time and outcomes need it.

    Minor conditions clear quickly, major ones may last several scenes. `clock` is the condition's
    own clock, if any; `treated` stops that clock. `data` is the data of its catalogue entry.
    """

    id: int
    name: str
    character: int
    severity: str = "minor"
    treated: bool = False
    clock: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.severity not in known_severities():
            raise RuleError(
                f"A condition must be {or_list(known_severities())}, not {quoted(self.severity)}.",
                field="severity",
                value=self.severity,
            )
