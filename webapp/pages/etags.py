"""What is heavy to make and the same for everybody: made once, kept, and told apart by a tag.

It is made for nobody in particular, so nothing of whoever asked first can stand in it; the theme it is made
in is one of three. The one thing in it that a request decides, under which address this server is reached,
is put in afterwards: a stranger who invents addresses makes nothing anew.
"""

import hashlib
from collections.abc import Callable

from flask import Flask, Response, current_app, request
from markupsafe import escape

from webapp.addresses import public_base
from webapp.pages.cookies import THEME, chosen

BASE = "http://this-server.invalid"
"""Stands where the address of this server will."""
PAGE = "text/html; charset=utf-8"


def keep_in(app: Flask) -> None:
    """Let an app keep what it made."""
    app.extensions["tableside.kept"] = {}


def kept(make: Callable[[], str], kind: str = PAGE) -> Response:
    """The answer of this address, or 304 for who has it; `make` is called once for each theme."""
    body, own = _kept(make)
    base = str(escape(public_base(request)))
    tag = hashlib.sha256(f"{own} {base}".encode()).hexdigest()[:32]
    answer = Response(content_type=kind, headers={"Cache-Control": "no-cache", "Vary": "Cookie"})
    answer.set_etag(tag)
    if tag not in request.if_none_match:
        answer.set_data(body.replace(BASE.encode(), base.encode()))
    made: Response = answer.make_conditional(request)  # type: ignore[assignment]
    return made


def _kept(make: Callable[[], str]) -> tuple[bytes, str]:
    """What was made for this address and theme, and its tag."""
    all_kept: dict[tuple[str, str], tuple[bytes, str]] = current_app.extensions["tableside.kept"]
    own = request.path, chosen()
    if own not in all_kept:
        body = _for_nobody(make).encode()
        all_kept[own] = body, hashlib.sha256(body).hexdigest()
    return all_kept[own]


def _for_nobody(make: Callable[[], str]) -> str:
    """Made as if somebody had asked who brings nothing but a theme."""
    with current_app.test_request_context(request.path, headers={"Cookie": f"{THEME}={chosen()}"}):
        return make()
