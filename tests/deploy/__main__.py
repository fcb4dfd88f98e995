"""`python -m tests.deploy`: several processes behind nginx, before hundreds of viewers; printed."""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from tests.deploy import fleet, stories
from tests.store import pair_stories


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.deploy", description=__doc__)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--viewers", type=int, default=500)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, fleet.running(asked.processes, Path(folder)) as running:
        say(f"{asked.processes} processes behind nginx, {asked.viewers} viewers of one table")
        pair_stories.heard_in_order(running, changes=200, seed=int(time.time()))  # type: ignore[arg-type]
        say("every change was heard once and in order")
        for story in (stories.one_is_killed, stories.the_bus_is_away, stories.the_database_is_away):
            began = time.monotonic()
            story(running, asked.viewers)
            say(f"{story.__name__.replace('_', ' ')}: nothing lost, {time.monotonic() - began:.0f} s in all")
        waited = stories.a_rolling_restart(running, asked.viewers)
        told = f"median {median(waited):.3f} s, p95 {quantiles(waited, n=20)[-1]:.3f} s"
        say(f"a rolling restart: {len(waited)} presses, none lost, {told}")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
