"""What a new table's links are, shown this one time: asked for again, the address leads to the table."""

from flask import Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from webapp.addresses import public_base
from webapp.pages.cookies import opens_as, tokens
from webapp.pages.table import granted_gm, table
from webapp.screens.audience import Role
from webapp.table.create import Created
from webapp.table.loaded import loaded
from webapp.table.unused import KEPT_FOR

MARK = "tableside.started"
SOON = 600  # seconds in which a browser asks for the page it was sent to


def shown_once(made: Created) -> Response:
    """To the page of links, marked so that this one browser may see it; no address holds a key."""
    address = f"/t/{made.table}/started"
    answer: Response = redirect(address, code=303)  # type: ignore[assignment]
    answer.set_cookie(
        MARK, "1", max_age=SOON, path=address, httponly=True, samesite="Lax", secure=request.is_secure
    )
    return answer


@table.get("/started")
def started(table_id: str) -> Answer:
    """The links of a table that was just made, for who made it; the GM's own is in their cookie alone."""
    granted_gm(table_id, "Only the GM who started the table sees its links here.")
    if MARK not in request.cookies:
        return redirect(f"/t/{table_id}", code=303)
    board = loaded(table_id)
    keys = {link.role: link.token for link in board.links() if link.token and not link.revoked}
    keys["gm"] = next(token for token in tokens(table_id) if opens_as(token) is Role.GM)
    made = Created(table_id, board.table.name, board.table.ruleset, board.join_code() or "", keys)
    links = {role: f"{public_base(request)}/k/{token}" for role, token in keys.items()}
    page = Response(render_template("pages/started.html", made=made, links=links, days=KEPT_FOR.days))
    page.delete_cookie(MARK, path=request.path, httponly=True, samesite="Lax", secure=request.is_secure)
    return page
