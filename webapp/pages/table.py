"""A table's page in whichever role the visitor holds, its live stream, and the door for its forms."""

from flask import Blueprint, Response, abort, make_response, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from webapp.addresses import public_base
from webapp.errand import taken_along
from webapp.limits import counted_address, limited
from webapp.live.updates import Viewer
from webapp.pages.cached_view import allow_keeping
from webapp.pages.cookies import forget, grant_for, remember, sat_on, was_refused
from webapp.pages.forms import command_from
from webapp.pages.replies import as_file, by_script, go, qr_svg
from webapp.pages.sheets import sheet
from webapp.pages.viewpoint import (
    acting,
    back_to,
    frame,
    looking_as,
    prepared_here,
    prepared_there,
    refuse_preview,
)
from webapp.pages.viewpoint import told as _told
from webapp.screens.audience import Audience, Role
from webapp.screens.projection import is_prepared
from webapp.services import seen, services
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.models import Key
from webapp.table.command import Command
from webapp.table.fields import id_from
from webapp.table.grants import Grant
from webapp.table.refusals import Forbidden, loaded
from webapp.table.road import Done
from webapp.table.undo import own_steps

ONCE = "Tableside-Once"
"""Sent by a page that only asks what is new, since its browser has enough streams open."""
table = Blueprint("table", __name__, url_prefix="/t/<table_id>")


@table.get("")
def show(table_id: str) -> Response:
    """The page of the role this device holds; a GM may look with `?as=player` or `?as=tv`.

    A player's own page is marked as one that a phone may keep for when it has no link.
    """
    own = granted(table_id)
    shown = looking_as(own)
    frame(own, looking=shown is not own)
    looking = _told(shown) if shown is not own else ""
    scene = prepared_here(shown)
    if scene is not None and not is_prepared(seen(loaded(table_id)).view, scene):
        return go(f"/t/{table_id}")
    told, sat = own.role is Role.PLAYER and was_refused(own), sat_on(table_id)
    lost = own.role is Role.PLAYER and own.seat is None and sat != ""
    answer = make_response(sheet(shown, looking, preparing=scene, refused=told, lost=lost))
    if own.role is Role.PLAYER:
        allow_keeping(answer)
    known = own.mark and not told and (own.seat is None or sat == str(own.seat))
    return answer if known else remember(answer, table_id, asked=own.asking, sat=own.seat)


@table.get("/live")
def live(table_id: str) -> Response:
    """The page's one stream; it starts from where the page stands, if that is still of whoever asks."""
    lacks = frozenset(request.args.get("lacks", "")[:800].split())
    shown = looking_as(granted(table_id))
    viewer = Viewer(shown, lacks=lacks, preparing=prepared_here(shown))
    if request.args.get("of", viewer.audience.key) != viewer.audience.key:
        return services().streams.begin_anew()
    last = request.headers.get("Last-Event-ID") or request.args.get("cursor", "")
    once = ONCE in request.headers
    return services().streams.open(viewer, last[:40], counted_address(), once=once)


@table.post("/do")
@limited("presses")
@limited("written")
def do(table_id: str) -> Answer | str:
    """Every form of every page posts here: one command, taken, and the actor's panels in return."""
    grant = granted(table_id)
    refuse_preview(grant)
    command = command_from(request.form)
    press = request.headers.get("Idempotency-Key") or request.form.get("press")
    done = services().road.take(command, table_id, acting(grant), press)
    return reply(command, done, grant)


@table.get("/export")
def export(table_id: str) -> Response:
    """The whole table as a file, for its GM."""
    granted_gm(table_id, "Only the GM can export the table.")
    return as_file(taken_along(table_id), f"table-{table_id}.json", "application/json")


@table.get("/qr/<what>.svg")
def picture(table_id: str, what: str) -> Response:
    """A QR code: the join page for anybody here, a player or TV link for the GM alone."""
    grant = granted(table_id)
    if what == "join":
        return qr_svg(f"{public_base(request)}/join?code={_join_code(table_id)}")
    id = id_from(what)
    key = db.session.get(Key, id) if id is not None else None
    if grant.role is not Role.GM or key is None or key.table_id != table_id:
        abort(404)
    if key.revoked or key.token is None:
        abort(404)
    return qr_svg(f"{public_base(request)}/k/{key.token}")


def granted(table_id: str) -> Grant:
    """What this device may do here; without a link a table is as good as none."""
    grant = grant_for(table_id)
    if grant is None:
        abort(404)
    return grant


def granted_gm(table_id: str, why: str) -> Grant:
    """The same for what is the GM's alone; anybody else reads why."""
    grant = granted(table_id)
    if grant.role is not Role.GM:
        raise Forbidden(why)
    return grant


def reader(table_id: str, tvs_answer: str) -> tuple[Board, Audience]:
    """The table, and as whom this device reads it, a GM perhaps as a player; the TV is told why not."""
    grant = looking_as(granted(table_id))
    if grant.role is Role.TV:
        raise Forbidden(tvs_answer)
    return loaded(table_id), grant.audience


def _join_code(table_id: str) -> str:
    board = Board.load(table_id)
    code = board.join_code() if board is not None else None
    if code is None:
        abort(404)
    return code


# ---- replies -------------------------------------------------------------------------------------


def reply(command: Command, done: Done, grant: Grant) -> Answer | str:
    """Panels for a script, the page itself for a plain form."""
    if command.do == "table.remove":
        return forget(go("/"), grant.table)
    if command.do.startswith("seat.") and "seat_key" in done.result:
        asked = done.result["seat"] if command.do == "seat.ask" else None
        sat = done.result["seat"] if asked is None else None
        return remember(go(f"/t/{grant.table}"), grant.table, done.result["seat_key"], asked=asked, sat=sat)
    if command.do == "seat.leave":
        return remember(go(f"/t/{grant.table}"), grant.table, asked=grant.asking, sat=0)
    if command.do == "seat.answer" and grant.role is Role.PLAYER:
        return go(f"/t/{grant.table}")
    if command.do == "scene.activate" and prepared_there(grant) is not None:
        return go(f"/t/{grant.table}")
    if not by_script():
        return _plain(done, grant)
    viewer = Viewer(grant, preparing=prepared_there(grant))
    stands = request.headers.get("Tableside-Cursor", "")[:40]
    news = Markup(services().updates.reply(viewer, stands))  # noqa: S704  (panels, drawn and escaped)
    words = {"link": _link(done), "join": _join_address(), "table": grant.table, "role": grant.role}
    steps = own_steps(loaded(grant.table), grant.actor()) if grant.role is Role.GM else None
    return render_template("parts/reply.html", news=news, command=command, done=done, steps=steps, **words)


def _plain(done: Done, grant: Grant) -> Answer | str:
    """Without scripts: back to the page, except that a new link or code must be shown now or never."""
    if "code" in done.result:
        words = {"join": _join_address(), "table": grant.table, "role": grant.role}
        return render_template("pages/device-code.html", done=done, **words)
    if "link" in done.result:
        return render_template("pages/new-link.html", done=done, link=_link(done), table=grant.table)
    return go(back_to(grant))


def _join_address() -> str:
    return public_base(request) + "/join"


def _link(done: Done) -> str | None:
    return public_base(request) + done.result["link"] if "link" in done.result else None
