"""The lines of a METTLE sheet besides the six Attributes, and the values that the book derives.

Source: Characters, "Step 5" and "Encumbrance".
"""

from collections.abc import Mapping
from typing import Any

from webapp.games.mettle.rules.book_tables import rows_of
from webapp.games.mettle.rules.sheet import (
    ARMOUR,
    KEYS,
    METTLE,
    PROOF,
    SPEED,
    THREAT,
    XP,
    has_sheet,
    sheet_of,
)
from webapp.rules.ruleset import Attribute

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
"""The other lines of a sheet; numbers come first, in the order in which `numbers_in` reads them."""
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
