"""Hands that write without rest, at one process or at several, while processes are killed under them."""

import itertools
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from tests.store.program import GONE, WAIT, Program

WRITERS = 4


class Writers:
    """Four hands that tick, each on a clock of its own; every press has a key and a reason of its own.

    With several programs, which lead to the same table through several processes, a press that is not
    answered is sent again through the next. Each waits for `pause` seconds between two presses.
    """

    def __init__(self, *programs: Program, pause: float = 0) -> None:
        self.programs, self.pause, self.unanswered, self.longest = programs, pause, 0, 0.0
        self.clocks = [programs[0].clock(f"Clock {hand}", filled=50) for hand in range(WRITERS)]
        self.done = threading.Event()
        self.acknowledged: Counter[str] = Counter()
        self.sums = dict.fromkeys(self.clocks, 50)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """They write meanwhile."""
        with ThreadPoolExecutor(WRITERS) as hands:
            playing = [hands.submit(self.write, hand) for hand in range(WRITERS)]
            try:
                yield
            finally:
                self.done.set()
            for each in playing:
                each.result()

    def write(self, hand: int) -> None:
        """Up and down until told to stop; each press is retried until it is acknowledged."""
        clock = self.clocks[hand]
        for number, by in enumerate(itertools.cycle((2, -1, -1))):
            if self.done.is_set():
                return
            press = f"hand-{hand}-press-{number}"
            self._insist(hand, press, clock, by)
            self.acknowledged[press] += 1
            self.sums[clock] += by
            self.done.wait(self.pause)

    def _insist(self, hand: int, press: str, clock: int, by: int) -> None:
        began = time.monotonic()
        for program in itertools.cycle(self.programs[hand % 2 :] + self.programs[: hand % 2]):
            try:
                program.do(press=press, do="clock.tick", clock=clock, by=by, because=press)
                self.longest = max(self.longest, time.monotonic() - began)
                return
            except GONE:
                self.unanswered += 1
                assert time.monotonic() < began + 60, "the server did not come back"
                time.sleep(WAIT)

    def wait_for(self, more: int) -> None:
        """Until so many more presses have been acknowledged."""
        wanted, deadline = self.acknowledged.total() + more, time.monotonic() + 60
        while self.acknowledged.total() < wanted:
            assert time.monotonic() < deadline, "nobody gets anything acknowledged"
            time.sleep(0.002)

    def assert_nothing_lost_or_doubled(self) -> None:
        program = self.programs[0]
        journal = Counter(line["because"] for line in program.exported()["journal"] if line["because"])
        assert journal == self.acknowledged, "each press stands in the journal exactly once"
        filled = {clock["id"]: clock["filled"] for clock in program.sees()["clocks"]}
        assert {id: filled[id] for id in self.sums} == self.sums
