"""Who loses their screen with a link: told before it is revoked."""

from flask import render_template

from webapp.live.devices import opened_by
from webapp.pages.table import granted_gm, table
from webapp.services import services
from webapp.store.board import Board
from webapp.store.models import Seat
from webapp.table.loaded import loaded
from webapp.table.refusals import missing

CALLED = {"gm": "other GM's screen", "player": "guest", "tv": "TV"}


@table.get("/losing/<int:key>")
def losing(table_id: str, key: int) -> str:
    """The seats by name, and how many others, whose screens were opened by this link."""
    grant = granted_gm(table_id, "Only the GM sees who holds a link.")
    board = loaded(table_id)
    role = _role(board, key)
    seats, others = opened_by(services().presence, table_id, f"{role}:{key}")
    names = [seat.name for seat in board.here(Seat) if seat.id in seats]
    own = grant.key == key
    others -= own and others > 0
    return render_template("parts/losing.html", names=names, others=others, what=CALLED[role], own=own)


def _role(board: Board, key: int) -> str:
    found = next((each for each in board.links() if each.id == key and not each.revoked), None)
    if found is None:
        raise missing("link")
    return found.role
