"""Dark, light, or as the device says: chosen per device, known to the server, right in the first byte."""

from flask import Blueprint, Flask, Response, abort, redirect, request

from webapp.addresses import apart
from webapp.pages.cookies import LIFE

theme = Blueprint("theme", __name__)
THEMES = {"dark": "Dark", "light": "Light", "auto": "Auto"}
FIRST = "dark"
COOKIE = "theme"
GROUNDS = {"dark": "#0d1017", "light": "#f4eee0"}
"""What the browser's own edges are painted with; the `--ground` of tokens.css."""


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
    answer: Response = redirect(_back(), code=303)  # type: ignore[assignment]
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
