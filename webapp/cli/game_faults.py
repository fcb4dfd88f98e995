"""Find mistakes in a game's code, words, templates and examples, without playing it."""

import ast
import re
import tomllib
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from inspect import getattr_static
from pathlib import Path
from types import ModuleType
from typing import Any

from flask import Flask
from jinja2 import TemplateSyntaxError, nodes

from webapp.cli.game_parts import wrong_parts
from webapp.rules.errors import CatalogueError
from webapp.rules.game import INTERFACE, GameDefinition, versions_of
from webapp.rules.play import CheckField
from webapp.rules.plugins import broken, found, load_game, package_of, places, read_game
from webapp.rules.ruleset import Ruleset, rulesets
from webapp.table.command import GameCommand, parse
from webapp.table.commands import commands
from webapp.table.games import GameTable
from webapp.table.refusals import Refused
from webapp.views.games import GameScreens, new_words
from webapp.views.panel_ids import wrong_panel_ids

FIELD_KINDS = ("choice", "text", "number", "flag", "character", "characters", "zone", "piece")
ROLES = ("progress", "threat")
HOOKED = (GameDefinition, Ruleset, GameScreens, GameTable, GameCommand)
"""The classes whose methods and values an author overrides by name."""
ALIKE = 0.88
"""How similar two names are if one was probably meant for the other: of five letters, one may be missing."""
PRESSED = ("press", "command")
"""The macros of parts/forms.html whose first argument is a command."""
KNOWN_FILES = ("words.toml", "commands.toml", "catalogue.toml")


@dataclass(frozen=True, order=True)
class Fault:
    """One mistake: its file, its line (0: the whole file), a description, and what was probably meant."""

    file: str
    line: int
    says: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.says}" if self.line else f"{self.file}: {self.says}"


def hint(said: object, known: Iterable[str]) -> str:
    """Return what was probably meant, to follow a sentence; "" if nothing is similar."""
    near = get_close_matches(str(said), list(known), n=1, cutoff=0.6)
    return f" Did you mean {near[0]!r}?" if near else ""


def _wrong_field(rules: Ruleset, field: CheckField, known: bool) -> str:
    """Return what prevents a field of the form from being drawn; "" if nothing."""
    if field.kind not in FIELD_KINDS:
        return f"the kind {field.kind!r} is none of {', '.join(FIELD_KINDS)}.{hint(field.kind, FIELD_KINDS)}"
    for other in rulesets().values():
        taken = next((own.kind for own in other.check_form if own.key == field.key), field.kind)
        if taken != field.kind and taken in FIELD_KINDS:
            return (
                f"{other.name} has a field of this key as {taken!r}; `check.call` is shared, so rename yours."
            )
    if bool(field.choices) != (field.kind == "choice"):
        return "it has choices but is not a choice." if field.choices else "it is a choice without choices."
    if field.labels and len(field.labels) != len(field.choices):
        return f"it has {len(field.choices)} choices and {len(field.labels)} labels."
    usual = rules.chosen(field, {}) if known else None
    if usual is not None and field.choices and usual not in field.choices:
        return f"its default {usual!r} is none of its choices.{hint(usual, field.choices)}"
    return ""


