"""The server that is played at, in this very process; what its answers and streams look like to players."""

import json
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from unittest.mock import patch

from sqlalchemy import text

from tests.soak.harm import befall
from webapp.app import create_app, join_services
from webapp.settings import Settings
from webapp.store.db import db


@dataclass(frozen=True)
class Answer:
    status: int
    text: str
    headers: dict[str, str]

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def status_code(self) -> int:
        """As Flask's own client calls it."""
        return self.status


@dataclass(frozen=True)
class Event:
    """One event of a stream; most have no name."""

    name: str
    id: str
    data: str


class Chance:
    """A name for the chance of each command of a step, so that no two draw the same."""

    def __init__(self, step: str) -> None:
        self.step = step
        self.drawn = 0

    def next(self) -> str:
        self.drawn += 1
        return f"{self.step}:{self.drawn}"


class Stream(Protocol):
    ended: bool

    def read(self, until: str) -> list[Event]:
        """What came since; a stream that lags is waited for until it stands there."""

    def close(self) -> None: ...


class House(Protocol):
    """A server."""

    @property
    def bases(self) -> list[str]:
        """The addresses at which a browser finds it."""

    def get(self, path: str, headers: dict[str, str]) -> Answer: ...

    @property
    def database(self) -> str:
        """The address of its database."""

    def post(self, path: str, headers: dict[str, str], *, json: Any = None, form: Any = None) -> Answer: ...

    def stream(self, path: str, headers: dict[str, str]) -> Stream: ...

    def restart(self, hard: bool) -> None: ...

    def load(self, chance: str) -> None:
        """Dice and ids of each command come from the chance of this name, until the next one is named."""


def events(text: str) -> list[Event]:
    """The events in a piece of a stream that ends between two of them."""
    return [_event(each) for each in text.split("\n\n") if each]


def _event(text: str) -> Event:
    fields: dict[str, list[str]] = {}
    for line in text.split("\n"):
        name, _, value = line.partition(":")
        fields.setdefault(name, []).append(value.removeprefix(" "))
    name, id = fields.get("event", [""])[-1], fields.get("id", [""])[-1]
    return Event(name, id, "\n".join(fields.get("data", [])))


class InThisProcess:
    """The app itself, without a socket between: quick, and the same seed gives the same evening."""

    def __init__(self, folder: Path) -> None:
        self.app = create_app(Settings(instance=str(folder), bind="127.0.0.1", limits="off"))
        with self.app.app_context():
            db.create_all()
            db.session.remove()
            befall(db.engine)
        self.named = Chance("")
        self.chance = random.Random()
        self.client = self.app.test_client(use_cookies=False)
        self._begin()

    def get(self, path: str, headers: dict[str, str]) -> Answer:
        answer = self.client.get(path, headers=headers)
        return Answer(answer.status_code, answer.text, dict(answer.headers))

    def post(self, path: str, headers: dict[str, str], *, json: Any = None, form: Any = None) -> Answer:
        self.chance = random.Random(self.named.next())
        answer = self.client.post(path, headers=headers, json=json, data=form)
        return Answer(answer.status_code, answer.text, dict(answer.headers))

    def stream(self, path: str, headers: dict[str, str]) -> "Drawn":
        return Drawn(self.client.get(path, headers=headers, buffered=False).response)

    def restart(self, hard: bool) -> None:
        """Streams end, and whatever was in memory is gone."""
        self._tableside.bus.close()
        self.app.extensions["tableside"] = join_services(self.app, self._tableside.settings)
        self._begin()

    def copy_database(self, file: Path) -> None:
        """Copy its database to a file."""
        with self.app.app_context():
            db.session.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
            db.session.remove()
        shutil.copy(self._file, file)

    def begin_with(self, file: Path) -> None:
        """Nothing is in memory, and its database is a copy of this one."""
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()
        for each in self._file.parent.glob(f"{self._file.name}*"):
            each.unlink()
        shutil.copy(file, self._file)
        self.restart(hard=True)

    @property
    def _file(self) -> Path:
        return Path(self.database.partition("///")[2])

    @property
    def bases(self) -> list[str]:
        return []

    @property
    def database(self) -> str:
        return str(self.app.config["SQLALCHEMY_DATABASE_URI"])

    def load(self, chance: str) -> None:
        self.named = Chance(chance)

    def close(self) -> None:
        self._tableside.bus.close()
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()

    @property
    def _tableside(self) -> Any:
        return self.app.extensions["tableside"]

    def _begin(self) -> None:
        self._tableside.streams.heartbeat = 0.0001
        self._tableside.streams.proving = 1
        self._tableside.dispatcher.dice = lambda count, faces: [
            self.chance.randint(1, faces) for _ in range(count)
        ]


class Drawn:
    """A stream of the app in this process: read as far as its next heartbeat, and no further."""

    def __init__(self, chunks: Any) -> None:
        self.chunks: Iterator[bytes] = iter(chunks)
        self.closing = getattr(chunks, "close", None)
        self.ended = False

    def read(self, until: str) -> list[Event]:
        found: list[Event] = []
        for chunk in self.chunks:
            found += events(chunk.decode())
            if found[-1].name == "hb":
                return found
        self.ended = True
        return found

    def close(self) -> None:
        self.ended = True
        if self.closing is not None:
            self.closing()


@contextmanager
def in_this_process(folder: Path) -> Iterator[InThisProcess]:
    """The app on a new database, with ids that follow its chance."""
    house = InThisProcess(folder)
    with patch("webapp.store.table_state.secrets.randbelow", lambda below: house.chance.randrange(below)):
        yield house
    house.close()
