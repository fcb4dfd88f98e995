"""A trap that is sprung: its Score meets the POISE of whom it catches. Source: Scenes, "Traps"."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from webapp.rules.errors import RuleError
from webapp.rules.mettle.check import Check, FallenOrSource, Result, resolve
from webapp.rules.mettle.cover import defence, stops
from webapp.rules.mettle.facts import Body
from webapp.rules.mettle.hazards import Trap


@dataclass(frozen=True, slots=True)
class Sprung:
    """How a trap met one victim: the Check it made against `poise`, its damage, and what got through."""

    result: Result
    poise: int
    damage: int = 0
    unsoaked: int = 0

    @property
    def caught(self) -> bool:
        """Whether it got them."""
        return self.result.success


def spring_on_zone(trap: Trap, victims: Mapping[str, Body], dice: FallenOrSource) -> dict[str, Sprung]:
    """Spring a trap, a blast on everyone in the Zone: one roll, its Score against each one's own POISE.

    It meets them as a regular Attack does: Cover adds to POISE, and nothing gets through Total Cover.
    """
    if trap.hazard is None:
        raise RuleError(f"{trap.name} rolls nothing; it counts Rounds.", field="trap", value=trap.name)
    result = resolve(Check(trap.hazard.pool, 0), dice)
    return {name: _met(trap, result, victim, trap.hazard.bonus) for name, victim in victims.items()}


def _met(trap: Trap, result: Result, victim: Body, bonus: int) -> Sprung:
    poise = max(0, victim.poise + defence(victim.cover))
    met = replace(result, check=replace(result.check, difficulty=poise))
    if not (met.success and trap.harms) or stops(victim.cover):
        return Sprung(met, poise)
    damage = met.edge + bonus
    return Sprung(met, poise, damage, victim.unsoaked(damage, trap.soak))
