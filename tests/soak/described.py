"""The long form of what is made of the API's own description: many right and wrong requests, by each role.

python -m tests.soak.described --examples 60
"""

import argparse
import sys
import tempfile
from pathlib import Path

from flask import Flask

from tests.api.desk import Desk
from tests.attack.forged import today
from tests.attack.from_schema import wrong_with_answers
from tests.soak.house import in_this_process
from webapp.rules.playable_games import rulesets


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.described", description=__doc__)
    parser.add_argument("--examples", type=int, default=60, help="of each call by each role")
    parser.add_argument("--seed", type=int, default=today())
    asked = parser.parse_args()
    found = {}
    for game in rulesets():
        with tempfile.TemporaryDirectory() as folder, in_this_process(Path(folder)) as house:
            wrong = wrong_with_answers(house.app, _desk(house.app, game), asked.examples, begins=asked.seed)
            found |= {f"{game}: {where}": what for where, what in wrong.items()}
    for where, what in found.items():
        sys.stdout.write(f"{where}\n    {what}\n")
    sys.stdout.write(f"{asked.examples} examples of each call by each role, {len(found)} of them wrong\n")
    return 1 if found else 0


def _desk(app: Flask, game: str) -> Desk:
    """A table with something on it, and somebody in a seat."""
    desk = Desk.start(app, ruleset=game)
    desk.sit("Ana", character=desk.add("character", name="Mira"))
    desk.add("clock", name="Alarm", segments=6)
    desk.add("tag", name="Slick", visibility="secret")
    return desk


if __name__ == "__main__":
    sys.exit(main())
