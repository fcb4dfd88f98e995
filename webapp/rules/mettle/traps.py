"""Traps: a Hazard with a trigger that must still beat its victim's POISE.

Source: Scenes, "Traps".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from webapp.rules.clocks import Clock
from webapp.rules.errors import RuleError
from webapp.rules.mettle.annotations import as_annotated, fit_fields
from webapp.rules.mettle.check import Check, FallenOrSource, Result, resolve
from webapp.rules.mettle.hazards import Hazard
from webapp.rules.mettle.needs import number, one_of, words

TARGETS = ("one", "zone", "room", "none")
SOAKS = ("frame", "poise", "none")


@dataclass(frozen=True, slots=True)
class Trap:
    """A trap: what sets it off, what it rolls, whom it catches, what soaks it.

    `targets` is "one", "zone" (everyone in it), "room" (whoever is inside) or "none" (an alarm); `soak` is
    "frame", "poise" (as a fall) or "none". `rounds` above 0 makes it a countdown instead of a roll.
    """

    name: str
    trigger: str
    hazard: Hazard | None = None
    targets: str = "one"
    soak: str = "frame"
    rounds: int = 0

    def __post_init__(self) -> None:
        fit_fields(self)
        one_of(self.targets, TARGETS, "kind of target", field="targets")
        one_of(self.soak, SOAKS, "kind of soak", field="soak")
        number(self.rounds, "Rounds", field="rounds", high=100)
        words(self.trigger, "Say what sets off this trap.", field="trigger")
        if (self.hazard is None) == (self.rounds == 0):
            raise RuleError("A trap either rolls a hazard or counts Rounds.", field="hazard", value=self.name)

    @property
    def harms(self) -> bool:
        """Whether it does damage (an alarm and a countdown do not)."""
        return self.hazard is not None and self.targets != "none"

    @property
    def countdown(self) -> Clock | None:
        """The clock of a trap that fills up Round by Round, such as a flooding room."""
        return Clock.new(self.rounds) if self.rounds else None


@dataclass(frozen=True, slots=True)
class Sprung:
    """How a trap met one victim: the Check it made, and its damage (0 if it failed or does none)."""

    result: Result
    damage: int

    @property
    def caught(self) -> bool:
        """Whether it got them."""
        return self.result.success


@as_annotated
def spring_on_zone(trap: Trap, poises: Mapping[str, int], dice: FallenOrSource) -> dict[str, Sprung]:
    """Spring a blast on everyone in the Zone: one roll, its Score against each one's own POISE."""
    if trap.hazard is None:
        raise RuleError(f"{trap.name} rolls nothing; it counts Rounds.", field="trap", value=trap.name)
    result = resolve(Check(trap.hazard.pool, 0), dice)
    return {name: _met(trap, result, poise) for name, poise in poises.items()}


def _met(trap: Trap, result: Result, poise: int) -> Sprung:
    met = replace(result, check=replace(result.check, difficulty=poise))
    bonus = trap.hazard.bonus if trap.hazard else 0
    return Sprung(met, met.edge + bonus if met.success and trap.harms else 0)
