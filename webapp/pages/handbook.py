"""The operators' handbook, as it lies beside the files for servers, and those files."""

import re
from functools import cache
from itertools import pairwise

from flask import Blueprint, Response, abort, render_template
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from webapp.pages.etags import kept
from webapp.places import for_servers

handbook = Blueprint("handbook", __name__)
TEXT = "README.md"


@handbook.get("/handbook")
def read() -> Response:
    """For those who run the server: settings, commands, backup, proxies, capacity."""
    return kept(lambda: render_template("pages/handbook.html", text=_drawn()))


@handbook.get("/handbook/<name>")
def file(name: str) -> Response:
    """One of the files it speaks of."""
    if name not in _files():
        abort(404)
    return Response(
        (for_servers() / name).read_text(encoding="utf-8"), content_type="text/plain; charset=utf-8"
    )


@cache
def _files() -> frozenset[str]:
    return frozenset(each.name for each in for_servers().iterdir() if each.is_file() and each.name != TEXT)


def _drawn() -> Markup:
    """Its headings can be led to, and its files are reached from here."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse((for_servers() / TEXT).read_text(encoding="utf-8"))
    for each, inside in pairwise(tokens):
        if each.type == "heading_open":
            each.attrs["id"] = _slug(inside.content)
    for each in (child for token in tokens for child in token.children or ()):
        _lead(each)
    return Markup(reader.renderer.render(tokens, reader.options, {}))  # noqa: S704  (our own text)


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _lead(token: Token) -> None:
    """A link to a file beside the text leads to the file's page here."""
    if token.type == "link_open" and token.attrs["href"] in _files():
        token.attrs["href"] = f"/handbook/{token.attrs['href']}"
