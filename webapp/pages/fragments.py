"""What a page asks for beside its stream: its device's own as the table moves on, what it missed while it
slept, and the journal's older pages."""

from flask import abort, make_response, render_template, request
from werkzeug.wrappers import Response as Answer

from webapp.pages.cookies import remember, was_refused
from webapp.pages.replies import by_script, go
from webapp.pages.sheets import asked_place
from webapp.pages.table import granted, granted_gm, reader, table
from webapp.screens.journal import NEWEST, journal, missed_since
from webapp.services import seen
from webapp.table.fields import id_from
from webapp.table.projections import CURSOR, cursor_of
from webapp.table.refusals import loaded
from webapp.table.undo import own_steps


@table.get("/steps")
def steps(table_id: str) -> str:
    """What this device's next undo takes back and its redo does again."""
    grant = granted_gm(table_id, "Only the GM can take something back.")
    board = loaded(table_id)
    return render_template(
        "parts/own-steps-again.html",
        table=table_id,
        steps=own_steps(board, grant.actor()),
        now=cursor_of(board, grant.audience),
    )


@table.get("/asked")
def asked(table_id: str) -> Answer:
    """Which seat this device waits for; who has been given one, or lost one, is sent to the page anew."""
    grant = granted(table_id)
    if request.args.get("of", "0") != str(grant.seat or 0):
        return go(f"/t/{table_id}")
    board = loaded(table_id)
    answer = make_response(asked_place(board, grant, cursor_of(board, grant.audience), over=True, again=True))
    return remember(answer, table_id) if was_refused(grant) else answer


# ---- the journal, read back -----------------------------------------------------------------------


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
