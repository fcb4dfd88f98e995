"""The six Attributes and their growth, the numbers of a stored sheet, and ready-made NPCs.

An NPC may have only a threat: "3D+7" is 3 dice for everything, FRAME 7 and Mettle 6, since both
CALLING and MOTIVE count as 3. Source: Characters, "Step 5", "Experience"; Guidance (the short
notation).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Literal, get_args

from webapp.games.api import Attribute, RuleError
from webapp.games.mettle.rules.argument_checks import MOST_DICE, Count, Pool, one_of
from webapp.games.mettle.rules.book_tables import rows_of
from webapp.games.mettle.rules.hazards import Hazard
from webapp.games.mettle.rules.mettle_points import Mettle
from webapp.games.mettle.rules.zones import speed_of
from webapp.rules.codec import ensure_limits
from webapp.rules.dice import whole

HUMAN_SPEED = 1
NEEDED = {"key": str, "name": str, "threat": str, "text": str}
WEAPON = {"key": str, "name": str, "damage": str}
MORE_OF_A_WEAPON = {"dice": int, "range": int}
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

    def __post_init__(self) -> None:
        ensure_limits(self)

    def __getitem__(self, key: str) -> int:
        """Return one Attribute by its name, "POISE" or "poise"; raise RuleError for any other."""
        return int(getattr(self, one_of(str(key).upper(), KEYS, "Attribute", field="attribute").lower()))

    @property
    def mettle(self) -> Mettle:
        """Full Mettle: CALLING + MOTIVE."""
        return Mettle.full(calling=self.calling, motive=self.motive)


Key = Literal["CALLING", "CULTURE", "FRAME", "MOTIVE", "NATURE", "POISE"]
KEYS: tuple[Key, ...] = get_args(Key)


def experience_cost(attributes: Attributes, key: str) -> int:
    """Return the cost of raising an Attribute by one: CALLING, or twice that for CALLING itself."""
    one_of(key.upper(), KEYS, "Attribute", field="attribute")
    return attributes.calling * (2 if key.upper() == "CALLING" else 1)


def spend_experience(attributes: Attributes, key: str, experience: Count) -> int:
    """Return the Experience left after raising an Attribute by one; raise RuleError if it is too little."""
    cost = experience_cost(attributes, key)
    if experience < cost:
        why = f"Raising {key.upper()} costs {cost} XP, but the character has only {experience}."
        raise RuleError(why, field="experience", value=experience)
    return experience - cost


def raise_attribute(attributes: Attributes, key: str) -> Attributes:
    """Return the Attributes with one raised by 1; raise RuleError unless CALLING stays highest."""
    value = attributes[key] + 1
    if key.upper() != "CALLING" and value >= attributes.calling:
        why = f"{key.upper()} {value} would reach CALLING {attributes.calling}; raise CALLING first."
        raise RuleError(why, field="attribute", value=key)
    return replace(attributes, **{key.lower(): value})


@dataclass(frozen=True, slots=True)
class Preset:
    """A ready-made character: `threat` as the book writes it ("3D+3"), one weapon, Speed."""

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
    """Return all presets by key, the least dangerous first."""
    return {row["key"]: Preset(**row) for row in rows_of("npc", NEEDED, MORE)}


def preset(key: str) -> Preset:
    """Return one preset by its key; raise RuleError, with the known keys, for any other."""
    return presets()[one_of(key, presets(), "kind of NPC", field="preset")]


@dataclass(frozen=True, slots=True)
class WeaponKind:
    """A weapon to give in one tap: its damage, how many dice it adds, its Range in Zones."""

    key: str
    name: str
    damage: str
    dice: int = 0
    range: int = 0

    @property
    def fields(self) -> dict[str, str | int]:
        """The fields of the command that adds the weapon."""
        return {"name": self.name, "damage": self.damage, "dice": self.dice, "range": self.range}


@cache
def weapon_kinds() -> tuple[WeaponKind, ...]:
    """Return the weapons that can be given in one tap, in the order of tables.toml."""
    return tuple(WeaponKind(**row) for row in rows_of("weapon", WEAPON, MORE_OF_A_WEAPON))


THREAT, METTLE, ARMOUR, PROOF, SPEED = "Threat", "Mettle", "Armour", "Proof", "Speed"
XP = "XP"
OWN = (*KEYS, METTLE, ARMOUR, PROOF, SPEED, THREAT)
"""The lines of a sheet that `sheet_of` reads; XP and the group's own lines are not among them."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A character's numbers: Attributes, Mettle, armour, Speed in Zones per Round."""

    attributes: Attributes
    mettle: Mettle
    armour: int = 0
    proof: bool = False
    speed: Fraction = Fraction(HUMAN_SPEED)

    def __getitem__(self, key: str) -> int:
        """Return one Attribute by its name."""
        return self.attributes[key]


def sheet_of(stats: Mapping[str, Any], starving: int = 0) -> Sheet:
    """Return the numbers of a stored sheet; missing numbers are 0, but missing Mettle is full and Speed 1.

    A threat replaces missing Attributes. Names of lines may be in any case. `starving` days lower
    maximum Mettle. An invalid Attribute or armour counts as 0, and other invalid values as missing,
    so that a mistake on a sheet does not stop play.
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


