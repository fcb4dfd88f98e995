"""A check's steps after its roll, one after the other, then all of them taken back and done again."""

from collections.abc import Iterable, Mapping
from typing import Any

from tests.table.oak import Oak
from webapp.table.refusals import Refused

SEEN = ("checks", "clocks", "cast", "pieces", "proposals")


def looks(oak: Oak) -> dict[str, Any]:
    seen = oak.sees()
    return {name: seen[name] for name in SEEN}


def walk(oak: Oak, check: int, steps: Iterable[Mapping[str, Any]]) -> int:
    """Do these steps, go back step by step, and forward again; return how many were not refused.

    On the way all looks as it did, from the newest step to the roll.
    """
    seen = [looks(oak)]
    for step in steps:
        try:
            oak.gm(**step)
        except Refused:
            continue
        seen.append(looks(oak))
    for before in reversed(seen[:-1]):
        oak.gm(do="undo", check=check)
        assert looks(oak) == before
    for after in seen[1:]:
        oak.gm(do="redo")
        assert looks(oak) == after
    return len(seen) - 1
