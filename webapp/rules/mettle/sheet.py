"""The six Attributes and how they grow, the sheet as a table keeps it, people of the Guide's at once.

An NPC may have its threat alone: "3D+7" is 3 dice for everything, FRAME 7, Mettle 6 (the pool is CALLING and
MOTIVE alike). Source: Characters, "Step 5", "Experience"; Guidance for the short notation.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Literal, get_args

from webapp.rules.dice import whole
from webapp.rules.errors import RuleError
from webapp.rules.mettle.hazards import Hazard
from webapp.rules.mettle.meter import Mettle
from webapp.rules.mettle.needs import MOST_DICE, Pool, one_of
from webapp.rules.mettle.tables import rows_of
from webapp.rules.mettle.zones import speed_of

HUMAN_SPEED = 1
NEEDED = {"key": str, "name": str, "threat": str, "text": str}
MORE = {"weapon": str, "damage": str, "range": int, "speed": str}


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


Key = Literal["CALLING", "CULTURE", "FRAME", "MOTIVE", "NATURE", "POISE"]
KEYS: tuple[Key, ...] = get_args(Key)


def experience_cost(attributes: Attributes, key: str) -> int:
    """What raising an Attribute by one costs: twice CALLING for CALLING itself, CALLING for any other."""
    one_of(key.upper(), KEYS, "Attribute", field="attribute")
    return attributes.calling * (2 if key.upper() == "CALLING" else 1)


def raised(attributes: Attributes, key: str) -> Attributes:
    """Raise an Attribute by one; CALLING must stay the highest, so RuleError if another would reach it."""
    value = attributes[key] + 1
    if key.upper() != "CALLING" and value >= attributes.calling:
        why = f"{key.upper()} {value} would reach CALLING {attributes.calling}; raise CALLING first."
        raise RuleError(why, field="attribute", value=key)
    return replace(attributes, **{key.lower(): value})


@dataclass(frozen=True, slots=True)
class Preset:
    """Somebody ready to play: `threat` as the book writes it ("3D+3"), what they fight with, Speed."""

    key: str
    name: str
    threat: str
    text: str
    weapon: str = ""
    damage: str = "FRAME"
    range: int = 0
    speed: str = "1"


@cache
def presets() -> Mapping[str, Preset]:
    """All of them by key, the least dangerous first."""
    return {row["key"]: Preset(**row) for row in rows_of("npc", NEEDED, MORE)}


def preset(key: str) -> Preset:
    """One by its key; RuleError lists those there are."""
    return presets()[one_of(key, presets(), "kind of NPC", field="preset")]


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
    """The Attributes, and full Mettle; where only a threat is said, it stands for what is not."""
    numbers = {key.casefold(): _number(said.get(key.casefold())) for key in KEYS}
    try:
        short = Hazard.parse(said.get(THREAT.casefold()))
    except RuleError:
        attributes = Attributes(**numbers)
        return attributes, attributes.mettle
    usual = {**dict.fromkeys(numbers, short.pool), "frame": short.bonus}
    pools = {name: numbers[name] if name in said else usual[name] for name in numbers}
    return Attributes(**pools), Mettle.full(calling=short.pool, motive=short.pool)


def _number(value: object) -> int:
    return min(max(int(value), 0), MOST_DICE) if whole(value) else 0  # type: ignore[call-overload]


def _speed(value: object) -> Fraction:
    try:
        return Fraction(HUMAN_SPEED) if value in (None, "") else speed_of(value)
    except RuleError:
        return Fraction(HUMAN_SPEED)
