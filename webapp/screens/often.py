"""What a GM is offered to add: first what this table uses most, then the rest of the game's catalogue."""

from collections import Counter
from collections.abc import Iterable

from webapp.rules.catalogue import Entry
from webapp.rules.ruleset import played
from webapp.store.board import Board


def most_used(board: Board, kind: str) -> tuple[Entry, ...]:
    """Tags or conditions by how often they were on this table, names of the table's own among them.

    Counts hidden and removed ones too, so it is for the GM alone.
    """
    book = played(board.table.ruleset).catalogue.entries(kind)
    known = {entry.name.casefold(): entry for entry in book}
    uses = Counter(row.name.casefold() for row in board.all(kind).values())
    known |= _own(kind, (row.name for row in board.all(kind).values() if row.name.casefold() not in known))
    return tuple(sorted(known.values(), key=lambda entry: -uses[entry.name.casefold()]))


def _own(kind: str, names: Iterable[str]) -> dict[str, Entry]:
    """Names that are in no catalogue, as this table wrote them last."""
    return {name.casefold(): Entry(name.casefold(), name, kind, text="used here before") for name in names}
