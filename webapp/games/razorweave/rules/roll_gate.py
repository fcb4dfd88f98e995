"""Decide whether to roll, who rolls, and whether to try again; warn of crowded scenes."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from webapp.games.api import ClockRef, CombinedOutcome, EarlierTry, GroupKind, Question, RuleError, name_key
from webapp.games.razorweave.rules.check import Check, Outcome
from webapp.games.razorweave.rules.clocks import APART
from webapp.games.razorweave.rules.edge_and_burden import PACKAGE
from webapp.games.razorweave.rules.tiers import Tier
from webapp.rules.toml_tables import rows


@cache
def questions() -> tuple[Question, ...]:
    """Return the GM's three questions before a roll: Uncertainty, Consequence, Agency.

    Source: ch. 8, "When to Roll (and When Not To)".
    """
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
        """Whether dice are rolled: all three answers are yes."""
        return self.uncertainty and self.consequence and self.agency

    @property
    def rulings(self) -> tuple[str, ...]:
        """The GM's possible rulings: "check", or without dice "yes" (it works) and "no" (it cannot work)."""
        return ("check",) if self.rolls else ("yes", "no")


def group_kinds() -> tuple[GroupKind, ...]:
    """Return the kinds of group check: assistance, representative, split risks.

    Source: ch. 8, "Group Checks and Assistance".
    """
    text = {"key": str, "name": str, "text": str}
    more = {"helps": bool, "each_rolls": bool, "company": str}
    return tuple(GroupKind(**row) for row in rows(PACKAGE, "tables.toml", "group", text, more))


def split_risks(outcomes: Mapping[str, Outcome]) -> CombinedOutcome:
    """Return who rolled best and worst by tier, with a sentence; the margin breaks ties.

    `outcomes` maps each character's name to their roll.
    Raises RuleError for fewer than two rolls. Source: ch. 8, "Split Risks".
    """
    if len(outcomes) < 2:
        raise RuleError(
            "Split risks need two or more characters who roll.", field="outcomes", value=list(outcomes)
        )
    order = list(Tier)
    ranked = sorted(outcomes, key=lambda name: (order.index(outcomes[name].tier), -outcomes[name].margin))
    best, worst = ((name, outcomes[name].tier.label.lower()) for name in (ranked[0], ranked[-1]))
    alike = f"Everyone: {best[1]}."
    says = alike if best[1] == worst[1] else f"{best[0]}: {best[1]}; {worst[0]}: {worst[1]}."
    return CombinedOutcome(says, best[0], worst[0])


@dataclass(frozen=True, slots=True)
class Retry:
    """Whether a second try is fair, and what has changed since the first; the GM has the last word."""

    changed: tuple[str, ...]

    @property
    def allowed(self) -> bool:
        """Whether the approach or the circumstances differ; the GM judges if that is enough."""
        return bool(self.changed)

    @property
    def sentence(self) -> str:
        """The ruling in a sentence."""
        if self.allowed:
            return f"Changed since the last try: {', '.join(self.changed)}."
        return (
            "Nothing has changed since the last try: find another way, change the circumstances, or roll "
            "if the GM lets you."
        )


def retry(before: Check, now: Check, *, circumstances: bool = False) -> Retry:
    """Return what has changed between a failed try and a new one: the approach, the circumstances.

    `circumstances` is true if the GM says that something else has changed. Source: ch. 8, "Keeping
    Momentum".
    """
    changed = []
    if _approach(before) != _approach(now):
        changed.append("the approach")
    if circumstances or _circumstances(before) != _circumstances(now):
        changed.append("the circumstances")
    return Retry(tuple(changed))


def failed_before(tries: Iterable[EarlierTry[Check]], intent: str) -> tuple[Check, ...]:
    """Return the failed tries with this intent since the last success with it, newest first.

    `tries` are a character's tries, newest first. Empty for an empty intent.
    """
    wanted = _plain(intent)
    same = (earlier_try for earlier_try in tries if wanted and _plain(earlier_try.check.intent) == wanted)
    return tuple(earlier_try.check for earlier_try in takewhile(lambda one: not one.success, same))


def _approach(check: Check) -> tuple[str, ...]:
    return tuple(_plain(text) for text in (check.approach, check.attribute_name, check.skill_name))


def _plain(text: str) -> str:
    """Return a text for comparison: its words in lower case, without punctuation."""
    return " ".join(re.findall(r"\w+", text.casefold().replace("'", "").replace("’", "")))


def _circumstances(check: Check) -> tuple[int, frozenset[tuple[str, str, int]]]:
    weighing = ((name_key(source.name), str(source.modifier), source.amount) for source in check.sources)
    return check.dc, frozenset(weighing)


def crowded(tags: int, clocks: Sequence[ClockRef]) -> str:
    """Return a warning if a scene has more tags or clocks than the book advises; "" otherwise.

    The advice is one or two tags and a single important clock. A race of two clocks counts once.
    Complete, personal and Resolve clocks do not count. Source: ch. 9, "Start Small".
    """
    dials = [clock for clock in clocks if not (clock.complete or clock.kind in APART)]
    races = {frozenset((clock.id, clock.opposes or clock.id)) for clock in dials}
    advice = rows(PACKAGE, "tables.toml", "start", {"name": str, "text": str}, {"most": int})
    most = {row["name"]: row["most"] for row in advice if "most" in row}
    found = (("tag", tags, tags, most["Tags"]), ("clock", len(dials), len(races), most["Clocks"]))
    over = [(what, held, enough) for what, held, counted, enough in found if counted > enough]
    here = " and ".join(f"{held} {what}s" for what, held, _ in over)
    advised = " and ".join(f"{enough} {what}{'s'[: enough != 1]}" for what, _, enough in over)
    return f"Start small: this scene has {here}; the book advises at most {advised}." if over else ""
