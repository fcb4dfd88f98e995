"""The parts of the language, section by section: a function that yields examples, registered by a decorator.

    @section("Dials", "How full, of what kind, and how near.")
    def dials() -> Iterator[Example]:
        yield Example("A threat", macro("dial", "dial", clock(filled=3, kind="threat"), "threat"))

A game adds its parts in `webapp/games/<game>/patterns.py`; the page shows whatever is registered.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from flask import current_app, render_template
from markupsafe import Markup

from webapp.pages.patterns.values import AT
from webapp.pages.sheets import words
from webapp.screens.audience import Audience, Role
from webapp.screens.draw import draw
from webapp.screens.views import TableView
from webapp.table.projections import Projection

REFERS = r'(id="|for="|aria-labelledby="|aria-describedby="|list="|popovertarget="|"#|url\(#)'


@dataclass(frozen=True)
class Example:
    """One part in one state. `kind` says whose page it stands on ("gm", "player"); `wide` takes a row."""

    name: str
    html: Markup
    kind: str = ""
    wide: bool = False


@dataclass(frozen=True)
class Section:
    """Parts that belong together."""

    key: str
    title: str
    about: str
    examples: Callable[[], Iterator[Example]]


SECTIONS: list[Section] = []


def section(
    title: str, about: str
) -> Callable[[Callable[[], Iterator[Example]]], Callable[[], Iterator[Example]]]:
    """Register a function that yields the examples of one section, in the order of the files."""

    def add(examples: Callable[[], Iterator[Example]]) -> Callable[[], Iterator[Example]]:
        SECTIONS.append(Section(title.lower().replace(" ", "-"), title, about, examples))
        return examples

    return add


def macro(file: str, name: str, *values: Any, **named: Any) -> Markup:
    """What a macro of templates/parts prints."""
    module: Any = current_app.jinja_env.get_template(f"parts/{file}.html").module
    return Markup(getattr(module, name)(*values, **named))  # noqa: S704


def panel(id: str, view: TableView, seat: int | None = None) -> Markup:
    """A panel of the page of the role that looks, as on a table with just what the view holds."""
    return drawn(view, seat)[id]


def drawn(view: TableView, seat: int | None = None) -> dict[str, Markup]:
    """Every panel of that page, by its id."""
    seen = Projection(Audience(Role(view.role), seat), view, at=AT)
    return {each.id: draw(each, seen) for each in seen.panels.values()}


def part(template: str, **values: Any) -> Markup:
    """What any template prints, with the words that the pages of a table have."""
    view = values.get("view")
    known = words(view) if view is not None else {}
    return Markup(render_template(template, now=AT, **known, **values))  # noqa: S704


def apart(html: Markup, number: int) -> Markup:
    """The same part once more on one page: ids get a number, and it is no landmark."""
    text = str(html).replace("<section ", '<section role="group" ').replace(' form="many"', "")
    text = re.sub(r'(<form [^>]*aria-label="[^"]*)"', rf'\1, {number}"', text)
    for own in set(re.findall(r'\bid="([^"]+)"', text)):
        text = re.sub(rf"{REFERS}{re.escape(own)}(?=[\")])", rf"\1x{number}-{own}", text)
    return Markup(text)  # noqa: S704
