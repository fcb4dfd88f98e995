"""The source files of a game, and faults with their place in them."""

import re
import tomllib
import traceback
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from flask import Flask

from webapp.rules.errors import CatalogueError
from webapp.rules.game import GameDefinition
from webapp.rules.plugins import game_folders, load_game, read_game
from webapp.rules.ruleset import Ruleset


@dataclass(frozen=True, order=True)
class Fault:
    """One mistake: its file, its line (0: the whole file) and a sentence, perhaps with a correction."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}" if self.line else f"{self.file}: {self.message}"


def suggest_match(said: object, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return a hint at the most similar known word, to append to a sentence; "" if none is similar."""
    near = get_close_matches(str(said), list(known), n=1, cutoff=cutoff)
    return f" Did you mean {near[0]!r}?" if near else ""


class GameSource:
    """One game's files and imported modules, with methods that find the place of a fault in them."""

    def __init__(self, key: str, app: Flask) -> None:
        self.key, self.app = key, app
        self.folder = game_folders()[key]
        self.modules: dict[Path, ModuleType] = {}

    def fault(self, error: BaseException) -> Fault:
        """Make a fault from an exception, at its deepest line in this game's code."""
        if isinstance(error, SyntaxError) and error.filename:
            return Fault(
                self.relative_name(Path(error.filename)), error.lineno or 0, f"{error.msg} (SyntaxError)"
            )
        if isinstance(error, CatalogueError):
            return self.data_fault(error)
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if self.folder in Path(frame.filename).parents]
        said = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
        if not own and (hook := re.search(r"\w+\.(\w+) must return", said)):
            return Fault(*self.find(rf"def {hook[1]}\b"), said)
        if not own:
            return Fault(self.folder.name, 0, said)
        return Fault(self.relative_name(Path(own[-1].filename)), own[-1].lineno or 0, said)

    def find_quoted(self, words: str) -> tuple[str, int]:
        """Return the file and line where this text is in quotes."""
        return self.find(rf"[\"']{re.escape(words)}[\"']")

    def is_elsewhere(self, error: BaseException) -> bool:
        """Return whether an error comes from another installed game."""
        files = [value.filename for value in traceback.extract_tb(error.__traceback__)]
        files += [error.filename or ""] if isinstance(error, SyntaxError) else []
        others = [folder for key, folder in game_folders().items() if key != self.key]
        own = any(self.folder in Path(file).parents for file in files)
        return not own and any(folder in Path(file).parents for file in files for folder in others)

    def data_fault(self, error: CatalogueError) -> Fault:
        file = next((value for value in self.folder.rglob(Path(error.file).name)), None)
        if file is None:
            return Fault(error.file, 0, error.reason)
        toml = re.search(r"line (\d+)", error.reason)
        line = int(toml[1]) if toml else self._entry_line(file.read_text(encoding="utf-8"), error)
        said = ", ".join(value for value in (error.entry, error.field) if value)
        listed = re.search(r"must be one of (.+), not '([^']+)'", error.reason)
        near = suggest_match(listed[2], listed[1].split(", ")) if listed else ""
        return Fault(self.relative_name(file), line, f"{said}: {error.reason}{near}".strip(": "))

    def _entry_line(self, text: str, error: CatalogueError) -> int:
        """Return the line of the field that an error names, or of its entry or class; 0 if none is named."""
        name = re.search(r"'([^']+)'", error.entry)
        start = max(text.find(f'"{name[1]}"'), text.find(f"class {name[1]}("), 0) if name else 0
        field = re.sub(r"\[.*", "", error.field)
        at = text.find(field, start) if field else start
        return text.count("\n", 0, max(at, start)) + 1 if name else 0

    @cached_property
    def own_names(self) -> set[str]:
        return {module.__name__ for module in self.modules.values()}

    @cached_property
    def game(self) -> GameDefinition | None:
        """The game's definition; None if it cannot be loaded."""
        return load_game(self.key) or self._game_set_aside()

    def _game_set_aside(self) -> GameDefinition | None:
        """Return the definition of a disabled game, to find its other faults; None if it cannot be loaded."""
        try:
            return read_game(self.key)
        except Exception:
            return None

    def ruleset(self) -> Ruleset | None:
        """Return the game's rules; None if they cannot be loaded."""
        rules = getattr(self.game, "rules", None)
        return rules if isinstance(rules, Ruleset) else None

    def values(self, kind: type) -> Iterator[Any]:
        found = {id(var): var for module in self.modules.values() for var in vars(module).values()}
        yield from (value for value in found.values() if isinstance(value, kind) or _derives(value, kind))

    def toml(self, name: str) -> Mapping[str, Any]:
        file = self.folder / name
        try:
            return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        except tomllib.TOMLDecodeError as error:
            raise CatalogueError(f"this is not valid TOML: {error}.", file=name) from None

    def wrong(self, file: str, name: str, message: str, known: Iterable[str]) -> Fault:
        line = self.line(self.folder / file, rf"[\"'\[]?{re.escape(name)}\b")
        return Fault(file, line, f"{message}{suggest_match(name, known)}")

    def missing(self, file: str, line: int, wanted: str) -> Iterator[Fault]:
        if not self.has_template(wanted):
            own = wanted.removeprefix(f"games/{self.key}/")
            names = self.template_names if own == wanted else self.own_template_names
            hint = suggest_match(own, names, cutoff=0.8) or (
                f" Write templates/{own}." if own != wanted else ""
            )
            yield Fault(file, line, f"there is no template {wanted!r}.{hint}")

    def has_template(self, name: str) -> bool:
        own = f"games/{self.key}/"
        if name.startswith(own):
            return (self.folder / "templates" / name.removeprefix(own)).is_file()
        return name in self.template_names

    @cached_property
    def own_template_names(self) -> list[str]:
        folder = self.folder / "templates"
        return sorted(value.relative_to(folder).as_posix() for value in folder.rglob("*.html"))

    @cached_property
    def template_names(self) -> list[str]:
        names = {f"games/{self.key}/{value}" for value in self.own_template_names}
        return sorted(names.union(self.app.jinja_env.list_templates()))

    def find(self, pattern: str, *kinds: str) -> tuple[str, int]:
        """Return the first file and line of the game that match a pattern; the folder and 0 if none does."""
        for kind in kinds or ("*.py", "*.toml"):
            for file in sorted(self.folder.rglob(kind)):
                if line := self.line(file, pattern):
                    return self.relative_name(file), line
        return self.folder.name, 0

    def line(self, file: Path, pattern: str) -> int:
        text = file.read_text(encoding="utf-8")
        match = re.search(pattern, text, re.MULTILINE)
        return text.count("\n", 0, match.start() + len(match[0]) - len(match[0].lstrip())) + 1 if match else 0

    def line_of_end(self, file: Path, pattern: str) -> int:
        """Return the line on which the first match ends; 0 if nothing matches."""
        text = file.read_text(encoding="utf-8")
        match = re.search(pattern, text, re.MULTILINE)
        return text.count("\n", 0, match.end()) + 1 if match else 0

    def relative_name(self, file: Path) -> str:
        inside = self.folder in file.parents
        return file.relative_to(self.folder).as_posix() if inside else f"{file.parent.name}/{file.name}"


def _derives(value: object, kind: type) -> bool:
    return isinstance(value, type) and issubclass(value, kind) and value is not kind
