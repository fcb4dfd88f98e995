"""A table's page for the visitor's role, its live stream, and the endpoint for its forms."""

from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, Response, abort, make_response, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from webapp.addresses import public_base
from webapp.child_process import export_document
from webapp.live.stream import Viewer
from webapp.pages.cookies import forget_table, grant_for, last_seat, remember_links, was_refused
from webapp.pages.forms import command_from
from webapp.pages.install import allow_keeping
from webapp.pages.page_rendering import render_page
from webapp.pages.preview import (
    acting_in,
    address_of_press,
    allow_frames,
    grant_for_preview,
    prepared_here,
    prepared_there,
    preview_label,
    refuse_preview,
)
from webapp.pages.qr_code import qr_svg
from webapp.pages.replies import as_file, by_script, go
from webapp.rate_limits import counted_address, limited
from webapp.rules.catalogue import ClockKind
from webapp.rules.playable_games import load_ruleset_or_stand_in
from webapp.rules.word_lists import and_list
from webapp.services import project_for, services
from webapp.state.audience import GM, Audience, Role
from webapp.state.foe_numbers import CHOICES
from webapp.store.db import db
from webapp.store.link_models import Link
from webapp.store.models import Character, Clock
from webapp.store.table_state import TableState
from webapp.table.command import Command
from webapp.table.commands.clocks import AddClock
from webapp.table.dispatcher import CommandResponse
from webapp.table.fields import id_from
from webapp.table.grants import Grant
from webapp.table.refusals import Forbidden, load_table
from webapp.views.table_view_factory import is_prepared

MOST_BROUGHT = 6
"""How many clocks left behind in a scene get a button that brings them into play."""
ONCE = "Tableside-Once"
"""The header of a page that requests updates once, because its browser has too many streams open."""
STANDS = "Tableside-Cursor"
"""The header with the cursor of the page that sends the request."""
LIVE, SHOWS = "Tableside-Live", "Tableside-Shows"
"""The headers of requests from pages with a live stream, and of replies with the change's cursor."""
table = Blueprint("table", __name__, url_prefix="/t/<table_id>")


@table.get("")
def show(table_id: str) -> Response:
    """Show the page of this device's role; a GM may preview with `?as=player` or `?as=tv`.

    A player's own page is marked as one that a phone may store for use while offline.
    """
    own = require_grant(table_id)
    shown = grant_for_preview(own)
    allow_frames(own, looking=shown is not own)
    looking = preview_label(shown) if shown is not own else ""
    scene = prepared_here(shown)
    if scene is not None and not is_prepared(project_for(load_table(table_id)).view, scene):
        return go(f"/t/{table_id}")
    refused, sat = own.role is Role.PLAYER and was_refused(own), last_seat(table_id)
    lost = own.role is Role.PLAYER and own.seat is None and sat != ""
    answer = make_response(render_page(shown, looking, preparing=scene, refused=refused, lost=lost))
    if own.role is Role.PLAYER:
        allow_keeping(answer)
    known = own.mark and not refused and (own.seat is None or sat == str(own.seat))
    return answer if known else remember_links(answer, table_id, asked=own.asking, sat=own.seat)


@table.get("/live")
def live(table_id: str) -> Response:
    """Open the page's stream from its cursor; reload the page if the device's audience has changed."""
    viewer = _viewer(table_id)
    if not _is_as_opened(viewer):
        return services().streams.begin_anew()
    last = request.headers.get("Last-Event-ID") or request.args.get("cursor", "")
    once = ONCE in request.headers
    return services().streams.open(viewer, last[:40], counted_address(), once=once)


@table.get("/news")
def missed_panels(table_id: str) -> Answer:
    """Return the panels that a page's stream has not delivered, and their cursor; 204 if none."""
    viewer = _viewer(table_id)
    if not _is_as_opened(viewer):
        return make_response("", 204)  # the page's stream makes it reload
    update = services().updates.render_delta(viewer, _cursor_of_page())
    if update is None or update.over:
        return make_response("", 204)
    return make_response(update.html, {SHOWS: update.cursor})


