"""HP, SP and EP as bars, what Recharge would restore, and what Recover would remove.

Also each character's HP over the session, for the figures.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from webapp.games.api import Character, CharacterView, GameDocument, History, NumberChange, PieceView, Record
from webapp.games.resonance.rules.values import best_recovery, recharges, recover_count, share_words, shortage
from webapp.games.resonance.state.characters import piece_of, stats_of
from webapp.games.resonance.state.documents import VALUES, values_in


@dataclass(frozen=True)
class Meter:
    """One bar of `length` points; `word` replaces the number for audiences that may not know it."""

    name: str
    left: int
    most: int
    looks: str = ""
    word: str = ""

    @property
    def length(self) -> int:
        """The length; points beyond the maximum extend it."""
        return max(self.left, self.most)

    @property
    def filled(self) -> int:
        """The points within the maximum."""
        return min(self.left, self.most)

    @property
    def beyond(self) -> int:
        """The points beyond the maximum."""
        return self.length - self.most

    @property
    def notches(self) -> str:
        """The strokes between the points of the bar, as an SVG path."""
        return "".join(f"M{n} 0V1" for n in range(1, self.length))


def meters(values: PieceView | None) -> tuple[Meter, ...]:
    """Return a character's bars, as far as they are known."""
    numbers = values.shown.get("values", {}) if values is not None else {}
    return tuple(_meter(name, value) for name, value in numbers.items())


def _meter(name: str, numbers: Mapping[str, Any]) -> Meter:
    if "left" not in numbers:
        words = share_words()
        return Meter(name, words.index(numbers["word"]), len(words) - 1, "veiled", numbers["word"])
    left, most = numbers["left"], numbers["most"]
    return Meter(name, left, most, shortage(left, most))


@dataclass(frozen=True)
class FocusGain:
    """What Recharge would restore (`gains`), and what Recover would remove.

    `why` is the reason why neither is possible now, "" if none is known. `tags` has one name for each tag
    held, so a tag held twice appears twice. `by` is the stat with which Recover removes the greatest number
    of tags, and `most` is that number.
    """

    who: CharacterView
    gains: tuple[tuple[str, int], ...]
    by: str
    most: int
    tags: tuple[str, ...]
    why: str


def focusing(who: CharacterView, values: PieceView | None, pool: PieceView | None) -> FocusGain:
    """Return what Recharge would restore and what Recover would remove for this character."""
    stats = stats_of(who)
    by = best_recovery(stats)
    held = pool.shown.get("tags", []) if pool is not None else []
    tags = tuple(value["name"] for value in held for _ in range(value["count"]))
    gains = tuple((str(name), count) for name, count in recharges(stats).items())
    why = values.shown.get("no_focus", "") if values is not None else ""
    return FocusGain(who, gains, by, recover_count(stats, by), tags, why)


def histories(record: Record) -> Iterator[History]:
    """Yield the HP history of every character whose exact values this audience knows."""
    for row in record.state.find_all(Character):
        piece = piece_of(record.state, VALUES, row.id)
        if piece is not None and record.knows(piece) and record.counts(row):
            turns = tuple(_turns(record, piece))
            most = max([values_in(piece).most_hp, *(before for _, before, _ in turns)])
            yield History(row.id, row.name, "HP", 0, most, turns)


def _turns(record: Record, piece: GameDocument) -> Iterator[NumberChange]:
    for past in record.standing_changes:
        for change in past.entry.changes:
            before, after = (change[side].get("data", {}).get("hp") for side in ("before", "after"))
            if (change["kind"], change["id"]) == ("piece", piece.id) and isinstance(after, int):
                yield past, before, after
