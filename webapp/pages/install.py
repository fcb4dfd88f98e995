"""Make the app installable: the manifest, the service worker, and what the worker shows offline.

The worker may store a player's page, but cannot read the cookies that contain links. So each response names
the tables that it concerns and the device's seats there, and a cookie that scripts may read marks the views
stored since cookies were last cleared.
"""

import json
from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from webapp.pages.assets import STATIC
from webapp.pages.cookies import GRANTS_BY_TABLE, GROUNDS, LIFE, MARK_LETTERS
from webapp.table.grants import Grant
from webapp.table.tokens import new_mark

install = Blueprint("install", __name__)
WORKER = STATIC / "worker" / "last_view.js"
ICONS = (
    ("icon-192.png", 192, "any"),
    ("icon-512.png", 512, "any"),
    ("icon-maskable-512.png", 512, "maskable"),
)
SHELL = (
    "player.css",
    "home.css",
    "table.js",
    "drafts.js",
    "unsent-texts.js",
    "favicon.svg",
    "icon-192.png",
)


@install.get("/manifest.webmanifest")
def manifest() -> Response:
    """Return the manifest for installation; the installed app opens the home page, without any token."""
    answer = jsonify(
        id="/",
        name="Tableside",
        short_name="Tableside",
        description="Tags, conditions and clocks, live on every screen at the table.",
        start_url="/",
        scope="/",
        display="standalone",
        background_color=GROUNDS["dark"],
        theme_color=GROUNDS["dark"],
        icons=[
            {"src": _address(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in ICONS
        ],
    )
    answer.headers["Content-Type"] = "application/manifest+json"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@install.get("/sw.js")
def worker() -> Response:
    """Serve the service worker with its list of files; browsers load it again if the list changes."""
    faces: list[str] = current_app.jinja_env.globals["faces"]  # type: ignore[assignment]
    files = ["/offline", *(_address(name) for name in SHELL), *faces]
    body = f"const SHELL = {json.dumps(files)};\n" + Path(WORKER).read_text(encoding="utf-8")
    return Response(
        body, headers={"Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache"}
    )


@install.get("/offline")
def offline() -> str:
    """Show the page of an installed app that is offline and has no page stored."""
    return render_template("pages/offline.html")


def _address(name: str) -> str:
    address: str = current_app.jinja_env.globals["asset"](name)  # type: ignore[operator]
    return address


# ---- a player's page, stored for use while offline ------------------------------------------------


MARK = "tableside.views"
KEEP_HEADER, HOLDS_HEADER, MARK_HEADER = "Tableside-Keep", "Tableside-Holds", "Tableside-Mark"


def allow_keeping(answer: Response) -> Response:
    """Let a phone store this player's own page until its cookies are cleared."""
    own = request.cookies.get(MARK, "")
    mark = own if MARK_LETTERS.fullmatch(own) else new_mark()
    answer.headers[KEEP_HEADER], answer.headers[MARK_HEADER] = "player", mark
    answer.set_cookie(MARK, mark, max_age=LIFE, httponly=False, samesite="Lax", secure=request.is_secure)
    return answer


def name_what_is_held(answer: Response) -> Response:
    """Name the request's tables at which this device is a player, with the device's seats."""
    found: dict[str, Grant] = request.environ.get(GRANTS_BY_TABLE, {})
    if found:
        answer.headers[HOLDS_HEADER] = " ".join(
            f"{grant.table}.{grant.seat or 0}" for grant in found.values()
        )
    return answer
