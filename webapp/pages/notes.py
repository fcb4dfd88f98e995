"""The page of a seat's own notes, which it can change, and the shared ones, with a search in both."""

from flask import render_template, request
from werkzeug.wrappers import Response as Answer

from webapp.pages.page_rendering import form_words
from webapp.pages.replies import go
from webapp.pages.table import require_grant, table
from webapp.rules.name_keys import name_key
from webapp.services import project_for
from webapp.state.audience import Role
from webapp.table.refusals import Forbidden, load_table
from webapp.views.folding import LISTED, fold_notes

MOST_SOUGHT = 80


@table.get("/notes")
def notes(table_id: str) -> Answer | str:
    """List this seat's notes and the shared ones, or only those that match a search.

    A GM is redirected to the notes in the menu; the TV is refused.
    """
    grant = require_grant(table_id)
    if grant.role is Role.GM:
        return go(f"/t/{table_id}/moves/notes")
    if grant.role is not Role.PLAYER:
        raise Forbidden("The TV shows no notes. Open them on a phone or the GM's tablet.")
    projection = project_for(load_table(table_id), grant.audience)
    find = request.args.get("find", "").strip()[:MOST_SOUGHT]
    sought = name_key(find)
    found = [note for note in projection.view.notes if sought in name_key(note.text)]
    return render_template(
        "inspector/notes.html",
        layout="layouts/opened.html",
        view=projection.view,
        now=projection.at,
        find=find,
        found=fold_notes(projection.view, found, LISTED),
        **form_words(projection.view),
    )
