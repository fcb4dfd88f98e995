"""Templates are compiled once and kept beside Python's bytecode: the first page after a start is quick.

What a page includes, its forms and their like, costs itself alone where it cannot be drawn. A panel has a
place of its own on the page, where it says that it cannot be shown; so what it includes costs that panel.
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
from jinja2.runtime import Context

from webapp.screens.failures import surely

HERE = Path(__file__).resolve().parent.parent / "__pycache__"
INCLUDED = ("forms/", "parts/", "games/")
CANNOT = '<p class="hint">This part cannot be shown just now.</p>'
Root = Callable[[Context], Iterator[str]]


class BytecodeCache(FileSystemBytecodeCache):
    """What was compiled; a template that cannot be kept (a full disk) is compiled again next time."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def keep_compiled(app: Flask, place: Path = HERE) -> None:
    """Keep compiled templates where Python may keep its modules; one that changed is compiled anew."""
    if sys.dont_write_bytecode:
        return
    folder = place / f"templates-jinja-{version('jinja2')}"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        app.jinja_env.bytecode_cache = BytecodeCache(str(folder))


# ---- what is included -----------------------------------------------------------------------------


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
