"""Fights: no hit points, but Resolve clocks that strikes fill."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from webapp.rules.clocks import Clock
from webapp.rules.dice import whole
from webapp.rules.errors import RuleError
from webapp.rules.razorweave.tiers import Tier, tier_named
from webapp.rules.ruleset import Action
from webapp.rules.tables import rows

PACKAGE = "webapp.rules.razorweave"


@dataclass(frozen=True, slots=True)
class Resolve:
    """How much fight someone has: the usual size of the clock and the range to choose from."""

    key: str
    name: str
    segments: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class TurnOrder:
    """A way to say who acts next."""

    key: str
    name: str
    text: str


@cache
def resolves() -> tuple[Resolve, ...]:
    """Minor foe 2 to 3, player character 4, boss or group 6. Source: ch. 10."""
    schema = {"key": str, "name": str, "segments": int, "low": int, "high": int}
    return tuple(Resolve(**row) for row in rows(PACKAGE, "tables.toml", "resolve", schema))


@cache
def actions() -> tuple[Action, ...]:
    """Strike, Maneuver, Set Up, Defend or Withdraw. Source: ch. 10."""
    text = {"key": str, "name": str, "text": str}
    return tuple(Action(**row) for row in rows(PACKAGE, "tables.toml", "action", text))


@cache
def turn_orders() -> tuple[TurnOrder, ...]:
    """Conversational, Popcorn, Rolled. Source: ch. 10."""
    text = {"key": str, "name": str, "text": str}
    return tuple(TurnOrder(**row) for row in rows(PACKAGE, "tables.toml", "turns", text))


def resolve_clock(kind: str, segments: int | None = None) -> Clock:
    """A fresh Resolve clock for a "minor" foe, a "character" or a "boss"; full is out of the fight."""
    for row in resolves():
        if row.key == kind:
            size = row.segments if segments is None else segments
            if not whole(size) or not row.low <= size <= row.high:
                wanted = f"{row.low} to {row.high}" if row.low < row.high else str(row.low)
                raise RuleError(
                    f"{row.name}: a Resolve clock of {wanted} segments, not {size!r}.",
                    field="segments",
                    value=size,
                )
            return Clock.new(size)
    known = ", ".join(row.key for row in resolves())
    raise RuleError(f"A Resolve clock is for {known}; not {kind!r}.", field="kind", value=kind)


@cache
def strike_ticks(tier: Tier | str) -> int:
    """How many segments a Strike fills on the target's Resolve clock: critical 3, full 2, partial 1."""
    found = rows(PACKAGE, "tables.toml", "strike", {"tier": str, "ticks": int})
    return next(int(row["ticks"]) for row in found if row["tier"] == tier_named(tier))


def rolled_order(totals: dict[str, int]) -> tuple[str, ...]:
    """The Rolled turn order: highest Agility total first; those alike stay in the order they were given."""
    return tuple(sorted(totals, key=lambda name: -totals[name]))
