"""The TV, whole: it lays itself out by how much there is."""

from collections.abc import Iterator

from flask import render_template

from webapp.pages.patterns.clocks import NAMES
from webapp.pages.patterns.registry import Example, drawn, part, section
from webapp.pages.patterns.values import AT, character, clock, condition, table, tag
from webapp.pages.sheets import words
from webapp.screens.views import TableView

TAGS = ("Slick deck", "Dim Light", "Crates to hide behind", "Low tide", "Strange lights", "Old ward")
COUNTS = (0, 1, 3, 6, 8)


@section("TV", "Read from four metres, no hands; one to eight clocks, up to twelve tags.")
def tiles() -> Iterator[Example]:
    for clocks in COUNTS:
        words = f"{clocks} clock{'s' if clocks > 1 else ''}" if clocks else "Idle, with the code to join"
        yield Example(words, part("patterns/tv.html", clocks=clocks, words=words))


def evening(clocks: int) -> str:
    """The TV's page at a table with so many clocks."""
    view = _view(clocks)
    return render_template(
        "pages/tv.html", panels=drawn(view), view=view, now=AT, looking="", still=True, **words(view)
    )


def _view(clocks: int) -> TableView:
    kinds = [*NAMES.items(), ("progress", "A ship to charter"), ("threat", "The tide")][:clocks]
    running = tuple(
        clock(name, 4 + 2 * (place % 3), 1 + place % 4, kind=kind) for place, (kind, name) in enumerate(kinds)
    )
    if not clocks:
        return table("tv", join_code="K7QMXR4P", scenes=(), scene=None)
    cast = (character("Mara Venn", condition("Bleeding")), character("Tobin Ash"))
    tags = tuple(tag(name) for name in TAGS[: 2 + clocks])
    return table("tv", clocks=running, tags=tags, cast=cast, join_code="K7QMXR4P")
