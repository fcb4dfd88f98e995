"""Errors as pages: what happened, what was kept, what to do next."""

import logging

from flask import Flask, render_template, request
from werkzeug.exceptions import HTTPException

from webapp.table.refusals import Refused

log = logging.getLogger(__name__)
WORDS = {
    400: "That request could not be read. Go back and try again.",
    403: "This page is not for your link. Open the link you were given for it, or ask your GM for one.",
    404: "There is nothing here, or your link was replaced. Ask your GM for a new one.",
    405: "That address does not take this kind of request. Go back to the table and use its buttons.",
    413: "That was too much at once. Nothing was changed; send less.",
    429: "Too many tries. Wait a minute, then try again.",
}
BROKEN = "Something broke on the server. What you had changed before is kept; please try again."


def handle_errors(app: Flask) -> None:
    """Pages for people; the API answers for itself."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def _refused(refused: Refused) -> tuple[str, int, dict[str, str]]:
    return *_page(refused.message, refused.status), refused.headers


def _http(error: HTTPException) -> tuple[str, int]:
    status = error.code or 500
    own = error.description if status == 403 and error.description else None
    return _page(own or WORDS.get(status, BROKEN), status)


def _broken(error: Exception) -> tuple[str, int]:
    log.exception("A page broke: %s", request.endpoint)
    return _page(BROKEN, 500)


def _page(message: str, status: int) -> tuple[str, int]:
    if request.headers.get("HX-Request") == "true":
        return render_template("parts/refusal.html", refused=Refused(message)), status
    return render_template("pages/error.html", message=message, back="/"), status
