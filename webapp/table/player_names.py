"""Names that players choose for people: none looks like the GM's, and like ones get a number."""

from webapp.rules.name_keys import free_name, look_key
from webapp.state.audience import PLAYER
from webapp.state.visibility import Visibility
from webapp.store.models import Character, Seat
from webapp.store.table_state import TableState
from webapp.table.actor import ensure_not_the_gm


def unlike_seats(state: TableState, name: str, seat: Seat | None = None) -> str:
    """Return a name for a seat, with a number if another seat's looks like it; refuse one like the GM's."""
    ensure_not_the_gm(name, "name")
    return free_name(name, (other.name for other in state.find_all(Seat) if other is not seat), look_key)


def new_seat_name(state: TableState) -> str:
    """Return the name of a seat whose player gave none: Player and a number that is free."""
    return unlike_seats(state, f"Player {len(state.find_all(Seat)) + 1}")


def unlike_characters(
    state: TableState, name: str, character: Character | None = None, *, field: str = "name"
) -> str:
    """Return a player's name for a character, with a number if another's looks like it; refuse the GM's.

    Only characters whose names players know count, because a number would reveal the others.
    """
    ensure_not_the_gm(name, field)
    knows = Visibility(state, PLAYER).knows_name
    others = (row.name for row in state.find_all(Character) if row is not character and knows(row))
    return free_name(name, others, look_key)
