"""What one device chose, each kept in a cookie of its own: its theme, and that it has seen the tour."""

import re

from flask import Blueprint, Flask, Response, abort, make_response, request

from webapp.addresses import apart
from webapp.pages.cookies import LIFE
from webapp.pages.replies import by_script, to

theme = Blueprint("theme", __name__)
THEMES = {"dark": "Dark", "light": "Light", "auto": "Auto"}
FIRST = "dark"
COOKIE = "theme"
GROUNDS = {"dark": "#0d1017", "light": "#f4eee0"}
"""What the browser's own edges are painted with; the `--ground` of tokens.css."""
tour = Blueprint("tour", __name__)
SEEN = "tableside.tour"
TABLE = re.compile(r"[a-z0-9]{1,16}")


def chosen() -> str:
    """The theme of this device; night, where nothing was chosen."""
    wanted = request.cookies.get(COOKIE, FIRST)
    return wanted if wanted in THEMES else FIRST


@theme.post("/theme")
def choose() -> Response:
    """Keep the choice in a cookie of its own and show the same page again."""
    wanted = request.form.get("theme", "")
    if wanted not in THEMES:
        abort(
            400, "There is a dark theme, a light one, and one that follows your device; nothing was changed."
        )
    answer = to(_back())
    answer.set_cookie(COOKIE, wanted, max_age=LIFE, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer


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
    answer.set_cookie(SEEN, "seen", max_age=LIFE, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer
