"""HP, SP and EP as bars, worked out before they are drawn; what Recharge and Recover would give back.

And HP over time: what hit somebody, what a rest or a Regen gave back.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from webapp.games.resonance.screens.characters import VALUES, piece_of, stats_of, values_from
from webapp.rules.resonance.values import recover_count
from webapp.screens.lines import Course, Turn
from webapp.screens.record import Record
from webapp.screens.views import CharacterView, PieceView
from webapp.store.models import Character, Piece

WORDS = ("none", "little", "some", "much", "full")
LOW = 4  # a quarter of what it holds, or less, is said by its colour


@dataclass(frozen=True)
class Meter:
    """One bar of `length` points; `word` stands for the number where an audience knows no number."""

    name: str
    left: int
    most: int
    looks: str = ""
    word: str = ""

    @property
    def length(self) -> int:
        """What is held beyond the maximum stands out at the end."""
        return max(self.left, self.most)

    @property
    def filled(self) -> int:
        """What of it is within the maximum."""
        return min(self.left, self.most)

    @property
    def beyond(self) -> int:
        """What is held on top of the maximum."""
        return self.length - self.most

    @property
    def notches(self) -> str:
        """A stroke between two points each."""
        return "".join(f"M{n} 0V1" for n in range(1, self.length))


def meters(values: PieceView | None) -> tuple[Meter, ...]:
    """The bars of somebody's Values, as far as they are known."""
    told = values.shown.get("values", {}) if values is not None else {}
    return tuple(_meter(name, each) for name, each in told.items())


def _meter(name: str, told: Mapping[str, Any]) -> Meter:
    if "left" not in told:
        return Meter(name, WORDS.index(told["word"]), len(WORDS) - 1, "veiled", told["word"])
    left, most = told["left"], told["most"]
    looks = "spent" if left == 0 else "low" if left * LOW <= most else ""
    return Meter(name, left, most, looks)


BY = ("brawn", "wit", "influence")


@dataclass(frozen=True)
class FocusGain:
    """What a Focus action gives back; `tags` names every instance, `by` is the stat that takes most out."""

    who: CharacterView
    gains: tuple[tuple[str, int], ...]
    by: str
    most: int
    tags: tuple[str, ...]
    why: str


def focusing(who: CharacterView, values: PieceView | None, pool: PieceView | None) -> FocusGain:
    """What Recharge and Recover would do for this one."""
    stats = stats_of(who)
    by = max(BY, key=lambda each: recover_count(stats, each))
    held = pool.shown.get("tags", []) if pool is not None else []
    tags = tuple(each["name"] for each in held for _ in range(each["count"]))
    gains = (("sp", stats.brawn), ("ep", stats.wit))
    why = values.shown.get("no_focus", "") if values is not None else ""
    return FocusGain(who, gains, by, recover_count(stats, by), tags, why)


def courses(record: Record) -> Iterator[Course]:
    """A line for everybody whose values this audience knows and whose HP moved."""
    for row in record.board.here(Character):
        piece = piece_of(record.board, VALUES, row.id)
        if piece is not None and record.knows(piece) and record.counts(row):
            turns = tuple(_turns(record, piece))
            most = max([values_from(piece.data).most_hp, *(before for _, before, _ in turns)])
            yield Course(row.id, row.name, "HP", 0, most, turns)


def _turns(record: Record, piece: Piece) -> Iterator[Turn]:
    for past in record.pasts:
        for change in past.entry.changes:
            before, after = (change[side].get("data", {}).get("hp") for side in ("before", "after"))
            if (change["kind"], change["id"]) == ("piece", piece.id) and isinstance(after, int):
                yield past, before, after
