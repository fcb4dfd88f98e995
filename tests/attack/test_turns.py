"""Places and turns: an address has a few under way, and whoever has nothing to say gives way."""

import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.attack.conftest import embedded
from tests.attack.wire import SOON, Wire
from webapp.request_body import EACH, Turns

pytestmark = pytest.mark.attack

FEW = "import webapp.serve as s; s.MOST_CONNECTIONS = 40; import webapp.listen as l; l.SPARE = 10"


def test_one_address_has_a_few_turns_and_another_waits_for_none_of_them() -> None:
    begun, go_on = threading.Semaphore(0), threading.Event()
    answered: list[str] = []

    def slow(environ: dict[str, Any], _: Any) -> list[bytes]:
        if environ["REMOTE_ADDR"] == "81.2.69.9":
            begun.release()
            assert go_on.wait(SOON)
        answered.append(environ["REMOTE_ADDR"])
        return []

    turns = Turns(slow)
    hands = [
        threading.Thread(target=turns, args=({"REMOTE_ADDR": "81.2.69.9"}, None)) for _ in range(EACH + 5)
    ]
    for hand in hands:
        hand.start()
    assert all(begun.acquire(timeout=SOON) for _ in range(EACH))
    turns({"REMOTE_ADDR": "81.2.69.10"}, None)
    assert answered == ["81.2.69.10"]
    assert not begun.acquire(blocking=False), "no more of the first are under way"
    go_on.set()
    for hand in hands:
        hand.join(SOON)
    assert len(answered) == EACH + 6
    assert not turns._lines, "nothing is remembered of who has gone"


def test_connections_that_say_nothing_give_way_to_who_does(tmp_path: Path) -> None:
    server = embedded(tmp_path, FEW)
    with ExitStack() as idle:
        for number in range(100):
            wire = idle.enter_context(Wire(server.port))
            wire.say(b"GET / HTTP/1.1\r\n" if number % 2 else b"")
            if number % 20 == 19:
                assert httpx.get(f"{server.url}/healthz", timeout=SOON).status_code == 200
    server.stop()
