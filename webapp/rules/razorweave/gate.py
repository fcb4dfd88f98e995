"""The roll gate: whether anything is rolled at all."""

from dataclasses import dataclass
from functools import cache

from webapp.rules.play import Question
from webapp.rules.tables import rows

PACKAGE = "webapp.rules.razorweave"


@cache
def questions() -> tuple[Question, ...]:
    """Uncertainty, Consequence, Agency. Source: ch. 8, "When to Roll (and When Not To)"."""
    text = {"key": str, "name": str, "text": str}
    return tuple(Question(**row) for row in rows(PACKAGE, "tables.toml", "gate", text))


@dataclass(frozen=True, slots=True)
class RollGate:
    """The GM's three answers before a check; dice are rolled only if all are yes.

    Source: ch. 8, "When to Roll (and When Not To)".
    """

    uncertainty: bool
    consequence: bool
    agency: bool

    @property
    def rolls(self) -> bool:
        """Whether a check is called for."""
        return self.uncertainty and self.consequence and self.agency

    @property
    def rulings(self) -> tuple[str, ...]:
        """What the GM may say: "check", or without dice "yes" (it works) or "no" (it cannot work)."""
        return ("check",) if self.rolls else ("yes", "no")
