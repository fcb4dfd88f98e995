"""Bodies that do not come: nothing is held for them, they end in a refusal, and others are served."""

import json
import select
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx
import pytest

from tests.attack.wire import SOON, Wire, post, took
from tests.cli.running import Process
from webapp.request_limits import BUSY_WAIT

pytestmark = pytest.mark.attack

DOORS = ["/tables", "/t/any/do", "/t/any/here", "/api/v1/tables", "/api/v1/tables/any/commands", "/nowhere"]
FORM = "application/x-www-form-urlencoded"
CHUNKED = b"POST /api/v1/rules/razorweave/odds HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED += b"Transfer-Encoding: chunked\r\n\r\n"
MORE_THAN_ANY_POOL = 25
WAIT = 1.0  # seconds that a small body has here; a large one has one more for each 64 KB


@contextmanager
def wires(server: Process, number: int, address: str = "127.0.0.1") -> Iterator[list[Wire]]:
    with ExitStack() as open_ones:
        yield [open_ones.enter_context(Wire(server.port, address)) for _ in range(number)]


def answered_first(these: list[Wire]) -> Wire:
    """The one that is refused while the others still have their time."""
    (ready, *_), _, _ = select.select([wire.socket for wire in these], [], [], SOON)
    return next(wire for wire in these if wire.socket is ready)


def served(server: Process) -> int:
    """Whether somebody else is, where the database is needed."""
    return httpx.get(f"{server.url}/healthz", timeout=SOON).status_code


def test_bodies_of_one_byte_hold_up_nobody_and_are_hung_up_on(server: Process) -> None:
    with ExitStack() as all_of_them:
        slow = []
        for number, door in enumerate(DOORS):
            own = all_of_them.enter_context(wires(server, MORE_THAN_ANY_POOL, f"127.0.1.{number}"))
            slow += [wire.say(post(door, 5000, b"{", FORM)) for wire in own]
        assert served(server) == 200
        assert {wire.status() for wire in slow} == {408}
        assert all(wire.hung_up() for wire in slow)
    assert served(server) == 200


@pytest.mark.parametrize("body", [b"", b'{"name": '])
def test_a_body_has_a_time_in_which_it_begins_and_goes_on(server: Process, body: bytes) -> None:
    began = time.monotonic()
    with Wire(server.port) as slow:
        assert slow.say(post("/api/v1/tables", 5000, body)).status() == 408
        assert b"The request's body did not arrive in time. Nothing was changed" in slow.rest()
    assert took(began) > 0.9 * WAIT


def test_a_page_says_in_words_that_a_form_came_too_late(server: Process) -> None:
    with Wire(server.port) as slow:
        assert slow.say(post("/tables", 5000, b"n", FORM)).status() == 408
        assert b"Your request did not arrive in time. Nothing was changed" in slow.rest()


def test_a_large_body_has_longer(server: Process) -> None:
    """Longer than a small one has in all, and within the time for its size."""
    with Wire(server.port) as slow:
        slow.say(post("/api/v1/tables/any/commands", 300_002))
        for _ in range(10):
            slow.say(b" " * 30_000)
            time.sleep(0.15)
        assert slow.say(b"{}").status() == 401, "read whole, and judged"


def test_a_body_in_chunks_is_taken_and_has_its_times_too(server: Process) -> None:
    with Wire(server.port) as whole, Wire(server.port) as slow:
        assert whole.say(CHUNKED + b'B\r\n{"name": ""\r\n1\r\n}\r\n0\r\n\r\n').status() == 422
        assert slow.say(CHUNKED + b"B\r\n{").status() == 408
        assert slow.hung_up()


def test_a_body_that_a_program_writes_word_by_word_is_taken(server: Process) -> None:
    words = json.JSONEncoder().iterencode({"name": "", "import": [{"name": "Oak"}] * 1500})
    with Wire(server.port) as chatty:
        chatty.say(CHUNKED.replace(b"/rules/razorweave/odds", b"/tables"))
        chatty.say(b"".join(b"%X\r\n%s\r\n" % (len(word), word.encode()) for word in words))
        assert chatty.say(b"0\r\n\r\n").status() == 422


