"""The rules to look up while playing: the tables and the catalogue of a game, printed from its data."""

from flask import Blueprint, Response, abort, render_template

from webapp.pages.etags import kept
from webapp.rules.ruleset import rulesets

book = Blueprint("book", __name__)


@book.get("/rules/<key>")
def reference(key: str) -> Response:
    """One game's reference: a page of its own, and what a table's sheet of rules loads."""
    game = rulesets().get(key)
    if game is None or not game.reference:
        abort(404)
    return kept(lambda: render_template("pages/reference.html", game=game))
