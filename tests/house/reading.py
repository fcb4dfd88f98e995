"""How the house tests read the project: its files, its imports, its templates."""

import ast
import subprocess
from collections.abc import Iterator, Set
from pathlib import Path

from webapp.games import api

ROOT = Path(__file__).resolve().parents[2]
WEBAPP = ROOT / "webapp"


def modules() -> list[Path]:
    """Every Python file of the app."""
    return sorted(WEBAPP.rglob("*.py"))


def templates() -> list[Path]:
    """Every template, the house's and those of the games."""
    return [path for folder in template_folders() for path in sorted(folder.rglob("*.html"))]


def template_folders() -> list[Path]:
    return [ROOT / "templates", *sorted((WEBAPP / "games").glob("*/templates"))]


def named(file: Path) -> str:
    """A file as it is called in the project, for messages."""
    return str(file.relative_to(ROOT))


def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imported(file: Path) -> Iterator[str]:
    """Every module of the app that a file imports, within functions and for type checkers too.

    The games' door is seen through.
    """
    for module, name in written_imports(tree(file)):
        if module == "webapp.games.api" and name:
            module = behind_the_door(name)
        yield f"{module}.{name}" if name else module


def behind_the_door(name: str) -> str:
    """The module that a name of `webapp.games.api` comes from."""
    return api.PLACES.get(name, "webapp.rules.game")


def written_imports(code: ast.Module) -> Iterator[tuple[str, str]]:
    """The module and the name of each import of the app as it is written; "" for a module as a whole."""
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name.startswith("webapp"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("webapp"):
            assert node.module is not None
            yield from ((node.module, alias.name) for alias in node.names)


def imports_of() -> dict[str, set[str]]:
    """For each module of the app those it imports, within functions and for type checkers too."""
    files = {".".join(file.relative_to(ROOT).with_suffix("").parts): file for file in modules()}
    files = {name.removesuffix(".__init__"): file for name, file in files.items()}
    return {name: {*_imported_modules(file, files.keys())} - {name} for name, file in files.items()}


def _imported_modules(file: Path, known: Set[str]) -> Iterator[str]:
    for name in imported(file):
        yield next((found for found in (name, name.rpartition(".")[0]) if found in known), "webapp")


def kept_in_git() -> list[Path]:
    """Every file that is part of the project, those not committed yet too."""
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]
