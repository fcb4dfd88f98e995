"""Error pages: what happened, what was kept, what to do next."""

import logging
import re
from collections.abc import Mapping
from random import randrange
from urllib.parse import parse_qsl, urlencode

from flask import Flask, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from webapp.addresses import split_address
from webapp.pages.replies import by_script
from webapp.rules.game_faults import failed_in
from webapp.services import services
from webapp.state.field_words import OF_A_CHECK, words_for
from webapp.store.db import UNAVAILABLE, is_locked
from webapp.table.refusals import (
    DatabaseLocked,
    Missing,
    Overtaken,
    Refused,
    Unconfirmed,
    level_of,
    time_to_retry,
    why_unavailable,
)

log = logging.getLogger(__name__)
WORDS = {
    400: "This request could not be read. Go back and try again.",
    403: "Your link does not open this page. Open the link you were given for it, or ask your GM for one.",
    404: "This page does not exist, or your link was revoked. Ask your GM for a new link.",
    405: "This page cannot be opened directly. Go to the start page and continue from there.",
    408: "Your request did not arrive in time. Nothing was changed; please try again.",
    413: "Your request is too large. Nothing was changed; please send less.",
    429: "Too many tries. Nothing was changed; wait, then try again.",
    503: "The server is busy. Nothing was changed; please try again in a moment.",
}
NOTHING: Mapping[str, str] = {}
TYPED = re.compile(
    r"stats\..+|text|name|new|description|notes|on_full|group|object|source|trigger|clears|intent|approach"
    r"|changed|because|look|command-name"
)
"""The fields of forms in which people write; what is new in a refused form is shown, to be copied."""
SPOKEN = {**OF_A_CHECK, "command-name": "name", "new": "new character"}
"""The words for the fields that are no fields of a thing."""
BUSY = "The server is busy; trying again."
AGAIN = 2, 5  # seconds until a page loaded with GET reloads
BROKEN = "Something went wrong on the server. Your earlier changes are safe; please try again."


def handle_errors(app: Flask) -> None:
    """Show errors as pages; the API has its own handlers."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(HTTPException, _http)
    for error in UNAVAILABLE:
        app.register_error_handler(error, _unavailable)
    app.register_error_handler(Exception, _broken)


def _refused(refused: Refused) -> tuple[str, int, dict[str, str]]:
    """Show a refusal; a page loaded with GET reloads by itself if the database was locked.

    A header tells a thing that is gone from a link that opens nothing.
    """
    confirmed = _confirmed() if isinstance(refused, Unconfirmed) else ""
    again = (
        {"Refresh": refused.headers["Retry-After"]}
        if isinstance(refused, DatabaseLocked) and _reads()
        else {}
    )
    gone = {"Tableside-Missing": "thing"} if isinstance(refused, Missing) else {}
    newer = refused.fields if isinstance(refused, Overtaken) else {}
    page = _page(refused.message, refused.status, _table(), confirmed, newer)
    return *page, {**refused.headers, **again, **gone}


def _confirmed() -> str:
    """Return the sent command without `ask`, as the value of a button that confirms it."""
    sent = parse_qsl(request.form["act"]) if "act" in request.form else request.form.items(multi=True)
    return urlencode([(name, value) for name, value in sent if name != "ask"])


def _http(error: HTTPException) -> tuple[str, int, dict[str, str]]:
    status = error.code or 500
    own = error.description if error.description != type(error).description else None
    headers = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    return *_page(own or WORDS.get(status, BROKEN), status), headers


def _unavailable(error: Exception) -> tuple[str, int, dict[str, str]]:
    """Show that the database is overloaded or unreachable; a page loaded with GET reloads by itself."""
    services().figures.no_answer("request", error)
    if is_locked(error):
        log.warning("Too many requests are waiting for the database: %s", type(error).__name__)
        said = BUSY if _reads() else WORDS[503]
    else:
        said = why_unavailable(error)
        log.log(level_of(error), "%s (%s)", said.partition(". ")[0], type(error).__name__)
    again = {"Refresh": str(randrange(*AGAIN))} if _reads() else {}  # noqa: S311
    return *_page(said, 503), {**time_to_retry(error), **again}


def _reads() -> bool:
    return request.method == "GET" and not by_script()


def _broken(error: Exception) -> tuple[str, int]:
    log.exception("A page failed: %s%s", request.endpoint, failed_in(error))
    return _page(BROKEN, 500)


def _page(
    message: str, status: int, back: str = "", again: str = "", newer: Mapping[str, str] = NOTHING
) -> tuple[str, int]:
    """Return a page that says what went wrong, and its status; a script gets the notice alone.

    The page has a link to the table, or to the start page if there is no access to the table. `again` is the
    value of a button that executes the command anyway, `newer` the texts that the sent form would replace.
    """
    if by_script():
        return render_template("parts/refusal.html", refused=Refused(message), again=again), status
    back = back or ("/" if status == 404 else _table())
    form = vars(request).get("form") or MultiDict()  # only if a view has read it
    sent = [(name, text) for name, text in form.items(multi=True) if not name.startswith("base.")]
    kind = form.get("do", "").partition(".")[0]
    typed = [
        (_label(kind, name), text)
        for name, text in sent
        if not newer and _is_typed(name, text, form.get(f"base.{name}", ""))
    ]
    page = render_template(
        "pages/error.html",
        message=message,
        back=back,
        again=again,
        newer={_label(kind, name): (text, form.get(name, "")) for name, text in newer.items()},
        sent=sent,
        typed=typed,
        refused=form.get("press", "") if status < 500 else "",
        sheet=_sheet(),
    )
    return page, status


def _is_typed(name: str, text: str, base: str) -> bool:
    """Return whether somebody wrote this text: more than a word, and not what its field held before."""
    words = text.split()
    return TYPED.fullmatch(name) is not None and len(words) > 1 and words != base.split()


def _label(kind: str, name: str) -> str:
    """Return the words for a field as a heading, close to its label on the form."""
    words = SPOKEN.get(name) or words_for(kind, name)
    return words[:1].upper() + words[1:]


def _sheet() -> str:
    """Return the address of the own sheet that sent the request, or ""."""
    sheet = f"{_table()}/sheet"
    return sheet if split_address(request.referrer or "").path == sheet else ""


def _table() -> str:
    """Return the address of the request's table, else that of the start page."""
    table = (request.view_args or {}).get("table_id")
    return f"/t/{table}" if table else "/"
