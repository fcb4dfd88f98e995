"""A guest with the player link does everything without end: those who play there notice nothing."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.attack.conftest import served
from tests.attack.neighbour import Measured, Neighbour, most
from tests.browser.server import ROOT

pytestmark = pytest.mark.attack

SECONDS = 12.0
LONGER = 1.1
ANSWERS = ("200", "403", "404", "409", "422", "429")
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn")


class Club(Neighbour):
    """A GM and six players at the table whose player link the guest has, too."""

    def __init__(self, server: Any) -> None:
        super().__init__(server)
        self.seats = {name: self._sit(name) for name in NAMES}
        for name, seat in self.seats.items():
            self._do(do="character.add", name=f"{name}'s hero", look="Tall, in a red coat")
            self._do(do="character.add", name=f"{name}'s rival", kind="npc", visibility="shown")
            self._do(do="clock.add", name=f"{name}'s trouble", segments=6)
            self._do(do="tag.add", name=f"{name}'s luck")
            self.sits(seat, do="clock.own", name=f"{name}'s plan")
            self.sits(seat, do="note.add", text=f"{name} saw a light in the tower.", visibility="shown")
            self.sits(
                seat, do="proposal.make", command={"do": "tag.add", "name": "Fog"}, because="it is late"
            )
        for number in range(50):
            self._do(do="clock.tick", clock=self.clock, by=1, because=f"noise number {number} in the yard")

    def sits(self, seat: str, **sent: Any) -> httpx.Response:
        """Do something from a seat."""
        key = {"Authorization": f"Bearer {self.keys['player']}", "Tableside-Seat": seat}
        return self.client.post(self.at, json=sent, headers=key)

    def _sit(self, name: str) -> str:
        made = self._do(do="seat.claim", name=name, key="player").json()
        seat_key: str = made["result"]["seat_key"]
        return seat_key

    def _do(self, **sent: Any) -> httpx.Response:
        key = self.keys[sent.pop("key", "gm")]
        return self.client.post(self.at, json=sent, headers={"Authorization": f"Bearer {key}"})

    def pages(self) -> dict[str, int]:
        """How long the GM's, a player's and the TV's page are."""
        return {role: self._page(role) for role in ("gm", "player", "tv")}

    def _page(self, role: str) -> int:
        with self._connect() as fresh:
            fresh.get(f"/k/{self.keys[role]}")
            page = fresh.get(f"/t/{self.table}")
            assert page.status_code == 200
            return len(page.content)

    def beside_a_guest(self, seconds: float) -> Measured:
        """Play on while the guest does all that there is."""
        words = (str(self.server.port), self.table, self.keys["player"], str(seconds))
        program = (sys.executable, "-m", "tests.attack.griefer", *words)
        with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE) as harm:
            assert harm.stdout is not None
            harm.stdout.readline()
            measured = Measured(list(self._waits(seconds)))
            measured.answers = json.loads(harm.stdout.readline())
        return measured


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    server = served(tmp_path_factory.mktemp("griefed"))
    yield Club(server)
    server.stop()


def test_those_who_play_wait_for_nothing_and_see_no_longer_pages(club: Club) -> None:
    before, alone = club.pages(), club.alone(SECONDS / 4)
    measured = club.beside_a_guest(SECONDS)
    after = club.pages()
    told = measured.answers
    assert not [wait.lost for wait in measured.waits if wait.lost]
    assert measured.p95 <= most(alone), told
    assert not [each for each in told if each.partition(" ")[2] not in ANSWERS], told
    assert told.get("proposal.make 422"), f"the share is not used up: {told}"
    longer = {role: after[role] / before[role] for role in before}
    assert max(longer.values()) < LONGER, (longer, told)


def test_afterwards_the_gm_and_the_players_have_all_their_room(club: Club) -> None:
    for sent in (
        {"do": "note.add", "text": "They come at night."},
        {"do": "clock.add", "name": "Tide"},
        {"do": "key.add", "role": "player", "name": "Friends"},
        {"do": "table.edit", "name": "Elm again"},
    ):
        assert club._do(**sent).status_code == 200
    for sent in (
        {"do": "note.add", "text": "The door creaks.", "visibility": "shown"},
        {"do": "proposal.make", "command": {"do": "tag.add", "name": "Fog"}},
        {"do": "clock.own", "name": "My plan"},
    ):
        assert club.sits(club.seats["Ana"], **sent).status_code == 200, sent
