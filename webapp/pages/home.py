"""Before a table: start one and see its links, join one, open a link."""

from urllib.parse import urlencode

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as Answer

from webapp.addresses import public_base
from webapp.limits import limited
from webapp.pages.cookies import grant_for, known_tables, remember, tokens
from webapp.pages.replies import keep_cookie, to
from webapp.pages.table import granted_gm, table
from webapp.rules.ruleset import rulesets
from webapp.screens.audience import Role
from webapp.screens.foe_numbers import CHOICES
from webapp.services import services
from webapp.store.db import db
from webapp.store.models import Table
from webapp.table.codes import by, digits, key_for_code, taken_over
from webapp.table.command import parse
from webapp.table.create import Created, checked, create
from webapp.table.grants import grant_of
from webapp.table.refusals import loaded
from webapp.table.unused import KEPT_FOR

home = Blueprint("home", __name__)
MARK = "tableside.started"
LENGTHS = range(16, 65)
"""How many letters a key may have."""
SOON = 600  # seconds in which a browser asks for the page it was sent to


@home.get("/")
def start() -> str:
    """Start a table, go on at one this device knows, or join by code."""
    known = [(grant, db.session.get(Table, grant.table)) for grant in known_tables()]
    return render_template("pages/home.html", known=known, rulesets=rulesets().values(), foes=CHOICES)


@home.post("/tables")
@limited("tables")
def start_table() -> Answer:
    """A new table; reloading the page of its links makes no other."""
    asked = {"name": "", "ruleset": "freeform"} | request.form.to_dict()
    made = create(checked({name: asked[name] for name in ("name", "ruleset", "foes") if name in asked}))
    return remember(shown_once(made), made.table, made.tokens["gm"])


@home.get("/k/<key>")
@limited("keys")
def open_link(key: str) -> Answer:
    """A capability link: the key goes into a cookie, and the address bar forgets it.

    `?to=overlay` leads a TV link straight to the stream overlay, with whatever else the address asks of it.
    """
    grant = grant_of(key) if len(key) in LENGTHS else None
    if grant is None:
        abort(404)
    if request.args.get("to") == "overlay" and grant.role is not Role.PLAYER:
        wanted = urlencode([(name, value) for name, value in request.args.items() if name != "to"])
        return remember(to(f"/t/{grant.table}/overlay?{wanted}"), grant.table, key)
    return to_its_page(grant.table, grant.role, key)


def to_its_page(table_id: str, role: Role, key: str) -> Response:
    """To the page that a link opens; who is the GM there stays it, and looks as that role."""
    held = grant_for(table_id)
    stays_gm = held is not None and held.role is Role.GM and role is not Role.GM
    looking = f"?as={role}" if stays_gm else ""
    return remember(to(f"/t/{table_id}{looking}"), table_id, key)


@home.get("/join")
def join_form() -> str:
    """The short code from the TV, typed by hand or brought by its QR code."""
    return render_template("pages/join.html", code=request.args.get("code", "")[:12], wrong="")


@home.post("/join")
@limited("codes")
@limited("everybodys codes")
@limited("lately")
def join() -> str | Answer | tuple[str, int]:
    """The code opens the table as a player; digits bring a seat along, or open the table on a TV."""
    code = request.form.get("code", "")
    found = key_for_code(code)
    if found is not None:
        return remember(to(f"/t/{found.table_id}"), found.table_id, found.token or "")
    if digits(code):
        moved: Answer = move_here(code)
        return moved
    return render_template("pages/join.html", code=code[:12], wrong="table"), 404


@limited("devices")
@limited("guesses")
def move_here(code: str) -> Answer | tuple[str, int]:
    """Six digits from another device bring its seat here, as taking it over would; the GM's open the TV."""
    found = taken_over(code)
    if found is None:
        return render_template("pages/join.html", code=code[:12], wrong="device"), 404
    key, seat = found
    if seat is None:
        return to_its_page(key.table_id, Role(key.role), key.token or "")
    table, token = key.table_id, key.token or ""
    done = services().road.take(parse({"do": "seat.claim", "seat": seat.id}), table, by(key, seat))
    return remember(to(f"/t/{table}"), table, done.result["seat_key"], token, sat=seat.id)


@home.get("/credits")
def credits() -> str:
    """Whose games and whose work this stands on."""
    return render_template("pages/credits.html")


# ---- a new table's links, shown this one time -----------------------------------------------------


def shown_once(made: Created) -> Response:
    """To the page of links, marked so that this one browser may see it; no address holds a key."""
    address = f"/t/{made.table}/started"
    return keep_cookie(to(address), MARK, "1", SOON, path=address)


@table.get("/started")
def started(table_id: str) -> Answer:
    """The links of a table that was just made, for who made it; the GM's own is in their cookie alone."""
    granted_gm(table_id, "Only the GM who started the table sees its links here.")
    if MARK not in request.cookies:
        return to(f"/t/{table_id}")
    board = loaded(table_id)
    keys = {link.role: link.token for link in board.open_links() if link.token}
    carried = ((token, grant_of(token)) for token in tokens(table_id))
    keys["gm"] = next(token for token, grant in carried if grant and grant.role is Role.GM)
    made = Created(table_id, board.table.name, board.table.ruleset, board.join_code() or "", keys)
    links = {role: f"{public_base(request)}/k/{token}" for role, token in keys.items()}
    page = Response(render_template("pages/started.html", made=made, links=links, days=KEPT_FOR.days))
    page.delete_cookie(MARK, path=request.path, httponly=True, samesite="Lax", secure=request.is_secure)
    return page
