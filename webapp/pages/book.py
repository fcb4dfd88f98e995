"""To look up: the tables and the catalogue of a game, and the operators' handbook with its files."""

import re
from functools import cache
from itertools import pairwise

from flask import Blueprint, Response, abort, render_template
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from webapp.pages.etags import kept
from webapp.places import for_servers
from webapp.rules.ruleset import rulesets

book = Blueprint("book", __name__)
handbook = Blueprint("handbook", __name__)
TEXT = "README.md"


@book.get("/rules/<key>")
def reference(key: str) -> Response:
    """One game's reference: a page of its own, and what a table's sheet of rules loads."""
    game = rulesets().get(key)
    if game is None or not game.reference:
        abort(404)
    return kept(lambda: render_template("pages/reference.html", game=game))


# ---- the handbook ---------------------------------------------------------------------------------


@handbook.get("/handbook")
def read() -> Response:
    """For those who run the server: settings, commands, backup, proxies, capacity."""
    return kept(lambda: render_template("pages/handbook.html", text=_drawn()))


@handbook.get("/handbook/<name>")
def file(name: str) -> Response:
    """One of the files it speaks of."""
    if name not in _files():
        abort(404)
    text = (for_servers() / name).read_text(encoding="utf-8")
    return Response(text, content_type="text/plain; charset=utf-8")


@cache
def _files() -> frozenset[str]:
    return frozenset(each.name for each in for_servers().iterdir() if each.is_file() and each.name != TEXT)


def _drawn() -> Markup:
    """Its headings can be led to, and its files are reached from here."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse((for_servers() / TEXT).read_text(encoding="utf-8"))
    for each, inside in pairwise(tokens):
        if each.type == "heading_open":
            each.attrs["id"] = re.sub(r"[^a-z0-9]+", "-", inside.content.lower()).strip("-")
    for each in (child for token in tokens for child in token.children or ()):
        _lead(each)
    return Markup(reader.renderer.render(tokens, reader.options, {}))  # noqa: S704  (our own text)


def _lead(token: Token) -> None:
    """A link to a file beside the text leads to the file's page here."""
    if token.type == "link_open" and token.attrs["href"] in _files():
        token.attrs["href"] = f"/handbook/{token.attrs['href']}"
