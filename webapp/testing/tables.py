"""A table of a ruleset for tests, with commands by name, loaded dice, and every screen."""

import atexit
import logging
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from webapp.app import create_app
from webapp.rules.dice import Dice
from webapp.rules.playable_games import rulesets
from webapp.rules.plugins import broken
from webapp.services import Services
from webapp.settings import Settings
from webapp.store.db import db
from webapp.views.game_screens import game_screens

API = "/api/v1"
KINDS = {"cast": "character", "clocks": "clock", "tags": "tag", "zones": "zone"}
"""Maps the lists in the API's view of a table to the word for one of their things in `/edit/<word>/<id>`."""


@cache
def trial_app() -> Flask:
    """Return the process's app, built on an empty folder, which is deleted when the process ends."""
    folder = tempfile.mkdtemp(prefix="tableside-trial-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    app = create_app(Settings(instance=folder, bind="127.0.0.1", limits="off", announce="off"))
    with app.app_context():
        event.listen(db.engine, "connect", _without_waiting_for_the_disk)
        db.create_all()
        db.session.remove()
    return app


def _without_waiting_for_the_disk(connection: Any, _record: object) -> None:
    """Make SQLite not wait for the disk, since the folder is deleted anyway."""
    connection.execute("PRAGMA synchronous=OFF")


@dataclass(frozen=True)
class RolledTrial:
    """A rolled check: its id, the outcome, and the commands that it proposes."""

    check: int
    outcome: str
    label: str
    success: bool
    proposals: tuple[Mapping[str, Any], ...]
    result: Mapping[str, Any]


class TrialTable:
    """A table with its GM, played through the API.

    `ids` maps the name of each added thing to its id. A command that is refused raises AssertionError with
    the sentence of the refusal.
    """

    def __init__(self, ruleset: str, name: str = "A trial", app: Flask | None = None) -> None:
        if ruleset not in rulesets():
            why = broken().get(ruleset, f"the installed games are {', '.join(rulesets())}")
            raise AssertionError(f"{ruleset} cannot be played: {why}")
        self.app, self.ruleset = app or trial_app(), ruleset
        self.client = self.app.test_client()
        answer = self.client.post(f"{API}/tables", json={"name": name, "ruleset": ruleset})
        assert answer.status_code == 201, answer.text
        made = answer.get_json()
        self.table: str = made["table"]
        self.keys: Mapping[str, str] = made["keys"]
        self.seats: dict[str, FlaskClient] = {}
        self.ids: dict[str, int] = {}

    # ---- commands -------------------------------------------------------------------------------

    def do(self, do: str, **fields: Any) -> dict[str, Any]:
        """Send a command as the GM; return its result."""
        answer = self._sent(do, fields)
        assert answer.status_code == 200, f"{do} was refused: {_sentence(answer)}"
        result: dict[str, Any] = answer.get_json()["result"]
        return result

    def refused(self, do: str, **fields: Any) -> str:
        """Send a command that must be refused, as the GM; return the sentence of the refusal."""
        answer = self._sent(do, fields)
        assert answer.status_code >= 400, f"{do} was not refused"
        return _sentence(answer)

    def character(self, name: str, kind: str = "pc", visibility: str = "shown", **stats: Any) -> int:
        """Add a character with these values on the sheet, and return its id: `character("Mara", NERVE=2)`."""
        return self._added("character", name, kind=kind, visibility=visibility, stats=stats)

    def clock(self, name: str, segments: int = 6, **fields: Any) -> int:
        """Add a clock, and return its id: `clock("The lamp", 4, kind="oil")`."""
        return self._added("clock", name, segments=segments, **fields)

    def tag(self, name: str, **fields: Any) -> int:
        """Add a tag with the effects of the catalogue's entry of this name, and return its id."""
        return self._added("tag", name, **fields)

    def condition(self, name: str, character: int, **fields: Any) -> int:
        """Add a condition with the effects of the catalogue's entry of this name, and return its id."""
        return self._added("condition", name, character=character, **fields)

    def check(self, character: int, dice: Sequence[Any] = (), **asked: Any) -> RolledTrial:
        """Call a check, roll it with these dice, or with the server's if none are given, and return it."""
        called: int = self.do("check.call", character=character, **asked)["check"]
        self.do("check.roll", check=called, **({"dice": list(dice)} if dice else {}))
        rolled = next(check for check in self.sees()["checks"] if check["id"] == called)
        proposals = [line for line in self.sees()["proposals"] if line["check"] == called]
        result: Mapping[str, Any] = rolled["result"]
        lines = tuple(line["command"] for line in proposals)
        return RolledTrial(called, result["outcome"], result["label"], result["success"], lines, result)

    def apply(self, rolled: RolledTrial) -> None:
        """Apply the open proposals of a rolled check."""
        self.do("check.resolve", check=rolled.check)

    @contextmanager
    def loaded(self, dice: Dice) -> Iterator[None]:
        """Use these dice as the server's inside a block: `with table.loaded(Loaded(6, 6)):`."""
        dispatcher = parts_of(self.app).dispatcher
        before, dispatcher.dice = dispatcher.dice, dice
        try:
            yield
        finally:
            dispatcher.dice = before

    # ---- reading the table ----------------------------------------------------------------------

    def sees(self, role: str = "gm") -> dict[str, Any]:
        """Return the table as the API shows it to this role."""
        answer = self.client.get(f"{API}/tables/{self.table}", headers=self._bearer(role))
        assert answer.status_code == 200, _sentence(answer)
        view: dict[str, Any] = answer.get_json()
        return view

    def filled(self, clock: str) -> int:
        """Return how many segments of the clock with this name are filled."""
        return next(int(thing["filled"]) for thing in self.sees()["clocks"] if thing["name"] == clock)

    def conditions(self, character: str) -> list[str]:
        """Return the names of the conditions of the character with this name."""
        who = next(thing for thing in self.sees()["cast"] if thing["name"] == character)
        return [condition["name"] for condition in who["conditions"]]

    # ---- screens --------------------------------------------------------------------------------

    def sit(self, name: str, character: int) -> FlaskClient:
        """Seat a player on a character; return their phone."""
        phone = self._visitor("player")
        self._press(phone, "seat.claim", name=name, character=character)
        self.seats[name] = phone
        return phone

    def press(self, name: str, do: str, **fields: Any) -> None:
        """Send a command from the phone of the player with this name, as its buttons do."""
        self._press(self.seats[name], do, **fields)

    def page(self, role: str = "gm", seat: str = "") -> str:
        """Return the HTML page of a role, or of the seat with this player's name."""
        visitor = self.seats[seat] if seat else self._visitor(role)
        return self._read(visitor, f"/t/{self.table}")

    def draws(self) -> dict[str, str]:
        """Open every role's and seat's pages; return each by the role or the player's name, and the address.

        Raises AssertionError if a page does not answer with 200, or if an error was logged.
        """
        with _errors() as found:
            pages = {
                f"{role}{at}": self._read(visitor, f"/t/{self.table}{at}")
                for role, visitor in self._visitors().items()
                for at in self._addresses(role)
            }
            pages["/patterns"] = self._read(self.client, "/patterns")
        assert not found, "\n".join(found)
        return pages

    def _addresses(self, role: str) -> Iterator[str]:
        yield ""
        if role == "gm":
            view = self.sees()
            for listed, kind in KINDS.items():
                yield from (f"/edit/{kind}/{thing['id']}" for thing in view[listed])
            yield from (
                f"/edit/check/{thing['id']}" for thing in view["checks"] if thing["state"] == "called"
            )
            yield "/moves"
            yield from (f"/moves/{move.key}" for move in game_screens(self.ruleset).gm_actions)
        yield "/overlay" if role == "tv" else "/after"

    def _visitors(self) -> dict[str, FlaskClient]:
        return {**{role: self._visitor(role) for role in self.keys}, **self.seats}

    def _visitor(self, role: str) -> FlaskClient:
        visitor = self.app.test_client()
        visitor.get(f"/k/{self.keys[role]}")
        return visitor

    def _read(self, visitor: FlaskClient, address: str) -> str:
        answer = visitor.get(address, follow_redirects=True)
        assert answer.status_code == 200, f"{address} answers {answer.status_code}"
        return answer.text

    # ---- sending --------------------------------------------------------------------------------

    def _added(self, what: str, name: str, **fields: Any) -> int:
        id: int = self.do(f"{what}.add", name=name, **fields)[what]
        self.ids[name] = id
        return id

    def _press(self, phone: FlaskClient, do: str, **fields: Any) -> None:
        sent = urlencode({"do": do, **fields}, doseq=True)
        kind = "application/x-www-form-urlencoded"
        script = {"HX-Request": "true"}  # without this, the post would count as from another site
        answer = phone.post(f"/t/{self.table}/do", data=sent, content_type=kind, headers=script)
        assert answer.status_code < 400, f"{do} was refused: {answer.text}"

    def _sent(self, do: str, fields: Mapping[str, Any]) -> Any:
        path = f"{API}/tables/{self.table}/commands"
        return self.client.post(path, json={"do": do, **fields}, headers=self._bearer("gm"))

    def _bearer(self, role: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.keys[role]}"}


def parts_of(app: Flask) -> Services:
    parts: Services = app.extensions["tableside"]
    return parts


def _sentence(answer: Any) -> str:
    error = (answer.get_json(silent=True) or {}).get("error", {})
    fields = "; ".join(f"{name}: {said}" for name, said in (error.get("fields") or {}).items())
    return " ".join(part for part in (error.get("message", answer.text), fields) if part)


@contextmanager
def _errors() -> Iterator[list[str]]:
    """Collect the errors that are logged inside a `with` block."""
    found: list[str] = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = lambda record: found.append(handler.format(record))  # type: ignore[method-assign]
    log = logging.getLogger("webapp")
    log.addHandler(handler)
    try:
        yield found
    finally:
        log.removeHandler(handler)
