"""Small files on disk, few requests: each audience's CSS and JS are joined at start, named by content."""

import hashlib
import mimetypes
from pathlib import Path

from flask import Flask, Response, abort

STATIC = Path(__file__).resolve().parent.parent.parent / "static"
BUNDLES = {
    "home.css": ["css/tokens.css", "css/base.css", "css/parts/*.css", "css/home.css"],
    "gm.css": ["css/tokens.css", "css/base.css", "css/parts/*.css", "css/gm.css"],
    "player.css": ["css/tokens.css", "css/base.css", "css/parts/*.css", "css/player.css"],
    "tv.css": ["css/tokens.css", "css/base.css", "css/parts/*.css", "css/tv.css"],
    "table.js": ["vendor/htmx-*.js", "vendor/hx-sse-*.js", "js/*.js"],
}
FOREVER = "public, max-age=31536000, immutable"


class Assets:
    """Serves `/static/<name>`, where the name holds the hash of the content."""

    def __init__(self, app: Flask) -> None:
        self._files: dict[str, tuple[bytes, str]] = {}
        self._named: dict[str, str] = {}
        for bundle, patterns in BUNDLES.items():
            self._add(bundle, b"\n".join(path.read_bytes() for path in _matching(patterns)))
        for path in sorted((STATIC / "art").glob("*")):
            self._add(path.name, path.read_bytes())
        app.add_url_rule("/static/<name>", "assets", self.serve)
        app.jinja_env.globals["asset"] = self.address

    def address(self, name: str) -> str:
        """Where a bundle or picture is served."""
        return f"/static/{self._named[name]}"

    def serve(self, name: str) -> Response:
        """One file, to be kept for ever by whoever asks; its name changes when it does."""
        if name not in self._files:
            abort(404)
        body, kind = self._files[name]
        return Response(body, headers={"Content-Type": kind, "Cache-Control": FOREVER})

    def _add(self, name: str, body: bytes) -> None:
        stem, _, ending = name.rpartition(".")
        hashed = f"{stem}.{hashlib.sha256(body).hexdigest()[:12]}.{ending}"
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        text = kind.startswith("text/") or kind.endswith(("javascript", "svg+xml"))
        self._files[hashed] = (body, f"{kind}; charset=utf-8" if text else kind)
        self._named[name] = hashed


def _matching(patterns: list[str]) -> list[Path]:
    return [path for pattern in patterns for path in sorted(STATIC.glob(pattern))]
