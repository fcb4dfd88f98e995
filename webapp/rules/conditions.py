"""The conditions that characters carry, and their grades."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from webapp.rules.errors import RuleError, quoted
from webapp.rules.word_lists import or_list

SEVERITIES = ("minor", "major")
"""The grades of conditions, the mildest first."""


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
        if self.severity not in SEVERITIES:
            raise RuleError(
                f"A condition must be {or_list(SEVERITIES)}, not {quoted(self.severity)}.",
                field="severity",
                value=self.severity,
            )
