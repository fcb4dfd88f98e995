"""Errors as pages: what happened, what was kept, what to do next."""

import logging

from flask import Flask, render_template, request
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as Spent
from werkzeug.exceptions import HTTPException

from webapp.pages.replies import by_script
from webapp.table.refusals import Locked, Refused

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
BROKEN = "Something broke on the server. What you had changed before is kept; please try again."


def handle_errors(app: Flask) -> None:
    """Pages for people; the API answers for itself."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(OperationalError, _busy)
    app.register_error_handler(Spent, _busy)
    app.register_error_handler(Exception, _broken)


def _refused(refused: Refused) -> tuple[str, int, dict[str, str]]:
    return *_page(refused.message, refused.status, _table()), refused.headers


def _http(error: HTTPException) -> tuple[str, int, dict[str, str]]:
    status = error.code or 500
    own = error.description if error.description != type(error).description else None
    kept = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    return *_page(own or WORDS.get(status, BROKEN), status), kept


def _busy(error: Exception) -> tuple[str, int, dict[str, str]]:
    log.warning("The database did not answer: %s", type(error).__name__)
    return *_page(WORDS[503], 503), Locked.headers


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
