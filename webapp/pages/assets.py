"""Small files on disk, few requests: each audience's CSS and JS are joined at start, named by content."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, request

STATIC = Path(__file__).resolve().parent.parent.parent / "static"
BUNDLES = {
    "home.css": ["css/tokens.css", "css/base.css", "css/parts/*.css", "css/home.css"],
    "gm.css": ["css/tokens.css", "css/base.css", "css/parts/*.css", "css/gm.css"],
    "player.css": ["css/tokens.css", "css/base.css", "css/parts/*.css", "css/player.css"],
    "tv.css": ["css/tokens.css", "css/base.css", "css/parts/*.css", "css/tv.css"],
    "table.js": ["vendor/htmx-*.js", "vendor/hx-sse-*.js", "js/*.js"],
}
FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class File:
    """What is served under one name; text also packed, once, at start. Nothing in it is secret."""

    body: bytes
    kind: str
    packed: bytes | None


class Assets:
    """Serves `/static/<name>`, where the name holds the hash of the content."""

    def __init__(self, app: Flask) -> None:
        self._files: dict[str, File] = {}
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
        file = self._files[name]
        headers = {"Content-Type": file.kind, "Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
        if file.packed is None or not request.accept_encodings["gzip"]:
            return Response(file.body, headers=headers)
        return Response(file.packed, headers=headers | {"Content-Encoding": "gzip"})

    def _add(self, name: str, body: bytes) -> None:
        stem, _, ending = name.rpartition(".")
        hashed = f"{stem}.{hashlib.sha256(body).hexdigest()[:12]}.{ending}"
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        text = kind.startswith("text/") or kind.endswith(("javascript", "svg+xml"))
        packed = gzip.compress(body, 9, mtime=0) if text else None
        self._files[hashed] = File(body, f"{kind}; charset=utf-8" if text else kind, packed)
        self._named[name] = hashed


def _matching(patterns: list[str]) -> list[Path]:
    return [path for pattern in patterns for path in sorted(STATIC.glob(pattern))]
