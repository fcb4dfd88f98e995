"""What every answer carries, errors and fragments too; and that forms of other sites are refused."""

from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, abort, g, request

from webapp.addresses import apart
from webapp.pages.replies import by_script
from webapp.services import services

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
    "Cache-Control": "no-store",
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in POLICY.items()),
}
"""What an answer carries that does not say otherwise: it is never stored, and nobody may frame anything."""
SECURE = {"Strict-Transport-Security": "max-age=31536000"}
SAFE = {"GET", "HEAD", "OPTIONS"}


def carry_headers(app: Flask) -> None:
    """Let every answer of an app carry strict policies, as it is sent."""
    below = app.wsgi_app

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def start(status: str, own: list[tuple[str, str]], *wrong: Any) -> Any:
            said = {name.title() for name, _ in own}
            more = HEADERS | SECURE if environ["wsgi.url_scheme"] == "https" else HEADERS
            if "framing" in g:
                more = more | {"Content-Security-Policy": _policy(g.framing)}
            return start_response(
                status, own + [each for each in more.items() if each[0] not in said], *wrong
            )

        return below(environ, start)

    app.wsgi_app = answer  # type: ignore[method-assign]


def _policy(more: dict[str, str]) -> str:
    """A GM's page may show one preview of itself in a frame."""
    return "; ".join(f"{name} {value}" for name, value in (POLICY | more).items())


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
        sent_from = apart(origin)
        return bool(request.host) and (sent_from.scheme, sent_from.netloc) == (_scheme(), request.host)
    return by_script()


def _scheme() -> str:
    """Return the scheme that people use for this host: PUBLIC_URL's for its own, else the request's."""
    public = apart(services().settings.public_url)
    return public.scheme if public.netloc == request.host else request.scheme
