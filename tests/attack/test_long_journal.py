"""A journal of fifty thousand entries: whatever is asked of its table, others hardly notice."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx
import pytest

from tests.api.desk import API
from tests.attack.conftest import served
from tests.attack.neighbour import LOST, Neighbour
from tests.cli.running import Process
from tests.table.long_journal import fill, fill_for
from tests.table.oak import Oak
from webapp.app import create_app
from webapp.settings import Settings
from webapp.store.db import db
from webapp.store.startup_checks import prepare

pytestmark = pytest.mark.attack

LONG = 50_000
SECONDS = 4.0
MOST, TIMES = 200.0, 5  # ms on the wall; or so many times what others wait without it
PAGES = {
    "gm": ("", "/after", "/journal", "/paper", "/evening", "/recap", "/export", "?as=player"),
    "player": ("", "/after", "/journal", "/paper", "/evening", "/recap"),
    "seat": ("", "/after", "/journal", "/missed?since={epoch}-1"),
    "unread": ("", "/after", "/journal", "/recap"),
}
CALLS = {
    "gm": ("", "/journal", "/recap", "/recap?part=newest", "/export"),
    "player": ("", "/recap", "/recap?part=newest"),
    "seat": ("", "/journal"),
    "unread": ("/journal", "/recap?part=newest"),
}
ASKED = [
    *((who, "page", path) for who, paths in PAGES.items() for path in paths),
    *((who, "call", path) for who, paths in CALLS.items() for path in paths),
    ("gm", "undo", ""),
]


@dataclass(frozen=True)
class Asker:
    """Somebody at a long table."""

    table: str
    epoch: str
    token: str
    seat: str = ""

    def ask(self, client: httpx.Client, how: str, path: str) -> None:
        key = {"Authorization": f"Bearer {self.token}"} | ({"Tableside-Seat": self.seat} if self.seat else {})
        if how == "undo":
            for do in ("undo", "redo"):
                client.post(f"{API}/{self.table}/commands", json={"do": do}, headers=key).raise_for_status()
            return
        cookie = {"Cookie": f"tableside-{self.table}={'.'.join(filter(None, (self.token, self.seat)))}"}
        at = path.format(epoch=self.epoch)
        root, headers = ("/t", cookie) if how == "page" else (API, key)
        client.get(f"{root}/{self.table}{at}", headers=headers).raise_for_status()


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Process, Neighbour, dict[str, Asker]]]:
    """A server with long tables: one that all may read, one for a seat alone, one with hidden lines."""
    folder = tmp_path_factory.mktemp("long")
    app = create_app(Settings(instance=str(folder / "instance"), bind="127.0.0.1", limits="off"))
    with app.app_context():
        prepare(db.engine, folder / "instance")
        askers = filled(app)
        db.session.remove()
        db.engine.dispose()
    server = served(folder, LIMITS="off")
    neighbour = Neighbour(server).later()
    yield server, neighbour, askers
    server.stop()


def filled(app: object) -> dict[str, Asker]:
    read = Oak.start(app)  # type: ignore[arg-type]
    for name in ("Alarm", "Fire", "Flood"):
        read.gm(do="clock.tick", clock=read.clock(name, 100), by=1, because="somebody shouts across the yard")
    fill(read, LONG)
    seated = Oak.start(app)  # type: ignore[arg-type]
    seat = seated.sit("Ana")
    seated.gm(do="clock.tick", clock=seated.clock("Alarm", 100), by=1)
    assert seat.seat is not None
    fill_for(seated, seat.seat, LONG)
    unread = Oak.start(app)  # type: ignore[arg-type]
    alarm = unread.clock("Alarm", 100)
    unread.gm(do="clock.tick", clock=alarm, by=1)
    fill(unread, LONG)
    unread.gm(do="clock.edit", clock=alarm, visibility="secret")

    def asker(oak: Oak, role: str, seat: str = "") -> Asker:
        return Asker(oak.id, oak.state().table.epoch, oak.made.tokens[role], seat)

    return {
        "gm": asker(read, "gm"),
        "player": asker(read, "player"),
        "seat": asker(seated, "player", seated.seats["Ana"]),
        "unread": asker(unread, "player"),
    }


@contextmanager
def again_and_again(server: Process, asker: Asker, how: str, path: str) -> Iterator[list[float]]:
    """It is asked without a pause, by one connection; how many seconds each took."""
    over, took = threading.Event(), list[float]()

    def go_on() -> None:
        with httpx.Client(base_url=server.url, timeout=300) as client:
            while not over.is_set():
                began = time.monotonic()
                asker.ask(client, how, path)
                took.append(time.monotonic() - began)

    asking = threading.Thread(target=go_on)
    asking.start()
    try:
        yield took
    finally:
        over.set()
        asking.join()


@pytest.mark.parametrize(("who", "how", "path"), ASKED)
def test_others_hardly_wait_beside_it(
    long: tuple[Process, Neighbour, dict[str, Asker]], who: str, how: str, path: str
) -> None:
    server, neighbour, askers = long
    alone = neighbour.alone(1.0).on_the_wall(0.95)
    with again_and_again(server, askers[who], how, path) as took:
        measured = neighbour.alone(SECONDS)
    p95 = measured.on_the_wall(0.95)
    print(
        f"{who} {how} {path}: {max(took):.2f} s; others {alone:.0f} -> {p95:.0f} ms,",
        f"of which the server worked {measured.p95:.0f}",
    )
    assert took
    assert alone < LOST
    assert min(p95, measured.p95) <= max(MOST, TIMES * alone)
