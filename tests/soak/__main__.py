"""`make soak`: play for an hour, stop at the first thing that is wrong, say how to see it again."""

import argparse
import logging
import sys
import tempfile
import time
from pathlib import Path

from tests.soak.house import in_this_process
from tests.soak.report import Report, read
from tests.soak.season import Failed, an_evening, begins, replayed, shorten
from webapp.api.examples import command_examples

ENOUGH = 0.95
"""The share of the documented commands that a whole hour must have had accepted."""
HOUR = 3600


def main() -> int:
    asked = _arguments()
    logging.disable(logging.CRITICAL)
    if asked.replay:
        return _again(asked.replay)
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="tableside-soak-"))
    folder.mkdir(parents=True, exist_ok=True)
    report = Report(folder, set(command_examples()))
    seed = asked.seed if asked.seed is not None else int(time.time()) // 86400 * 1000
    report.say(f"seed {seed}, {asked.seconds} s, all of it in {folder}")
    found = _play(report, seed, asked)
    report.summary()
    too_few = asked.seconds >= HOUR and len(report.missing) > (1 - ENOUGH) * len(report.wanted)
    return 1 if found or too_few else 0


def _play(report: Report, seed: int, asked: argparse.Namespace) -> set[str]:
    """Evening after evening; the kinds of failures, of which the first ends it unless told to go on."""
    ends, found = time.monotonic() + asked.seconds, set[str]()
    while time.monotonic() < ends and (asked.go_on or not found):
        begin = begins(seed, report.met)
        seed += 1
        try:
            with tempfile.TemporaryDirectory() as folder, in_this_process(Path(folder)) as house:
                evening = an_evening(house, begin, report.met, ends, asked.bursts)
        except Failed as failed:
            evening = failed.evening
            if failed.kind not in found:
                found.add(failed.kind)
                shorten(failed)
                report.failed(failed)
        report.add("here", evening)
    return found


def _again(file: Path) -> int:
    failed = replayed(*read(file))
    sys.stdout.write(f"{failed.why if failed else 'It does not fail any more.'}\n")
    return 1 if failed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--seconds", type=int, default=HOUR, help="how long it plays")
    parser.add_argument("--seed", type=int, help="where it begins; without it, the day's own")
    parser.add_argument("--bursts", type=int, default=30, help="how long one evening is")
    parser.add_argument("--folder", type=Path, help="where log and failures are kept")
    parser.add_argument(
        "--go-on", action="store_true", help="list all kinds of failures, not the first alone"
    )
    parser.add_argument("--replay", type=Path, help="play a kept failure again")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
