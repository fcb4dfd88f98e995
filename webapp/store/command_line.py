"""Spell a command of this program in the form that works where the program was started.

Code that names a command in a sentence calls `command_to_type("links", "abc")`. A fresh Debian has no
`python`, and an installed program is in `.venv`, so no single form works everywhere.
"""

import os
import shlex
import shutil
import sys
from pathlib import Path

PROGRAM = "tableside"
TARGETS = ("backup", "demo", "doctor", "export", "import", "links", "move", "restore", "tables")
"""Commands that are also targets of `make`; `check` is not, since `make check` runs tests."""


def command_to_type(command: str, *words: object) -> str:
    """Return the line to type: `make links ARGS=abc` or `.venv/bin/tableside links abc`."""
    make = os.environ.get("TABLESIDE_STARTED_BY")
    said = shlex.join(map(str, words))
    if make and command == "serve":
        return f"{make} run"
    if make and command in TARGETS:
        return f"{make} {command}" + (f" ARGS={shlex.quote(said)}" if said else "")
    return f"{launcher()} {command} {said}".rstrip()


def launcher() -> str:
    """Return the command that starts this program: `tableside`, a path to it, or `python -m webapp`."""
    if os.environ.get("TABLESIDE_STARTED_BY"):
        return f".venv/bin/{PROGRAM}"
    if Path(sys.argv[0]).name == "__main__.py":
        return f"{shlex.quote(interpreter())} -m webapp"
    script = _script()
    if script is None:
        return f"{shlex.quote(sys.executable)} -m webapp"
    on_path = shutil.which(PROGRAM)
    if on_path is not None and Path(on_path).samefile(script):
        return PROGRAM
    return shlex.quote(_short(script))


def _script() -> Path | None:
    """Return the installed program: the running one, else the one next to this Python; None if missing."""
    started = Path(sys.argv[0]).absolute()
    if started.stem == PROGRAM and started.is_file():
        return started
    beside = shutil.which(PROGRAM, path=str(Path(sys.executable).parent))
    return Path(beside) if beside else None


def interpreter() -> str:
    """Return the Python that runs this program, spelled as in the command line `python -m webapp`."""
    first, *words = sys.orig_argv
    return first if "webapp" in words else sys.executable


def _short(path: Path) -> str:
    """Return the path relative to the working directory if it is inside that, else unchanged."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