@table.post("/do")
@limited("presses")
@limited("written")
def do(table_id: str) -> Answer | str:
    """Execute the command of a form; every form of a table's pages is posted here.

    The response has the changed panels, unless the page receives them through its stream.
    """
    grant = require_grant(table_id, services().dispatcher.snapshots.links(table_id))  # checked again later
    refuse_preview(grant)
    command = command_from(request.form)
    press = request.headers.get("Idempotency-Key") or request.form.get("press")
    done = services().dispatcher.dispatch(command, table_id, acting_in(grant), press)
    return reply(command, done, grant)


@table.get("/export")
def export(table_id: str) -> Response:
    """Download the whole table as a file, for the GM."""
    require_gm(table_id, "Only the GM can export the table.")
    return as_file(export_document(table_id), f"table-{table_id}.json", "application/json")


@table.get("/qr/<what>.svg")
def picture(table_id: str, what: str) -> Response:
    """Return a QR code: of the join page for everybody, of a player or TV link for the GM only."""
    grant = require_grant(table_id)
    if what == "join":
        return qr_svg(f"{public_base(request)}/join?code={_join_code(table_id)}")
    id = id_from(what)
    link = db.session.get(Link, id) if id is not None else None
    if grant.role is not Role.GM or link is None or link.table_id != table_id:
        abort(404)
    if link.revoked or link.token is None:
        abort(404)
    return qr_svg(f"{public_base(request)}/k/{link.token}")


def _viewer(table_id: str) -> Viewer:
    """Return the viewer that a stream's URL describes."""
    lacks = frozenset(request.args.get("lacks", "")[:800].split())
    shown = grant_for_preview(require_grant(table_id))
    return Viewer(shown, lacks=lacks, preparing=prepared_here(shown))


def _is_as_opened(viewer: Viewer) -> bool:
    """Return whether the device has the same role and seat as when its page was opened."""
    return request.args.get("of", viewer.audience.key) == viewer.audience.key


def _cursor_of_page() -> str:
    return request.headers.get(STANDS, "")[:40]


def require_grant(table_id: str, known: Iterable[Link] = ()) -> Grant:
    """Return this device's grant; without a link, respond 404 as for a table that does not exist."""
    grant = grant_for(table_id, known)
    if grant is None:
        abort(404)
    return grant


def require_gm(table_id: str, why: str) -> Grant:
    """Return a GM's grant; refuse other roles with the sentence `why`."""
    grant = require_grant(table_id)
    if grant.role is not Role.GM:
        raise Forbidden(why)
    return grant


def require_reader(table_id: str, tvs_answer: str) -> tuple[TableState, Audience]:
    """Return the table and this device's audience (a GM may preview); refuse the TV with a sentence."""
    grant = grant_for_preview(require_grant(table_id))
    if grant.role is Role.TV:
        raise Forbidden(tvs_answer)
    return load_table(table_id), grant.audience


def _join_code(table_id: str) -> str:
    state = TableState.load(table_id)
    code = state.join_code() if state is not None else None
    if code is None:
        abort(404)
    return code


# ---- replies -------------------------------------------------------------------------------------


def reply(command: Command, done: CommandResponse, grant: Grant) -> Answer | str:
    """Answer a script with words and panels, a plain form with a redirect to its page.

    If the page's stream brings the panels, the answer has only the words. If a scene begins while the page
    prepares it, the answer leads to the table's page, which shows the words.
    """
    if command.do == "table.remove":
        return forget_table(go("/"), grant.table)
    if command.do.startswith("seat.") and "seat_key" in done.result:
        asks = command.do == "seat.ask" or "asked" in done.result
        asked = done.result["seat"] if asks else None
        sat = done.result["seat"] if asked is None else None
        return remember_links(
            go(f"/t/{grant.table}"), grant.table, done.result["seat_key"], asked=asked, sat=sat
        )
    if command.do == "seat.leave":
        return remember_links(go(f"/t/{grant.table}"), grant.table, asked=grant.asking, sat=0)
    if command.do == "seat.answer" and grant.role is Role.PLAYER:
        answer = go(f"/t/{grant.table}")
        withdrawn = done.result["seat"] == grant.asking
        return remember_links(answer, grant.table) if withdrawn else answer
    if command.do == "scene.add":
        return go(f"/t/{grant.table}?prepare={done.result['scene']}")
    leaves = command.do == "scene.activate" and prepared_there(grant) is not None
    if not by_script():
        return go(f"/t/{grant.table}") if leaves else _plain(done, grant, command)
    is_live = LIVE in request.headers
    delta = "" if is_live or leaves else _delta(grant)
    words = {"link": _link(done), "join": _join_address(), "table": grant.table, "role": grant.role}
    more = {
        "clock_kinds": _kinds_to_choose(command, grant),
        "foes": _foe_choices(command, done, grant),
        "moved": _moved_clocks(done, grant),
    }
    html = render_template("parts/reply.html", news=delta, command=command, done=done, **words, **more)
    if leaves:
        return make_response(html, {"HX-Redirect": f"/t/{grant.table}"})
    return make_response(html, {SHOWS: done.cursor} if is_live else {})


