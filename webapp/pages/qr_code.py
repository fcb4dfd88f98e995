"""QR codes as pictures on pages; the terminal prints its own (`startup_banner.py`)."""

import hashlib
from functools import lru_cache
from io import BytesIO

import segno
from flask import Response, request


def qr_svg(text: str) -> Response:
    """Return a QR code as SVG, black on white with its quiet zone."""
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
