"""Cache pages that are slow to render and the same for everybody, with an ETag.

The pages are rendered outside the visitor's request, so they contain nothing about the first visitor. There
is one version for each of the three themes. Only the server's own address depends on the request; it is
inserted afterwards, so made-up host names cause no new rendering.
"""

import hashlib
from collections.abc import Callable

from flask import Flask, Response, current_app, request
from markupsafe import escape

from webapp.addresses import public_base
from webapp.pages.cookies import THEME, chosen_theme

BASE = "http://this-server.invalid"
"""A placeholder for the server's address."""
PAGE = "text/html; charset=utf-8"


def set_up_page_cache(app: Flask) -> None:
    """Give an app an empty page cache."""
    app.extensions["tableside.kept"] = {}


def cached_page(make: Callable[[], str], kind: str = PAGE) -> Response:
    """Return the page for this URL, or 304 if the browser has it; `make` is called once per URL and theme."""
    body, own = _cached_body(make)
    base = str(escape(public_base(request)))
    tag = hashlib.sha256(f"{own} {base}".encode()).hexdigest()[:32]
    answer = Response(content_type=kind, headers={"Cache-Control": "no-cache", "Vary": "Cookie"})
    answer.set_etag(tag)
    if tag not in request.if_none_match:
        answer.set_data(body.replace(BASE.encode(), base.encode()))
    made: Response = answer.make_conditional(request)  # type: ignore[assignment]
    return made


def _cached_body(make: Callable[[], str]) -> tuple[bytes, str]:
    """Return the page for this URL and theme, and its ETag; render it if it is not cached."""
    all_kept: dict[tuple[str, str], tuple[bytes, str]] = current_app.extensions["tableside.kept"]
    own = request.path, chosen_theme()
    if own not in all_kept:
        theme = {"Cookie": f"{THEME}={chosen_theme()}"}  # the only cookie that the page may depend on
        with current_app.test_request_context(request.path, headers=theme):
            body = make().encode()
        all_kept[own] = body, hashlib.sha256(body).hexdigest()
    return all_kept[own]
