"""What a GM is offered to add: first what this table uses most, then the rest of the game's catalogue."""

from collections import Counter
from collections.abc import Iterable

from webapp.rules.catalogue import CatalogueEntry
from webapp.rules.ruleset import played
from webapp.store.board import Board
from webapp.store.models import Condition, Tag


def most_used(board: Board, model: type[Tag] | type[Condition]) -> tuple[CatalogueEntry, ...]:
    """Tags or conditions by how often they were on this table, names of the table's own among them.

    Counts hidden and removed ones too, so it is for the GM alone.
    """
    kind, rows = model.kind_name, board.all(model).values()
    book = played(board.table.ruleset).catalogue.entries(kind)
    known = {entry.name.casefold(): entry for entry in book}
    uses = Counter(row.name.casefold() for row in rows)
    known |= _own(kind, (row.name for row in rows if row.name.casefold() not in known))
    return tuple(sorted(known.values(), key=lambda entry: -uses[entry.name.casefold()]))


def _own(kind: str, names: Iterable[str]) -> dict[str, CatalogueEntry]:
    """Names that are in no catalogue, as this table wrote them last."""
    return {
        name.casefold(): CatalogueEntry(name.casefold(), name, kind, text="used here before")
        for name in names
    }
