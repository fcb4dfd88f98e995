"""Several characters, one moment: one leads and others help, one stands for all, or each takes a risk."""

from collections.abc import Mapping
from dataclasses import dataclass

from webapp.rules.errors import RuleError
from webapp.rules.play import GroupKind
from webapp.rules.razorweave.check import Outcome
from webapp.rules.razorweave.levels import PACKAGE
from webapp.rules.razorweave.tiers import Tier
from webapp.rules.tables import rows


def group_kinds() -> tuple[GroupKind, ...]:
    """Assistance, representative, split risks. Source: ch. 8, "Group Checks and Assistance"."""
    text = {"key": str, "name": str, "text": str}
    more = {"helps": bool, "each_rolls": bool, "company": str}
    return tuple(GroupKind(**row) for row in rows(PACKAGE, "tables.toml", "group", text, more))


@dataclass(frozen=True, slots=True)
class SplitRisks:
    """Several rolled; the GM looks at the most interesting combination instead of every detail.

    `best` and `worst` name those with the best and the worst tier (margin breaks ties).
    """

    outcomes: Mapping[str, Outcome]
    best: str
    worst: str

    @property
    def says(self) -> str:
        """The combination in a sentence."""
        best, worst = self.outcomes[self.best].tier, self.outcomes[self.worst].tier
        if best is worst:
            return f"All alike: {best.label.lower()}."
        return f"{self.best}: {best.label.lower()}; {self.worst}: {worst.label.lower()}."


def split_risks(outcomes: Mapping[str, Outcome]) -> SplitRisks:
    """Put the rolls of two or more characters side by side. Source: ch. 8, "Split Risks"."""
    if len(outcomes) < 2:
        raise RuleError("Split risks need two or more who roll.", field="outcomes", value=list(outcomes))
    order = list(Tier)
    ranked = sorted(outcomes, key=lambda name: (order.index(outcomes[name].tier), -outcomes[name].margin))
    return SplitRisks(dict(outcomes), best=ranked[0], worst=ranked[-1])