def test_few_bodies_in_pieces_are_under_way_at_once(server: Process) -> None:
    with wires(server, 5, "127.0.0.11") as slow:
        for wire in slow:
            wire.say(CHUNKED + b"1\r\n{\r\n")
        assert answered_first(slow).status() == 429
        assert sorted(wire.status() for wire in slow) == [408] * 4 + [429]


@pytest.mark.parametrize(
    ("door", "most"),
    [
        ("/t/any/do", 64 * 1024),
        ("/tables", 64 * 1024),
        ("/api/v1/rules/razorweave/odds", 64 * 1024),
        ("/t/any/pack", 1024 * 1024 + 8192),
        ("/api/v1/tables/any/commands", 1024 * 1024),
        ("/api/v1/tables", 8 * 1024 * 1024),
    ],
)
def test_more_than_an_address_takes_is_refused_before_it_is_sent(
    server: Process, door: str, most: int
) -> None:
    with Wire(server.port) as large, Wire(server.port) as endless:
        assert large.say(post(door, most + 1)).status() == 413, "and not 408, as after some waiting"
        assert endless.say(post(door, "9" * 30)).status() in (400, 413)
        assert large.hung_up()


def test_chunks_without_end_are_too_much(server: Process) -> None:
    head = b"POST /t/any/do HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\n"
    with Wire(server.port) as endless:
        endless.say(
            head + b"Transfer-Encoding: chunked\r\n\r\n" + (b"4000\r\n" + b"x" * 0x4000 + b"\r\n") * 5
        )
        assert endless.status() == 413
        assert endless.hung_up()


def test_where_all_places_are_taken_whoever_sends_at_once_is_still_served(server: Process) -> None:
    """An address has 32 places for unfinished bodies: the next is told so, and others are served."""
    stranger, name = "127.0.0.7", b'{"name": ""}'
    with wires(server, 33, stranger) as slow:
        for wire in slow:
            wire.say(post("/api/v1/tables", 5000, b"{"))
        next_one = answered_first(slow)
        assert next_one.status() == 429
        assert b"Retry-After: 10" in next_one.heard
        for address in (stranger, "127.0.0.8"):
            with Wire(server.port, address) as whole:
                assert whole.say(post("/api/v1/tables", len(name), name)).status() == 422
        assert sorted(wire.status() for wire in slow) == [408] * 32 + [429]


def test_few_large_bodies_are_under_way_at_once(server: Process) -> None:
    with wires(server, 3, "127.0.0.9") as slow:
        for wire in slow:
            wire.say(post("/api/v1/tables", 100_000, b"{"))
        assert answered_first(slow).status() == 429
        assert {wire.status() for wire in slow} == {408, 429}


def test_whoever_repeats_what_is_refused_as_too_many_waits_for_each_refusal(server: Process) -> None:
    """Else sixty connections of one address, each answered and opened again, keep others waiting 0.2 s."""
    with wires(server, 3, "127.0.0.11") as slow:
        began = time.monotonic()
        for wire in slow:
            wire.say(post("/api/v1/tables", 5_000_000, b"{"))
        assert answered_first(slow).status() == 429, "whichever the server has read last"
        assert took(began) >= BUSY_WAIT


def test_a_get_may_bring_a_body_but_holds_nothing_by_it(server: Process) -> None:
    head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n"
    with Wire(server.port) as slow:
        assert slow.say(head + b"{").status() == 408
        assert slow.hung_up()


def test_whoever_goes_away_in_the_middle_leaves_no_place_taken(server: Process) -> None:
    for _ in range(40):
        with Wire(server.port, "127.0.0.10") as gone:
            gone.say(post("/tables", 5000, b"n", FORM))
    until, told = time.monotonic() + SOON, 429
    while told == 429 and time.monotonic() < until:  # the last of them may not be noticed yet
        with Wire(server.port, "127.0.0.10") as slow:
            told = slow.say(post("/tables", 5000, b"n", FORM)).status()
    assert told == 408
