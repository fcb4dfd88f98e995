"""What is typed about a check, on a page of its own: words, bonuses, sources of one's own."""

from flask import render_template

from webapp.pages.sheets import words
from webapp.pages.table import granted_gm, table
from webapp.parts import parts
from webapp.table.loaded import loaded
from webapp.table.refusals import missing


@table.get("/edit/check/<int:thing>")
def edit_check(table_id: str, thing: int) -> str:
    """The form of one check that nobody has rolled yet, for the GM."""
    granted_gm(table_id, "Only the GM settles a check.")
    board = loaded(table_id)
    view = parts().road.snapshots.for_reading(board).seen["gm"].view
    it = next((each for each in view.checks if each.id == thing and each.state == "called"), None)
    if it is None:
        raise missing("check")
    return render_template("pages/check.html", it=it, view=view, **words(view))
