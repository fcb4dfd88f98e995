"""Conditions in life: how they come, what time does to them, what clears them.

Nothing here happens by itself: every function answers with proposals for the GM.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webapp.rules.check import Proposed
from webapp.rules.clocks import Ticked
from webapp.rules.effects import Effect
from webapp.rules.errors import RuleError
from webapp.rules.razorweave.check import Check, Outcome

MINOR, MAJOR = "minor", "major"


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that a character has: minor ones clear quickly, major ones may last several scenes.

    `clock` is its personal clock if there is one, `treated` stops its ticking, `data` holds what the
    catalogue keeps about it (ticks, segments, worsens, ends).
    """

    id: int
    name: str
    character: int
    severity: str = MINOR
    treated: bool = False
    clock: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.severity not in (MINOR, MAJOR):
            raise RuleError(
                f"A condition is minor or major, not {self.severity!r}.",
                field="severity",
                value=self.severity,
            )


def unsaid(*, fiction: str = "", effects: Sequence[Effect] = (), clears: str = "") -> tuple[str, ...]:
    """What is still to be said when a condition is introduced; nothing is forced.

    Source: ch. 9, "Introducing and Clearing Conditions".
    """
    said = {
        "what it is in the story": fiction.strip(),
        "which checks it touches, and how": effects,
        "how it clears": clears.strip(),
    }
    return tuple(what for what, there in said.items() if not there)


def unsaid_custom(*, effects: Sequence[Effect] = (), trigger: str = "", clears: str = "") -> tuple[str, ...]:
    """What is still to be said about a tag or condition of one's own. Source: ch. 9, the last note."""
    said = {
        "its effect (Edge, Burden or DC)": effects,
        "what triggers it": trigger.strip(),
        "how it clears": clears.strip(),
    }
    return tuple(what for what, there in said.items() if not there)


def scene_ends(conditions: Iterable[Condition]) -> tuple[Proposed, ...]:
    """The scene ends: untreated wounds bleed on, what lasts no longer than a scene clears.

    Bleeding ticks if untreated (reading A4.9), Poisoned may; one that has no personal clock yet is offered
    one first. Tags stay with their scene, conditions follow their character. Source: ch. 9.
    """
    found: list[Proposed] = []
    for condition in conditions:
        if condition.data.get("ticks") == "scene" and not condition.treated:
            found.append(_worsen(condition))
        if condition.data.get("ends") == "scene":
            found.append(_clear(condition, "the scene ends"))
    return tuple(found)


def after_check(conditions: Iterable[Condition], outcome: Outcome) -> tuple[Proposed, ...]:
    """A check is over: Shaken clears on a success, Restrained on breaking free, Suppressed in any case.

    `conditions` are those of the character who rolled.
    """
    return tuple(_clear(one, why) for one in conditions if (why := _why_over(one, outcome)))


def short_rest(conditions: Iterable[Condition]) -> tuple[Proposed, ...]:
    """A short rest clears minor conditions; bleeding needs treatment first. Source: ch. 12 and 18."""
    return tuple(
        _clear(one, "a short rest")
        for one in conditions
        if one.severity == MINOR and one.data.get("ends") not in ("treatment", "break free")
    )


def treated(conditions: Iterable[Condition]) -> tuple[Proposed, ...]:
    """First aid or an antidote: what treatment ends may be cleared."""
    return tuple(_clear(one, "treatment") for one in conditions if one.data.get("ends") == "treatment")


def clock_full(condition: Condition, ticked: Ticked) -> tuple[Proposed, ...]:
    """A condition's own clock was just completed: it turns into something worse (Bleeding: Unconscious).

    Only the very tick that completes it proposes anything.
    """
    worse = condition.data.get("worsens")
    if not ticked.completed or not worse:
        return ()
    fields = {"character": condition.character, "name": worse, "severity": MAJOR, "source": condition.name}
    return (Proposed("condition.add", fields, f"the clock of {condition.name} is full"),)


def goal_reached(condition: Condition, ticked: Ticked) -> tuple[Proposed, ...]:
    """A clock whose completion was to clear a condition (recovering, facing a fear) has just completed."""
    return (_clear(condition, "its clock is complete"),) if ticked.completed else ()


def time_passes(clocks: Iterable[int], why: str = "a scene passes") -> tuple[Proposed, ...]:
    """Clocks that time moves: one tick each. Source: ch. 9, "Advancing Clocks"."""
    return tuple(Proposed("clock.tick", {"clock": clock, "by": 1}, why, 0, 1) for clock in clocks)


def breaks_free(check: Check) -> bool:
    """Whether this check is about getting loose: "I break free", "wriggle out of the ropes"."""
    said = f"{check.intent} {check.approach}".casefold()
    return re.search(r"\b(break|get|work|wriggle|cut|pull|tear)\w*\b.*\b(free|loose|out)\b", said) is not None


def _worsen(condition: Condition) -> Proposed:
    low = 0 if condition.data.get("may") else 1
    if condition.clock is not None:
        fields: dict[str, object] = {"clock": condition.clock, "by": 1}
        return Proposed("clock.tick", fields, f"{condition.name}, untreated at the end of the scene", low, 1)
    segments = condition.data.get("segments", 4)
    fields = {"name": condition.name, "segments": segments, "filled": 1, "kind": "personal"}
    return Proposed("clock.add", fields, f"{condition.name} has no clock yet", None, None)


def _why_over(condition: Condition, outcome: Outcome) -> str:
    ends = condition.data.get("ends")
    if ends == "check":
        return "it touched the next action only"
    if not outcome.tier.succeeds:
        return ""
    if ends == "success":
        return "a check succeeded"
    return "broke free" if ends == "break free" and breaks_free(outcome.check) else ""


def _clear(condition: Condition, why: str) -> Proposed:
    return Proposed("condition.clear", {"condition": condition.id}, f"{condition.name}: {why}")
