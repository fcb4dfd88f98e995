"""Fragments that a page requests, and reports that it sends, besides its stream.

The fragments are the device's seat request, the presses that were taken, the things that are gone, the
changes missed while the device slept, older pages of the journal, the tour's steps, the open screens, and the
screens that depend on a link.
"""

import logging
import time
from datetime import UTC, datetime, timedelta

from flask import Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as Answer

from webapp.api.metrics import current_counts
from webapp.live.open_screens import opened_by, screens_of
from webapp.pages.cookies import remember_links, wants_tour, was_refused
from webapp.pages.page_rendering import render_seat_request
from webapp.pages.replies import by_script, go
from webapp.pages.table import require_gm, require_grant, require_reader, table
from webapp.services import project_for, services
from webapp.state.audience import Role
from webapp.state.visibility import PARENTS, Visibility
from webapp.store.models import Seat
from webapp.table.audience_views import CURSOR, cursor_of
from webapp.table.commands.links import open_link
from webapp.table.fields import id_from
from webapp.table.first_steps import first_steps
from webapp.table.idempotency import answered_keys
from webapp.table.refusals import load_table
from webapp.views.journal import journal_page
from webapp.views.missed_changes import missed_since

log = logging.getLogger(__name__)
ABOUT = (*PARENTS["note"], "note", "check")
"""The kinds of things about which a device keeps what is typed and not sent."""
ASTRAY = {"stamp": "it did not show the current state", "swap": "it could not insert an update"}
CALLED = {"gm": "other GM screen", "player": "guest", "tv": "TV"}
MOST_PRESSES = 100
PAGES = {Role.GM: "GM's page", Role.PLAYER: "player's page", Role.TV: "TV"}


@table.get("/asked")
def asked(table_id: str) -> Answer:
    """Show the seat request that this device waits for; reload the page once its seat has changed."""
    grant = require_grant(table_id)
    if request.args.get("of", "0") != str(grant.seat or 0):
        return go(f"/t/{table_id}")
    state = load_table(table_id)
    answer = make_response(
        render_seat_request(state, grant, cursor_of(state, grant.audience), over=True, again=True)
    )
    return remember_links(answer, table_id) if was_refused(grant) else answer


# ---- older changes --------------------------------------------------------------------------------


NO_JOURNAL = "The TV has no journal. Open the player link to read it."


@table.get("/pressed")
def pressed(table_id: str) -> dict[str, list[str]]:
    """Say which of a page's presses were taken, by their keys: a page asks that lost the answer to one."""
    keys = request.args.getlist("key")[:MOST_PRESSES]
    return {"taken": answered_keys(keys, table_id, require_grant(table_id).actor())}


@table.get("/standing")
def standing(table_id: str) -> dict[str, list[str]]:
    """Say which of these things ("character=5") are here and which were removed, as far as this device knows.

    It says nothing of what is hidden from the device, and of what never was.
    """
    grant = require_grant(table_id)
    state = load_table(table_id)
    visibility = Visibility(state, grant.audience)
    said: dict[str, list[str]] = {"here": [], "removed": []}
    for about in request.args.getlist("of")[:MOST_PRESSES]:
        kind, _, id = about.partition("=")
        row = state.thing(kind, id_from(id)) if kind in ABOUT else None
        if row is not None and visibility.knows(row):
            said["removed" if row.removed else "here"].append(about)
    return said


@table.get("/missed")
def missed(table_id: str) -> str | tuple[str, int]:
    """Show what happened since the revision that this device saw last; 204 if nothing happened."""
    state, audience = require_reader(table_id, NO_JOURNAL)
    since = request.args.get("since", "")
    if not CURSOR.fullmatch(since):
        abort(400)
    summary = missed_since(state, audience, since, project_for(state, audience).at)
    return render_template("parts/missed.html", missed=summary) if summary else ("", 204)


@table.get("/journal")
def older(table_id: str) -> str:
    """Show older journal lines, fifty per page; `before` is the id of the oldest line shown so far."""
    state, audience = require_reader(table_id, NO_JOURNAL)
    before = request.args.get("before", type=id_from)
    view = project_for(state, audience).view
    found = journal_page(state, audience, before)
    page = "parts/older.html" if by_script() else "pages/journal.html"
    return render_template(page, lines=found.lines, view=view, before=before, earlier=found.earlier)


@table.get("/tour")
def tour(table_id: str) -> str | tuple[str, int]:
    """Show the tour with the steps that this table has taken; 204 once this device has dismissed it."""
    require_gm(table_id, "Only the GM sees the tour.")
    if not wants_tour():
        return "", 204
    state = load_table(table_id)
    return render_template("parts/tour.html", view=project_for(state).view, tour=first_steps(state))


# ---- open screens ---------------------------------------------------------------------------------


@table.post("/here")
def here(table_id: str) -> Response:
    """Record which revision a page shows; the response is the same for everyone."""
    grant = require_grant(table_id)
    screen, cursor, state = (request.form.get(name, "")[:40] for name in ("screen", "cursor", "state"))
    link = f"{grant.role}:{grant.key}"
    holder = link if grant.seat is None else f"seat:{grant.seat}"
    taken = services().presence.report(table_id, holder, screen, cursor, state, link=link)
    why = request.form.get("astray", "")
    if taken and why in ASTRAY:
        current_counts().count_lost_page(why)
        log.warning("A %s reloaded itself at %s: %s.", PAGES[grant.role], cursor, ASTRAY[why])
    return Response(status=204)


@table.get("/presence")
def presence(table_id: str) -> str:
    """Show the list of screens to a GM's page."""
    require_gm(table_id, "Only the GM can list the open screens.")
    screens = screens_of(services().presence, table_id)
    return render_template("parts/screens.html", screens=screens)


@table.app_template_global()
def on_the_wall(moment: float) -> str:
    """Say since when: "since" with the viewer's local time, or without their time zone, minutes or UTC."""
    offset = request.args.get("offset", type=int)  # minutes that UTC is ahead, as browsers count them
    at = datetime.fromtimestamp(moment, UTC)
    if offset is not None and abs(offset) <= 900:
        return f"since {at - timedelta(minutes=offset):%H:%M}"
    minutes = max(1, round((time.time() - moment) / 60))
    return f"for {minutes} min" if minutes < 60 else f"since {at:%H:%M} UTC"


# ---- screens that depend on a link ----------------------------------------------------------------


@table.get("/losing/<int:key>")
def losing(table_id: str, key: int) -> str:
    """List the seats that would lose access with this link, and count its other open screens.

    The GM's own screen is not counted.
    """
    grant = require_gm(table_id, "Only the GM can see who uses a link.")
    state = load_table(table_id)
    role = open_link(state, key).role
    seats, others = opened_by(services().presence, table_id, f"{role}:{key}")
    names = [seat.name for seat in state.find_all(Seat) if seat.id in seats]
    own = grant.key == key
    others -= own and others > 0
    return render_template("parts/losing.html", names=names, others=others, what=CALLED[role], own=own)