class GameFaults:
    """Checks the package of one game; `all()` yields each fault once."""

    def __init__(self, key: str, app: Flask) -> None:
        self.key, self.app = key, app
        self.folder = places()[key]
        self.modules: dict[Path, ModuleType] = {}

    def all(self) -> list[Fault]:
        """Return every fault, by file and line."""
        looks: tuple[Callable[[], Iterator[Fault]], ...] = (
            self._imports,
            self._front,
            self._parts,
            self._catalogue,
            self._form,
            self._templates,
            self._named_templates,
            self._panel_ids,
            self._hooks,
            self._words,
            self._examples,
            self._pressed,
        )
        found: set[Fault] = set()
        for inspect in looks:
            if found and inspect in (self._words, self._examples, self._pressed):
                break  # the commands of a game that fails to import are unknown
            try:
                found.update(inspect())
            except Exception as error:
                found.add(self.fault(error))
        if not found and self.key not in rulesets():
            found.update(self._set_aside())
        return sorted(found)

    def fault(self, error: BaseException) -> Fault:
        """Make a fault from an exception: at its deepest line in this game's code."""
        if isinstance(error, SyntaxError) and error.filename:
            return Fault(self._named(Path(error.filename)), error.lineno or 0, f"{error.msg} (SyntaxError)")
        if isinstance(error, CatalogueError):
            return self._data_fault(error)
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if self.folder in Path(frame.filename).parents]
        said = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
        if not own and (returns := re.search(r"(\w+)\.(\w+) returns", said)):
            return Fault(*self._find(rf"def {returns[2]}\b"), said)
        if not own:
            return Fault(self.folder.name, 0, said)
        return Fault(self._named(Path(own[-1].filename)), own[-1].lineno or 0, said)

    def named_in(self, words: str) -> tuple[str, int]:
        """Return the file and line where these words are in quotes."""
        return self._find(rf"[\"']{re.escape(words)}[\"']")

    def is_elsewhere(self, error: BaseException) -> bool:
        """Return whether this is the fault of another game that is installed."""
        files = [value.filename for value in traceback.extract_tb(error.__traceback__)]
        files += [error.filename or ""] if isinstance(error, SyntaxError) else []
        others = [folder for key, folder in places().items() if key != self.key]
        own = any(self.folder in Path(file).parents for file in files)
        return not own and any(folder in Path(file).parents for file in files for folder in others)

    # ---- code -----------------------------------------------------------------------------------

    def _imports(self) -> Iterator[Fault]:
        """Check that every module can be imported."""
        for file in sorted(self.folder.rglob("*.py")):
            parts = file.relative_to(self.folder).with_suffix("").parts
            own = parts[:-1] if parts[-1] == "__init__" else parts
            try:
                self.modules[file] = import_module(".".join([package_of(found()[self.key]), *own]))
            except Exception as error:
                yield self.fault(error)

    def _front(self) -> Iterator[Fault]:
        """Check that the game's class is for this interface, and that its key is the entry point's."""
        if self.game is None:
            yield from self._unreadable()
            return
        ruleset = getattr(self.game, "rules", None)
        if not isinstance(ruleset, Ruleset):
            yield Fault(*self._find(r"^\s*(rules|RULESET)\s*="), "rules is not a Ruleset.")
        elif ruleset.key != self.key:
            at, line = self._find(rf"\bkey\s*=\s*[\"']{re.escape(ruleset.key)}[\"']")
            yield Fault(at, line, f"key is {ruleset.key!r}, and the entry point says {self.key!r}.")

    def _unreadable(self) -> Iterator[Fault]:
        """Say why the class could not be loaded, although its modules could."""
        kinds = [var for module in self.modules.values() for var in vars(module).values()]
        for kind in kinds:
            if (
                isinstance(kind, type)
                and issubclass(kind, GameDefinition)
                and kind.__module__ in self._own_names
            ):
                try:
                    versions_of(kind())
                    why = f"interface is {kind.interface}; this Tableside has {INTERFACE}. Write {INTERFACE}."
                except ValueError as error:
                    why = f"{error}."
                yield Fault(*self._find(r"^\s+interface\b"), why)
                return
        at, line = self._find(r"^INTERFACE\b")
        yield Fault(at, line, f"{broken().get(self.key, 'it cannot be read')}.")

    def _parts(self) -> Iterator[Fault]:
        """Check that the classes of commands and views exist, and are of the right kind."""
        if self.game is not None:
            for text, says in wrong_parts(self.game, sorted(self._own_names)):
                yield Fault(*self.named_in(text), says)

    def _set_aside(self) -> Iterator[Fault]:
        """Say why Tableside refuses a game in which nothing else was found."""
        yield Fault("game.py", 0, f"it cannot be played: {broken().get(self.key, 'it was not found')}.")

    @cached_property
    def _own_names(self) -> set[str]:
        return {module.__name__ for module in self.modules.values()}

    @cached_property
    def game(self) -> GameDefinition | None:
        """The game's class, where it could be read."""
        return load_game(self.key) or self._game_set_aside()

    def _game_set_aside(self) -> GameDefinition | None:
        """Return a disabled game, to find what else is wrong with it."""
        try:
            return read_game(self.key)
        except Exception:
            return None

    def ruleset(self) -> Ruleset | None:
        """Return the game's rules, if they could be loaded."""
        rules = getattr(self.game, "rules", None)
        return rules if isinstance(rules, Ruleset) else None

    def _hooks(self) -> Iterator[Fault]:
        """Find methods that no base class has, but whose name is close to one."""
        for file, module in self.modules.items():
            for base in HOOKED:
                for var in vars(module).values():
                    if isinstance(var, type) and issubclass(var, base) and var.__module__ == module.__name__:
                        yield from self._misspelt(var, base, file)

    def _misspelt(self, kind: type, base: type, file: Path) -> Iterator[Fault]:
        inherited = {name for above in kind.__mro__[1:] for name in _named_by(above)}
        hooks = [name for above in base.__mro__ for name in _named_by(above) if name[0] != "_"]
        for name, value in vars(kind).items():
            fields = getattr(kind, "model_fields", {})
            if name.startswith("_") or name in inherited or name in fields:
                continue
            if base is GameCommand and not callable(value):
                continue  # pydantic's own, and constants
            alike = [hook for hook in hooks if callable(getattr(base, hook, None)) == callable(value)]
            near = get_close_matches(name, alike, n=1, cutoff=ALIKE)
            if near and near[0] not in _named_by(kind):
                line = self._line(file, rf"def {name}\b|^\s+(?:\w+\s*=\s*)*{name}\s*[:=]")
                yield Fault(
                    self._named(file), line, f"{base.__name__} has no {name!r}. Did you mean {near[0]!r}?"
                )

    # ---- data -----------------------------------------------------------------------------------

    def _data_fault(self, error: CatalogueError) -> Fault:
        file = next((value for value in self.folder.rglob(Path(error.file).name)), None)
        if file is None:
            return Fault(error.file, 0, error.reason)
        toml = re.search(r"line (\d+)", error.reason)
        line = int(toml[1]) if toml else self._entry_line(file.read_text(encoding="utf-8"), error)
        said = ", ".join(value for value in (error.entry, error.field) if value)
        listed = re.search(r"is one of (.+), not '([^']+)'", error.reason)
        near = hint(listed[2], listed[1].split(", ")) if listed else ""
        return Fault(self._named(file), line, f"{said}: {error.reason}{near}".strip(": "))

    def _entry_line(self, text: str, error: CatalogueError) -> int:
        """Return the line of the field that an error names within its entry; 0 if neither is found."""
        name = re.search(r"'([^']+)'", error.entry)
        start = max(text.find(f'"{name[1]}"'), 0) if name else 0
        field = re.sub(r"\[.*", "", error.field)
        at = text.find(field, start) if field else start
        return text.count("\n", 0, max(at, start)) + 1 if name else 0

    def _catalogue(self) -> Iterator[Fault]:
        """Check that the catalogue loads, and that screens know the role of each kind of clock."""
        rules = self.ruleset()
        if rules is None:
            return
        for entry in rules.catalogue.values():
            role = entry.data.get("role") if entry.kind == "clock" else None
            if role is None and entry.kind == "clock" and _reads_roles(rules):
                row = rf"^\[\[clock\]\](?:(?!^\[\[)[\s\S])*?name\s*=\s*[\"']{re.escape(entry.name)}[\"']"
                yield Fault(*self._find(row, "catalogue.toml", "*.toml"),
                            f"{entry.name}: role is missing, one of progress, threat.")  # fmt: skip
            elif role is not None and role not in ROLES:
                at, line = self._find(rf"role\s*=\s*[\"']{re.escape(str(role))}[\"']", "*.toml")
                yield Fault(at, line, f"{entry.name}: the role {role!r} is none of progress, threat."
                            f"{hint(role, ROLES)}")  # fmt: skip

    def _form(self) -> Iterator[Fault]:
        """Check that every field of the form is a field of the game's request."""
        rules = self.ruleset()
        if rules is None or not is_dataclass(rules.request_type):
            return
        known = [value.name for value in fields(rules.request_type)]
        for field in rules.check_form:
            if wrong := _wrong_field(rules, field, field.key in known):
                at, line = self._find(rf"[\"']{re.escape(field.key)}[\"']")
                yield Fault(at, line, f"the form's {field.key!r}: {wrong}")
            if field.key not in known:
                at, line = self._find(rf"[\"']{re.escape(field.key)}[\"']|\b{re.escape(field.key)}\b")
                model = rules.request_type.__name__
                yield Fault(at, line, f"the form asks for {field.key!r}, and {model} has no such field."
                            f"{hint(field.key, known)}")  # fmt: skip

    def _words(self) -> Iterator[Fault]:
        """Check that every word of the game names an existing command or template."""
        words = new_words(self._toml("words.toml"))
        names = [command.partition(".")[2] for command in commands() if command.startswith(f"{self.key}.")]
        for name in (*words.get("proposal_labels", {}), *words.get("hidden_from_recap", ())):
            if name not in names:
                yield self._wrong("words.toml", name, f"there is no command {self.key}.{name}.", names)
        for screens in self._values(GameScreens):
            for name in (*screens.proposal_labels, *screens.hidden_from_recap):
                if name not in commands():
                    at, line = self._find(rf"[\"']{re.escape(name)}[\"']")
                    yield Fault(at, line, f"there is no command {name!r}.{hint(name, commands())}")
            for move in screens.gm_actions:
                if not self._has_template(move.template):
                    at, line = self._find(re.escape(move.template), "*.py", "*.toml")
                    if not line:
                        at, line = self._find(rf"key\s*=\s*[\"']{re.escape(move.key)}[\"']", "*.toml", "*.py")
                    yield Fault(at, line, f"the move {move.name!r} has no template {move.template}."
                                f"{hint(move.template, self._template_names)}")  # fmt: skip

    def _examples(self) -> Iterator[Fault]:
        """Check that each example of `commands.toml` is a valid command of this game."""
        own = [command for command in commands() if command.startswith(f"{self.key}.")]
        for name, example in self._toml("commands.toml").items():
            if name not in own:
                yield self._wrong("commands.toml", name, f"there is no command {name!r}.", own)
                continue
            try:
                parse({"do": name, **example.get("send", {})})
            except Refused as error:
                wrong = "; ".join(f"{field}: {said}" for field, said in error.fields.items()) or error.message
                known = [*commands()[name].model_fields]
                near = "".join(hint(value, known) for value in error.fields if value not in known)
                yield self._wrong(
                    "commands.toml", name, f"the example of {name} is wrong: {wrong}.{near}", ()
                )

    # ---- templates ------------------------------------------------------------------------------

    def _templates(self) -> Iterator[Fault]:
        """Check that every template compiles, and that what it includes exists."""
        for file in sorted((self.folder / "templates").rglob("*.html")):
            try:
                tree = self.app.jinja_env.parse(file.read_text(encoding="utf-8"))
            except TemplateSyntaxError as error:
                yield Fault(self._named(file), error.lineno, f"{error.message} (TemplateSyntaxError)")
                continue
            for node in tree.find_all((nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)):
                wanted = getattr(node, "template", None)
                if isinstance(wanted, nodes.Const) and not getattr(node, "ignore_missing", False):
                    yield from self._missing(self._named(file), node.lineno, str(wanted.value))

    def _pressed(self) -> Iterator[Fault]:
        """Check that every command that a template's buttons and forms name exists."""
        for file in sorted((self.folder / "templates").rglob("*.html")):
            tree = self.app.jinja_env.parse(file.read_text(encoding="utf-8"))
            for call in tree.find_all(nodes.Call):
                macro = getattr(call.node, "attr", getattr(call.node, "name", ""))
                said = call.args[0] if macro in PRESSED and call.args else None
                if isinstance(said, nodes.Const) and said.value not in commands():
                    near = hint(said.value, commands())
                    yield Fault(self._named(file), said.lineno, f"there is no command {said.value!r}.{near}")

    def _named_templates(self) -> Iterator[Fault]:
        """Check that every template that code names exists."""
        for file in self.modules:
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if (
                    isinstance(node, ast.keyword)
                    and node.arg == "of"
                    and isinstance(node.value, ast.Constant)
                ):
                    wanted = str(node.value.value)
                    if wanted.startswith(f"{self.key}/"):
                        yield from self._missing(self._named(file), node.value.lineno, f"games/{wanted}.html")

    def _panel_ids(self) -> Iterator[Fault]:
        """Check that every panel is named after the game."""
        if self.game is not None:
            for wrong in wrong_panel_ids(self.key, self.game):
                yield Fault(self._named(wrong.file), wrong.line, f"{wrong.says(self.key)}.")

    def _missing(self, file: str, line: int, wanted: str) -> Iterator[Fault]:
        if not self._has_template(wanted):
            near = hint(wanted, self._template_names)
            yield Fault(file, line, f"there is no template {wanted!r}.{near}")

    def _has_template(self, name: str) -> bool:
        own = f"games/{self.key}/"
        if name.startswith(own):
            return (self.folder / "templates" / name.removeprefix(own)).is_file()
        return name in self._template_names

    @cached_property
    def _template_names(self) -> list[str]:
        own = (self.folder / "templates").rglob("*.html")
        names = {
            f"games/{self.key}/{value.relative_to(self.folder / 'templates').as_posix()}" for value in own
        }
        return sorted(names.union(self.app.jinja_env.list_templates()))

    # ---- where ----------------------------------------------------------------------------------

    def _values(self, kind: type) -> Iterator[Any]:
        found = {id(var): var for module in self.modules.values() for var in vars(module).values()}
        yield from (value for value in found.values() if isinstance(value, kind) or _derives(value, kind))

    def _toml(self, name: str) -> Mapping[str, Any]:
        file = self.folder / name
        try:
            return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        except tomllib.TOMLDecodeError as error:
            raise CatalogueError(f"this is not valid TOML: {error}.", file=name) from None

    def _wrong(self, file: str, name: str, says: str, known: Iterable[str]) -> Fault:
        line = self._line(self.folder / file, rf"[\"'\[]?{re.escape(name)}\b")
        return Fault(file, line, f"{says}{hint(name, known)}")

    def _find(self, pattern: str, *kinds: str) -> tuple[str, int]:
        """Return the first file and line of the game that contains this."""
        for kind in kinds or ("*.py", "*.toml"):
            for file in sorted(self.folder.rglob(kind)):
                if line := self._line(file, pattern):
                    return self._named(file), line
        return self.folder.name, 0

    def _line(self, file: Path, pattern: str) -> int:
        text = file.read_text(encoding="utf-8")
        match = re.search(pattern, text, re.MULTILINE)
        return text.count("\n", 0, match.start() + len(match[0]) - len(match[0].lstrip())) + 1 if match else 0

    def _named(self, file: Path) -> str:
        inside = self.folder in file.parents
        return file.relative_to(self.folder).as_posix() if inside else f"{file.parent.name}/{file.name}"


def _named_by(kind: type) -> set[str]:
    """Return the names that a class binds or annotates."""
    return {*vars(kind), *vars(kind).get("__annotations__", {})}


def _reads_roles(rules: Ruleset) -> bool:
    """Return whether the game's kinds of clock are the catalogue's, each with a role."""
    return getattr_static(type(rules), "clock_kinds") is vars(Ruleset)["clock_kinds"]


def _derives(value: object, kind: type) -> bool:
    return isinstance(value, type) and issubclass(value, kind) and value is not kind
