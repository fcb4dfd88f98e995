"""A character's sheet as a table keeps it: the six Attributes, Mettle now, armour, Speed.

An NPC may have its threat alone ("3D+7"). Source: Characters; Guidance for the short notation.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from webapp.rules.dice import whole
from webapp.rules.errors import RuleError
from webapp.rules.mettle.character import HUMAN_SPEED, KEYS, Attributes, npc
from webapp.rules.mettle.meter import Mettle
from webapp.rules.mettle.needs import MOST_DICE
from webapp.rules.mettle.zones import speed_of

THREAT, METTLE, ARMOUR, PROOF, SPEED = "Threat", "Mettle", "Armour", "Proof", "Speed"
OWN = (*KEYS, METTLE, ARMOUR, PROOF, SPEED, THREAT)
"""What a sheet may say that this game reads; anything else on it is the group's own."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The numbers of somebody: Attributes, Mettle, what armour soaks, Zones in a Round."""

    attributes: Attributes
    mettle: Mettle
    armour: int = 0
    proof: bool = False
    speed: Fraction = Fraction(HUMAN_SPEED)

    def __getitem__(self, key: str) -> int:
        """One Attribute by its name."""
        return self.attributes[key]


def sheet_of(stats: Mapping[str, Any], starving: int = 0) -> Sheet:
    """Read a sheet, names in any case: what it does not say is 0, Mettle full, Speed 1.

    `starving` days lower maximum Mettle. A number that is none counts as 0, so that a slip on a sheet stops
    nobody's evening.
    """
    said = {str(name).casefold(): value for name, value in stats.items()}
    attributes, full = _attributes(said)
    mettle = full.with_maximum(max(-MOST_DICE, full.maximum - starving))
    now = said.get(METTLE.casefold())
    if whole(now):
        mettle = Mettle(min(int(now), max(mettle.maximum, 0)), mettle.maximum, mettle.motive)  # type: ignore[arg-type]
    return Sheet(
        attributes,
        mettle,
        armour=_number(said.get(ARMOUR.casefold())),
        proof=said.get(PROOF.casefold()) in (True, "yes", "true"),
        speed=_speed(said.get(SPEED.casefold())),
    )


def has_sheet(stats: Mapping[str, Any]) -> bool:
    """Whether anything of this game stands on it."""
    known = {key.casefold() for key in (*KEYS, THREAT)}
    return any(str(name).casefold() in known for name in stats)


def _attributes(said: Mapping[str, Any]) -> tuple[Attributes, Mettle]:
    numbers = {key.casefold(): _number(said.get(key.casefold())) for key in KEYS}
    threat = said.get(THREAT.casefold())
    if isinstance(threat, str):
        try:
            short = npc(threat)
        except RuleError:
            return Attributes(**numbers), Attributes(**numbers).mettle
        given = {name for name in numbers if name in said}
        pools = {name: numbers[name] if name in given else short.pool for name in numbers}
        pools["frame"] = numbers["frame"] if "frame" in given else short.frame
        return Attributes(**pools), short.mettle
    attributes = Attributes(**numbers)
    return attributes, attributes.mettle


def _number(value: object) -> int:
    return min(max(int(value), 0), MOST_DICE) if whole(value) else 0  # type: ignore[call-overload]


def _speed(value: object) -> Fraction:
    try:
        return Fraction(HUMAN_SPEED) if value in (None, "") else speed_of(value)
    except RuleError:
        return Fraction(HUMAN_SPEED)
