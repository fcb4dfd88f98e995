"""A table by its id, or the refusal that says there is none."""

from webapp.store.board import Board
from webapp.table.refusals import Missing

NO_TABLE = "There is no such table."


def loaded(table_id: str, *, lock: bool = False) -> Board:
    """The table as it stands; Missing where there is none."""
    board = Board.load(table_id, lock=lock)
    if board is None:
        raise Missing(NO_TABLE)
    return board
