"""The whole language on one page: every part in every state, made by the templates of the table's pages."""

from flask import Blueprint, Response, abort, g, render_template, request

from webapp.addresses import public_base
from webapp.pages.etags import kept
from webapp.pages.patterns.registry import SECTIONS, Section, apart
from webapp.pages.patterns.sections import evening
from webapp.pages.replies import qr_svg
from webapp.rules.plugins import part
from webapp.rules.ruleset import rulesets

patterns = Blueprint("patterns", __name__)
FIRST = ["Ground", "Dials", "Clocks", "Tags", "People", "Scenes", "Checks", "Dice", "Controls", "Answers"]
"""What the language begins with; sections that are not named here come after it, the TV at the end."""


@patterns.get("/patterns")
def show() -> Response:
    """Every section with its examples; nothing on it is connected to a table."""
    g.framing = {"frame-src": "'self'"}
    return kept(_sections)


def _sections() -> str:
    for game in rulesets():
        part(game, "patterns")  # importing one registers its sections
    drawn = [(each, list(each.examples())) for each in sorted(SECTIONS, key=_place)]
    number = iter(range(1, 10_000))
    return render_template(
        "pages/patterns.html",
        sections=[
            (each, [(example, apart(example.html, next(number))) for example in examples])
            for each, examples in drawn
        ],
    )


@patterns.get("/patterns/tv/<int:clocks>")
def tv(clocks: int) -> Response:
    """The TV with so many clocks, at most eight, and as many tags as they leave room for."""
    if clocks > 8:
        abort(404)
    g.framing = {"frame-ancestors": "'self'"}
    return kept(lambda: evening(clocks))


@patterns.get("/t/patterns/qr/join.svg")
def picture() -> Response:
    """The QR code of the TV's example; it leads to the page for joining."""
    return qr_svg(f"{public_base(request)}/join")


def _place(each: Section) -> int:
    if each.title == "TV":
        return len(SECTIONS) + len(FIRST)
    return FIRST.index(each.title) if each.title in FIRST else len(FIRST)
