"""Describe changes to a sheet for the journal: "MIG 3 (was 2), Climbing 1, without Lockpicking"."""

from collections.abc import Iterator, Mapping

from webapp.rules.ruleset import Ruleset

MOST_TOLD = 8
"""The most lines that are described; more lines are only counted."""


def changed_lines(game: Ruleset, before: Mapping[str, object], after: Mapping[str, object]) -> str:
    """Describe the lines of a sheet that differ: numbers with their old value, texts as "changed".

    Removed lines are named; more than eight lines are only counted.
    """
    results = list(_lines(game, before, after))
    return ", ".join(results) if len(results) <= MOST_TOLD else f"{len(results)} lines of the sheet changed"


def _lines(game: Ruleset, before: Mapping[str, object], after: Mapping[str, object]) -> Iterator[str]:
    for key in (*after, *(key for key in before if key not in after)):
        was, now = before.get(key), after.get(key)
        if was == now:
            continue
        name = game.sheet_name(key)
        if now is None:
            yield f"without {name}"
        elif isinstance(now, int) and not isinstance(now, bool):
            yield f"{name} {now} (was {was})" if isinstance(was, int) else f"{name} {now}"
        else:
            yield f"{name} changed"
