"""Set up the templates: functions for them, their compiled form beside Python's bytecode, contained failures.

A template that a page includes fails alone if it cannot be rendered. A panel has its own place on the page,
which then says that it cannot be shown, so a failing part of a panel fails the whole panel.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import Template
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from webapp.pages.replies import by_script
from webapp.rules import form_fields
from webapp.rules.playable_games import why_read_only
from webapp.rules.sheets import entries_carried, lines_of, values_of
from webapp.store.database_file import fault_sentence
from webapp.store.db import db
from webapp.views import dials
from webapp.views.game_screens import own_template, own_way
from webapp.views.safe_rendering import render_safely

HERE = Path(__file__).resolve().parent.parent / "__pycache__"
INCLUDED = ("forms/", "parts/", "games/")
ALONE = "/result.html"
"""The ending of templates that fail alone inside a panel: the result of one check among others."""
CANNOT = '<p class="hint">This part cannot be shown right now.</p>'
CANNOT_LIST = Markup("<li>This cannot be shown right now.</li>")
Root = Callable[[Context], Iterator[str]]


def set_up_templates(app: Flask) -> None:
    """Set up an app's templates: no blank lines from their logic, and functions for dials and the rules."""
    environment: Any = app.jinja_env
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.globals.update(dials=dials, nearness=dials.nearness)
    environment.globals.update(lines_of=lines_of, values_of=values_of, entries_carried=entries_carried)
    environment.globals.update(form_fields=form_fields, why_read_only=why_read_only)
    environment.globals.update(why_not_saved=lambda: fault_sentence(db.engine))
    environment.globals.update(listed=listed, own_way=own_way, own_template=own_template, by_script=by_script)
    environment.template_class = IncludedTemplate
    keep_compiled(app)


def listed(show: Macro, *of: Any) -> str:
    """Render a list item with a macro; if that fails, return an item that says that it cannot be shown."""
    return render_safely(f"A {show.name} on paper", lambda: show(*of), lambda: CANNOT_LIST)


# ---- compiled templates ---------------------------------------------------------------------------


class BytecodeCache(FileSystemBytecodeCache):
    """Compiled templates; one that cannot be stored (full disk) is compiled again the next time."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def keep_compiled(app: Flask, place: Path = HERE) -> None:
    """Cache compiled templates in Python's bytecode folder; a changed template is compiled again."""
    if sys.dont_write_bytecode:
        return
    folder = place / f"templates-jinja-{version('jinja2')}"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        app.jinja_env.bytecode_cache = BytecodeCache(str(folder))


# ---- included templates ---------------------------------------------------------------------------


class IncludedTemplate(Template):
    """An included template whose failure leaves the rest of the page intact."""

    _root: Root

    @property
    def root_render_func(self) -> Root:
        return self._drawn

    @root_render_func.setter
    def root_render_func(self, root: Root) -> None:
        self._root = root

    def _drawn(self, context: Context) -> Iterator[str]:
        name = self.name or ""
        alone = name.startswith(INCLUDED) and "panel" not in context
        if not alone and not name.endswith(ALONE):
            yield from self._root(context)
        else:
            yield from render_safely(name, lambda: list(self._root(context)), lambda: [CANNOT])
