"""Trying again: only when something has really changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from webapp.rules.play import Tried
from webapp.rules.razorweave.check import Check


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


def failed_before(tries: Iterable[Tried], intent: str) -> Mapping[str, Any] | None:
    """The newest of somebody's tries at the same thing that failed."""
    wanted = intent.strip().casefold()
    same = (each for each in tries if wanted and each.check["intent"].strip().casefold() == wanted)
    return next((each.check for each in same if not each.success), None)


def _approach(check: Check) -> tuple[str, ...]:
    return tuple(text.strip().casefold() for text in (check.approach, check.attribute_name, check.skill_name))


def _circumstances(check: Check) -> tuple[int, frozenset[tuple[str, str, int]]]:
    weighing = ((source.name.casefold(), str(source.modifier), source.amount) for source in check.sources)
    return check.dc, frozenset(weighing)
