"""A character's six Attributes, what they are made with, and how they grow.

Source: Characters, "Step 3", "Step 5", "Experience"; Guidance for the short NPC notation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from webapp.rules.errors import RuleError
from webapp.rules.mettle.check import MOST_DICE
from webapp.rules.mettle.hazards import Hazard
from webapp.rules.mettle.meter import Mettle
from webapp.rules.mettle.needs import number, one_of
from webapp.rules.mettle.tables import rows_of

STARTING_CALLING = 6
STARTING_POINTS = 17
STARTING_MOST = 5
HUMAN_SPEED = 1


@dataclass(frozen=True, slots=True)
class Attributes:
    """The six Attributes as numbers of dice, 0 to 60 each (people start with 1 to 6)."""

    calling: int
    culture: int
    frame: int
    motive: int
    nature: int
    poise: int

    def __post_init__(self) -> None:
        for key in KEYS:
            number(self[key], key, field=key, high=MOST_DICE)

    def __getitem__(self, key: str) -> int:
        """One Attribute by its name on the sheet, "POISE" or "poise"."""
        return int(getattr(self, one_of(str(key).upper(), KEYS, "Attribute", field="attribute").lower()))

    @property
    def mettle(self) -> Mettle:
        """Full Mettle: CALLING + MOTIVE."""
        return Mettle.full(calling=self.calling, motive=self.motive)

    def as_dict(self) -> dict[str, int]:
        """The six numbers under their names on the sheet."""
        return {key: self[key] for key in KEYS}


KEYS = tuple(field.name.upper() for field in fields(Attributes))


def from_stats(stats: Mapping[str, object]) -> Attributes:
    """Read the six numbers of a sheet, names in any case; RuleError for one missing or unknown."""
    given = {str(name).upper(): value for name, value in stats.items()}
    if len(given) < len(stats):
        raise RuleError("Each Attribute stands on a sheet once.", field="stats", value=list(stats))
    for name in given:
        one_of(name, KEYS, "Attribute", field=name)
    for key in KEYS:
        number(given.get(key), key, field=key, high=MOST_DICE)
    return Attributes(**{key.lower(): given[key] for key in KEYS})  # type: ignore[arg-type]


def starting(attributes: Attributes) -> Attributes:
    """Check a new character: CALLING 6, the other five 1 to 5 each and 17 together; RuleError otherwise."""
    others = {key: value for key, value in attributes.as_dict().items() if key != "CALLING"}
    number(attributes.calling, "CALLING of a new character", field="CALLING", low=6, high=STARTING_CALLING)
    for key, value in others.items():
        number(value, f"{key} of a new character", field=key, low=1, high=STARTING_MOST)
    if sum(others.values()) != STARTING_POINTS:
        raise RuleError(
            f"The five Attributes beside CALLING share {STARTING_POINTS} points, not {sum(others.values())}.",
            field="points",
            value=sum(others.values()),
        )
    return attributes


def experience_cost(attributes: Attributes, key: str) -> int:
    """What raising an Attribute by one costs: twice CALLING for CALLING itself, CALLING for any other."""
    one_of(key.upper(), KEYS, "Attribute", field="attribute")
    return attributes.calling * (2 if key.upper() == "CALLING" else 1)


def raised(attributes: Attributes, key: str) -> Attributes:
    """Raise an Attribute by one; CALLING must stay the highest, so RuleError if another would reach it."""
    value = attributes[key] + 1
    if key.upper() != "CALLING" and value >= attributes.calling:
        raise RuleError(
            f"{key.upper()} {value} would reach CALLING {attributes.calling}; raise CALLING first.",
            field="attribute",
            value=key,
        )
    return replace(attributes, **{key.lower(): value})


@dataclass(frozen=True, slots=True)
class Npc:
    """An NPC in short: one pool for Checks and for defence, FRAME, and Mettle of twice the pool."""

    pool: int
    frame: int
    mettle: Mettle

    @property
    def titled(self) -> int:
        """The pool for Checks that the NPC's very title is about: two dice more."""
        return self.pool + 2


def npc(threat: str) -> Npc:
    """Read "3D+7": 3 dice for everything, FRAME 7, Mettle 6 (the pool is CALLING and MOTIVE alike)."""
    short = Hazard.parse(threat)
    return Npc(short.pool, short.bonus, Mettle.full(calling=short.pool, motive=short.pool))


def load_of(frame: int, kilograms: int) -> str | None:
    """What weight does to someone of this FRAME (1 to 10): None, "encumbered", "overloaded" or "immobile"."""
    rows = rows_of("load", {"frame": int, "encumbered": int, "overloaded": int, "immobile": int})
    number(frame, "FRAME", field="frame", low=1, high=len(rows))
    number(kilograms, "A weight", field="kilograms", high=100_000)
    steps = rows[frame - 1]
    reached = [step for step in ("encumbered", "overloaded", "immobile") if kilograms >= steps[step]]
    return reached[-1] if reached else None
