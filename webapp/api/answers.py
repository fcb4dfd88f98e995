"""The API's responses: JSON, and one format for all errors, with a sentence that a person can act on."""

import json
import logging
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.routing import RequestRedirect

from webapp.rules.errors import RuleError
from webapp.rules.game_faults import failed_in
from webapp.services import services
from webapp.store.db import UNAVAILABLE, is_locked
from webapp.table.refusals import DatabaseLocked, Refused, level_of, time_to_retry, why_unavailable

log = logging.getLogger(__name__)
JSON = "application/json"
HEADERS = {401: {"WWW-Authenticate": 'Bearer realm="a table"'}, 503: DatabaseLocked.headers}
ERRORS_BY_STATUS = {
    400: (
        "malformed",
        "This request is malformed or incomplete. Check its Host and Content-Length, and send it again.",
    ),
    404: ("not_found", "No API call has this address; /api lists the calls."),
    405: ("method_not_allowed", "This address does not accept this method; see the Allow header."),
    408: (
        "too_slow",
        "The request's body did not arrive in time. Nothing was changed; send the request again.",
    ),
    413: (
        "too_large",
        (
            "The request is too large. Nothing was changed; send at most 64 KB "
            "(a GM's pack: 1 MB, an import: 8 MB)."
        ),
    ),
    415: ("unsupported_media_type", "Send JSON, with the header Content-Type: application/json."),
    429: ("too_many_requests", "Too many requests. Retry-After says how many seconds to wait."),
    503: ("busy", "The server is busy. Nothing was changed; please try again in a moment."),
}
KEPT_HEADERS = ("Allow", "Retry-After")
BROKEN = "Something went wrong on the server. This request changed nothing, and earlier changes are safe."
BUSY = "The server is busy. Nothing was changed; please try again in a moment."


class NoKey(Refused):
    """Raised for a request without a valid key."""

    code, status = "unauthorized", 401


def json_answer(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with a value as JSON; fields keep the order in which they are declared."""
    return Response(json_text(value), status=status, headers=dict(headers or {}), content_type=JSON)


def json_text(value: Any) -> str:
    """Return the JSON text of an answer, with a final line break."""
    return json.dumps(value, separators=(",", ":")) + "\n"


def error_answer(
    status: int,
    code: str,
    message: str,
    fields: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Answer with an error in the format that all errors have."""
    error: dict[str, Any] = {"code": code, "message": message}
    if fields:
        error["fields"] = dict(fields)
    return json_answer({"error": error}, status, {**HEADERS.get(status, {}), **(headers or {})})


def handle_errors(api: Blueprint) -> None:
    """Make the API answer every error as JSON; pages keep their own error texts."""
    api.register_error_handler(Refused, refusal_answer)
    api.register_error_handler(RuleError, _broke_a_rule)
    api.register_error_handler(HTTPException, http_error)
    for error in UNAVAILABLE:
        api.register_error_handler(error, _unavailable)
    api.register_error_handler(Exception, _broken)


def answer_unknown_address() -> Response | None:
    """Answer an unknown API address or method in JSON before any view runs, or return None."""
    error = request.routing_exception
    if error is None or isinstance(error, RequestRedirect) or not request.path.startswith("/api/"):
        return None
    return http_error(error)


def refusal_answer(no: Refused) -> Response:
    """Answer a refusal with its sentence and the fields that are wrong."""
    return error_answer(no.status, no.code, no.message, no.fields, no.headers)


def http_error(error: HTTPException) -> Response:
    """Answer an error of Flask or Werkzeug in the API's format, with its Allow and Retry-After headers."""
    status = error.code or 500
    code, message = ERRORS_BY_STATUS.get(status, ("refused", error.description or BROKEN))
    if status == 413 and error.description != RequestEntityTooLarge.description:
        message = str(error.description)  # the view's own sentence
    return error_answer(
        status, code, message, headers={k: v for k, v in error.get_headers() if k in KEPT_HEADERS}
    )


def _broke_a_rule(error: RuleError) -> Response:
    return error_answer(422, "invalid", error.message, {error.field: error.message} if error.field else None)


def _unavailable(error: Exception) -> Response:
    """Answer 503 because the database is overloaded or unreachable."""
    services().figures.no_answer("request", error)
    if is_locked(error):
        log.warning("Too many requests are waiting for the database: %s", type(error).__name__)
        return error_answer(503, "busy", BUSY)
    said = why_unavailable(error)
    log.log(level_of(error), "%s (%s)", said.partition(". ")[0], type(error).__name__)
    return error_answer(503, "away", said, headers=time_to_retry(error))


def _broken(error: Exception) -> Response:
    log.exception("The API failed: %s%s", request.endpoint, failed_in(error), exc_info=error)
    return error_answer(500, "broken", BROKEN)
