"""Responses that redirect the browser or send it a file, for scripts and for plain forms."""

from typing import Any

from flask import Response, make_response, redirect, request


def by_script() -> bool:
    """Return whether a script made the request and will insert the response into its page."""
    return request.headers.get("HX-Request") == "true"


def to(address: str) -> Response:
    """Redirect to an address with status 303, so that the browser uses GET."""
    answer: Response = redirect(address, code=303)  # type: ignore[assignment]
    return answer


def keep_cookie(response: Response, name: str, value: str, life: int, path: str = "/") -> Response:
    """Set a cookie that lives `life` seconds and that scripts cannot read."""
    secure = request.is_secure
    response.set_cookie(name, value, max_age=life, path=path, httponly=True, samesite="Lax", secure=secure)
    return response


def go(address: str) -> Response:
    """Redirect to an address, in the way that a script's request or a plain form needs."""
    return make_response("", {"HX-Redirect": address}) if by_script() else to(address)


def as_file(body: Any, name: str, kind: str) -> Response:
    """Return a download with this file name and content type."""
    return make_response(
        body, {"Content-Type": kind, "Content-Disposition": f'attachment; filename="{name}"'}
    )
