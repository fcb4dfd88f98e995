"""Setting a scene: start small, and when a clock is worth making."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from webapp.rules.tables import rows

PACKAGE = "webapp.rules.razorweave"
FEW_TAGS, FEW_CONDITIONS, FEW_CLOCKS = 2, 3, 1


@dataclass(frozen=True, slots=True)
class Size:
    """A number of segments to offer first, and what it suits."""

    segments: int
    text: str


@dataclass(frozen=True, slots=True)
class Cause:
    """A reason for which clocks move."""

    key: str
    name: str
    text: str


@cache
def sizes() -> tuple[Size, ...]:
    """4, 6 and 8 segments; any other from 1 to 100 may be chosen. Source: ch. 9, "What Clocks Are"."""
    return tuple(Size(**row) for row in rows(PACKAGE, "tables.toml", "size", {"segments": int, "text": str}))


@cache
def causes() -> tuple[Cause, ...]:
    """By checks, by time, by events. Source: ch. 9, "Advancing Clocks"."""
    text = {"key": str, "name": str, "text": str}
    return tuple(Cause(**row) for row in rows(PACKAGE, "tables.toml", "cause", text))


def start_small(tags: int, conditions: int, clocks: int) -> tuple[str, ...]:
    """Soft warnings when a scene carries more than one or two tags, a few conditions and one clock.

    Source: ch. 9, "Start Small". An empty answer means nothing to say.
    """
    hints = (
        (tags, FEW_TAGS, "tags"),
        (conditions, FEW_CONDITIONS, "conditions"),
        (clocks, FEW_CLOCKS, "clocks"),
    )
    return tuple(
        f"{count} {what} in one scene: do they all matter?" for count, few, what in hints if count > few
    )


def worth_a_clock(*, long_goal: bool = False, mounting_danger: bool = False, two_forces: bool = False) -> str:
    """Whether something is big enough for a clock, and which: "" if a single check will do.

    Source: ch. 8, "Checks and Clocks".
    """
    if two_forces:
        return "Two clocks that oppose each other: the first to fill decides."
    if mounting_danger:
        return "A threat clock: failures and partial successes move it."
    return "A progress clock: successes move it." if long_goal else ""
