"""Whether a script asked, and answers that send the browser somewhere or give it a file."""

import hashlib
from functools import lru_cache
from io import BytesIO
from typing import Any

import segno
from flask import Response, make_response, redirect, request


def by_script() -> bool:
    """Return whether a script made the request, and so puts the answer into its page."""
    return request.headers.get("HX-Request") == "true"


def to(address: str) -> Response:
    """Send the browser there, by a GET, whatever came before."""
    answer: Response = redirect(address, code=303)  # type: ignore[assignment]
    return answer


def keep_cookie(response: Response, name: str, value: str, life: int, path: str = "/") -> Response:
    """Set a cookie for this many seconds; scripts cannot read it."""
    secure = request.is_secure
    response.set_cookie(name, value, max_age=life, path=path, httponly=True, samesite="Lax", secure=secure)
    return response


def go(address: str) -> Response:
    """Send the browser there, whether a script or a form asked."""
    return make_response("", {"HX-Redirect": address}) if by_script() else to(address)


def as_file(body: Any, name: str, kind: str) -> Response:
    """Answer with a file of this name."""
    return make_response(
        body, {"Content-Type": kind, "Content-Disposition": f'attachment; filename="{name}"'}
    )


def qr_svg(text: str) -> Response:
    """Return a QR code in black on white with its quiet zone, readable from a TV by any phone."""
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
