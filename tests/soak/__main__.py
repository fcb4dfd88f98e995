"""`make soak`: run the tests marked `soak`, then play for an hour and stop at the first fault."""

import argparse
import logging
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.soak.report import Report, read_failure
from tests.soak.running import Run
from tests.soak.season import Hours, replayed
from tests.suites import run_marked
from webapp.api.calls import command_examples

ENOUGH = 0.95
"""The share of the documented commands that a whole hour must have had accepted."""
HOUR = 3600
FLEET = ("-m", "tests.deploy")
"""Two processes behind nginx, restarted in turn; after a whole hour all that several are to withstand."""
RESTARTING = 1 / 6
"""As a share of the time that it plays: ten minutes of an hour."""


def main() -> int:
    asked = _arguments()
    logging.disable(logging.CRITICAL)
    if asked.replay:
        return _again(asked.replay)
    if asked.part != "none" and (failed := run_marked("soak", asked.part)):
        return failed
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="tableside-soak-"))
    folder.mkdir(parents=True, exist_ok=True)
    report = Report(folder, set(command_examples()))
    seed = asked.seed if asked.seed is not None else int(time.time()) // 86400 * 1000
    report.say(f"seed {seed}, {asked.seconds} s, all of it in {folder}")
    hours = Hours(time.monotonic() + asked.seconds, asked.bursts, asked.drive)
    found = Run(report, hours, asked.where.split(","), folder).play(seed, asked.go_on)
    alone = [] if asked.seconds >= HOUR else ["--alone"]
    fell = subprocess.call([sys.executable, *FLEET, "--restarting", str(asked.seconds * RESTARTING), *alone])
    report.summary()
    too_few = asked.seconds >= HOUR and report.met_too_few(ENOUGH)
    return 1 if found or too_few or fell else 0


def _again(file: Path) -> int:
    where, begin, steps = read_failure(file)
    failed = replayed(begin, steps, where)
    sys.stdout.write(f"{failed.why if failed else 'It does not fail any more.'}\n")
    return 1 if failed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--seconds", type=int, default=HOUR, help="how long it plays")
    parser.add_argument("--seed", type=int, help="where it begins; without it, the day's own")
    parser.add_argument("--where", default="here,one,two", help="in this process, at one server, at two")
    parser.add_argument("--drive", type=float, default=1.0, help="which share of the time it works, up to 1")
    parser.add_argument("--part", default="1/1", help="of the marked tests: 2/8, today/8, none; all")
    parser.add_argument("--bursts", type=int, default=30, help="how long one evening is")
    parser.add_argument("--folder", type=Path, help="where log and failures are kept")
    parser.add_argument(
        "--go-on", action="store_true", help="list all kinds of failures, not the first alone"
    )
    parser.add_argument("--replay", type=Path, help="play a kept failure again")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
