"""A guest with the player link of somebody's table, who does everything there is, again and again.

`python -m tests.attack.griefer PORT TABLE KEY SECONDS` does so from an address of its own, as fast as it is
answered, and prints how it was answered.
"""

import json
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from typing import Any

GUEST = "127.0.0.67"
HANDS, SEATS = 8, 2
"""How many do it at once, and from how many seats: as many as one device makes at once."""
LONG = "All work and no play makes Jack a dull boy. "
WISH = {"do": "tag.add", "name": LONG[:43]}


class Guest:
    """One of the hands, which makes what it can from the guest's seats."""

    def __init__(self, port: int, table: str, key: str, told: Counter[str], seats: list[str]) -> None:
        self.path, self.key, self.told, self.seats = f"/api/v1/tables/{table}/commands", key, told, seats
        self.seat_key, self.note = "", 0
        self.wire = HTTPConnection("127.0.0.1", port, timeout=10, source_address=(GUEST, 0))

    def do(self, **sent: Any) -> dict[str, Any]:
        """Send a command; return its result, {} if it is refused."""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        if self.seat_key:
            headers["Tableside-Seat"] = self.seat_key
        self.wire.request("POST", self.path, json.dumps(sent), headers)
        answer = self.wire.getresponse()
        said = json.loads(answer.read())
        self.told[f"{sent['do']} {answer.status}"] += 1
        result: dict[str, Any] = said.get("result", {})
        return result

    def plays_havoc(self, number: int) -> None:
        """Do everything once."""
        self.seat_key = self.seats[number % len(self.seats)]
        for _ in range(14 if number == 0 else 1):
            self.do(do="proposal.make", command=WISH, because=LONG)
        self.note = self.do(do="note.add", text=LONG * 40, visibility="shown").get("note", self.note)
        self.do(do="note.edit", note=self.note, text=f"{number} " + "🐉" * 300)
        self.do(do="clock.own", name=LONG[:43], segments=8)
        self.do(do="pause.set", on=number % 2 == 0)
        self.do(do="seat.ask", seat=number)


def grief(port: int, table: str, key: str, seconds: float) -> Counter[str]:
    """Do it with several hands for so long; how often what was answered how."""
    told, seats = Counter[str](), list[str]()
    until = time.monotonic() + seconds
    first = Guest(port, table, key, told, seats)
    seats += [first.do(do="seat.claim", name=LONG[:43], new=LONG[:43])["seat_key"] for _ in range(SEATS)]
    hands = [
        threading.Thread(target=_until, args=(Guest(port, table, key, told, seats), until), daemon=True)
        for _ in range(HANDS)
    ]
    for hand in hands:
        hand.start()
    print("begun", flush=True)
    for hand in hands:
        hand.join(max(0.0, until + 1 - time.monotonic()))
    return told


def _until(guest: Guest, until: float) -> None:
    for number in _numbers():
        if time.monotonic() > until:
            return
        try:
            guest.plays_havoc(number)
        except (OSError, HTTPException, ValueError) as error:
            guest.told[type(error).__name__] += 1
            guest.wire.close()
            time.sleep(0.01)


def _numbers() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


if __name__ == "__main__":
    os.nice(5)
    print(json.dumps(grief(int(sys.argv[1]), sys.argv[2], sys.argv[3], float(sys.argv[4]))))
    sys.stdout.flush()
    os._exit(0)
