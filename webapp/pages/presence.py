"""Who is here: pages say which revision they show, and the GM sees which screens to trust."""

import logging
import time
from datetime import UTC, datetime, timedelta

from flask import Response, render_template, request

from webapp.api.figures import counts
from webapp.live.devices import opened_by, screens_of
from webapp.pages.table import granted, granted_gm, table
from webapp.services import services
from webapp.store.models import Seat
from webapp.table.commands.keys import open_link
from webapp.table.refusals import loaded

log = logging.getLogger(__name__)
ASTRAY = {"stamp": "it showed something else than the table", "swap": "it could not put in what it was sent"}
CALLED = {"gm": "other GM's screen", "player": "guest", "tv": "TV"}


@table.post("/here")
def here(table_id: str) -> Response:
    """A page says what it shows; whatever it says, it learns nothing."""
    grant = granted(table_id)
    screen, cursor, state = (request.form.get(name, "")[:40] for name in ("screen", "cursor", "state"))
    link = f"{grant.role}:{grant.key}"
    holder = link if grant.seat is None else f"seat:{grant.seat}"
    taken = services().presence.report(table_id, holder, screen, cursor, state, link=link)
    why = request.form.get("astray", "")
    if taken and why in ASTRAY:
        counts().gone_astray(why)
        log.warning("A page of a %s fetched itself whole at %s: %s.", grant.role, cursor, ASTRAY[why])
    return Response(status=204)


@table.get("/presence")
def presence(table_id: str) -> str:
    """The list of screens, for a GM's page that looks again."""
    granted_gm(table_id, "Only the GM sees which screens are here.")
    screens = screens_of(services().presence, table_id)
    return render_template("parts/screens.html", screens=screens)


@table.app_template_global()
def on_the_wall(moment: float) -> str:
    """A moment as a clock on the wall where the viewer is; where that is unknown, in minutes or UTC."""
    offset = request.args.get("offset", type=int)  # minutes that UTC is ahead, as browsers count them
    at = datetime.fromtimestamp(moment, UTC)
    if offset is not None and abs(offset) <= 900:
        return f"{at - timedelta(minutes=offset):%H:%M}"
    minutes = max(1, round((time.time() - moment) / 60))
    return f"{minutes} min ago" if minutes < 60 else f"{at:%H:%M} UTC"


# ---- who loses their screen with a link -----------------------------------------------------------


@table.get("/losing/<int:key>")
def losing(table_id: str, key: int) -> str:
    """The seats by name, and how many others, whose screens were opened by this link."""
    grant = granted_gm(table_id, "Only the GM sees who holds a link.")
    board = loaded(table_id)
    role = open_link(board, key).role
    seats, others = opened_by(services().presence, table_id, f"{role}:{key}")
    names = [seat.name for seat in board.here(Seat) if seat.id in seats]
    own = grant.key == key
    others -= own and others > 0
    return render_template("parts/losing.html", names=names, others=others, what=CALLED[role], own=own)
