"""Who is here: pages say which revision they show, and the GM sees which screens to trust."""

from flask import Response, render_template, request

from webapp.pages.screens import screens_of
from webapp.pages.table import granted, table
from webapp.parts import parts
from webapp.screens.audience import Role
from webapp.table.grants import Grant
from webapp.table.refusals import Forbidden


@table.post("/here")
def here(table_id: str) -> Response:
    """A page says what it shows; whatever it says, it learns nothing."""
    grant = granted(table_id)
    screen, cursor, state = (request.form.get(name, "")[:40] for name in ("screen", "cursor", "state"))
    parts().presence.report(table_id, _holder(grant), screen, cursor, state)
    return Response(status=204)


@table.get("/presence")
def presence(table_id: str) -> str:
    """The list of screens, for a GM's page that looks again."""
    if granted(table_id).role is not Role.GM:
        raise Forbidden("Only the GM sees which screens are here.")
    return render_template("parts/screens.html", screens=screens_of(table_id, _offset()))


def _offset() -> int | None:
    """Minutes that UTC is ahead of the viewer, as browsers count them."""
    offset = request.args.get("offset", type=int)
    return offset if offset is not None and abs(offset) <= 900 else None


def _holder(grant: Grant) -> str:
    return f"seat:{grant.seat}" if grant.seat is not None else f"{grant.role}:{grant.key}"
