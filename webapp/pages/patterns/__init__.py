"""The pattern page /patterns: every component in every state, rendered by the tables' own templates."""

import logging
from collections.abc import Iterator
from functools import partial
from importlib import import_module

from flask import Blueprint, Response, abort, render_template, request

from webapp.addresses import public_base
from webapp.pages.headers import FRAMING
from webapp.pages.page_cache import cached_page
from webapp.pages.patterns.registry import SECTIONS, Example, Section, repeat_part
from webapp.pages.patterns.sections import evening
from webapp.pages.qr_code import qr_svg
from webapp.rules.game_faults import tamed
from webapp.rules.playable_games import rulesets
from webapp.rules.plugins import load_game
from webapp.views.safe_rendering import render_safely

log = logging.getLogger(__name__)
patterns = Blueprint("patterns", __name__)
FIRST = ["Ground", "Dials", "Clocks", "Tags", "People", "Scenes", "Checks", "Dice", "Controls", "Answers"]
"""The first sections; others follow, the TV is last."""


@patterns.get("/patterns")
def show() -> Response:
    """Show every section with its examples; nothing on the page belongs to a table."""
    request.environ[FRAMING] = {"frame-src": "'self'"}
    return cached_page(_sections)


def _sections() -> str:
    broken = [_broken(game) for game in rulesets() if not _load(game)]
    found = [*sorted(SECTIONS, key=_place), *broken]
    drawn = [
        (value, render_safely(f"The patterns “{value.title}”", partial(_examples, value), list))
        for value in found
    ]
    number = iter(range(1, 10_000))
    return render_template(
        "pages/patterns.html",
        sections=[
            (section, [(example, repeat_part(example.html, next(number))) for example in examples])
            for section, examples in drawn
        ],
    )


@patterns.get("/patterns/tv/<int:clocks>")
def tv(clocks: int) -> Response:
    """Show the TV with this many clocks, at most eight, and with example tags and characters."""
    if clocks > 8:
        abort(404)
    request.environ[FRAMING] = {"frame-ancestors": "'self'"}
    return cached_page(lambda: evening(clocks))


@patterns.get("/t/patterns/qr/join.svg")
def picture() -> Response:
    """Return the QR code of the TV examples, which opens the join page."""
    return qr_svg(f"{public_base(request)}/join")


def _examples(section: Section) -> list[Example]:
    return list(section.examples())


def _load(game: str) -> bool:
    """Import a game's examples, if it has any; return whether they can be shown."""
    played = load_game(game)
    try:
        with tamed():
            if played is not None and played.patterns:
                import_module(played.patterns)
    except Exception:
        log.exception("The patterns of the game %s cannot be used", game)
        return False
    return True


def _broken(game: str) -> Section:
    """Return a section that says that a game's examples cannot be loaded."""
    name = rulesets()[game].name
    return Section(game, name, "This game's parts cannot be shown right now; the log says why.", _nothing)


def _nothing() -> Iterator[Example]:
    yield from ()


def _place(section: Section) -> int:
    if section.title == "TV":
        return len(SECTIONS) + len(FIRST)
    return FIRST.index(section.title) if section.title in FIRST else len(FIRST)
