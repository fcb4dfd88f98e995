"""Bundle each page's CSS and JS at startup, and serve all static files under names with a content hash."""

import gzip
import hashlib
import mimetypes
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, request

from webapp.data_folder import own_folder
from webapp.rules.playable_games import rulesets
from webapp.rules.plugins import folder

STATIC = own_folder("static")
EVERYWHERE = ["css/faces.css", "css/tokens.css", "css/base.css", "css/parts/*.css"]
INSPECTED = ["css/inspector/*.css"]
AFTER = ["css/after/*.css"]
GMS, PLAYERS = ["css/gm.css", "css/gm/*.css", *INSPECTED], ["css/player.css", "css/player/*.css"]
GAMES = "the styles of all games"
BUNDLES: dict[str, Sequence[str | dict[str, list[str]]]] = {
    "home.css": [*EVERYWHERE, "css/home.css", *AFTER],
    "opened.css": [*EVERYWHERE, "css/home.css", *INSPECTED],
    "gm.css": [*EVERYWHERE, *GMS],
    "player.css": [*EVERYWHERE, *PLAYERS],
    "tv.css": [*EVERYWHERE, "css/tv/*.css"],
    "tv-plain.css": ["css/tv-plain.css"],
    "overlay.css": [*EVERYWHERE, "css/overlay.css"],
    "patterns.css": [
        *EVERYWHERE,
        "css/home.css",
        *AFTER,
        {"gm": GMS},
        {"player": PLAYERS},
        GAMES,
        "css/patterns.css",
    ],
    "gm.js": ["js/find/*.js", "js/gm/*.js"],
    "tv.js": ["vendor/htmx-*.js", "vendor/hx-sse-*.js", "js/*.js", "js/later/dice.js", "js/tv/*.js"],
    "table.js": ["vendor/htmx-*.js", "vendor/hx-sse-*.js", "js/*.js"],
    "after.js": ["js/after/*.js", "js/gm/save.js", "js/time.js"],
    "time.js": ["js/time.js"],
    "share.js": ["js/later/share.js"],
    "start.js": ["js/later/drafts/store.js", "js/home/*.js", "js/astray/*.js"],
    "reference.js": ["js/find/*.js"],
    "unsent-texts.js": ["js/later/drafts/store.js", "js/astray/*.js"],
    "own-sheet.js": ["js/gm/stepper.js", "js/own_sheet/*.js"],
    "drafts.js": [
        *(
            f"js/later/drafts/{name}.js"
            for name in (
                "fields",
                "store",
                "device",
                "boxes",
                "keeper",
                "newer",
                "discarded",
                "gone",
                "sending",
                "closed",
                "elsewhere",
                "too_long",
            )
        ),
        "js/later/*.js",
    ],
}
KINDS = {"woff2": "font/woff2"}
FACE = re.compile(rb'url\("([\w.-]+\.woff2)"\)')
FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class ServedFile:
    """A static file without secrets; text is also stored compressed."""

    body: bytes
    kind: str
    packed: bytes | None


