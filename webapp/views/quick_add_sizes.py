"""Read a clock's size, kind and visibility from a line: `Alarm 6`, `Alarm (2/6)`, `Alarm: six secret`."""

import re

from webapp.rules.name_keys import name_key
from webapp.views.quick_add_values import SIGHTS, AdditionContext

NUMBER_WORDS = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
SIZED = re.compile(
    r"(?P<name>.+?)(?:(?<=\D)\s*(?:[:,=|]|[-=–—]+>|→)\s*|\s+[–—-]\s+|\s+|\s*(?=[(\[]))[(\[]?"
    r"(?:(?P<filled>\d{1,3})\s*(?:/|\bof\b)\s*)?(?P<size>\d{1,3}|" + "|".join(NUMBER_WORDS) + r")"
    r"(?P<unit>[\s-]*(?:segments?|ticks))?[)\]]?(?:\s+filled|[\s,]+\(?(?P<full>\d{1,3})\s+(?:filled|full)\)?)?[.!;,]*(?P<more>(?:[\s,]+[(\[]?[^\s,()\[\]]+[)\]]?){0,2})[.!;,]*",
    re.IGNORECASE,
)
NUMBERED = (
    "agent",
    "area",
    "chapter",
    "deck",
    "floor",
    "level",
    "number",
    "platform",
    "room",
    "sector",
    "unit",
)
"""Words before a number that rather belongs to the name: “Room 6”."""
SURELY_SEGMENTS = range(2, 13)
"""The sizes that a number after a name is taken for without a question."""


def match_size(text: str, known: AdditionContext) -> re.Match[str] | None:
    """Match `Alarm 6`, `Alarm (2/6)`, `Alarm: six`, `Alarm 6 danger` and such; None for another form."""
    sized = SIZED.fullmatch(text)
    if sized is None:
        return None
    kind, sees, unknown = after_size(sized["more"], known)
    words = len(re.findall(r"\w+", sized["more"]))
    return sized if not unknown and words == sum(len(word.split()) for word in (kind, sees)) else None


def after_size(text: str, known: AdditionContext) -> tuple[str, str, bool]:
    """Return the clock's kind and visibility from the words after its size.

    The third value says whether there is any other word.
    """
    words = re.findall(r"\w+", text.casefold())
    kind = next((word for word in words if word in known.clock_kinds), "")
    sees = next((word for word in words if word in SIGHTS and word != kind), "")
    return kind, SIGHTS.get(sees, ""), any(word not in (kind, sees) for word in words)


def is_plainly_sized(sized: re.Match[str], known: AdditionContext) -> bool:
    """Return whether the number can hardly be anything but a clock's size."""
    if filled_in(sized) or sized["unit"] or sized["more"].strip(" .!;,"):
        return True
    size = sized["size"]
    usual = size.isdigit() and size[0] != "0" and int(size) in SURELY_SEGMENTS
    return usual and any(map(str.isalpha, sized["name"])) and not has_number_in_name(sized, known)


def filled_in(sized: re.Match[str]) -> int:
    """Return how many segments are filled: `2/6`, `2 of 6`, `6, 2 filled`."""
    return int(sized["filled"] or sized["full"] or 0)


def has_number_in_name(sized: re.Match[str], known: AdditionContext) -> bool:
    """Return whether the number rather belongs to the name: “Room 6”, “Guard 2” where a Guard 1 is known."""
    name, last = name_key(sized["name"]), name_key(sized["name"]).split(" ")[-1]
    numbered = (re.fullmatch(r"(.+?) \(?\d+\)?", name_key(who.name)) for who in (*known.people, *known.zones))
    alike = any(found and found[1] == name for found in numbered)
    return last in NUMBERED or alike


def read_number(size: str) -> int:
    return int(size) if size.isdigit() else NUMBER_WORDS.index(size.casefold()) + 1
