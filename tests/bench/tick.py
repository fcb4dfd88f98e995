"""What a tick takes inside the app, without a server: processor time, and which functions of ours it runs.

    .venv/bin/python -m tests.bench.tick [--postgres] [--ticks 200] [--tries 5]

Prints the least milliseconds of several tries for tables of each size, how many functions and files of ours a
tick and METTLE's first tap run through, and what it takes to make a table's views whole from rows in memory.
"""

import argparse
import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from flask.testing import FlaskClient

import webapp
from tests.bench.test_growth import SIZES, furnished
from tests.store import postgres
from webapp.app import create_app
from webapp.settings import Settings

OURS = str(Path(webapp.__file__).parent)


class Caller:
    """A program at a table of its own that calls the app without a server."""

    def __init__(self, client: FlaskClient, game: str) -> None:
        made = client.post("/api/v1/tables", json={"name": "Oak", "ruleset": game}).get_json()
        self.client, self.id = client, made["table"]
        self.at = f"/api/v1/tables/{made['table']}"
        self.headers = {"Authorization": f"Bearer {made['keys']['gm']}"}

    def do(self, **sent: Any) -> dict[str, Any]:
        """A command that is taken, with a key of its own; its result."""
        headers = self.headers | {"Idempotency-Key": os.urandom(8).hex()}
        answer = self.client.post(f"{self.at}/commands", json=sent, headers=headers)
        assert answer.status_code == 200, answer.text
        result: dict[str, Any] = answer.get_json()["result"]
        return result

    def ticks(self, clock: int) -> Callable[[int], None]:
        """To and fro."""
        return lambda n: self.do(do="clock.tick", clock=clock, by=-1 if n % 2 else 1) and None


def spent(times: int, tries: int, do: Callable[[int], object]) -> float:
    """Milliseconds of processor time for each time; the least of some tries, as others work too."""
    for n in range(6):
        do(n)
    gc.collect()
    return min(_once(times, do) for _ in range(tries))


def _once(times: int, do: Callable[[int], object]) -> float:
    before = time.process_time()
    for n in range(times):
        do(n)
    return 1000 * (time.process_time() - before) / times


def run_through(do: Callable[[], object]) -> tuple[set[str], int]:
    """The functions of ours that this runs through, and how many calls it makes of whatever function."""
    ours: set[str] = set()
    calls = 0

    def note(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            ours.add(f"{frame.f_code.co_filename}:{frame.f_code.co_qualname}")

    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(None)
    return ours, calls


@contextmanager
def _database(wants_postgres: bool) -> Iterator[str]:
    if not wants_postgres:
        yield ""
        return
    programs = postgres.programs()
    assert programs is not None, "PostgreSQL is not installed"
    with postgres.running(programs) as address:
        yield address


def measure(address: str, ticks: int, tries: int) -> Iterator[str]:
    """Each figure in words."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(instance=folder, bind="127.0.0.1", limits="off", database_url=address))
        with app.app_context():
            from webapp.store.db import db

            db.create_all()
            db.session.remove()
        for game in ("freeform", "resonance"):
            for size in SIZES:
                caller = Caller(app.test_client(), game)
                tick = caller.ticks(furnished(caller.do, size)[0])
                yield f"a tick in {game}, {size}: {spent(ticks, tries, tick):.3f} ms"
                if game == "resonance":
                    yield f"its views made whole from rows: {whole(app, caller.id, tries):.2f} ms"
        told = {"a tick": lambda: tick(1), "METTLE's first tap": _first_tap(app.test_client())}
        for name, do in told.items():
            do()
            ours, calls = run_through(do)
            files = {each.partition(":")[0] for each in ours}
            yield f"{name}: {len(ours)} functions in {len(files)} files of ours, {calls} calls"


def whole(app: Any, table_id: str, tries: int) -> float:
    """Milliseconds to make what every audience sees of rows that are in memory, with nothing kept."""
    from webapp.store.table_state import TableState
    from webapp.table.audience_views import Projections

    with app.app_context():
        state = TableState.load(table_id)
        assert state is not None
        return spent(10, tries, lambda _: Projections.of(state))


def _first_tap(client: FlaskClient) -> Callable[[], object]:
    caller = Caller(client, "mettle")
    furnished(caller.do, "usual")
    state = client.get(caller.at, headers=caller.headers).get_json()
    who = state["cast"][0]["id"]
    return lambda: caller.do(do="check.call", character=who, action="use", attribute="FRAME")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--postgres", action="store_true", help="on a PostgreSQL server of its own")
    words.add_argument("--ticks", type=int, default=200)
    words.add_argument("--tries", type=int, default=5)
    asked = words.parse_args()
    with _database(asked.postgres) as address:
        for line in measure(address, asked.ticks, asked.tries):
            print(line, flush=True)


if __name__ == "__main__":
    main()
