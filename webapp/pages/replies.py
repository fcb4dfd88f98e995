"""Whether a script asked, and answers that send the browser somewhere or give it a file."""

import hashlib
from functools import lru_cache
from io import BytesIO
from typing import Any

import segno
from flask import Response, make_response, redirect, request


def by_script() -> bool:
    """Whether a script asked, which puts the answer into its page; else a browser that shows a page."""
    return request.headers.get("HX-Request") == "true"


def to(address: str) -> Response:
    """Send the browser there, by a GET, whatever came before."""
    answer: Response = redirect(address, code=303)  # type: ignore[assignment]
    return answer


def keep_cookie(response: Response, name: str, value: str, life: int, path: str = "/") -> Response:
    """Something that this device brings along from now on, for so many seconds; no script reads it."""
    secure = request.is_secure
    response.set_cookie(name, value, max_age=life, path=path, httponly=True, samesite="Lax", secure=secure)
    return response


def go(address: str) -> Response:
    """Send the browser there, whether a script or a form asked."""
    return make_response("", {"HX-Redirect": address}) if by_script() else to(address)


def as_file(body: Any, name: str, kind: str) -> Response:
    """Something to keep under this name."""
    return make_response(
        body, {"Content-Type": kind, "Content-Disposition": f'attachment; filename="{name}"'}
    )


def qr_svg(text: str) -> Response:
    """A QR code in black on white with its quiet zone, so that any phone reads it off a TV."""
    answer = Response(_drawn(text), headers={"Content-Type": "image/svg+xml", "Cache-Control": "no-store"})
    answer.set_etag(hashlib.sha256(text.encode()).hexdigest()[:32])
    drawn: Response = answer.make_conditional(request)  # type: ignore[assignment]
    return drawn


@lru_cache(maxsize=512)
def _drawn(text: str) -> bytes:
    out = BytesIO()
    segno.make(text, error="m").save(
        out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False
    )
    return out.getvalue()
