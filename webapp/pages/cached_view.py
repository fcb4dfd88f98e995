"""Control the copy of a player's page that a phone's service worker stores for use while offline.

The worker cannot read the cookies that contain links. So each response names the tables that it concerns and
the device's seats there, and a cookie that scripts may read marks the views stored since cookies were last
cleared.
"""

from flask import Flask, Response, request

from webapp.pages.cookies import GRANTS_BY_TABLE, LIFE, MARK_LETTERS
from webapp.table.grants import Grant
from webapp.table.tokens import new_mark

MARK = "tableside.views"
KEEP_HEADER, HOLDS_HEADER, MARK_HEADER = "Tableside-Keep", "Tableside-Holds", "Tableside-Mark"


def allow_keeping(answer: Response) -> Response:
    """Let a phone store this player's own page until its cookies are cleared."""
    own = request.cookies.get(MARK, "")
    mark = own if MARK_LETTERS.fullmatch(own) else new_mark()
    answer.headers[KEEP_HEADER], answer.headers[MARK_HEADER] = "player", mark
    answer.set_cookie(MARK, mark, max_age=LIFE, httponly=False, samesite="Lax", secure=request.is_secure)
    return answer


def name_what_is_held(app: Flask) -> None:
    """Make each response name its tables at which this device is a player, with the device's seats."""

    @app.after_request
    def name(answer: Response) -> Response:
        found: dict[str, Grant] = request.environ.get(GRANTS_BY_TABLE, {})
        if found:
            answer.headers[HOLDS_HEADER] = " ".join(_seat_at_table(grant) for grant in found.values())
        return answer


def _seat_at_table(grant: Grant) -> str:
    return f"{grant.table}.{grant.seat or 0}"
