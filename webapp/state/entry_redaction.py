"""Filter the sentences of a journal entry for one audience."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from webapp.state.visibility import LEVELS, Visibility

Part: TypeAlias = Mapping[str, Any]
"""A part of an entry: `summary`, `masked` and `about`; some parts also have `change`, `head` or `run`."""
CLOCK_MOVES = ("clock.tick", "clock.set")
"""The commands that move a clock."""


def part_words(part: Part, visibility: Visibility, level: str | None = None) -> str | None:
    """Return one part of an entry as this audience may read it; None if no words remain for the audience.

    `level` is the level at which the audience knows the part's things, if already known.
    """
    level = level or lowest_level(visibility, part["about"])
    said = {"shown": part["summary"], "masked": part["masked"]}.get(level)
    return visibility.redact_foe_numbers(said, part["about"]) or None if said is not None else None


def lowest_level(visibility: Visibility, about: Iterable[list[Any]]) -> str:
    """Return the lowest level at which an audience knows these things; "shown" if there are none."""
    rows = [visibility.state.thing(kind, id) for kind, id in about]
    known = [visibility.level(row) if row is not None else "secret" for row in rows]
    return min(known, key=LEVELS.index, default="shown")
