"""kill -9 in the middle of writes: nothing acknowledged is lost, nothing retried is doubled."""

import itertools
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from tests.browser.server import Server
from tests.store.program import Program
from webapp.store.damage import damage

KILLS = 12
WRITERS = 4


class Writers:
    """Four hands that tick, each on a clock of its own; every press has a key and a reason of its own."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.clocks = [program.clock(f"Clock {hand}", filled=50) for hand in range(WRITERS)]
        self.done = threading.Event()
        self.acknowledged: Counter[str] = Counter()
        self.sums = dict.fromkeys(self.clocks, 50)

    def write(self, hand: int) -> None:
        """Up and down until told to stop; each press is retried until it is acknowledged."""
        clock = self.clocks[hand]
        with self.program.connect() as client:
            for number, by in enumerate(itertools.cycle((2, -1, -1))):
                if self.done.is_set():
                    return
                press = f"hand-{hand}-press-{number}"
                sent = {"do": "clock.tick", "clock": clock, "by": by, "because": press}
                self.program.insist(client, press, **sent)
                self.acknowledged[press] += 1
                self.sums[clock] += by

    def wait_for(self, more: int) -> None:
        """Until so many more presses have been acknowledged."""
        wanted, deadline = self.acknowledged.total() + more, time.monotonic() + 30
        while self.acknowledged.total() < wanted:
            assert time.monotonic() < deadline, "nobody gets anything acknowledged"
            time.sleep(0.002)


def test_nothing_acknowledged_is_lost_and_nothing_retried_is_doubled(server: Server) -> None:
    program = Program(server.url)
    writers = Writers(program)
    with ThreadPoolExecutor(WRITERS) as hands:
        playing = [hands.submit(writers.write, hand) for hand in range(WRITERS)]
        try:
            for kill in range(KILLS):
                writers.wait_for(6 + kill)
                server.stop(hard=True)
                server.start()
        finally:
            writers.done.set()
        for each in playing:
            each.result()
    journal = Counter(line["because"] for line in program.exported()["journal"] if line["because"])
    assert journal == writers.acknowledged, "each press stands in the journal exactly once"
    assert {clock["id"]: clock["filled"] for clock in program.sees()["clocks"]} == writers.sums
    server.stop()
    assert damage(server.folder / "tableside.sqlite3", thorough=True) is None
