"""A device's cookies: links and seats for each table, its theme, and whether it has dismissed the tour.

Among a table's links, the one with the highest role is used. A table's cookie also has a random mark, which
identifies this device but gives no access; the seat that this device has requested, until it sees the answer;
and its last seat, until the user leaves it.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from flask import Blueprint, Flask, Request, Response, abort, make_response, request

from webapp.addresses import split_address
from webapp.pages.replies import by_script, keep_cookie, to
from webapp.state.audience import Role
from webapp.store.link_models import Link
from webapp.table.grants import Grant, best_grant, gm_as_known, opened_tables, still_opens
from webapp.table.tokens import new_mark

LIFE = 400 * 24 * 3600  # seconds; the longest that browsers allow
MOST_TOKENS = 8
MOST_TABLES = 40
PREFIX = "tableside-"
GRANTS_BY_TABLE = "tableside.played"
"""The key of a request's cache: the player grants of its device, by table."""
MARKED, ASKED, SAT = "~", "*", "^"
MARK_LETTERS = re.compile(r"[A-Za-z0-9_-]{12}")
MARK = re.compile(f"{MARKED}({MARK_LETTERS.pattern})")


def _name(table_id: str, asked: Request) -> str:
    return ("__Host-" if asked.is_secure else "") + PREFIX + table_id


def tokens_of(table_id: str) -> list[str]:
    """Return the tokens that this device has for one table, at most eight."""
    return [token for token in _carried(table_id) if not token.startswith((MARKED, ASKED, SAT))][:MOST_TOKENS]


def device_mark(table_id: str) -> str:
    """Return this device's mark at one table; "" if it has none yet."""
    return next((found[1] for name in _carried(table_id) if (found := MARK.fullmatch(name))), "")


def was_refused(grant: Grant) -> bool:
    """Return whether this device's request for a seat was refused and the device does not know it yet."""
    asked = [name.removeprefix(ASKED) for name in _carried(grant.table) if name.startswith(ASKED)]
    return bool(asked) and grant.asking is None and str(grant.seat) not in asked


def last_seat(table_id: str) -> str:
    """Return the id of this device's last seat; "" if it had none or left it."""
    return next((name.removeprefix(SAT) for name in _carried(table_id) if name.startswith(SAT)), "")


def _carried(table_id: str) -> list[str]:
    return [part for part in request.cookies.get(_name(table_id, request), "").split(".") if part]


def grant_for(table_id: str, known: Iterable[Link] = ()) -> Grant | None:
    """Return this device's grant at a table, or None; a GM link among `known` needs no query."""
    carried = tokens_of(table_id)
    grant = (gm_as_known(known, carried) or best_grant(table_id, carried)) if carried else None
    if grant is None:
        return None
    if grant.role is Role.PLAYER:
        request.environ.setdefault(GRANTS_BY_TABLE, {})[table_id] = grant
    return replace(grant, mark=device_mark(table_id))


def remember_links(
    response: Response, table_id: str, *new: str, asked: int | None = None, sat: int | None = None
) -> Response:
    """Add tokens to the table's cookie, and set or clear the requested seat (`asked`).

    `sat` is the seat that the device has now, 0 if it left its seat, or None if its seat is unchanged. Once
    the cookie is full, tokens that open nothing are dropped, then the oldest ones.
    """
    known = [token for token in tokens_of(table_id) if token not in new]
    useful = [name for name in known if len(known) < MOST_TOKENS or still_opens(table_id, name)]
    own = MARKED + (device_mark(table_id) or new_mark())
    waits = [f"{ASKED}{asked}"] if asked is not None else []
    last = last_seat(table_id) if sat is None else str(sat or "")
    sits = [SAT + last] if last.isdecimal() else []
    value = ".".join([*[*new, *useful][:MOST_TOKENS], own, *waits, *sits])
    return keep_cookie(response, _name(table_id, request), value, LIFE)


def forget_table(response: Response, table_id: str) -> Response:
    """Remove a table from this device's cookies."""
    response.delete_cookie(_name(table_id, request), httponly=True, samesite="Lax", secure=request.is_secure)
    return response


def known_tables() -> list[Grant]:
    """Return this device's grants for the tables to which it has a valid link.

    At most 40 cookies are read.
    """
    start = _name("", request)
    names = [name.removeprefix(start) for name in request.cookies if name.startswith(start)][:MOST_TABLES]
    opened = opened_tables(token for name in names for token in tokens_of(name))
    found = (grant_for(table_id) for table_id in names if table_id in opened)
    return [grant for grant in found if grant is not None]


# ---- theme ----------------------------------------------------------------------------------------


theme = Blueprint("theme", __name__)
THEMES = {"dark": "Dark", "light": "Light", "auto": "Auto"}
FIRST = "auto"
THEME = "theme"
GROUNDS = {"dark": "#0d1017", "light": "#eef0f5"}
"""The colours of the browser's own bars by theme; as `--ground` in tokens.css."""
tour = Blueprint("tour", __name__)
SEEN = "tableside.tour"
TABLE = re.compile(r"[a-z0-9]{1,16}")


def chosen_theme() -> str:
    """Return the theme chosen on this device; without a choice "auto", the operating system's."""
    wanted = request.cookies.get(THEME, FIRST)
    return wanted if wanted in THEMES else FIRST


@theme.post("/theme")
def choose() -> Response:
    """Store the chosen theme in a cookie and show the same page again."""
    wanted = request.form.get("theme", "")
    if wanted not in THEMES:
        abort(400, "The theme must be dark, light or auto. Nothing was changed.")
    return keep_cookie(to(_back()), THEME, wanted, LIFE)


def _back() -> str:
    """Return the address of the page that the form was on, else "/"."""
    came = split_address(request.referrer or "")
    if came.netloc != request.host or not came.path.startswith("/") or came.path.startswith("//"):
        return "/"
    return came.path + ("?" + came.query if came.query else "")


def add_theme(app: Flask) -> None:
    """Register the theme form, and give templates the theme, the available themes and background colours."""
    app.register_blueprint(theme)
    app.jinja_env.globals.update(theme=chosen_theme, themes=THEMES, grounds=GROUNDS)


# ---- the GM's tour --------------------------------------------------------------------------------


def wants_tour() -> bool:
    """Return whether this device has not dismissed the tour."""
    return SEEN not in request.cookies


@tour.post("/tour")
def dismiss() -> Response:
    """Hide the tour on this device permanently; without scripts, return to the table."""
    table = request.form.get("back", "")
    back = f"/t/{table}" if TABLE.fullmatch(table) else "/"
    answer = make_response("", 200) if by_script() else to(back)
    return keep_cookie(answer, SEEN, "seen", LIFE)
