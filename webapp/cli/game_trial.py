"""Play a scripted scene of one game: roll checks, try the game's commands, draw each role's page."""

import logging
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from traceback import walk_stack
from typing import Any

from flask import Flask, template_rendered
from jinja2 import Undefined
from jinja2.utils import missing

from webapp.cli.game_source import Fault, GameSource, suggest_match
from webapp.rules.check_form import CheckField
from webapp.rules.playable_games import rulesets
from webapp.rules.ruleset import Ruleset
from webapp.store.db import db
from webapp.table.commands import commands

API = "/api/v1"
LIKELY = 0.05
"""Checks are rolled until every outcome with at least this chance has come up, but at most MOST_ROLLS."""
MOST_ROLLS = 40
"""The most checks that are rolled to bring up all likely outcomes."""


class ErrorCollector(logging.Handler):
    """A log handler that collects error records."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record)


@contextmanager
def collect_errors() -> Iterator[ErrorCollector]:
    """Collect logged errors inside a `with` block, and keep them off the terminal."""
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
    """Record, inside a `with` block, attributes that the game's templates print but their values lack."""
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
    """Return the fault of printing a missing attribute; a missing key counts only if it looks misspelt."""
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
    """Play a scene of the game and return the faults; a refusal with a sentence is not a fault."""
    with collect_errors() as notes, note_empty_prints(app, source) as empty:
        with app.app_context():
            db.create_all()
        scene = TrialScene(key, app)
        try:
            scene.play()
        except Exception as error:
            return [source.fault(error)]
    logged = {fault for record in notes.found if (fault := _fault(record, source)) is not None} | empty
    return sorted(logged or scene.panel_faults())


def _fault(record: logging.LogRecord, source: GameSource) -> Fault | None:
    """Return the fault that a log record describes; None if it belongs to another game."""
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


def _lacking(page: str) -> set[str]:
    """Return the ids of panels that the table has for this page but the page does not show."""
    listed = re.search(r"[?&;]lacks=([^&\"]*)", page)
    return set(listed[1].split("+")) if listed else set()


class TrialScene:
    """A table of one game, played through the API and shown on each role's page."""

    def __init__(self, key: str, app: Flask) -> None:
        self.key, self.app = key, app
        self.game: Ruleset = rulesets()[key]
        self.client = app.test_client()
        made = self._post("/tables", {"name": "A trial", "ruleset": key})
        self.table, self.keys = made["table"], made["keys"]
        self.ids: dict[str, int] = {}
        self.pages: dict[str, list[str]] = {role: [] for role in self.keys}
        self.panels: dict[tuple[str, str], str] = {}
        """The template of each of the game's own panels that was drawn, by role and panel id."""

    def play(self) -> None:
        """Set the scene, roll up to 40 checks to see each likely outcome, and try the game's commands.

        The page of each role is rendered after each of these stages.
        """
        self._set_the_scene()
        self.draw()
        self._check()
        self.draw()
        for name, command in commands().items():
            if name.startswith(f"{self.key}."):
                self.do(name, **self._filled(command.model_fields))
        self.draw()

    def do(self, do: str, **fields: object) -> Mapping[str, Any]:
        """Send a command as the GM; return its result, which is empty if it was refused."""
        sent = {"do": do, **fields}
        answer = self._post(f"/tables/{self.table}/commands", sent, key=self.keys["gm"])
        result: Mapping[str, Any] = answer.get("result") or {}
        return result

    def draw(self) -> None:
        """Render the page of each role, and read the table through the API with each key."""
        for role, key in self.keys.items():
            visitor = self.app.test_client()
            visitor.get(f"/k/{key}")
            with self._note_panels(role):
                page = visitor.get(f"/t/{self.table}").get_data(as_text=True)
            self.pages[role].append(page)
            self.client.get(f"{API}/tables/{self.table}", headers={"Authorization": f"Bearer {key}"})
            if role == "gm":
                visitor.get("/patterns")

    @contextmanager
    def _note_panels(self, role: str) -> Iterator[None]:
        """Record, inside a `with` block, which of the game's panels are rendered on this role's page."""
        own = f"games/{self.key}/"

        def note(_app: Flask, template: Any, context: Mapping[str, Any], **_more: Any) -> None:
            panel = context.get("panel")
            if panel is not None and not panel.within and str(template.name).startswith(own):
                self.panels[role, panel.id] = str(template.name).removeprefix(own)

        with template_rendered.connected_to(note, self.app):
            yield

    def panel_faults(self) -> Iterator[Fault]:
        """Find panels that the table's stream could not replace on an open page."""
        for (role, id), template in self.panels.items():
            shown = [page for page in self.pages[role] if id not in _lacking(page)]
            roots = [found[0] for page in shown if (found := re.search(rf'<[^>]*\bid="{id}"[^>]*>', page))]
            if shown and not roots:
                says = f'the outer element needs id="{id}", so that changes at the table can replace it.'
                yield Fault(f"templates/{template}", 1, says)
            elif shown and not any("data-at=" in root for root in roots):
                yield Fault(f"templates/{template}", 1, 'the outer element needs data-at="{{ now }}".')

    def _set_the_scene(self) -> None:
        stats = {
            attribute.key: max(attribute.low, min(1, attribute.high)) for attribute in self.game.attributes
        }
        self.ids["character"] = self.do("character.add", name="Ann", stats=stats).get("character", 0)
        self.ids["other"] = self.do("character.add", name="Bog", kind="npc").get("character", 0)
        self.ids["zone"] = self.do("zone.add", name="Here").get("zone", 0)
        for kind in self.game.catalogue.clock_kinds:
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
        expected, met = self._likely_outcomes(asked), set[str]()
        for _ in range(MOST_ROLLS if expected else 1):
            called = self._call(asked)
            met.add(self.do("check.roll", check=called).get("outcome", ""))
            self.do("check.resolve", check=called)
            if expected <= met:
                return

    def _call(self, asked: Mapping[str, object]) -> int:
        character, clock = self.ids["character"], self.ids["clock"]
        called: int = self.do("check.call", character=character, targets=[clock], **asked).get("check", 0)
        return called

    def _likely_outcomes(self, asked: Mapping[str, object]) -> set[str]:
        """Return the keys of a check's likely outcomes; an empty set if the game gives no odds."""
        called, bearer = self._call(asked), {"Authorization": f"Bearer {self.keys['gm']}"}
        table = self.client.get(f"{API}/tables/{self.table}", headers=bearer).get_json()
        check: Mapping[str, Any] = next(
            (value for value in table.get("checks", ()) if value["id"] == called), {}
        )
        outcomes = (check.get("odds") or {}).get("outcomes", ())
        return {value["key"] for value in outcomes if value["chance"] >= LIKELY}

    def _answer(self, field: CheckField) -> object:
        """Return a valid value for a required field of the check form; None for an optional one."""
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
        """Return values for a command's required fields, and the ids of things for fields that name one."""
        usual = {name: self.ids[name] for name in fields if name in self.ids}
        needed = [name for name, value in fields.items() if value.is_required() and name not in usual]
        return {**dict.fromkeys(needed, 1), **usual}

    def _post(self, path: str, sent: Mapping[str, object], key: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        answer = self.client.post(f"{API}{path}", json=sent, headers=headers)
        return answer.get_json(silent=True) or {}
