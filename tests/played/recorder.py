"""Notes which functions of the rules run while something is played, and during what.

Each function under `webapp/rules` is compiled with one more line that says that it runs. It counts while a
command is taken ("clock.tick"), a view or a page is made ("view"), in this process or in a server that a test
started; what runs during an import ("import") is told apart, and what tests call by themselves is not noted.
What a cached function needed is noted under its name, since somebody else may have asked for it first.

Standard library only: a server loads this before the app. `TABLESIDE_PLAYED` names the folder for the notes.
"""

import ast
import builtins
import functools
import importlib.abc
import importlib.machinery
import importlib.util
import marshal
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

FOLDER = "TABLESIDE_PLAYED"
RULES = re.compile(r"webapp\.(?:rules|games\.(?P<game>[a-z0-9]+)\.rules)(?:\.(?P<rest>.+))?")
"""The modules of the rules: those that games share, and each game's own."""
ROOT = Path(__file__).resolve().parents[2]
CACHES = {"cache", "lru_cache"}
NOT_PLAYED = ("/api/v1/rules", "/rules", "/patterns", "/api")
"""Pages that explain or calculate: what they alone need is not played."""

resting = False
"""While a test plays by chance, or nobody plays: what is reached then may stay idle.

What a cached function needed is noted all the same: it counts once somebody plays that function.
"""
everything: set[str] = set()
"""The names of all functions."""
_files: dict[int, int] = {}


# ---- notes ---------------------------------------------------------------------------------------


class Noted(set[str]):
    """What was noted during one thing."""

    def __init__(self, what: str) -> None:
        self.what = what


during: ContextVar[set[str]] = ContextVar("during", default=everything)
"""What need not be noted, as it was; or all, while nothing is played."""
begun = functools.cache(Noted)


def opened(what: str | None) -> set[str]:
    """What need not be noted while this is under way."""
    return everything if what is None or (resting and what[0] != "=") else begun(what)


def note(name: str) -> None:
    """A function of the rules runs; written down once for each thing that it runs during."""
    noted = during.get()
    if isinstance(noted, Noted):
        noted.add(name)
        os.write(_file(), f"{name}\t{noted.what}\n".encode())


def _file() -> int:
    """Open for as long as the process lives: what a killed server noted is there."""
    process = os.getpid()
    if process not in _files:
        path = Path(os.environ[FOLDER]) / f"{process}.notes"
        _files[process] = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    return _files[process]


def marked(call: Callable[..., Any], what: Callable[..., str | None]) -> Callable[..., Any]:
    """The same function, during which what `what` says of its arguments is under way."""

    @functools.wraps(call)
    def around(*args: Any, **named: Any) -> Any:
        token = during.set(opened(what(*args, **named)))
        try:
            return call(*args, **named)
        finally:
            during.reset(token)

    return around


# ---- functions that remember their answers -------------------------------------------------------


def asked(name: str) -> Callable[[Any], Any]:
    """Around a cached function: every asking is noted."""

    def around(cached: Any) -> Any:
        @functools.wraps(cached)
        def asking(*args: Any, **named: Any) -> Any:
            if name not in during.get():
                note(name)
            return cached(*args, **named)

        for each in ("cache_clear", "cache_info", "cache_parameters"):
            setattr(asking, each, getattr(cached, each))
        return asking

    return around


def needed(name: str) -> Callable[[Any], Any]:
    """Within a cached function: what its first answer needs is noted under its name."""
    return lambda function: marked(function, lambda *args, **named: f"={name}")


class Remembered(functools.cached_property):  # type: ignore[type-arg]
    """A cached property whose every reading is noted."""

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        if self.func.__played__ not in during.get():  # type: ignore[attr-defined]
            note(self.func.__played__)  # type: ignore[attr-defined]
        if self.attrname in instance.__dict__:
            return instance.__dict__[self.attrname]
        return super().__get__(instance, owner)

    def __set__(self, instance: Any, value: Any) -> None:
        raise AttributeError(self.attrname)


def remembered(name: str) -> Callable[[Any], Any]:
    def around(function: Any) -> Remembered:
        inner = needed(name)(function)
        inner.__played__ = name
        return Remembered(inner)

    return around


# ---- the extra line ------------------------------------------------------------------------------

Function = ast.FunctionDef | ast.AsyncFunctionDef
LINE = "{0} in __during__() or __played__.note({0})"
"""It runs a million times in a test, and most often nothing is to be noted."""


