"""Notes which functions of the rules run while something is played at a table.

Each function of the rules is compiled with one more line that says that it runs. It counts while a command is
taken and while a page, a view or an update is made, in this process or in a server that a test started; what
tests call by themselves does not count. What a cached function needs counts whoever asked for its answer.

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
CACHES = {"cache", "lru_cache", "cached_property"}
MARKS = {
    "webapp.table.dispatcher": "Dispatcher.dispatch",
    "webapp.table.execution": "execute_with_hooks",
    "webapp.views.table_view_factory": "project",
    "webapp.live.update_cache": "UpdateCache.render_delta",
    "webapp.app": "Flask.full_dispatch_request",
}
"""What plays, by the module with which it is loaded."""
EXPLAINING = re.compile(r"/(?:rules|patterns|api(?!/v1/tables))")
"""Pages that explain or calculate: what they alone need is not played."""

resting = False
"""While a test plays by chance: tomorrow it may play something else."""
playing: ContextVar[bool] = ContextVar("playing", default=False)
noted: set[str] = set()
_files: dict[int, int] = {}


def note(name: str) -> None:
    """Write that a function runs into the file of this process, where it is even if that is killed."""
    noted.add(name)
    process = os.getpid()
    if process not in _files:
        path = Path(os.environ[FOLDER]) / f"{process}.notes"
        _files[process] = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    os.write(_files[process], f"{name}\n".encode())


def counted(call: Callable[..., Any], always: bool = False) -> Callable[..., Any]:
    """The same function; what it calls is played, `always` also at rest: a cached function runs once."""

    @functools.wraps(call)
    def around(*args: Any, **named: Any) -> Any:
        token = playing.set(always or not resting)
        try:
            return call(*args, **named)
        finally:
            playing.reset(token)

    return around


# ---- the extra line ------------------------------------------------------------------------------

Function = ast.FunctionDef | ast.AsyncFunctionDef
LINE = "__playing__() and ({0} in __noted__ or __note__({0}))"
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
    for name, function in list(functions(module, tree)):
        if any(_called(each) in CACHES for each in function.decorator_list):
            function.decorator_list.append(ast.Name("__kept__", ast.Load()))
        at = 1 if ast.get_docstring(function, clean=False) is not None else 0
        function.body.insert(at, ast.parse(LINE.format(repr(name))).body[0])
    return ast.fix_missing_locations(tree)


def _called(decorator: ast.expr) -> str:
    if isinstance(decorator, ast.Call):
        decorator = decorator.func
    return decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", "")


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


class Marking(importlib.machinery.SourceFileLoader):
    """Loads a module of the app and marks what plays in it."""

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        if module.__name__ == "webapp.app":
            _mark_requests()
        else:
            path, _, name = MARKS[module.__name__].rpartition(".")
            owner = getattr(module, path) if path else module
            setattr(owner, name, counted(getattr(owner, name)))


def _mark_requests() -> None:
    from flask import Flask, request

    answer = Flask.full_dispatch_request
    played = counted(answer)

    def answer_request(app: Flask) -> Any:
        return (answer if EXPLAINING.match(request.path) else played)(app)

    Flask.full_dispatch_request = answer_request  # type: ignore[method-assign]


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


def install() -> None:
    """Record in this process, if `TABLESIDE_PLAYED` says where to."""
    if os.environ.get(FOLDER) and not hasattr(builtins, "__playing__"):
        cached = functools.partial(counted, always=True)
        for name, each in {"playing": playing.get, "noted": noted, "note": note, "kept": cached}.items():
            setattr(builtins, f"__{name}__", each)
        sys.meta_path.insert(0, Finder())
