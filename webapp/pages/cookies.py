"""What one device carries, each in a cookie of its own: its links and seats of each table, its theme, that
it has seen the tour.

Of a table's links the highest role is used. Beside them stands a mark that was drawn by chance: it opens
nothing, and tells this device from others; which seat this device asked for, until it is told the answer;
and on which it sat last, until it leaves that by itself.
"""

import re
from dataclasses import replace

from flask import Blueprint, Flask, Request, Response, abort, make_response, request

from webapp.addresses import apart
from webapp.pages.replies import by_script, keep_cookie, to
from webapp.screens.audience import Role
from webapp.table.grants import Grant, highest, opened_tables, still_opens
from webapp.table.secrets import new_mark

LIFE = 400 * 24 * 3600  # seconds; the longest a browser keeps one
MOST_TOKENS = 8
MOST_TABLES = 40
PREFIX = "tableside-"
PLAYED = "tableside.played"
"""In a request: what its device was found to hold at tables where it plays."""
MARKED, ASKED, SAT = "~", "*", "^"
MARK_LETTERS = re.compile(r"[A-Za-z0-9_-]{12}")
MARK = re.compile(f"{MARKED}({MARK_LETTERS.pattern})")


def _name(table_id: str, asked: Request) -> str:
    return ("__Host-" if asked.is_secure else "") + PREFIX + table_id


def tokens(table_id: str) -> list[str]:
    """The tokens this device carries for one table."""
    return [token for token in _carried(table_id) if not token.startswith((MARKED, ASKED, SAT))][:MOST_TOKENS]


def mark(table_id: str) -> str:
    """What tells this device from others at one table; "" before it was given one."""
    return next((found[1] for each in _carried(table_id) if (found := MARK.fullmatch(each))), "")


def was_refused(grant: Grant) -> bool:
    """Whether the seat that this device asked for was not given to it, which it was not told yet."""
    asked = [each.removeprefix(ASKED) for each in _carried(grant.table) if each.startswith(ASKED)]
    return bool(asked) and grant.asking is None and str(grant.seat) not in asked


def sat_on(table_id: str) -> str:
    """The id of the seat on which this device sat last; "" for none, or one that it left by itself."""
    return next((each.removeprefix(SAT) for each in _carried(table_id) if each.startswith(SAT)), "")


def _carried(table_id: str) -> list[str]:
    return [each for each in request.cookies.get(_name(table_id, request), "").split(".") if each]


def grant_for(table_id: str) -> Grant | None:
    """What this device may do at this table."""
    carried = tokens(table_id)
    grant = highest(table_id, carried) if carried else None
    if grant is None:
        return None
    if grant.role is Role.PLAYER:
        request.environ.setdefault(PLAYED, {})[table_id] = grant
    return replace(grant, mark=mark(table_id))


def remember(
    response: Response, table_id: str, *new: str, asked: int | None = None, sat: int | None = None
) -> Response:
    """Add tokens to the table's cookie, and the seat that was `asked` for just now, or none any more.

    `sat` is the seat that the device has now, 0 where it left its own.

    Of too many tokens the oldest that opens nothing any more goes first.
    """
    kept = [each for each in tokens(table_id) if each not in new]
    useful = [each for each in kept if len(kept) < MOST_TOKENS or still_opens(table_id, each)]
    own = MARKED + (mark(table_id) or new_mark())
    waits = [f"{ASKED}{asked}"] if asked is not None else []
    last = sat_on(table_id) if sat is None else str(sat or "")
    sits = [SAT + last] if last.isdecimal() else []
    value = ".".join([*[*new, *useful][:MOST_TOKENS], own, *waits, *sits])
    return keep_cookie(response, _name(table_id, request), value, LIFE)


def forget(response: Response, table_id: str) -> Response:
    """Take a table out of this device's memory."""
    response.delete_cookie(_name(table_id, request), httponly=True, samesite="Lax", secure=request.is_secure)
    return response


def known_tables() -> list[Grant]:
    """The tables this device has links for; those revoked or removed are left out."""
    start = _name("", request)
    names = [name.removeprefix(start) for name in request.cookies if name.startswith(start)][:MOST_TABLES]
    opened = opened_tables(token for name in names for token in tokens(name))
    found = (grant_for(table_id) for table_id in names if table_id in opened)
    return [grant for grant in found if grant is not None]


# ---- its theme ------------------------------------------------------------------------------------


theme = Blueprint("theme", __name__)
THEMES = {"dark": "Dark", "light": "Light", "auto": "Auto"}
FIRST = "dark"
THEME = "theme"
GROUNDS = {"dark": "#0d1017", "light": "#f4eee0"}
"""What the browser's own edges are painted with; the `--ground` of tokens.css."""
tour = Blueprint("tour", __name__)
SEEN = "tableside.tour"
TABLE = re.compile(r"[a-z0-9]{1,16}")


def chosen() -> str:
    """The theme of this device; night, where nothing was chosen."""
    wanted = request.cookies.get(THEME, FIRST)
    return wanted if wanted in THEMES else FIRST


@theme.post("/theme")
def choose() -> Response:
    """Keep the choice in a cookie of its own and show the same page again."""
    wanted = request.form.get("theme", "")
    if wanted not in THEMES:
        abort(
            400, "There is a dark theme, a light one, and one that follows your device; nothing was changed."
        )
    return keep_cookie(to(_back()), THEME, wanted, LIFE)


def _back() -> str:
    """The page the form stood on, as the browser says; else the start page."""
    came = apart(request.referrer or "")
    if came.netloc != request.host or not came.path.startswith("/") or came.path.startswith("//"):
        return "/"
    return came.path + ("?" + came.query if came.query else "")


def add_theme(app: Flask) -> None:
    """What layouts ask: which theme, what there is to choose, and its ground."""
    app.register_blueprint(theme)
    app.jinja_env.globals.update(theme=chosen, themes=THEMES, grounds=GROUNDS)


# ---- the first look around for a GM ---------------------------------------------------------------


def wants_tour() -> bool:
    """Whether this device has not dismissed it yet."""
    return SEEN not in request.cookies


@tour.post("/tour")
def dismiss() -> Response:
    """For good, on this device; a script takes it off the page, a plain form goes back to the table."""
    table = request.form.get("back", "")
    back = f"/t/{table}" if TABLE.fullmatch(table) else "/"
    answer = make_response("", 200) if by_script() else to(back)
    return keep_cookie(answer, SEEN, "seen", LIFE)