class Assets:
    """Serves `/static/<name>`, where the name contains a hash of the content."""

    def __init__(self, app: Flask) -> None:
        self._files: dict[str, ServedFile] = {}
        self._named: dict[str, str] = {}
        found = [self._add(path.name, path.read_bytes()) for path in _matching(["fonts/*.woff2"])]
        self.faces = [name for name in found if "-more-" not in name]
        for bundle, patterns in BUNDLES.items():
            body = _joined(patterns)
            self._add(bundle, self._named_inside(body) if bundle.endswith(".css") else _without_remarks(body))
        for game, path in game_styles().items():  # needed only by one game's tables
            self._add(f"{game}.css", path.read_bytes())
        for path in sorted((STATIC / "art").glob("*")):
            self._add(path.name, path.read_bytes())
        app.add_url_rule("/static/<name>", "assets", self.serve)
        app.jinja_env.globals["asset"] = self.address
        app.jinja_env.globals["embedded"] = self.embedded
        app.jinja_env.globals["is_asset"] = self._named.__contains__
        app.jinja_env.globals["faces"] = [f"/static/{name}" for name in self.faces]

    def address(self, name: str) -> str:
        """Return the address of a bundle, style sheet or picture."""
        return f"/static/{self._named[name]}"

    def embedded(self, name: str) -> str:
        """Return a style sheet as a data URL, with its fonts embedded, for a page saved as a file."""
        css = FACE.sub(self._face_within, self._files[self._named[name]].body)
        return _within(css, "text/css;charset=utf-8")

    def serve(self, name: str) -> Response:
        """Serve one file; it may be cached permanently, since its name changes with its content."""
        if name not in self._files:
            abort(404)
        file = self._files[name]
        headers = {"Content-Type": file.kind, "Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
        if file.packed is None or not request.accept_encodings["gzip"]:
            return Response(file.body, headers=headers)
        return Response(file.packed, headers=headers | {"Content-Encoding": "gzip"})

    def _face_within(self, found: re.Match[bytes]) -> bytes:
        face = self._files[found[1].decode()]
        return f'url("{_within(face.body, face.kind)}")'.encode()

    def _named_inside(self, css: bytes) -> bytes:
        """Return a style sheet with the served names of its fonts, without comments and extra spaces."""
        named = re.sub(rb"fonts/([\w.-]+)", lambda found: self._named[found[1].decode()].encode(), css)
        return _without_spaces(re.sub(rb"/\*.*?\*/", b"", named, flags=re.DOTALL))

    def _add(self, name: str, body: bytes) -> str:
        """Add a file; return the name under which it is served."""
        stem, _, ending = name.rpartition(".")
        hashed = f"{stem}.{hashlib.sha256(body).hexdigest()[:12]}.{ending}"
        kind = KINDS.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        text = kind.startswith("text/") or kind.endswith(("javascript", "svg+xml"))
        packed = gzip.compress(body, 9, mtime=0) if text else None
        self._files[hashed] = ServedFile(body, f"{kind}; charset=utf-8" if text else kind, packed)
        self._named[name] = hashed
        return hashed


def _within(body: bytes, kind: str) -> str:
    return f"data:{kind};base64,{b64encode(body).decode()}"


def game_styles() -> dict[str, Path]:
    """Return the path of each game's style sheet, by game; games without one are left out."""
    found = {game: folder(game) / "style.css" for game in rulesets()}
    return {game: path for game, path in found.items() if path.is_file()}


def _joined(patterns: Sequence[str | dict[str, list[str]]]) -> bytes:
    """Join the files; those listed under a role apply only to that role's elements."""
    parts = []
    for pattern in patterns:
        if isinstance(pattern, str):
            parts += [path.read_bytes() for path in _matching([pattern])]
        else:
            parts += [
                b'[data-role="%s"] {\n%s\n}' % (role.encode(), _joined(own)) for role, own in pattern.items()
            ]
    return b"\n".join(parts)


def _without_spaces(css: bytes) -> bytes:
    """Return CSS without unnecessary spaces; quoted text stays unchanged."""
    tight = re.sub(
        rb'("[^"]*")|\s*([{};,])\s*|\s*\n\s*', lambda found: found[1] or found[2] or b"\n", css.strip()
    )
    return re.sub(rb"(?<=[;{])([\w-]+): ", rb"\1:", tight).replace(b";}", b"}")


def _without_remarks(script: bytes) -> bytes:
    """Return a script without indents and without comments that have their own line or follow a statement."""
    said = re.sub(rb"(?m)^\s*//.*\n|(?<=[;{},)]) // .*$", b"", script)
    return re.sub(rb"\s*\n\s*", b"\n", said)


def _matching(patterns: list[str]) -> list[Path]:
    if patterns == [GAMES]:
        return list(game_styles().values())
    return [path for pattern in patterns for path in sorted(STATIC.glob(pattern))]
