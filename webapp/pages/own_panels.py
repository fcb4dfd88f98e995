"""What is one device's own, asked for again by its page whenever the table has moved on."""

from flask import render_template, request
from werkzeug.wrappers import Response as Answer

from webapp.pages.replies import go
from webapp.pages.seat_request import asked_place
from webapp.pages.table import granted, granted_gm, table
from webapp.table.projections import cursor_of
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
def asked(table_id: str) -> Answer | str:
    """Which seat this device waits for; who has been given one, or lost one, is sent to the page anew."""
    grant = granted(table_id)
    if request.args.get("of", "0") != str(grant.seat or 0):
        return go(f"/t/{table_id}")
    board = loaded(table_id)
    return asked_place(board, grant, cursor_of(board, grant.audience), over=True, again=True)
