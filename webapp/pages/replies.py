"""Whether a script asked, and answers that send the browser somewhere or give it a file."""

from typing import Any

from flask import Response, make_response, redirect, request


def by_script() -> bool:
    """Whether a script asked, which puts the answer into its page; else a browser that shows a page."""
    return request.headers.get("HX-Request") == "true"


def to(address: str) -> Response:
    """Send the browser there, by a GET, whatever came before."""
    answer: Response = redirect(address, code=303)  # type: ignore[assignment]
    return answer


def go(address: str) -> Response:
    """Send the browser there, whether a script or a form asked."""
    return make_response("", {"HX-Redirect": address}) if by_script() else to(address)


def as_file(body: Any, name: str, kind: str) -> Response:
    """Something to keep under this name."""
    return make_response(
        body, {"Content-Type": kind, "Content-Disposition": f'attachment; filename="{name}"'}
    )
