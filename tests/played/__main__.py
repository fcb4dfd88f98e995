"""`python -m tests.played FOLDER`: which rules a whole run of the tests never played at a table.

A function of the rules is idle when no command, view or page reached it, however well it is tested by
itself. Each such name stands in `idle.toml` with its reason; any other fails the run, and so does a rule that
a list of mechanics cites and that none of the commands and panels named beside it has played.
"""

import ast
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.played.mechanics import during, unplayed
from tests.played.recorder import ROOT, Function, functions, short_name

FLOORS = [ROOT / "webapp" / "rules", *sorted((ROOT / "webapp" / "games").glob("*/rules"))]
LIST = Path(__file__).with_name("idle.toml")
Notes = Mapping[str, set[str]]


def main() -> int:
    """Say which names are idle and not listed; 1 if there are too many."""
    notes = read(Path(sys.argv[1]))
    idle = set(idle_names(notes))
    unlisted, played = sorted(idle - listed()), sorted(listed() - idle)
    cited = list(unplayed(notes, (name for name, _ in defined())))
    if unlisted:
        print("No command, view or page of the tests played these rules. Play them, remove them, or give")
        print(f"{LIST.relative_to(ROOT)} a reason:", *unlisted, sep="\n  ")
    if played:
        print("Played after all; take them off the list:", *played, sep="\n  ")
    if cited:
        print("MECHANICS.md names commands or panels that did not play these:", *cited, sep="\n  ")
    print(f"Rules that were played: all but {len(idle)} of {len(list(defined()))} functions.")
    return 1 if unlisted or cited else 0


def listed() -> set[str]:
    """The names that may be idle."""
    said = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return set(said["prompt"]).union(*said["waiting"].values())


def read(folder: Path) -> Notes:
    """During what each function ran, from all processes."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in folder.glob("*.notes"):
        for line in file.read_text(encoding="utf-8").splitlines():
            name, _, what = line.partition("\t")
            found[name].add(what)
    return found


def defined() -> Iterator[tuple[str, Function]]:
    """Every function of the rules by its name, but for those that only explain or calculate."""
    apart = tomllib.loads(LIST.read_text(encoding="utf-8"))["apart"]
    for file in (each for floor in FLOORS for each in sorted(floor.rglob("*.py"))):
        parts = file.relative_to(ROOT).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if short_name(module) not in apart:
            tree = ast.parse(file.read_text(encoding="utf-8"))
            yield from functions(module, tree)


def idle_names(notes: Notes) -> Iterator[str]:
    """The names of functions that were not played; what Python calls by itself (`__eq__`) is left out."""
    played = played_names(notes)
    for name, function in defined():
        own = name.rpartition(".")[2]
        if name not in played and not says_nothing(function) and not own.startswith("__"):
            yield name


def played_names(notes: Notes) -> set[str]:
    """What ran during a command or a view, or for an answer that such a function remembered."""
    whats = {what for each in notes.values() for what in each}
    return during(notes, (what for what in whats if what != "import" and not what.startswith("=")))


def says_nothing(function: Function) -> bool:
    """A body that only describes what others do, as a protocol's."""
    return all(isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) for each in function.body)


if __name__ == "__main__":
    sys.exit(main())
