"""What every answer carries, errors and fragments too; and that forms of other sites are refused."""

from flask import Response, abort, g, request

from webapp.addresses import apart
from webapp.pages.replies import by_script

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
SAFE = {"GET", "HEAD", "OPTIONS"}


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


# ---- where forms must come from -------------------------------------------------------------------


def ensure_origin() -> None:
    """403 for an unsafe request that another site may have sent; the API's bearer keys need no check."""
    if request.method in SAFE or request.path.startswith("/api/"):
        return
    if not _is_ours():
        abort(
            403, "This form was sent from another site, so nothing was changed. Open the table and try again."
        )


def _is_ours() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    origin = request.headers.get("Origin")
    if origin and origin != "null":
        return bool(request.host) and apart(origin).netloc == request.host
    return by_script()