def _delta(grant: Grant) -> Markup:
    """Render the panels that the sending page has missed."""
    viewer = Viewer(grant, preparing=prepared_there(grant))
    return Markup(services().updates.reply(viewer, _cursor_of_page()))  # noqa: S704  (panels, drawn and escaped)


@dataclass(frozen=True)
class MovedClocks:
    """The clocks of a scene that ended: what happened to them, and up to six that may still stay in play."""

    words: str
    waiting: tuple[Clock, ...]


def _moved_clocks(done: CommandResponse, grant: Grant) -> MovedClocks | None:
    if "along" not in done.result:
        return None
    state = load_table(grant.table)
    along, waiting = ([state.require(Clock, id) for id in done.result[name]] for name in ("along", "waiting"))
    sentences = (
        _describe_clocks(along, "stays in play", "stay in play"),
        _describe_clocks(waiting, "waits in its scene", "wait in their scene"),
    )
    return MovedClocks(" ".join(filter(None, sentences)), tuple(waiting[:MOST_BROUGHT]))


def _describe_clocks(clocks: list[Clock], one: str, several: str) -> str:
    """Name some clocks and say what happened to them; "" if there are none."""
    names = and_list(f"“{row.name}”" for row in clocks)
    return f"{names} {one if len(clocks) == 1 else several}." if clocks else ""


def _kinds_to_choose(command: Command, grant: Grant) -> tuple[ClockKind, ...]:
    """Return the other kinds that the GM may choose for a clock added without a kind."""
    if not isinstance(command, AddClock) or command.kind is not None or grant.role is not Role.GM:
        return ()
    newest = services().dispatcher.snapshots.newest_projections(grant.table)
    game = load_ruleset_or_stand_in(
        newest.seen[GM.key].view.ruleset if newest else load_table(grant.table).table.ruleset
    )
    usual = game.catalogue.clock_kind_for("progress")
    return tuple(kind for kind in game.catalogue.clock_kinds if kind.key != usual)


def _foe_choices(command: Command, done: CommandResponse, grant: Grant) -> dict[str, str]:
    """Return the choices for enemies' stats, which the GM is offered with the table's first NPC."""
    added = done.result.get("character") if command.do.endswith(".add") else None
    is_pc = getattr(command, "kind", "npc") == "pc"
    if added is None or is_pc or grant.role is not Role.GM:
        return {}
    people = load_table(grant.table).all(Character).values()
    return CHOICES if [person.id for person in people if person.kind == "npc"] == [added] else {}


def _plain(done: CommandResponse, grant: Grant, command: Command) -> Answer | str:
    """Answer a form sent without scripts: redirect to its page, or show a new link or code once."""
    if "code" in done.result:
        words = {"join": _join_address(), "table": grant.table, "role": grant.role}
        return render_template("pages/device-code.html", done=done, **words)
    if "link" in done.result:
        return render_template("pages/new-link.html", done=done, link=_link(done), table=grant.table)
    return go(address_of_press(grant, command.do))


def _join_address() -> str:
    return public_base(request) + "/join"


def _link(done: CommandResponse) -> str | None:
    return public_base(request) + done.result["link"] if "link" in done.result else None
