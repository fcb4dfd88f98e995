"""Pages before a table: start a table and see its links, join a table, open a link."""

from urllib.parse import urlencode

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as Answer

from webapp.addresses import public_base
from webapp.pages.cookies import grant_for, known_tables, remember_links, tokens_of
from webapp.pages.replies import keep_cookie, to
from webapp.pages.table import require_gm, table
from webapp.rate_limits import limited
from webapp.rules.playable_games import rulesets
from webapp.rules.plugins import FIRST
from webapp.services import services
from webapp.state.audience import Role
from webapp.state.foe_numbers import NumbersDisclosure
from webapp.store.db import db
from webapp.store.models import Table
from webapp.table.command import parse
from webapp.table.create import CreatedTable, create_table, validate_new_table
from webapp.table.grants import grant_of
from webapp.table.refusals import load_table
from webapp.table.typed_codes import (
    claimant,
    find_by_join_code,
    make_first_tv_code,
    normalize_code,
    take_over_seat,
)
from webapp.table.unused_tables import KEPT_FOR

home = Blueprint("home", __name__)
MARK = "tableside.started"
LENGTHS = range(16, 65)
"""The possible lengths of a link's token."""
UNNAMED = "Our table"
"""The name of a table that was started without one."""
SOON = 600  # seconds for a browser to follow the redirect


@home.get("/")
def start() -> str:
    """Show the home page: start a table, continue one that this device knows, or join by code."""
    known = [(grant, db.session.get(Table, grant.table)) for grant in known_tables()]
    return render_template("pages/home.html", known=known, rulesets=rulesets().values(), unnamed=UNNAMED)


@home.post("/tables")
@limited("tables")
def start_table() -> Answer:
    """Start a new table and redirect, so that reloading the links page does not start another table.

    A table without a name gets a default one. Players see enemies' stats in words until the GM changes that.
    """
    usual = {"name": UNNAMED, "ruleset": FIRST, "foes": str(NumbersDisclosure.WORDS)}
    sent = {name: value for name in usual if (value := request.form.get(name, "").strip())}
    made = create_table(validate_new_table({**usual, **sent}))
    return remember_links(shown_once(made), made.table, made.tokens["gm"])


@home.get("/k/<key>")
@limited("keys")
def open_link(key: str) -> Answer:
    """Open a link: its token goes into a cookie and disappears from the address bar.

    With `?to=overlay`, a TV or GM link opens the stream overlay, with the other options of the URL.
    """
    grant = grant_of(key) if len(key) in LENGTHS else None
    if grant is None:
        abort(404)
    if request.args.get("to") == "overlay" and grant.role is not Role.PLAYER:
        wanted = urlencode([(name, value) for name, value in request.args.items() if name != "to"])
        return remember_links(to(f"/t/{grant.table}/overlay?{wanted}"), grant.table, key)
    return open_page(grant.table, grant.role, key)


def open_page(table_id: str, role: Role, key: str) -> Response:
    """Redirect to the page that a link opens; a GM of the table stays GM and previews the link's role."""
    held = grant_for(table_id)
    stays_gm = held is not None and held.role is Role.GM and role is not Role.GM
    looking = f"?as={role}" if stays_gm else ""
    return remember_links(to(f"/t/{table_id}{looking}"), table_id, key)


@home.get("/join")
def join_form() -> str:
    """Show the form for the TV's join code, which may be filled in from a QR code."""
    return render_template("pages/join.html", code=request.args.get("code", "")[:12], wrong="")


@home.post("/join")
@limited("codes")
@limited("everybodys codes")
@limited("lately")
def join() -> str | Answer | tuple[str, int]:
    """Open a table as a player by its join code, or use a device code."""
    code = request.form.get("code", "")
    found = find_by_join_code(code)
    if found is not None:
        return remember_links(to(f"/t/{found.table_id}"), found.table_id, found.token or "")
    if normalize_code(code):
        moved: Answer = move_here(code)
        return moved
    return render_template("pages/join.html", code=code[:12], wrong="table"), 404


@limited("devices")
@limited("guesses")
def move_here(code: str) -> Answer | tuple[str, int]:
    """Move a seat to this device by its device code, or open the TV link if the code is for a TV."""
    found = take_over_seat(code)
    if found is None:
        return render_template("pages/join.html", code=code[:12], wrong="device"), 404
    link, seat = found
    if seat is None:
        return open_page(link.table_id, Role(link.role), link.token or "")
    table, token = link.table_id, link.token or ""
    done = services().dispatcher.dispatch(
        parse({"do": "seat.claim", "seat": seat.id}), table, claimant(link, seat)
    )
    return remember_links(to(f"/t/{table}"), table, done.result["seat_key"], token, sat=seat.id)


@home.get("/credits")
def credits() -> str:
    """Show whose games and works this program uses."""
    return render_template("pages/credits.html")


# ---- a new table's links, shown once -----------------------------------------------------


def shown_once(made: CreatedTable) -> Response:
    """Redirect to the page of links, which this browser may see once; no URL contains a token.

    The device code for the TV is in a cookie for that page until then, because only its hash is stored.
    """
    address = f"/t/{made.table}/started"
    return keep_cookie(to(address), MARK, make_first_tv_code(made.table), SOON, path=address)


@table.get("/started")
def started(table_id: str) -> Answer:
    """Show the links of a new table once to its creator; later, redirect to the table.

    The token of the GM link is only in the creator's cookie.
    """
    require_gm(table_id, "Only the GM who started this table can see its links here.")
    if MARK not in request.cookies:
        return to(f"/t/{table_id}")
    state = load_table(table_id)
    keys = {link.role: link.token for link in state.open_links() if link.token}
    carried = ((token, grant_of(token)) for token in tokens_of(table_id))
    keys["gm"] = next(token for token, grant in carried if grant and grant.role is Role.GM)
    made = CreatedTable(table_id, state.table.name, state.table.ruleset, state.join_code() or "", keys)
    links = {role: f"{public_base(request)}/k/{token}" for role, token in keys.items()}
    codes = {"join": f"{public_base(request)}/join", "tv_code": normalize_code(request.cookies[MARK])}
    page = Response(
        render_template("pages/started.html", made=made, links=links, days=KEPT_FOR.days, **codes)
    )
    page.delete_cookie(MARK, path=request.path, httponly=True, samesite="Lax", secure=request.is_secure)
    return page
