"""The words of sentences that are stored in the journal, as one audience may read them.

Earlier releases stored them, and games that return sentences still do.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from webapp.state.visibility import LEVELS, Visibility
from webapp.store.models import Character, Check
from webapp.store.table_state import TableState

Part: TypeAlias = Mapping[str, Any]
"""A part of an entry: `summary`, `masked` and `about`; some parts also have `change` or `run`.

In entries of earlier releases, the first part of an outcome has a `head`.
"""
STANDS = re.compile(r": (?:[+-]\d+, now|stays at) (\d+ of \d+)")
"""Matches the part of a stored sentence that says how a clock moved and where it stands."""
CLOCK_MOVES = ("clock.tick", "clock.set")
"""The commands that move a clock."""


def part_words(part: Part, visibility: Visibility, level: str | None = None) -> str | None:
    """Return one part of an entry as this audience may read it; None if no words remain for the audience.

    `level` is the level at which the audience knows the part's things, if already known.
    """
    level = level or lowest_level(visibility, part["about"])
    said = {"shown": part["summary"], "masked": part["masked"]}.get(level)
    return visibility.redact_foe_numbers(said, part["about"]) or None if said is not None else None


def why_of(parts: Iterable[Part], clock: int) -> str:
    """Return the sentence before a clock's move that says why it moved; "" if there is none."""
    alone = [part for part in parts if part["about"] == [["clock", clock]] and "run" not in part]
    first, _, more = alone[0]["summary"].partition(". ") if alone else ("", "", "")
    return first if more and not STANDS.search(first) else ""


def lowest_level(visibility: Visibility, about: Iterable[list[Any]]) -> str:
    """Return the lowest level at which an audience knows these things; "shown" if there are none."""
    rows = [visibility.state.thing(kind, id) for kind, id in about]
    known = [visibility.level(row) if row is not None else "secret" for row in rows]
    return min(known, key=LEVELS.index, default="shown")


def check_title(state: TableState, row: Check) -> str:
    """Describe a check in a few words: "Mara, “Question the clerk”"."""
    character = state.find_ever(Character, row.character)
    who = character.name if character is not None else "Somebody"
    return f"{who}, “{row.intent}”" if row.intent else f"{who}, a check"