def experience_of(stats: Mapping[str, Any]) -> int:
    """Return a sheet's remaining Experience; 0 if it has none."""
    return _number(stats.get(XP))


def has_sheet(stats: Mapping[str, Any]) -> bool:
    """Return whether a sheet has an Attribute or a threat."""
    known = {key.casefold() for key in (*KEYS, THREAT)}
    return any(str(name).casefold() in known for name in stats)


def _attributes(said: Mapping[str, Any]) -> tuple[Attributes, Mettle]:
    """Return the Attributes and full Mettle; a threat replaces missing Attributes and always sets Mettle."""
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


SHEET_LINES = (
    Attribute(ARMOUR, ARMOUR, "added to FRAME to soak damage", high=60, rating=False),
    Attribute(METTLE, METTLE, "Mettle left; blank: the maximum", low=-60, high=60, rating=False),
    Attribute(XP, XP, "unspent Experience", high=999, rating=False),
    Attribute(SPEED, SPEED, "Zones per Round, such as 1 or 1/2", kind="words"),
    Attribute(PROOF, PROOF, "proof armour: halves damage after soak", kind="flag", rating=False),
    Attribute(THREAT, THREAT, "3D+3, instead of Attributes", kind="words"),
    Attribute("CALLING is", "Calling, in words", "detective", kind="words", rating=False),
    Attribute("CULTURE is", "Culture, in words", "harbour town", kind="words", rating=False),
    Attribute("MOTIVE is", "Motive, in words", "find my brother", kind="words", rating=False),
    Attribute("NATURE is", "Nature, in words", "stubborn", kind="words", rating=False),
    Attribute("Gear", "Gear", "what they carry", kind="text", rating=False),
)
"""The other lines of a sheet; numbers come first, in the order in which a typed row sets them."""
TYPICAL = {"CALLING": 6, "CULTURE": 3, "FRAME": 4, "MOTIVE": 4, "NATURE": 3, "POISE": 3}
POINTS = 17
"""A beginner's points for the five Attributes besides CALLING 6 (Characters)."""
BORNE = ("Encumbered", "Overloaded", "Immobile")
LOADS = {"frame": int, "encumbered": int, "overloaded": int, "immobile": int}


def derived(stats: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return maximum Mettle, and the loads in kg from which a character is Encumbered or worse.

    Empty without a sheet; without loads if the book's table does not list this FRAME.
    """
    if not has_sheet(stats):
        return ()
    sheet = sheet_of(stats)
    row = next((row for row in rows_of("load", LOADS) if row["frame"] == sheet["FRAME"]), None)
    borne = [(name, f"from {row[name.lower()]} kg") for name in BORNE] if row else []
    return (("Maximum Mettle", str(sheet.mettle.maximum)), *borne)


def to_spend(stats: Mapping[str, Any]) -> str:
    """Return in words how many of 17 points are left; "" if more are spent or CALLING was raised."""
    sheet = sheet_of(stats)
    if sheet["CALLING"] > TYPICAL["CALLING"]:
        return ""
    spent = sum(sheet[key] for key in KEYS if key != "CALLING")
    return "" if spent > POINTS else f"{POINTS - spent} of {POINTS} points left besides CALLING 6"
