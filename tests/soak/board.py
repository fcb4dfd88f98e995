"""What is on the table, as the GM reads it: the ids that commands can name."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

CHARACTER_FIELDS = (
    "character characters target others foes helpers ward choice first combatants aboard driver mount"
)
CHARACTER_FIELDS += " surprised busy unfit party on who"
NOUNS = dict.fromkeys(CHARACTER_FIELDS.split(), "character") | {
    **{"scene": "scene", "zone": "zone", "aim": "zone", "joins": "zone", "tag": "tag"},
    **{
        "condition": "condition",
        "proposal": "proposal",
        "seat": "seat",
        "owner": "seat",
        "only": "seat",
        "note": "note",
        "key": "key",
    },
    **dict.fromkeys(("clock", "opposes", "follows", "targets", "goal"), "clock"),
    **{"check": "check", "saved": "saved", "entry": "entry", "drops": "proposal", "affected": "condition"},
}
PIECES = {
    **{"weapon": "weapon", "guard": "guard", "trap": "trap", "affliction": "affliction", "map": "map"},
    **{"voucher": "voucher", "situation": "situation", "pool": "pool", "piece": "piece"},
}
"""The kinds of pieces that a field names; where a game calls them otherwise, any piece is tried."""


@dataclass(frozen=True)
class Thing:
    noun: str
    id: int
    row: dict[str, Any]

    @property
    def name(self) -> str:
        return str(self.row.get("name") or "")


class Board:
    """The table as the GM's program gets it."""

    def __init__(self, seen: dict[str, Any]) -> None:
        self.seen = seen
        self.things: dict[str, list[Thing]] = {}
        for thing in _things(seen):
            self.things.setdefault(thing.noun, []).append(thing)

    @property
    def game(self) -> str:
        return str(self.seen["ruleset"])

    def of(self, noun: str) -> list[Thing]:
        return self.things.get(noun, [])

    def named_by(self, field: str) -> list[Thing]:
        """What a field of a command can stand for."""
        if field == "ids":
            return [thing for noun in ("clock", "tag", "condition", "character") for thing in self.of(noun)]
        if field in PIECES:
            fitting = [each for each in self.of("piece") if each.row["kind"] == PIECES[field]]
            return fitting or self.of("piece")
        return self.of(NOUNS.get(field, field))


def _things(seen: dict[str, Any]) -> Iterator[Thing]:
    lists = {
        **{"scene": "scenes", "zone": "zones", "tag": "tags", "clock": "clocks", "character": "cast"},
        **{"proposal": "proposals", "seat": "seats", "key": "keys", "check": "checks", "saved": "saved"},
        **{"piece": "pieces", "entry": "journal", "note": "notes"},
    }
    for noun, name in lists.items():
        yield from (Thing(noun, row["id"], row) for row in seen.get(name, ()))
    for person in seen["cast"]:
        yield from (Thing("condition", row["id"], row) for row in person.get("conditions", ()))
