"""`python -m tests.played FOLDER`: which rules a whole run of the tests never played at a table.

A rule can be proven by its own tests while no command, view or page reaches it: the table then has a copy, or
lacks the rule. Each such name stands in `idle.toml` with its reason; any other fails the run.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.played.recorder import ROOT, Function, functions, short_name

FLOORS = [ROOT / "webapp" / "rules", *sorted((ROOT / "webapp" / "games").glob("*/rules"))]
LIST = Path(__file__).with_name("idle.toml")
LISTED = tomllib.loads(LIST.read_text(encoding="utf-8"))


def main() -> int:
    """Say which names are idle and not listed; 1 if there are any."""
    idle = sorted(set(idle_names(read(Path(sys.argv[1])))) - set(LISTED["functions"]))
    if idle:
        print("No command, view or page of the tests played these rules. Play them, remove them, or give")
        print(f"{LIST.relative_to(ROOT)} a reason:", *idle, sep="\n  ")
    return 1 if idle else 0


def read(folder: Path) -> set[str]:
    """The functions that were played, in all processes."""
    return {name for file in folder.glob("*.notes") for name in file.read_text(encoding="utf-8").split()}


def defined() -> Iterator[tuple[str, Function]]:
    """Every function of the rules by its name, but for those that only explain or calculate."""
    for file in (each for floor in FLOORS for each in sorted(floor.rglob("*.py"))):
        parts = file.relative_to(ROOT).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if short_name(module) not in LISTED["modules"]:
            yield from functions(module, ast.parse(file.read_text(encoding="utf-8")))


def idle_names(played: set[str]) -> Iterator[str]:
    """The names of functions that were not played; what Python calls by itself (`__eq__`) is left out."""
    for name, function in defined():
        own = name.rpartition(".")[2]
        if name not in played and not says_nothing(function) and not own.startswith("__"):
            yield name


def says_nothing(function: Function) -> bool:
    """A body that only describes what others do, as a protocol's."""
    return all(isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) for each in function.body)


if __name__ == "__main__":
    sys.exit(main())
