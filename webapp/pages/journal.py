"""Reading back: what a device missed while it slept, and the journal's older pages."""

from flask import abort, render_template, request

from webapp.pages.replies import by_script
from webapp.pages.table import reader, table
from webapp.screens.journal import NEWEST, journal, missed_since
from webapp.services import seen
from webapp.table.fields import id_from
from webapp.table.projections import CURSOR

NO_JOURNAL = "The TV has no journal. Open the player link to read it."


@table.get("/missed")
def missed(table_id: str) -> str | tuple[str, int]:
    """What happened since the revision that this device saw last; 204 when nothing did."""
    board, audience = reader(table_id, NO_JOURNAL)
    since = request.args.get("since", "")
    if not CURSOR.fullmatch(since):
        abort(400)
    told = missed_since(board, audience, since, seen(board, audience).at)
    return render_template("parts/missed.html", missed=told) if told else ("", 204)


@table.get("/journal")
def older(table_id: str) -> str:
    """The journal, fifty lines a page, back to the beginning; `before` is the oldest line read so far."""
    board, audience = reader(table_id, NO_JOURNAL)
    before = request.args.get("before", type=id_from)
    view = seen(board, audience).view
    lines = journal(board, audience, before)
    page = "parts/older.html" if by_script() else "pages/journal.html"
    return render_template(page, lines=lines, view=view, before=before, full=len(lines) == NEWEST)
