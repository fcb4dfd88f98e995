"""Set the security headers of every response, and refuse forms from other sites."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import SplitResult

from flask import Flask, abort, request

from webapp.addresses import USUAL, split_address
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
"""The default headers of a response: it is never stored, and no page may frame it."""
FRAMING = "tableside.framing"
"""The environ key of the directives that a page adds to the policy. Not every response has an app context."""
SECURE = {"Strict-Transport-Security": "max-age=31536000"}
SAFE = {"GET", "HEAD", "OPTIONS"}


def carry_headers(app: Flask) -> None:
    """Send strict security headers with every response of an app."""
    below = app.wsgi_app

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def start(status: str, own: list[tuple[str, str]], *wrong: Any) -> Any:
            said = {name.title() for name, _ in own}
            more = HEADERS | SECURE if environ["wsgi.url_scheme"] == "https" else HEADERS
            if FRAMING in environ:
                more = more | {"Content-Security-Policy": _policy(environ[FRAMING])}
            return start_response(
                status, own + [pair for pair in more.items() if pair[0] not in said], *wrong
            )

        return below(environ, start)

    app.wsgi_app = answer  # type: ignore[method-assign]


def _policy(more: dict[str, str]) -> str:
    """Return the Content-Security-Policy with these directives added or replaced."""
    return "; ".join(f"{name} {value}" for name, value in (POLICY | more).items())


# ---- the origin of forms --------------------------------------------------------------------------


def ensure_origin() -> None:
    """Refuse (403) unsafe requests from another site; the API needs no check, since it uses bearer keys."""
    if request.method in SAFE or request.path.startswith("/api/"):
        return
    if not _is_ours():
        abort(
            403, "This form was sent from another site, so nothing was changed. Open Tableside and try again."
        )


def _is_ours() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    origin = request.headers.get("Origin")
    if origin and origin != "null":
        return bool(request.host) and _origin_of(split_address(origin)) == _ours()
    return by_script()


def _ours() -> tuple[str, str]:
    """Return the expected origin: that of PUBLIC_URL if it has the request's host, else the request's own."""
    public = split_address(services().settings.public_url)
    here = _origin_of(public._replace(netloc=request.host))
    return (
        here
        if here == _origin_of(public)
        else _origin_of(split_address(f"{request.scheme}://{request.host}"))
    )


def _origin_of(address: SplitResult) -> tuple[str, str]:
    """Return scheme and host as browsers send them: in lower case, without the default port."""
    host = address.netloc.lower()
    return address.scheme, host.removesuffix(f":{USUAL.get(address.scheme, '')}")
