"""Play a scripted scene of one game: roll checks, try every command, draw all screens."""

import logging
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from traceback import walk_stack
from typing import Any

from flask import Flask
from jinja2 import Undefined
from jinja2.utils import missing

from webapp.cli.game_source import Fault, GameSource, suggest_match
from webapp.rules.check_hooks import CheckField
from webapp.rules.ruleset import Ruleset, rulesets
from webapp.store.db import db
from webapp.table.commands import commands

API = "/api/v1"


class ErrorCollector(logging.Handler):
    """A log handler that collects errors of failed code."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record)


@contextmanager
def collect_errors() -> Iterator[ErrorCollector]:
    """Collect logged errors, and keep them off the terminal."""
    notes, root = ErrorCollector(), logging.getLogger()
    before, root.handlers = root.handlers, [notes]
    app = logging.getLogger("webapp")
    others, app.handlers, app.propagate = app.handlers, [], True
    try:
        yield notes
    finally:
        root.handlers, app.handlers = before, others


@contextmanager
def note_empty_prints(app: Flask, source: GameSource) -> Iterator[set[Fault]]:
    """Record the attributes that the game's templates print but their values lack."""
    found: set[Fault] = set()

    class NotedUndefined(Undefined):
        """A missing attribute, recorded when a template prints it."""

        def __str__(self) -> str:
            fault = _empty_print(self._undefined_obj, str(self._undefined_name), source)
            found.update([fault] if fault is not None else [])
            return super().__str__()

    before, app.jinja_env.undefined = app.jinja_env.undefined, NotedUndefined
    try:
        yield found
    finally:
        app.jinja_env.undefined = before


def _empty_print(value: object, name: str, source: GameSource) -> Fault | None:
    """Return the fault of printing a missing attribute; a missing key is one only if it looks misspelt."""
    keys = [str(key) for key in value] if isinstance(value, Mapping) else dir(value)
    near = suggest_match(name, [key for key in keys if key[0] != "_"])
    if value in (missing, None) or (isinstance(value, Mapping) and not near):
        return None
    for frame, _ in walk_stack(sys._getframe(1)):
        template = frame.f_globals.get("__jinja_template__")
        file = Path(str(getattr(template, "filename", "")))
        if template is not None and source.folder in file.parents:
            line = template.get_corresponding_lineno(frame.f_lineno)
            return Fault(source.relative_name(file), line, f"{type(value).__name__} has no {name!r}.{near}")
    return None


def play_scene(key: str, app: Flask, source: GameSource) -> list[Fault]:
    """Play a scene and return what failed; a refusal with a sentence is not a fault."""
    with collect_errors() as notes, note_empty_prints(app, source) as empty:
        with app.app_context():
            db.create_all()
        scene = TrialScene(key, app)
        try:
            scene.play()
        except Exception as error:
            return [source.fault(error)]
    return sorted({fault for record in notes.found if (fault := _fault(record, source)) is not None} | empty)


def _fault(record: logging.LogRecord, source: GameSource) -> Fault | None:
    """Return the fault of this game that a log record describes; None for other records."""
    said = record.getMessage().splitlines()[0]
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        named = re.match(r"A panel is wrong: (\S+) of the game", said)
        file, line = source.find_quoted(named[1]) if named else (source.folder.name, 0)
        return Fault(file, line, said)
    error = getattr(error, "original", error)
    if source.is_elsewhere(error):
        return None
    tried = source.fault(error)
    file, line = tried.file, tried.line
    if not line and (proposed := re.match(r"A proposal is wrong: (\S+)", said)):
        file, line = source.find_quoted(proposed[1])
    return Fault(file, line, f"{said} ({tried.message})")


class TrialScene:
    """One table of the game, played through the API and shown on all screens."""

    def __init__(self, key: str, app: Flask) -> None:
        self.key, self.app = key, app
        self.game: Ruleset = rulesets()[key]
        self.client = app.test_client()
        made = self._post("/tables", {"name": "A trial", "ruleset": key})
        self.table, self.keys = made["table"], made["keys"]
        self.ids: dict[str, int] = {}

    def play(self) -> None:
        """Set the scene, roll each kind of check, and try every command, drawing all screens after each."""
        self._set_the_scene()
        self.draw()
        self._check()
        self.draw()
        for name, command in commands().items():
            if name.startswith(f"{self.key}."):
                self.do(name, **self._filled(command.model_fields))
        self.draw()

    def do(self, do: str, **fields: object) -> Mapping[str, Any]:
        """Send a command as the GM; return its result, or None if it was refused."""
        sent = {"do": do, **fields}
        answer = self._post(f"/tables/{self.table}/commands", sent, key=self.keys["gm"])
        result: Mapping[str, Any] = answer.get("result") or {}
        return result

    def draw(self) -> None:
        """Render the page of each role, and read the API."""
        for role, key in self.keys.items():
            visitor = self.app.test_client()
            visitor.get(f"/k/{key}")
            visitor.get(f"/t/{self.table}")
            self.client.get(f"{API}/tables/{self.table}", headers={"Authorization": f"Bearer {key}"})
            if role == "gm":
                visitor.get("/patterns")

    def _set_the_scene(self) -> None:
        stats = {
            attribute.key: max(attribute.low, min(1, attribute.high)) for attribute in self.game.attributes
        }
        self.ids["character"] = self.do("character.add", name="Ann", stats=stats).get("character", 0)
        self.ids["other"] = self.do("character.add", name="Bog", kind="npc").get("character", 0)
        self.ids["zone"] = self.do("zone.add", name="Here").get("zone", 0)
        for kind in self.game.clock_kinds:
            added = self.do("clock.add", name=kind.name, kind=kind.key, segments=4)
            self.ids["clock"] = added.get("clock", 0)
        for entry in self.game.catalogue.values():
            if entry.kind in ("tag", "condition"):
                whose = {"character": self.ids["character"]} if entry.kind == "condition" else {}
                self.ids[entry.kind] = self.do(f"{entry.kind}.add", name=entry.name, **whose).get(
                    entry.kind, 0
                )

    def _check(self) -> None:
        asked = {
            element.key: value
            for element in self.game.check_form
            if (value := self._answer(element)) is not None
        }
        called = self.do("check.call", character=self.ids["character"], targets=[self.ids["clock"]], **asked)
        if check := called.get("check"):
            self.do("check.roll", check=check)
            self.do("check.resolve", check=check)

    def _answer(self, field: CheckField) -> object:
        """Return a valid value for a required field."""
        if not field.needed:
            return None
        answers = {"number": max(field.low, min(field.high, 3)), "flag": True, "text": "Something"}
        if field.kind == "choice":
            return field.choices[0] if field.choices else None
        if field.kind in answers:
            return answers[field.kind]
        id = self.ids.get("other" if field.kind.startswith("character") else field.kind)
        return [id] if field.kind == "characters" else id

    def _filled(self, fields: Mapping[str, Any]) -> dict[str, object]:
        """Fill a command's required fields with things on the table, by name."""
        usual = {name: self.ids[name] for name in fields if name in self.ids}
        needed = [name for name, value in fields.items() if value.is_required() and name not in usual]
        return {**dict.fromkeys(needed, 1), **usual}

    def _post(self, path: str, sent: Mapping[str, object], key: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        answer = self.client.post(f"{API}{path}", json=sent, headers=headers)
        return answer.get_json(silent=True) or {}
