"""A character's six Attributes, and how they grow.

Source: Characters, "Step 5", "Experience"; Guidance for the short NPC notation.
"""

from dataclasses import dataclass, fields, replace

from webapp.rules.errors import RuleError
from webapp.rules.mettle.hazards import Hazard
from webapp.rules.mettle.meter import Mettle
from webapp.rules.mettle.needs import Pool, one_of

HUMAN_SPEED = 1


@dataclass(frozen=True, slots=True)
class Attributes:
    """The six Attributes as numbers of dice, 0 to 60 each (people start with 1 to 6)."""

    calling: Pool
    culture: Pool
    frame: Pool
    motive: Pool
    nature: Pool
    poise: Pool

    def __getitem__(self, key: str) -> int:
        """One Attribute by its name on the sheet, "POISE" or "poise"."""
        return int(getattr(self, one_of(str(key).upper(), KEYS, "Attribute", field="attribute").lower()))

    @property
    def mettle(self) -> Mettle:
        """Full Mettle: CALLING + MOTIVE."""
        return Mettle.full(calling=self.calling, motive=self.motive)


KEYS = tuple(field.name.upper() for field in fields(Attributes))


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


def npc(threat: str) -> Npc:
    """Read "3D+7": 3 dice for everything, FRAME 7, Mettle 6 (the pool is CALLING and MOTIVE alike)."""
    short = Hazard.parse(threat)
    return Npc(short.pool, short.bonus, Mettle.full(calling=short.pool, motive=short.pool))
