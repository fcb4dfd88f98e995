"""Answers that send the browser somewhere."""

from flask import Response, make_response, redirect, request


def go(address: str) -> Response:
    """Send the browser there, whether a script or a form asked."""
    if request.headers.get("HX-Request") == "true":
        answer = make_response("")
        answer.headers["HX-Redirect"] = address
        return answer
    plain: Response = redirect(address, code=303)  # type: ignore[assignment]
    return plain
