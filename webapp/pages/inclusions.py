"""What a page includes, its forms and their like, costs itself alone where it cannot be drawn.

A panel has a place of its own on the page, and says there that it cannot be shown; so what a panel includes
costs that panel.
"""

from collections.abc import Callable, Iterator
from typing import Any

from flask import Flask
from jinja2 import Template
from jinja2.runtime import Context

from webapp.screens.failures import surely

INCLUDED = ("forms/", "parts/", "games/")
CANNOT = '<p class="hint">This part cannot be shown just now.</p>'
Root = Callable[[Context], Iterator[str]]


class Included(Template):
    """A template whose fault stays within it."""

    _root: Root

    @property
    def root_render_func(self) -> Root:
        return self._drawn

    @root_render_func.setter
    def root_render_func(self, root: Root) -> None:
        self._root = root

    def _drawn(self, context: Context) -> Iterator[str]:
        if "panel" in context or not (self.name or "").startswith(INCLUDED):
            yield from self._root(context)
        else:
            yield from surely(self.name or "", lambda: list(self._root(context)), lambda: [CANNOT])


def contain_faults(app: Flask) -> None:
    """Let no form and no part of a page break the page around it."""
    environment: Any = app.jinja_env
    environment.template_class = Included
