"""Errors as pages: what happened, what was kept, what to do next."""

import logging
from random import randrange

from flask import Flask, render_template, request
from werkzeug.exceptions import HTTPException

from webapp.pages.replies import by_script
from webapp.services import services
from webapp.store.db import UNAVAILABLE, is_locked
from webapp.table.refusals import AWAY, Locked, Refused

log = logging.getLogger(__name__)
WORDS = {
    400: "That request could not be read. Go back and try again.",
    403: "This page is not for your link. Open the link you were given for it, or ask your GM for one.",
    404: "There is nothing here, or your link was replaced. Ask your GM for a new one.",
    405: "That address does not take this kind of request. Go back to the table and use its buttons.",
    408: "That did not arrive in time. Nothing was changed; please send it again.",
    413: "That was too much at once. Nothing was changed; send less.",
    429: "Too many tries. Wait a minute, then try again.",
    503: "The server has its hands full. Nothing was changed; please try again in a moment.",
}
BUSY = "Busy; trying again."
SENT_TO_BUSY = "Busy. Nothing was changed; please try again in a moment."
AGAIN = 2, 5  # seconds until a page that was only read loads again
BROKEN = "Something broke on the server. What you had changed before is kept; please try again."


def handle_errors(app: Flask) -> None:
    """Pages for people; the API answers for itself."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(HTTPException, _http)
    for each in UNAVAILABLE:
        app.register_error_handler(each, _unavailable)
    app.register_error_handler(Exception, _broken)


def _refused(refused: Refused) -> tuple[str, int, dict[str, str]]:
    return *_page(refused.message, refused.status, _table()), refused.headers


def _http(error: HTTPException) -> tuple[str, int, dict[str, str]]:
    status = error.code or 500
    own = error.description if error.description != type(error).description else None
    kept = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    return *_page(own or WORDS.get(status, BROKEN), status), kept


def _unavailable(error: Exception) -> tuple[str, int, dict[str, str]]:
    """Too much is asked of a database that is there, or it is away. A page that was only read loads again."""
    services().figures.no_answer("request", error)
    if is_locked(error):
        log.warning("Too many wait for the database: %s", type(error).__name__)
        said = BUSY if _reads() else SENT_TO_BUSY
    else:
        log.warning("The database does not answer: %s", type(error).__name__)
        said = AWAY
    again = {"Refresh": str(randrange(*AGAIN))} if _reads() else {}  # noqa: S311
    return *_page(said, 503), {**Locked.headers, **again}


def _reads() -> bool:
    return request.method == "GET" and not by_script()


def _broken(error: Exception) -> tuple[str, int]:
    log.exception("A page broke: %s", request.endpoint)
    return _page(BROKEN, 500)


def _page(message: str, status: int, back: str = "") -> tuple[str, int]:
    """What went wrong, and where to go on: at the table, unless there is none for this device."""
    if by_script():
        return render_template("parts/refusal.html", refused=Refused(message)), status
    back = back or ("/" if status == 404 else _table())
    return render_template("pages/error.html", message=message, back=back), status


def _table() -> str:
    """The table that was asked for; without one the start page."""
    table = (request.view_args or {}).get("table_id")
    return f"/t/{table}" if table else "/"
