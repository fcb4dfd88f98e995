"""What people write around a thing as they say it: an order, who may see it, a place without its mark."""

import re

from webapp.views.quick_add_values import KINDS, SIGHTS

ONE_OF_KINDS = "|".join((*KINDS, "npc", "pc"))
ORDER = re.compile(
    rf"(?:please\s+)?(?:(?:add|create)\s+|(?:new|make|start)\s+(?=(?:an?\s+|new\s+)*(?:{ONE_OF_KINDS})\b))"
    r"(?:an?\s+|new\s+)*(?=\S)",
    re.IGNORECASE,
)
SIGHT = rf"(?P<sees>{'|'.join(SIGHTS)})"
SIGHT_BEFORE = re.compile(rf"{SIGHT}\s*:\s*(?P<what>.+)", re.IGNORECASE)
SIGHT_AFTER = re.compile(rf"(?P<what>.+?)(?:\s*[(\[]|\s*,\s*){SIGHT}[)\]]?\.?", re.IGNORECASE)
PLACED = re.compile(r"(.+?)(?:\s+(?:in|at|on|by|near)\s+(?:the\s+)?(.+)|\s*\((.+)\))", re.IGNORECASE)
TRIES = re.compile(r",\s+|\s+(?:tries|attempts|wants)\s+(?:to\s+)?", re.IGNORECASE)


def without_order(text: str) -> str:
    """Return a line without the words that order a machine to add something: “add a clock Alarm 6”."""
    order = ORDER.match(text)
    return text[order.end() :] if order else text


def split_sight(text: str) -> tuple[str, str]:
    """Return a line without a mark such as “hidden:” before it or “(hidden)” after it, and what it says."""
    found = SIGHT_BEFORE.fullmatch(text) or SIGHT_AFTER.fullmatch(text)
    return (found["what"], SIGHTS[found["sees"].casefold()]) if found else (text, "")


def split_sight_before(text: str) -> tuple[str, str]:
    """Return a line without the mark before it, which is for all of a list: “hidden: #Slick, #Dark”."""
    found = SIGHT_BEFORE.fullmatch(text)
    return (found["what"], SIGHTS[found["sees"].casefold()]) if found else (text, "")


def split_place(text: str) -> tuple[str, str]:
    """Return a thing and where it may be: “Slick at the pier”, “Slick (pier)”; the place is "" for others."""
    placed = PLACED.fullmatch(text)
    return (placed[1], placed[2] or placed[3]) if placed else (text, "")
