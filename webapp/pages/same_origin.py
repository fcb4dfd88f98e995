"""Forms of other sites are refused: an unsafe request must come from this very site.

Browsers say so in `Sec-Fetch-Site`; on a plain-http LAN they do not, and then `Origin` must be ours.
Where even that is missing, only a script of ours can have added `HX-Request`.
"""

from flask import abort, request

from webapp.addresses import apart

SAFE = {"GET", "HEAD", "OPTIONS"}


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
    return request.headers.get("HX-Request") == "true"
