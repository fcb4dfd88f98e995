"""Reference pages: a game's tables and catalogue, and the operators' handbook with its files."""

import re
from functools import cache
from itertools import pairwise

from flask import Blueprint, Response, abort, render_template
from markdown_it import MarkdownIt
from markupsafe import Markup

from webapp.data_folder import handbook_folder
from webapp.pages.page_cache import cached_page
from webapp.rules.playable_games import rulesets

book = Blueprint("book", __name__)
handbook = Blueprint("handbook", __name__)
TEXT = "README.md"


@book.get("/rules/<key>")
def reference(key: str) -> Response:
    """Show one game's reference, as a page and for a table's rules panel."""
    game = rulesets().get(key)
    if game is None or not game.reference:
        abort(404)
    return cached_page(lambda: render_template("pages/reference.html", game=game))


# ---- the handbook ---------------------------------------------------------------------------------


@handbook.get("/handbook")
def read() -> Response:
    """Show the handbook for operators: settings, commands, backup, proxies, capacity."""
    return cached_page(lambda: render_template("pages/handbook.html", text=_drawn()))


@handbook.get("/handbook/<name>")
def file(name: str) -> Response:
    """Show one of the handbook's files."""
    if name not in _files():
        abort(404)
    text = (handbook_folder() / name).read_text(encoding="utf-8")
    return Response(text, content_type="text/plain; charset=utf-8")


@cache
def _files() -> frozenset[str]:
    return frozenset(
        path.name for path in handbook_folder().iterdir() if path.is_file() and path.name != TEXT
    )


def _drawn() -> Markup:
    """Render the handbook, with ids for its headings and links to its files."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse((handbook_folder() / TEXT).read_text(encoding="utf-8"))
    for value, inside in pairwise(tokens):
        if value.type == "heading_open":
            value.attrs["id"] = re.sub(r"[^a-z0-9]+", "-", inside.content.lower()).strip("-")
    for value in (child for token in tokens for child in token.children or ()):
        if value.type == "link_open" and value.attrs["href"] in _files():
            value.attrs["href"] = f"/handbook/{value.attrs['href']}"
    return Markup(reader.renderer.render(tokens, reader.options, {}))  # noqa: S704  (our own text)
