"""The lists of mechanics have no hole, name only what is there, and the rules stay pure."""

import ast
import doctest
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
WEBAPP = TESTS.parent / "webapp"
RULES = WEBAPP / "rules"
GAMES = WEBAPP / "games"
PURE = [RULES, *sorted(GAMES.glob("*/rules"))]
LISTS = [("razorweave", "A", 29, 16), ("resonance", "B", 17, 23), ("mettle", "C", 27, 22)]
ROW = re.compile(r"^\| ([ABC][234])\.([0-9]+) \|(.*)\|(.*)\|$")


def table_rows(game: str) -> Iterator[tuple[str, int, str]]:
    """Part ("A3"), number and third column of every row of a game's list."""
    for line in (GAMES / game / "rules" / "MECHANICS.md").read_text(encoding="utf-8").splitlines():
        if match := ROW.match(line):
            yield match[1], int(match[2]), match[4]


@pytest.mark.parametrize(("game", "part", "mechanics", "readings"), LISTS)
def test_every_mechanic_and_reading_is_listed_once(
    game: str, part: str, mechanics: int, readings: int
) -> None:
    listed = [(kind, number) for kind, number, _ in table_rows(game)]
    assert sorted(set(listed)) == sorted(listed), "a number is there twice"
    assert {(f"{part}3", number) for number in range(1, mechanics + 1)} <= set(listed)
    assert {(f"{part}4", number) for number in range(1, readings + 1)} <= set(listed)


@pytest.mark.parametrize("game", [game for game, *_ in LISTS])
def test_every_row_names_code_or_data_that_exists(game: str) -> None:
    for part, number, where in table_rows(game):
        names = re.findall(r"`([^`\s]+)`", where)
        found = [name for name in names if "." in name]
        assert found, f"{part}.{number} names nothing"
        for name in found:
            assert exists(name), f"{part}.{number}: {name}"


LINE = re.compile(r"\b00[0-4]:[0-9]+\b")


def test_every_reading_with_its_line_is_held_by_a_test_that_cites_it() -> None:
    files = [file for file in TESTS.rglob("test_*.py") if file.name != "test_readings.py"]
    cited = {line for file in files for line in LINE.findall(file.read_text(encoding="utf-8"))}
    read = {line for game, *_ in LISTS for line in lines_read(game)}
    assert len(read) > 40
    assert not sorted(read - cited)


def lines_read(game: str) -> Iterator[str]:
    """Text and line of every row of a game's second reading."""
    for row in (GAMES / game / "rules" / "MECHANICS.md").read_text(encoding="utf-8").splitlines():
        if row.startswith("| 00"):
            yield from LINE.findall(row.split("|")[1])


def exists(name: str) -> bool:
    """Whether `razorweave/tables.toml:tier` has that table, or `razorweave.tiers.tier_of` can be imported."""
    file, _, table = name.partition(":")
    if file.endswith(".toml"):
        game, _, data = file.partition("/")
        here = GAMES / game / "rules" / data
        return here.is_file() and (not table or table in tomllib.loads(here.read_text(encoding="utf-8")))
    return importable(name.removesuffix("()"))


def importable(name: str) -> bool:
    parts = name.split(".")
    parts = ["games", parts[0], "rules", *parts[1:]] if (GAMES / parts[0]).is_dir() else ["rules", *parts]
    for length in range(len(parts), 0, -1):
        module = ".".join(["webapp", *parts[:length]])
        try:
            found: object = import_module(module)
        except ModuleNotFoundError as missing:
            if missing.name is None or not module.startswith(missing.name):
                raise
            continue
        return has(found, parts[length:])
    return False


def has(owner: object, path: list[str]) -> bool:
    for part in path:
        if not hasattr(owner, part) and part not in getattr(owner, "__dataclass_fields__", {}):
            return False
        owner = getattr(owner, part, None)
    return True


def test_the_readme_links_the_three_lists_and_its_prompt_is_true() -> None:
    text = (RULES / "README.md").read_text(encoding="utf-8")
    for game, *_ in LISTS:
        assert f"(../games/{game}/rules/MECHANICS.md)" in text
    failed, tried = doctest.testfile(str(RULES / "README.md"), module_relative=False)
    assert tried > 5
    assert failed == 0


BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"flask", "sqlalchemy", "werkzeug", "flask_sqlalchemy", "pydantic"}:
            raise ImportError(f"{name} is blocked")
sys.meta_path.insert(0, Blocked())
from webapp.rules import calculator
from webapp.games.mettle import rules as mettle
from webapp.games.razorweave import rules as razorweave
from webapp.games.resonance import rules as resonance
from webapp.rules.ruleset import rulesets
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
    "pydantic",
}
GENERATORS = {"dice.py", "check.py"}
"""The files that take a `random.Random` from whoever rolls at a prompt."""
WALL_CLOCK = {("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today")}


SHARED_FILES = [(file, "webapp.rules") for file in sorted(RULES.rglob("*.py"))]
OWN_FILES = [
    (file, f"webapp.games.{floor.parent.name}.rules")
    for floor in PURE[1:]
    for file in sorted(floor.rglob("*.py"))
]


@pytest.mark.parametrize(("file", "own"), SHARED_FILES + OWN_FILES, ids=str)
def test_the_rules_are_pure(file: Path, own: str) -> None:
    """No web, no database, no chance of its own, no clock on the wall, nothing from a floor above."""
    below = ("webapp.rules", own)
    forbidden = FORBIDDEN - {"random"} if file.name in GENERATORS else FORBIDDEN
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        for module in imported(node):
            assert module.split(".")[0] not in forbidden, f"{file}: imports {module}"
            assert not module.startswith("webapp.") or module.startswith(below), f"{file}: imports {module}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else node.value.attr
            assert (owner, node.attr) not in WALL_CLOCK, f"{file}: reads the wall clock"


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
