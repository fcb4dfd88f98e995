"""What authors import from `webapp.games.api` is there, says what it is, and loads no more than it needs."""

import ast
import inspect
import re
import subprocess
import sys
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from tests.games.outside import LANTERN
from tests.games.signatures import FILE, promised
from tests.house.reading import WEBAPP
from webapp.games import api

NAMES = sorted({*api.PLACES, "INTERFACE"})
BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"flask", "sqlalchemy", "werkzeug", "flask_sqlalchemy"}:
            raise ImportError(f"{name} is blocked")
sys.meta_path.insert(0, Blocked())
from webapp.games import api
for module in api.PUBLIC_MODULES:
    if module.startswith("webapp.rules."):
        __import__(module)
names = [name for name, module in api.PLACES.items() if module.startswith("webapp.rules.")]
print(*(name for name in names if getattr(api, name)))
"""


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_there_and_says_what_it_is(name: str) -> None:
    value = getattr(api, name)
    documented = inspect.isclass(value) or inspect.isfunction(value)
    said = (
        inspect.getdoc(value) if documented else _said_below(api.PLACES.get(name, "webapp.rules.game"), name)
    )
    assert said, f"{name} has no docstring"
    assert said.split("\n\n")[0].rstrip().endswith((".", ":")), f"{name}: {said}"


def _said_below(module: str, name: str) -> str:
    """The text that stands below a value in its module."""
    body = ast.parse(inspect.getsource(import_module(module))).body
    for node, after in pairwise(body):
        bound = [*getattr(node, "targets", ()), getattr(node, "target", None)]
        if any(isinstance(var, ast.Name) and var.id == name for var in bound) and isinstance(after, ast.Expr):
            return str(ast.literal_eval(after.value))
    return ""


def test_strict_type_checkers_take_each_name_for_exported() -> None:
    tree = ast.parse((WEBAPP / "games" / "api.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    names = [name for node in block.body for name in node.names]  # type: ignore[attr-defined]
    assert all(name.asname == name.name for name in names)
    assert sorted(api.PLACES) == sorted(name.name for name in names), "each once"


INDEXED = re.compile(r"^ {4}((?:[\w.]+, )*[\w.]+):\s+\S", re.MULTILINE)


def test_the_index_in_the_docstring_lists_each_name_once() -> None:
    listed = [name for names in INDEXED.findall(api.__doc__ or "") for name in names.split(", ")]
    assert sorted(listed) == sorted((*api.__all__, *api.PUBLIC_MODULES))


def test_the_names_of_the_rules_need_neither_the_web_nor_a_database() -> None:
    done = subprocess.run([sys.executable, "-c", BLOCKED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Ruleset" in done.stdout.split()


def test_the_example_from_outside_imports_nothing_else() -> None:
    for file in sorted((Path(LANTERN) / "lantern_game").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("webapp"):
                names = {f"{node.module}.{name.name}" for name in node.names}
                assert all(name.startswith("webapp.games.api") for name in names), f"{file.name}: {names}"


def test_what_is_promised_to_authors_is_what_was_promised() -> None:
    """A name or an argument that went raises the first number of INTERFACE; one that came raises the second.

    Then `python -m tests.games.signatures` writes it down anew; "For game authors" in CHANGELOG.md says it.
    Before the first release, when nobody has the interface yet, it is only written down.
    """
    assert promised() == FILE.read_text(encoding="utf-8")
