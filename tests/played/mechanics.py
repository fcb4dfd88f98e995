"""The lists of mechanics (`MECHANICS.md`) as they cite code: each mechanic's functions, and what plays it.

A function that a row names has to run while a command of that mechanic is taken or, where a panel is named, a
view or a page is made. Otherwise the list tells of a copy that nobody plays.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tests.played.recorder import ROOT

GAMES = {"razorweave": "A", "resonance": "B", "mettle": "C"}
"""The games with a list, and the letter of their numbers."""
WHERE = r"^\| ({0}3\.[0-9]+) \| [^|]* \| ([^|]*) \|$"
PLAYED_BY = r"^\| ({0}3\.[0-9]+) \| ([^|]*) \|$"


@dataclass(frozen=True)
class Mechanic:
    """One row: the names of its rules, the commands that play them, the panels that show them."""

    number: str
    rules: tuple[str, ...]
    commands: frozenset[str]
    panels: frozenset[str]


def mechanics(game: str) -> tuple[Mechanic, ...]:
    """Every mechanic of a game's list, in its order."""
    text = (ROOT / "webapp" / "games" / game / "rules" / "MECHANICS.md").read_text(encoding="utf-8")
    where, played = (_rows(each.format(GAMES[game]), text) for each in (WHERE, PLAYED_BY))
    return tuple(
        Mechanic(
            number,
            tuple(name for name in rules if "." in name and ".toml" not in name),
            frozenset(name for name in played.get(number, ()) if "." in name),
            frozenset(name for name in played.get(number, ()) if "." not in name),
        )
        for number, rules in where.items()
    )


def _rows(row: str, text: str) -> dict[str, list[str]]:
    """The names in back-ticks of each numbered row."""
    found = re.findall(row, text, re.MULTILINE)
    return {number: re.findall(r"`([^`\s]+)`", names) for number, names in found}


def unplayed(notes: Mapping[str, set[str]], functions: Iterable[str]) -> Iterator[str]:
    """The rules that a row cites and nothing it names has played, as "A3.1 razorweave.roll_gate.RollGate"."""
    there = tuple(functions)
    for game in GAMES:
        for mechanic in mechanics(game):
            wanted = mechanic.commands | ({"view"} if mechanic.panels else set())
            played = during(notes, wanted)
            for rule in mechanic.rules:
                own = {name for name in there if name == rule or name.startswith(f"{rule}.")}
                if own and not own & played:
                    yield f"{mechanic.number} {rule}"


def during(notes: Mapping[str, set[str]], wanted: Iterable[str]) -> set[str]:
    """What ran during one of these, or for an answer that such a function remembered."""
    counted, played = set(wanted), set[str]()
    while more := {name for name, whats in notes.items() if name not in played and whats & counted}:
        played |= more
        counted |= {f"={name}" for name in more}
    return played
