"""Whether anything is rolled, by whom, and whether again; and when a scene carries more than it needs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from webapp.rules.check import Dial
from webapp.rules.errors import RuleError
from webapp.rules.play import Combined, GroupKind, Question, Tried
from webapp.rules.razorweave.check import Check, Outcome
from webapp.rules.razorweave.clocks import APART
from webapp.rules.razorweave.levels import PACKAGE
from webapp.rules.razorweave.tiers import Tier
from webapp.rules.tables import rows


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


def group_kinds() -> tuple[GroupKind, ...]:
    """Assistance, representative, split risks. Source: ch. 8, "Group Checks and Assistance"."""
    text = {"key": str, "name": str, "text": str}
    more = {"helps": bool, "each_rolls": bool, "company": str}
    return tuple(GroupKind(**row) for row in rows(PACKAGE, "tables.toml", "group", text, more))


def split_risks(outcomes: Mapping[str, Outcome]) -> Combined:
    """Several rolled; the GM looks at the most interesting combination instead of every detail.

    The best and the worst are those with the best and the worst tier (margin breaks ties). RuleError for
    fewer than two. Source: ch. 8, "Split Risks".
    """
    if len(outcomes) < 2:
        raise RuleError("Split risks need two or more who roll.", field="outcomes", value=list(outcomes))
    order = list(Tier)
    ranked = sorted(outcomes, key=lambda name: (order.index(outcomes[name].tier), -outcomes[name].margin))
    best, worst = ((name, outcomes[name].tier.label.lower()) for name in (ranked[0], ranked[-1]))
    alike = f"All alike: {best[1]}."
    says = alike if best[1] == worst[1] else f"{best[0]}: {best[1]}; {worst[0]}: {worst[1]}."
    return Combined(says, best[0], worst[0])


@dataclass(frozen=True, slots=True)
class Retry:
    """Whether a second try is fair, and what has changed since the first."""

    changed: tuple[str, ...]

    @property
    def allowed(self) -> bool:
        """Whether the approach or the circumstances differ; the GM judges if that is enough."""
        return bool(self.changed)

    @property
    def says(self) -> str:
        """The ruling in a sentence."""
        if self.allowed:
            return f"Changed since the last try: {', '.join(self.changed)}."
        return "Nothing has changed since the last try: find another way, or change the circumstances."


def retry(before: Check, now: Check, *, circumstances: bool = False) -> Retry:
    """Compare a new try with the failed one: another approach, other circumstances.

    `circumstances` is the GM's word that something else has changed. Source: ch. 8, "Keeping Momentum".
    """
    changed = []
    if _approach(before) != _approach(now):
        changed.append("the approach")
    if circumstances or _circumstances(before) != _circumstances(now):
        changed.append("the circumstances")
    return Retry(tuple(changed))


def failed_before(tries: Iterable[Tried[Check]], intent: str) -> Check | None:
    """The newest of somebody's tries at the same thing that failed."""
    wanted = intent.strip().casefold()
    same = (each for each in tries if wanted and each.check.intent.strip().casefold() == wanted)
    return next((each.check for each in same if not each.success), None)


def _approach(check: Check) -> tuple[str, ...]:
    return tuple(text.strip().casefold() for text in (check.approach, check.attribute_name, check.skill_name))


def _circumstances(check: Check) -> tuple[int, frozenset[tuple[str, str, int]]]:
    weighing = ((source.name.casefold(), str(source.modifier), source.amount) for source in check.sources)
    return check.dc, frozenset(weighing)


def crowded(tags: int, clocks: Sequence[Dial]) -> str:
    """What stands in a scene beyond one or two tags and a single important clock; "" if it is no more.

    A race of two clocks is one thing to watch. What a character lives through is not counted.
    Source: ch. 9, "Start Small".
    """
    dials = [each for each in clocks if not (each.complete or each.kind in APART)]
    races = {frozenset((each.id, each.opposes or each.id)) for each in dials}
    found = rows(PACKAGE, "tables.toml", "start", {"name": str, "text": str}, {"most": int})
    most = {row["name"]: row["most"] for row in found if "most" in row}
    if tags <= most["Tags"] and len(races) <= most["Clocks"]:
        return ""
    stand, carry = _said(tags, len(races)), _said(most["Tags"], most["Clocks"])
    return f"Start small: {stand} stand in this scene; {carry} carry it."


def _said(tags: int, clocks: int) -> str:
    return f"{tags} tag{'s'[: tags != 1]} and {clocks} clock{'s'[: clocks != 1]}"
