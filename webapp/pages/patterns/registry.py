"""The registry of pattern sections: functions that yield examples, registered by a decorator.

    @section("Dials", "How full, of what kind, and how near.")
    def dials() -> Iterator[Example]:
        yield Example("A threat", macro("dial", "dial", clock(filled=3, kind="threat"), "threat"))

A game adds sections in the module that its definition names in `patterns`.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from flask import current_app, render_template
from markupsafe import Markup

from webapp.pages.page_rendering import form_words
from webapp.pages.patterns.values import AT
from webapp.state.audience import Audience, Role
from webapp.table.audience_views import Projection
from webapp.views.panel_rendering import draw_panel
from webapp.views.view_types import TableView

REFERS = r'(id="|for="|aria-labelledby="|aria-describedby="|list="|popovertarget="|"#|url\(#)'


@dataclass(frozen=True)
class Example:
    """One component in one state.

    `kind` is the page that it belongs to ("gm", "player"); a `wide` one fills a row.
    """

    name: str
    html: Markup
    kind: str = ""
    wide: bool = False


@dataclass(frozen=True)
class Section:
    """A section of related examples."""

    key: str
    title: str
    about: str
    examples: Callable[[], Iterator[Example]]


SECTIONS: list[Section] = []


def section(
    title: str, about: str
) -> Callable[[Callable[[], Iterator[Example]]], Callable[[], Iterator[Example]]]:
    """Register a function that yields the examples of one section."""

    def add(examples: Callable[[], Iterator[Example]]) -> Callable[[], Iterator[Example]]:
        SECTIONS.append(Section(title.lower().replace(" ", "-"), title, about, examples))
        return examples

    return add


def macro(file: str, name: str, *values: Any, **named: Any) -> Markup:
    """Render a macro of `templates/parts`."""
    module: Any = current_app.jinja_env.get_template(f"parts/{file}.html").module
    return Markup(getattr(module, name)(*values, **named))  # noqa: S704


def panel(id: str, view: TableView, seat: int | None = None) -> Markup:
    """Render a panel for the role of this view, as on a table with only the view's content."""
    return draw_panels(view, seat)[id]


def draw_panels(view: TableView, seat: int | None = None) -> dict[str, Markup]:
    """Render every panel of a role's page; return the HTML by id."""
    seen = Projection(Audience(Role(view.role), seat), view, at=AT)
    return {panel.id: draw_panel(panel, seen) for panel in seen.panels.values()}


def render_part(template: str, **values: Any) -> Markup:
    """Render any template, with the form choices that a table's pages have."""
    view = values.get("view")
    known = form_words(view) if view is not None else {}
    return Markup(render_template(template, now=AT, **known, **values))  # noqa: S704


def repeat_part(html: Markup, number: int) -> Markup:
    """Return a component's HTML for repeated use on one page: ids get a number, landmarks are removed."""
    text = str(html).replace("<section ", '<section role="group" ').replace(' form="many"', "")
    text = re.sub(r'(<form [^>]*aria-label="[^"]*)"', rf'\1, {number}"', text)
    for own in set(re.findall(r'\bid="([^"]+)"', text)):
        text = re.sub(rf"{REFERS}{re.escape(own)}(?=[\")])", rf"\1x{number}-{own}", text)
    return Markup(text)  # noqa: S704
