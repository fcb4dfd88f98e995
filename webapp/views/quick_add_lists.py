"""Read several things on one line: `Alarm 6, Door 4`, `#Slick #Dark`, `Mara bleeding and Tobin dazed`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from webapp.rules.name_keys import find_named
from webapp.views.quick_add_lines import MOST_LINES, clean_line, without_bullet
from webapp.views.quick_add_parser import read_addition
from webapp.views.quick_add_sizes import match_size
from webapp.views.quick_add_spoken import split_sight_before
from webapp.views.quick_add_values import (
    KINDS,
    MOST_READINGS,
    SIGHTS,
    SIGNS,
    Addition,
    AdditionChoices,
    AdditionContext,
)

BETWEEN_THINGS = (
    r"\s*[;|]\s*|\t+|\s+[•‣▪■●○·]\s*"  # signs of lists
    r"|\s+(?=[#＃]\w|[+＋]\s?\w)|(?<=\w)(?=#[^\W\d])"  # before a mark
)
NUMBER = re.compile(r"\s+\(?\d{1,2}[.)]\s+")
"""Before each thing of a list that is numbered from its beginning: “1. Alarm 6 2. Door 4”."""
BETWEEN_NAMES = rf"{BETWEEN_THINGS}|\s*,(?!\d)\s*(?:and\s+)?"
BETWEEN_WORDS = rf"{BETWEEN_NAMES}|\s+(?:and|&|/)\s+|(?<=\w)\.\s+"
SEPARATORS = [*map(re.compile, (BETWEEN_THINGS, BETWEEN_NAMES, BETWEEN_WORDS))]
"""What may stand between the things of a list, from what hardly stands in a name to what often does."""
LISTED = ("clock", "tag", "person")
WORDS_OF_A_NAME = 3


def read_list(line: str, whole: Addition, known: AdditionContext, wanted: AdditionChoices) -> Addition:
    """Return the meaning of a line that may be a list, beside `whole`, its meaning as one thing.

    It is a list if each part is clear by itself. A list of plain names is only offered.
    """
    if _is_known(line, known):
        return whole
    numbered = NUMBER.sub(";", line.strip()) if NUMBER.match(f" {line.strip()}") else line
    line, sees = split_sight_before(without_bullet(numbered))
    wanted = replace(wanted, sees=dict.fromkeys(KINDS, sees)) if sees else wanted
    for separator in SEPARATORS:
        parts = _split(line, separator)
        alone = (read_addition(part, known, replace(wanted, kind="")) for part in parts)
        read = [*takewhile(_is_clear, alone)]
        if parts and len(read) == len(parts):
            return _choice([together([replace(part, sure=True) for part in read]), whole, *whole.readings])
    offered = [together(read) for read in _as_names(line, whole, known, wanted)]
    return _choice([whole, *offered, *whole.readings]) if offered else whole


def together(parts: Sequence[Addition]) -> Addition:
    """Return one addition of several things."""
    command = {"do": "things.add", "adds": [dict(part.command) for part in parts]}
    words = ". ".join(part.words for part in parts)
    return Addition("lines", command, words, sure=all(part.sure for part in parts), parts=tuple(parts))


def _choice(made: list[Addition]) -> Addition:
    """Return the first of these meanings, to confirm, with all of them to choose from."""
    found = {one.stamp: replace(one, sure=True, readings=()) for one in made if one.command and not one.lacks}
    return replace(made[0], sure=False, readings=tuple(found.values())[:MOST_READINGS])


def _as_names(
    line: str, whole: Addition, known: AdditionContext, wanted: AdditionChoices
) -> Iterator[list[Addition]]:
    """Yield the parts of a list of plain names: of the kind that is chosen, or marked at its first name."""
    kind = SIGNS.get(line[:1], wanted.kind)
    if kind in LISTED and (parts := _split(line, SEPARATORS[1])) and _are_names(parts, kind):
        marked = [parts[0], *(_marked(part, KINDS[kind], known) for part in parts[1:])]
        yield [read_addition(part, known, replace(wanted, kind=kind)) for part in marked]
    elif not whole.sure and not kind and (parts := _plain_names(line)):
        for each in ("person", "tag"):
            read = [read_addition(part, known, replace(wanted, kind=each)) for part in parts]
            if all(map(_adds, read)):
                yield read


def _plain_names(line: str) -> list[str]:
    named = _split(line, SEPARATORS[1])
    return named if named and _are_names(named, "person") else _split(line, SEPARATORS[0])


def _marked(part: str, sign: str, known: AdditionContext) -> str:
    return part if part[0] in SIGNS or match_size(part, known) else f"{sign}{part}"


def _are_names(parts: list[str], kind: str) -> bool:
    """Return whether each part looks like a name, so that “Bruno, the foreman” is none of two people."""
    short = all(len(part.split()) <= WORDS_OF_A_NAME and part.casefold() not in SIGHTS for part in parts)
    return short and (kind == "tag" or not any(part[0].islower() for part in parts))


def _split(line: str, separator: re.Pattern[str]) -> list[str]:
    """Return the parts of a line, clean; [] if it has no list."""
    parts = [clean for part in separator.split(without_bullet(line)) if (clean := clean_line(part))]
    return parts if 1 < len(parts) <= MOST_LINES and all(map(_is_seen, parts)) else []


def _is_seen(part: str) -> bool:
    return any(map(str.isalpha, part))


def _is_clear(part: Addition) -> bool:
    """Return whether a part of a line is a thing by itself; a clock also is one with its size in letters."""
    return _adds(part) and (part.sure or (part.kind == "clock" and bool(part.readings)))


def _adds(part: Addition) -> bool:
    return bool(part.command) and not part.lacks and part.command["do"] != "check.call"


def _is_known(line: str, known: AdditionContext) -> bool:
    """Return whether the whole line is a name of the table, the catalogue or the library."""
    names = (*known.tags, *(saved.name for saved in known.saved))
    names += tuple(who.name for who in (*known.people, *known.zones))
    return bool(find_named(names, clean_line(line).lstrip("".join(SIGNS)), str))
