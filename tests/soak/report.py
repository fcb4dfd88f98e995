"""What a run tells: each evening in a line, a failure with all that is needed to see it again, a summary."""

import json
import sys
import time
from collections import Counter
from dataclasses import asdict
from pathlib import Path

from tests.soak.evening import Begin, Evening, Step, written
from tests.soak.season import Failed

QUIET = 300.0
"""Seconds after which a run says where it stands."""


class Report:
    """Writes to the terminal, and the same to a file."""

    def __init__(self, folder: Path, wanted: set[str]) -> None:
        self.folder, self.wanted = folder, wanted
        self.met: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.looks = self.on_screens = 0
        self.evenings: Counter[str] = Counter()
        self.began = self.spoken = time.monotonic()

    def say(self, words: str) -> None:
        """One line, with the minute."""
        self.spoken = time.monotonic()
        minute = int((self.spoken - self.began) / 60)
        line = f"{minute:3} min  {words}"
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
        with (self.folder / "log.txt").open("a", encoding="utf-8") as log:
            log.write(line + "\n")

    def add(self, where: str, evening: Evening) -> None:
        """An evening is over, well or badly."""
        self.met += evening.accepted
        self.refused += evening.refused
        if hasattr(evening, "checks"):
            self.looks += evening.checks.compared + evening.checks.on_screens
            self.on_screens += evening.checks.on_screens
        self.evenings[where] += 1
        if time.monotonic() - self.spoken > QUIET:
            self.progress()

    def failed(self, failed: Failed, where: str) -> None:
        """Tell of a failure, with all that is needed to see it again."""
        begin, steps = failed.evening.begin, failed.steps
        file = write_failure(self.folder, failed, where)
        self.say(f"FAILED {where} {begin.game} seed {begin.seed} in {len(steps)} steps: {failed.why}")
        for step in steps[-6:]:
            self.say(f"    {step}")
        self.say(f'    again: make soak ARGS="--replay {file}"')

    @property
    def missing(self) -> list[str]:
        """The documented commands that were never accepted."""
        return sorted(self.wanted - set(self.met))

    def met_too_few(self, enough: float) -> bool:
        """Whether fewer than this share of them were accepted; then it is said."""
        too_few = len(self.missing) > (1 - enough) * len(self.wanted)
        if too_few:
            self.say(f"FAILED: fewer than {enough:.0%} of the documented commands were ever accepted")
        return too_few

    def progress(self) -> None:
        """Where the run stands, in one line."""
        met = f"{self.met.total()} commands taken, {len(self.missing)} kinds not met yet"
        self.say(f"{self.evenings.total()} evenings, {self.looks} pages compared, {met}")

    def summary(self) -> None:
        """What it came to."""
        told = ", ".join(f"{count} {where}" for where, count in self.evenings.items())
        share = 1 - len(self.missing) / len(self.wanted)
        self.say(f"{self.evenings.total()} evenings: {told}")
        self.say(f"{self.looks} kept pages compared with fresh ones, {self.on_screens} of them in Chromium")
        self.say(f"{self.met.total()} commands taken, {self.refused.total()} refused with a sentence")
        self.say(f"{share:.1%} of {len(self.wanted)} documented commands were accepted at least once")
        if self.missing:
            self.say("never accepted: " + ", ".join(self.missing))


def write_failure(folder: Path, failed: Failed, where: str = "here") -> Path:
    """Write the steps of a failure down, as `--replay` and the tests take them."""
    begin = failed.evening.begin
    file = folder / f"{begin.game}-{begin.seed}.json"
    steps = [written(step) for step in failed.steps]
    told = {"where": where, **asdict(begin)}
    file.write_text(json.dumps({**told, "why": failed.why, "steps": steps}, indent=1) + "\n")
    return file


def read_failure(file: Path) -> tuple[str, Begin, list[Step]]:
    """Read a failure back: where it was played, how it began, its steps."""
    kept = json.loads(file.read_text(encoding="utf-8"))
    begin = Begin(kept["seed"], kept["game"], kept["first"])
    return kept["where"], begin, [Step(**step) for step in kept["steps"]]
