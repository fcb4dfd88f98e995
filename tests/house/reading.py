"""How the house tests read the project: its files, its imports, its templates."""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

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
    """Every module of the app that a file imports, within functions too."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("webapp"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("webapp"):
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def kept_in_git() -> list[Path]:
    """Every file that is part of the project, those not committed yet too."""
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]
