"""A whole run: where each evening is played, for how long, and what becomes of one that fails."""

import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from tests.soak.browsers import chromium
from tests.soak.house import House
from tests.soak.report import Report
from tests.soak.season import GROUNDS, Failed, Hours, an_evening, begins, shorten

FEW = 6
"""Bursts of an evening that is about a command that was not met yet."""
SHARES = {"here": 4, "one": 3, "two": 3}
"""How the time is divided among the grounds."""


class Run:
    """Evening after evening; the servers stay up from one to the next."""

    def __init__(self, report: Report, hours: Hours, where: list[str], folder: Path) -> None:
        self.report, self.hours, self.folder = report, hours, folder
        self.used = dict.fromkeys(where, 0.0)
        self.found: set[str] = set()
        self._standing: dict[str, tuple[House, ExitStack]] = {}
        self._browser: Any = None

    def play(self, seed: int, go_on: bool) -> set[str]:
        """The kinds of failures; the first of them ends it, unless told to go on."""
        with ExitStack() as closing:
            if set(self.used) - {"here"}:
                self._browser = closing.enter_context(chromium())
            try:
                while not self.hours.over and (go_on or not self.found):
                    self._one(seed, min(self.used, key=lambda each: self.used[each] / SHARES[each]))
                    seed += 1
            finally:
                for where in list(self._standing):
                    self._leave(where)
        return self.found

    def _one(self, seed: int, where: str) -> None:
        """One evening at one of the grounds."""
        began = time.monotonic()
        begin = begins(seed, self.report.met)
        house = self._at(where, seed)
        try:
            evening = an_evening(
                house, begin, self.report.met, self._hours(where), self._browser if house.bases else None
            )
        except Failed as failed:
            evening = failed.evening
            self._leave(where)
            self._note(failed, where)
        self.report.add(where, evening)
        if where == "here":
            self._leave(where)
        self.used[where] += time.monotonic() - began

    def _hours(self, where: str) -> Hours:
        """While commands were not met yet, evenings in this process are short, so that there are many."""
        short = where == "here" and bool(self.report.missing)
        return replace(self.hours, bursts=min(self.hours.bursts, FEW)) if short else self.hours

    def _note(self, failed: Failed, where: str) -> None:
        """A new kind of failure is made as short as it gets, and told."""
        if failed.kind not in self.found:
            self.found.add(failed.kind)
            shorten(failed)
            self.report.failed(failed, where)

    def _at(self, where: str, seed: int) -> House:
        """The server of these grounds, started if it does not stand."""
        if where not in self._standing:
            stack = ExitStack()
            fresh = Path(mkdtemp(prefix=f"{where}-{seed}-", dir=self.folder))
            house = stack.enter_context(GROUNDS[where](fresh))
            self._standing[where] = house, stack
        return self._standing[where][0]

    def _leave(self, where: str) -> None:
        if where in self._standing:
            self._standing.pop(where)[1].close()
