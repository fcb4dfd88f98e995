"""HP over time: what hit somebody, what a rest or a Regen gave back."""

from collections.abc import Iterator

from webapp.games.resonance.screens.characters import VALUES, piece_of, values_from
from webapp.screens.lines import Course, Turn
from webapp.screens.record import Record
from webapp.store.models import Character, Piece


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
