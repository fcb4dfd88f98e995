"""What a game does to the server is named; the server lives on, and sets the game aside the third time."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests import warm
from tests.cli.running import Process, served_with
from tests.games.outside import finding
from tests.games.wild import lay_wild
from tests.house.reading import ROOT

pytestmark = pytest.mark.attack
SOONER = "import webapp.game_watch as watch; watch.TICK, watch.SLOW, watch.HELD = 0.1, 1, 3"
"""The watch looks more often and waits less, as a test cannot wait for twenty seconds."""
PLACE = "the game wild 0.1 (wild) at wild/commands.py:"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("wild")
    lay_wild(made)
    return made


def served(folder: Path) -> Process:
    environment = os.environ | finding(folder)
    return Process(
        folder, *served_with(SOONER), environment=environment, PROCESS_MEGABYTES="1024", ANNOUNCE="off"
    ).ready()


class Wild:
    """A table of the game, and what is said at it."""

    def __init__(self, server: Process) -> None:
        self.server = server
        made = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Den", "ruleset": "wild"}).json()
        self.url, self.key = f"{server.url}/api/v1/tables/{made['table']}", made["keys"]["gm"]
        self.said = {"headers": {"Authorization": f"Bearer {self.key}"}, "timeout": 60}

    def act(self, how: str) -> httpx.Response:
        return httpx.post(f"{self.url}/commands", json={"do": "wild.act", "how": how}, **self.said)

    def tags(self) -> list[str]:
        return [tag["name"] for tag in httpx.get(self.url, **self.said).json()["tags"]]

    def ends_the_server(self, how: str) -> None:
        """The command ends the worker, which starts again; what was there is there."""
        before = self.server.worker
        with pytest.raises(httpx.TransportError):
            self.act(how)
        until = time.monotonic() + 60
        while before in (worker := self.workers()) or not worker:
            assert time.monotonic() < until, self.server.output
            time.sleep(0.05)
        self.server.ready()

    def workers(self) -> list[int]:
        return warm.family(self.server.process.pid)[1:]


@pytest.fixture(scope="module")
def wild(folder: Path) -> Iterator[Wild]:
    server = served(folder)
    yield Wild(server)
    server.stop()


def terminal(folder: Path, *words: str) -> str:
    """Return what a command prints."""
    own = {"TABLESIDE_INSTANCE": str(folder / "instance"), "TABLESIDE_BIND": "127.0.0.1"}
    environment = os.environ | finding(folder) | own
    command = [sys.executable, "-m", "webapp", *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.stdout


def test_a_game_that_fails_slows_stops_and_crashes_the_server_is_named_and_set_aside(
    wild: Wild, folder: Path
) -> None:
    assert wild.act("nothing").status_code == 200
    _a_command_that_ends_the_program_or_wants_all_memory_is_refused(wild)
    _a_slow_command_is_named(wild)
    _a_command_that_holds_or_crashes_the_server_ends_its_process(wild)
    _the_third_time_the_game_is_set_aside_and_its_tables_can_be_read(wild, folder)
    _it_is_tried_again_when_somebody_says_so(wild, folder)


def _a_command_that_ends_the_program_or_wants_all_memory_is_refused(wild: Wild) -> None:
    for how in ("leave", "eat"):
        answer = wild.act(how)
        assert (answer.status_code, answer.json()["error"]["code"]) == (500, "broken")
        assert PLACE in wild.server.output
    assert wild.tags() == ["nothing"]


def _a_slow_command_is_named(wild: Wild) -> None:
    assert wild.act("sleep").status_code == 200
    wild.server.wait_for("The game wild 0.1 (wild) has kept a request waiting for 1 seconds at wild/commands")
    wild.server.wait_for("The game wild 0.1 (wild) went on after 2 seconds at wild/commands.py")


def _a_command_that_holds_or_crashes_the_server_ends_its_process(wild: Wild) -> None:
    wild.ends_the_server("loop")
    wild.server.wait_for("The game wild 0.1 (wild) has held the server for 3 seconds at wild/commands.py:")
    wild.ends_the_server("match")
    wild.server.wait_for(f"The server was held for 3 seconds in {PLACE}")
    assert wild.tags() == ["nothing", "sleep"]


def _the_third_time_the_game_is_set_aside_and_its_tables_can_be_read(wild: Wild, folder: Path) -> None:
    wild.ends_the_server("crash")
    wild.server.wait_for(f"The server crashed in {PLACE}")
    wild.server.wait_for("The game wild 0.1 (wild) cannot be played: it stopped the server 3 times")
    assert wild.act("nothing").status_code == 422  # there is no such command now
    assert wild.tags() == ["nothing", "sleep"]
    page = httpx.get(f"{wild.server.url}/k/{wild.key}", follow_redirects=True).text
    assert "a game that is set aside here because it stopped the server several times" in page
    told = terminal(folder, "doctor")
    assert "it stopped the server 3 times; the last time it crashed it at wild/commands.py" in told
    assert "The game wild 0.1 (wild) kept a request waiting for 1 seconds at wild/commands.py:" in told


def _it_is_tried_again_when_somebody_says_so(wild: Wild, folder: Path) -> None:
    wild.server.stop()
    assert "wild is tried again" in terminal(folder, "try-game", "wild")
    assert "ok    Games: Freeform, METTLE Core, Razorweave, Resonance, Wild." in terminal(folder, "doctor")
