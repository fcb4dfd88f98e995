"""The first look around for a GM: shown until this device says that it has seen it."""

import re

from flask import Blueprint, Response, make_response, redirect, request

from webapp.pages.cookies import LIFE

tour = Blueprint("tour", __name__)
COOKIE = "tableside.tour"
TABLE = re.compile(r"[a-z0-9]{1,16}")


def wants_tour() -> bool:
    """Whether this device has not dismissed it yet."""
    return COOKIE not in request.cookies


@tour.post("/tour")
def dismiss() -> Response:
    """For good, on this device; a script takes it off the page, a plain form goes back to the table."""
    answer = make_response("", 200) if request.headers.get("HX-Request") == "true" else _back()
    answer.set_cookie(COOKIE, "seen", max_age=LIFE, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer


def _back() -> Response:
    table = request.form.get("back", "")
    address = f"/t/{table}" if TABLE.fullmatch(table) else "/"
    return make_response(redirect(address, code=303))
