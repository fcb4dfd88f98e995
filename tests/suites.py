"""The three suites: `make test` runs what is unmarked, `make soak` and `make attack` what is marked so.

python -m tests.suites soak --part 2/8

A marked test plays, restarts or waits (`soak`), or kills, floods, cuts and fills (`attack`). Of those
`make test` runs a smoke; `.ci/run` runs one part of each a day, and `make soak` or `make attack` all of them.
"""

import argparse
import subprocess
import sys
import time

SUITES = ("soak", "attack")
NOTHING_COLLECTED = 5
"""What pytest exits with where a part holds no test."""


def read_part(text: str) -> tuple[int, int]:
    """Read "2/8" as the second of eight parts; "today/8" is another one each day."""
    number, _, of = text.partition("/")
    parts = int(of)
    chosen = int(time.time()) // 86_400 % parts + 1 if number == "today" else int(number)
    if not 1 <= chosen <= parts:
        raise ValueError(f"{text!r} is no part: 1/{parts} to {parts}/{parts}, or today/{parts}")
    return chosen, parts


def run_marked(suite: str, which: str = "1/1") -> int:
    """Run the tests with this mark, or a part of them; the exit code."""
    words = [sys.executable, "-m", "pytest", "-q", "-m", suite, "--part", which, "--ignore", "tests/bench"]
    code = subprocess.call([*words, "--numprocesses", "auto", "--dist", "worksteal"])
    return 0 if code == NOTHING_COLLECTED else code


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.suites", description=__doc__)
    parser.add_argument("suite", choices=SUITES)
    parser.add_argument("--part", default="1/1", help="2/8; today/8 is another each day")
    asked = parser.parse_args()
    return run_marked(asked.suite, asked.part)


if __name__ == "__main__":
    sys.exit(main())
