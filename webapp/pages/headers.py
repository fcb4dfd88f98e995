"""What every answer carries, errors and fragments too."""

from flask import Response, g, request

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "screen-wake-lock=(self), camera=(), microphone=(), geolocation=()",
    "X-Robots-Tag": "noindex",
}
UNKEPT = {"Cache-Control": "no-store"}


def add_headers(response: Response) -> Response:
    """Strict policies everywhere; pages are never stored, only the hashed files are."""
    own = {name.lower() for name, _ in response.headers}
    kept = {} if request.endpoint == "assets" else UNKEPT
    more = HEADERS | kept | {"Content-Security-Policy": _policy()}
    response.headers.extend([(name, value) for name, value in more.items() if name.lower() not in own])
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    return response


def _policy() -> str:
    """A GM's page may show one preview of itself in a frame; nobody else may frame anything."""
    return _written(g.framing) if "framing" in g else NOBODY_FRAMES


def _written(more: dict[str, str]) -> str:
    return "; ".join(f"{name} {value}" for name, value in (POLICY | more).items())


NOBODY_FRAMES = _written({})
