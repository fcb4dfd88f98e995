"""What a page asks and says beside its stream: its device's own as the table moves on, what it missed while
it slept, the older pages of the journal, who is here."""

import logging
import time
from datetime import UTC, datetime, timedelta

from flask import Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as Answer

from webapp.api.figures import counts
from webapp.live.devices import opened_by, screens_of
from webapp.pages.cookies import remember, was_refused
from webapp.pages.replies import by_script, go
from webapp.pages.sheets import asked_place
from webapp.pages.table import granted, granted_gm, reader, table
from webapp.screens.journal import journal_page, missed_since
from webapp.services import seen, services
from webapp.store.models import Seat
from webapp.table.commands.keys import open_link
from webapp.table.fields import id_from
from webapp.table.projections import CURSOR, cursor_of
from webapp.table.refusals import loaded
from webapp.table.undo import own_steps

log = logging.getLogger(__name__)
ASTRAY = {"stamp": "it showed something else than the table", "swap": "it could not put in what it was sent"}
CALLED = {"gm": "other GM's screen", "player": "guest", "tv": "TV"}


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
    found = journal_page(board, audience, before)
    page = "parts/older.html" if by_script() else "pages/journal.html"
    return render_template(
        page, lines=found.lines, view=view, before=before, full=found.earlier, earlier=found.earlier
    )


# ---- who is here ----------------------------------------------------------------------------------


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
