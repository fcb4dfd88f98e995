"""QR codes as SVG."""

from io import BytesIO

import segno
from flask import Response


def qr_svg(text: str) -> Response:
    """A QR code in black on white with its quiet zone, so that any phone reads it off a TV."""
    out = BytesIO()
    segno.make(text, error="m").save(
        out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False
    )
    return Response(out.getvalue(), headers={"Content-Type": "image/svg+xml", "Cache-Control": "no-store"})
