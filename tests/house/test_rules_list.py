"""The lists of mechanics name only what is there, and the rules stay pure."""

import ast
import doctest
import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.house.reading import WEBAPP, behind_the_door, named, tree

RULES = WEBAPP / "rules"
GAMES = WEBAPP / "games"
LISTS = sorted(GAMES.glob("*/rules/MECHANICS.md"))
ROW = re.compile(r"^\| ([ABC][234]\.[0-9]+|00[0-4]:[^|]*) \|.*\|(.*)\|$", re.MULTILINE)
"""Number, or text and line, and third column of a row."""


@pytest.mark.parametrize("file", LISTS, ids=named)
def test_every_row_names_code_or_data_that_exists(file: Path) -> None:
    rows = ROW.findall(file.read_text(encoding="utf-8"))
    assert len(rows) > 40
    for row, where in rows:
        names = [name for name in re.findall(r"`([^`\s]+)`", where) if "." in name]
        assert names, f"{row} names nothing"
        for name in names:
            assert exists(name), f"{row}: {name}"


def exists(name: str) -> bool:
    """Whether `razorweave/tables.toml:tier` has that table, or `razorweave.tiers.tier_of` can be imported."""
    file, _, table = name.partition(":")
    if file.endswith(".toml"):
        game, _, data = file.partition("/")
        here = GAMES / game / "rules" / data
        return here.is_file() and (not table or table in tomllib.loads(here.read_text(encoding="utf-8")))
    return importable(name.removesuffix("()"))


def importable(name: str) -> bool:
    first, _, rest = name.partition(".")
    module = f"webapp.games.{first}.rules.{rest}" if (GAMES / first).is_dir() else f"webapp.rules.{name}"
    path, _, last = module.rpartition(".")
    try:
        owner = pkgutil.resolve_name(path)
    except (ImportError, AttributeError):
        return False
    return hasattr(owner, last) or last in getattr(owner, "__dataclass_fields__", {})


def test_the_readme_links_the_three_lists_and_its_prompt_is_true() -> None:
    text = (RULES / "README.md").read_text(encoding="utf-8")
    for file in LISTS:
        assert f"(../{file.relative_to(WEBAPP)})" in text
    failed, tried = doctest.testfile(str(RULES / "README.md"), module_relative=False)
    assert tried > 5
    assert failed == 0


BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"flask", "sqlalchemy", "werkzeug", "flask_sqlalchemy"}:
            raise ImportError(f"{name} is blocked")
sys.meta_path.insert(0, Blocked())
from webapp.rules import calculator
from webapp.games.mettle import rules as mettle
from webapp.games.razorweave import rules as razorweave
from webapp.games.resonance import rules as resonance
from webapp.rules.playable_games import rulesets
assert [front.key for front in rulesets().values()] == ["freeform", "mettle", "razorweave", "resonance"]
assert all(len(front.catalogue) > 20 for front in rulesets().values())
assert len(calculator.examples()) >= 11, sorted(calculator.examples())
"""


def test_the_rules_can_be_used_without_the_web_and_the_database() -> None:
    done = subprocess.run([sys.executable, "-c", BLOCKED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


FORBIDDEN = {
    "flask",
    "sqlalchemy",
    "werkzeug",
    "random",
    "secrets",
    "time",
    "os",
    "socket",
    "threading",
}
GENERATORS = {"dice.py", "check.py"}
"""The files that take a `random.Random` from whoever rolls at a prompt."""
FORKS = {"forked.py"}
"""The file that tries to load a game in a child process, since what games import may end their process."""
WALL_CLOCK = {("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today")}


@pytest.mark.parametrize("folder", [RULES, *sorted(GAMES.glob("*/rules"))], ids=named)
def test_the_rules_are_pure(folder: Path) -> None:
    """No web, no database, no chance of its own, no clock on the wall, nothing from a floor above."""
    below = ("webapp.rules", ".".join(folder.relative_to(WEBAPP.parent).parts))
    for file in sorted(folder.rglob("*.py")):
        forbidden = FORBIDDEN - {"random"} if file.name in GENERATORS else FORBIDDEN
        forbidden = forbidden - {"os"} if file.name in FORKS else forbidden
        for node in ast.walk(tree(file)):
            for module in imported(node):
                allowed = module.startswith(below) or module.split(".")[0] not in {*forbidden, "webapp"}
                assert allowed, f"{named(file)} imports {module}"
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
                owner = node.value.id if isinstance(node.value, ast.Name) else node.value.attr
                assert (owner, node.attr) not in WALL_CLOCK, f"{named(file)} reads the wall clock"


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module == "webapp.games.api":
        return [behind_the_door(alias.name) for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
