"""Reading back: what a device missed while it slept, and the journal's older pages."""

from flask import abort, render_template, request

from webapp.pages.replies import by_script
from webapp.pages.table import granted, table
from webapp.pages.viewpoint import looking_as
from webapp.screens.audience import Audience, Role
from webapp.screens.journal import NEWEST, journal, missed_since
from webapp.services import services
from webapp.store.board import Board
from webapp.table.fields import id_from
from webapp.table.loaded import loaded
from webapp.table.projections import CURSOR
from webapp.table.refusals import Forbidden


@table.get("/missed")
def missed(table_id: str) -> str | tuple[str, int]:
    """What happened since the revision that this device saw last; 204 when nothing did."""
    audience, board = _reader(table_id)
    since = request.args.get("since", "")
    if not CURSOR.fullmatch(since):
        abort(400)
    now = services().road.snapshots.for_reading(board).seen[audience.key].at
    told = missed_since(board, audience, since, now)
    return render_template("parts/missed.html", missed=told) if told else ("", 204)


@table.get("/journal")
def older(table_id: str) -> str:
    """The journal, fifty lines a page, back to the beginning; `before` is the oldest line read so far."""
    audience, board = _reader(table_id)
    before = request.args.get("before", type=id_from)
    view = services().road.snapshots.for_reading(board).seen[audience.key].view
    lines = journal(board, audience, before)
    page = "parts/older.html" if by_script() else "pages/journal.html"
    return render_template(page, lines=lines, view=view, before=before, full=len(lines) == NEWEST)


def _reader(table_id: str) -> tuple[Audience, Board]:
    """As whom this device reads; the TV reads nothing."""
    grant = looking_as(granted(table_id))
    if grant.role is Role.TV:
        raise Forbidden("The TV has no journal. Open the player link to read it.")
    board = loaded(table_id)
    return grant.audience, board