def functions(module: str, tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Every function of a module with its name without its place: "mettle.race_stretches.Stretch.act"."""
    yield from _within(short_name(module), tree)


def short_name(module: str) -> str:
    """What a list of rules calls a module: "mettle.race", or "clocks" of those that games share."""
    found = RULES.fullmatch(module)
    return ".".join(each for each in (found["game"], found["rest"]) if each) if found else module


def _within(prefix: str, node: ast.AST) -> Iterator[tuple[str, Function]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | Function):
            name = f"{prefix}.{child.name}".strip(".")
            if not isinstance(child, ast.ClassDef):
                yield name, child
            yield from _within(name, child)
        elif not isinstance(child, ast.expr):
            yield from _within(prefix, child)


def instrumented(module: str, tree: ast.Module) -> ast.Module:
    """The same module, saying of each function when it runs."""
    found = list(functions(module, tree))
    for name, function in found:
        caches = [each for each in function.decorator_list if _called(each) in CACHES]
        keeps = [each for each in function.decorator_list if _called(each) == "cached_property"]
        if caches:
            function.decorator_list.insert(0, _call("asked", name))
            function.decorator_list.append(_call("needed", name))
        elif keeps:
            at = function.decorator_list.index(keeps[0])
            function.decorator_list[at] = _call("remembered", name)
        else:
            at = 1 if ast.get_docstring(function, clean=False) is not None else 0
            function.body.insert(at, ast.parse(LINE.format(repr(name))).body[0])
    tree.body += ast.parse(f"__played__.everything.update({[name for name, _ in found]})").body
    return ast.fix_missing_locations(tree)


def _called(decorator: ast.expr) -> str:
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    return decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", "")


def _call(what: str, name: str) -> ast.Call:
    recorder = ast.Name("__played__", ast.Load())
    return ast.Call(ast.Attribute(recorder, what, ast.Load()), [ast.Constant(name)], [])


# ---- loading -------------------------------------------------------------------------------------


class Loader(importlib.machinery.SourceFileLoader):
    """Loads a module of the rules with its extra lines; compiled once and kept among the notes."""

    def get_code(self, fullname: str) -> CodeType:
        source = Path(self.path)
        kept = Path(os.environ[FOLDER]) / f"{fullname}-{source.stat().st_mtime_ns}.code"
        if kept.exists():
            code: CodeType = marshal.loads(kept.read_bytes())
            return code
        code = compile(instrumented(fullname, ast.parse(source.read_bytes())), self.path, "exec")
        half = kept.with_suffix(f".{os.getpid()}")
        half.write_bytes(marshal.dumps(code))
        half.replace(kept)
        return code

    def exec_module(self, module: ModuleType) -> None:
        token = during.set(opened("import"))
        try:
            super().exec_module(module)
        finally:
            during.reset(token)


class Marking(importlib.machinery.SourceFileLoader):
    """Loads a module of the app and marks the functions in it during which something is played."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        MARKS[module.__name__](module)


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        loader = Loader if RULES.fullmatch(fullname) else Marking if fullname in MARKS else None
        if loader is None:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is None or spec.origin is None:
            return None
        return importlib.util.spec_from_file_location(
            fullname,
            spec.origin,
            loader=loader(fullname, spec.origin),
            submodule_search_locations=spec.submodule_search_locations,
        )


def _mark_commands(module: Any) -> None:
    module.execute_with_hooks = marked(module.execute_with_hooks, lambda command, *rest: command.do)


def _mark_road(module: Any) -> None:
    module.Dispatcher.dispatch = marked(module.Dispatcher.dispatch, lambda *args, **named: "view")


def _mark_views(module: Any) -> None:
    module.project = marked(module.project, lambda *args, **named: getattr(during.get(), "what", "view"))


def _mark_streams(module: Any) -> None:
    module.UpdateCache.render_delta = marked(module.UpdateCache.render_delta, lambda *args, **named: "view")


def _mark_requests(module: Any) -> None:
    from flask import Flask, request

    def page(_app: Flask) -> str | None:
        return None if request.path.startswith(NOT_PLAYED) and not _is_table(request.path) else "view"

    Flask.full_dispatch_request = marked(Flask.full_dispatch_request, page)  # type: ignore[method-assign]


def _is_table(path: str) -> bool:
    return path.startswith("/api/v1/tables")


MARKS: dict[str, Callable[[Any], None]] = {
    "webapp.table.execution": _mark_commands,
    "webapp.table.dispatcher": _mark_road,
    "webapp.views.table_view_factory": _mark_views,
    "webapp.live.update_cache": _mark_streams,
    "webapp.app": _mark_requests,
}


def install() -> None:
    """Record in this process, if `TABLESIDE_PLAYED` says where to."""
    if os.environ.get(FOLDER) and not hasattr(builtins, "__played__"):
        builtins.__played__ = sys.modules[__name__]  # type: ignore[attr-defined]
        builtins.__during__ = during.get  # type: ignore[attr-defined]
        sys.meta_path.insert(0, Finder())
