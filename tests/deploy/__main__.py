"""`python -m tests.deploy`: what one machine carries, with the files of `.ci/deploy`; printed.

Several processes as the systemd unit starts them, PostgreSQL, Redis and nginx with its handed-out settings
(as root it runs as Debian's user). Without TLS; each table's people come from an address of their own.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

from tests.deploy import fleet, stories
from tests.deploy.fleet import Fleet
from tests.deploy.stories import Presses
from tests.store import pair_stories
from tests.warm import family

SECONDS = 20.0
MEGABYTE = 1024 * 1024


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.deploy", description=__doc__)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--viewers", type=int, default=2000)
    parser.add_argument("--restarts", type=int, default=3, help="rolling ones, back to back")
    parser.add_argument(
        "--restarting", type=float, default=600, help="seconds of restarts under four writers"
    )
    parser.add_argument("--alone", action="store_true", help="of all this, only these")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, fleet.running(asked.processes, Path(folder)) as running:
        _say_restarts(running, asked.restarting)
        if asked.alone:
            return
        say(f"{asked.processes} processes behind nginx, {asked.viewers} viewers, {stories.GROUP} a table")
        pair_stories.heard_in_order(running, changes=200, seed=int(time.time()))  # type: ignore[arg-type]
        say("every change was heard once and in order")
        with answered(running), _measured(running):
            _say("all are there", stories.nothing_happens(running, asked.viewers, SECONDS))
        with answered(running):
            restarted = stories.a_rolling_restart(running, asked.viewers, asked.restarts)
            _say(f"{asked.restarts} rolling restarts back to back", restarted)
        for story in (stories.one_is_killed, stories.the_bus_is_away, stories.the_database_is_away):
            with answered(running):
                _say(story.__name__.replace("_", " "), story(running, asked.viewers))


def _say_restarts(running: Fleet, seconds: float) -> None:
    """Print what four writers noticed while one process after the other was restarted."""
    told = stories.restarted_in_turn(running, seconds)
    say(
        f"{told.restarts} restarts in turn under four writers: {told.presses} presses, 0 lost, 0 doubled, "
        f"0 refused, the longest took {told.longest:.1f} s"
    )


def _say(what: str, presses: Presses) -> None:
    """Print what a story gave; its own checks say that nothing was lost."""
    again = ", ".join(f"{often} after {status or 'no answer'}" for status, often in presses.refused.items())
    told = f"{presses.done} presses, none lost, sent again: {again or 'none'}"
    if len(presses.waited) > 1:
        middle, late, most = median(presses.waited), quantiles(presses.waited, n=20)[-1], max(presses.waited)
        told += f", median {middle:.3f} s, p95 {late:.3f} s, most {most:.1f} s"
    say(f"{what}: {told}; all equal {presses.back:.1f} s later")


@contextmanager
def answered(running: Fleet) -> Iterator[None]:
    """Print what nginx answered meanwhile; the streams that are open have no answer yet."""
    before = running.answers()
    yield
    counted = running.answers() - before
    say(
        "  nginx answered "
        + ", ".join(f"{status} {often} times" for status, often in sorted(counted.items()))
    )


@contextmanager
def _measured(running: Fleet) -> Iterator[None]:
    """Print how long the processes worked meanwhile, and the most memory that they took."""
    workers = [each for server in running.servers if server.process for each in family(server.process.pid)]
    before, began = sum(map(_worked, workers)), time.monotonic()
    yield
    worked, took = sum(map(_worked, workers)) - before, time.monotonic() - began
    memory = sum(map(_most_memory, workers)) / MEGABYTE
    say(f"  {worked:.0f} s of processor in {took:.0f} s, {memory:.0f} MB at most in all processes together")


def _worked(pid: int) -> float:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def _most_memory(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
