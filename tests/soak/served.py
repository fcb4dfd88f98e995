"""Real servers: one process on SQLite, or two on PostgreSQL with Redis between them."""

import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg

from tests.browser.server import Server, free_port
from tests.soak.house import Answer, Chance, Event, events
from tests.store import postgres
from webapp.data_folder import DATABASE

ONE_NAME = {"PUBLIC_URL": "http://table.example"}
"""Whichever process answers, people reach it by the same address."""
PATIENCE = 30.0  # seconds; a heartbeat, which heals, comes every ten, and the machine may be busy


SERVE = "from gevent import monkey; monkey.patch_all(); from tests.soak.serving import serve; serve()"


class Loaded(Server):
    """A server whose dice and ids follow the chance that a request names."""

    command = (sys.executable, "-c", SERVE)

    def __init__(self, folder: Path, **settings: str) -> None:
        super().__init__(folder)
        self.settings = settings

    def start(self) -> "Loaded":
        """With its own settings each time, whatever other servers have."""
        with _set(**self.settings):
            super().start()
        return self


class Served:
    """One or more processes that share a database; whoever asks is answered by one after the other."""

    def __init__(self, *servers: Loaded) -> None:
        self.servers = servers
        self.asked = 0
        self.named = Chance("")
        self.client = httpx.Client(timeout=PATIENCE)

    @property
    def url(self) -> str:
        """The process whose turn it is."""
        self.asked += 1
        return self.servers[self.asked % len(self.servers)].url

    @property
    def bases(self) -> list[str]:
        return [server.url for server in self.servers]

    @property
    def database(self) -> str:
        server = self.servers[0]
        return server.settings.get("DATABASE_URL") or f"sqlite:///{server.folder / DATABASE}"

    def get(self, path: str, headers: dict[str, str]) -> Answer:
        return _answer(self.client.get(self.url + path, headers=headers))

    def post(self, path: str, headers: dict[str, str], *, json: Any = None, form: Any = None) -> Answer:
        named = {**headers, "Soak-Chance": self.named.next()}
        return _answer(self.client.post(self.url + path, headers=named, json=json, data=form))

    def stream(self, path: str, headers: dict[str, str]) -> "Listened":
        return Listened(self.url + path, headers)

    def restart(self, hard: bool) -> None:
        """All of them go and come back; whoever listens is cut off."""
        for server in self.servers:
            server.stop(hard)
        for server in self.servers:
            server.start()
        self.client.close()
        self.client = httpx.Client(timeout=PATIENCE)

    def load(self, chance: str) -> None:
        self.named = Chance(chance)

    def close(self) -> None:
        self.client.close()
        for server in self.servers:
            server.stop()


def _answer(answer: httpx.Response) -> Answer:
    headers = {name.title(): value for name, value in answer.headers.items()}
    headers |= {"HX-Redirect": answer.headers["HX-Redirect"]} if "HX-Redirect" in answer.headers else {}
    return Answer(answer.status_code, answer.text, headers)


class Listened:
    """A stream that a thread of its own listens to."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self.ended = False
        self.heard: queue.Queue[Event | None] = queue.Queue()
        self.at = ""
        self._client = httpx.Client(timeout=httpx.Timeout(PATIENCE, connect=PATIENCE))
        threading.Thread(target=self._listen, args=(url, headers), daemon=True).start()

    def _listen(self, url: str, headers: dict[str, str]) -> None:
        with (
            suppress(httpx.HTTPError, RuntimeError, OSError),
            self._client.stream("GET", url, headers=headers) as stream,
        ):
            rest = ""
            for text in stream.iter_text():
                *whole, rest = (rest + text).split("\n\n")
                for event in events("\n\n".join(whole)):
                    self.heard.put(event)
        self.heard.put(None)

    def read(self, until: str) -> list[Event]:
        """What came; waits until the stream stands there or ends."""
        found: list[Event] = []
        deadline = time.monotonic() + PATIENCE
        while not self.ended and (self.at != until or not self.heard.empty()):
            try:
                event = self.heard.get(timeout=max(deadline - time.monotonic(), 0.01))
            except queue.Empty:
                return found
            if event is None:
                self.ended = True
                return found
            self.at = event.id or self.at
            found.append(event)
            if event.name in ("reload", "gone", "busy"):
                return found
        return found

    def close(self) -> None:
        self.ended = True
        threading.Thread(target=self._client.close, daemon=True).start()


@contextmanager
def one_process(folder: Path) -> Iterator[Served]:
    """One server on SQLite."""
    (folder / "instance").mkdir(parents=True)
    with _running(Served(Loaded(folder / "instance").start())) as house:
        yield house


@contextmanager
def two_processes(folder: Path) -> Iterator[Served]:
    """Two servers on one PostgreSQL, with Redis between them."""
    (folder / "instance").mkdir(parents=True)
    with _postgres() as database, _redis(folder) as bus:
        shared = {"DATABASE_URL": database, "BUS_URL": bus, **ONE_NAME}
        first, second = (Loaded(folder / "instance", **shared) for _ in range(2))
        with _running(Served(first.start(), second.start())) as house:
            yield house


@contextmanager
def _running(house: Served) -> Iterator[Served]:
    try:
        yield house
    finally:
        house.close()


@contextmanager
def _postgres() -> Iterator[str]:
    """An empty database of our own."""
    bin = postgres.programs()
    assert bin is not None, "the soak needs PostgreSQL (initdb, postgres)"
    with postgres.running(bin) as address:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("CREATE DATABASE tables")
        yield address.replace("/postgres?", "/tables?")


@contextmanager
def _redis(folder: Path) -> Iterator[str]:
    """A Redis of our own."""
    program, port = shutil.which("redis-server"), free_port()
    assert program is not None, "the soak needs redis-server"
    quiet = ["--save", "", "--bind", "127.0.0.1", "--dir", str(folder), "--logfile", "redis.log"]
    process = subprocess.Popen([program, "--port", str(port), *quiet])
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(timeout=60)


@contextmanager
def _set(**settings: str) -> Iterator[None]:
    """Settings of a server that is started within."""
    os.environ.update({f"TABLESIDE_{name}": value for name, value in settings.items()})
    try:
        yield
    finally:
        for name in settings:
            del os.environ[f"TABLESIDE_{name}"]
