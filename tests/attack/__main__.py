"""`make attack`: the tests marked `attack`, then each attack, with how long others waited.

python -m tests.attack --seconds 5 [--only "the patterns"]

On a machine that does nothing else the time on the wall is judged. Where others wait long with no attack
beside them, the machine is busy: then the server's own work is judged, by what a tick takes alone.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.attack.conftest import served
from tests.attack.forged import today
from tests.attack.neighbour import MOST, Measured, Neighbour, most, serve_undefended
from tests.attack.stopping import NAMELESS, STOP, WAITING, served_unpatched, stop_under_load
from tests.attack.tools import ATTACKS
from tests.suites import run_marked

QUIET = 25.0  # ms that nobody waits on a machine that does nothing else
ROW = "{:9} {:30} {:>6} {:>6} {:>6} {:>6}  {:8} {}"


def run(seconds: float, names: list[str]) -> int:
    """Print a line for each; how many there are beside which others waited too long."""
    print(ROW.format("server", "attack", "p50", "p95", "max", "work", "others", "answers to the attack"))
    return _late_beside(seconds, names)


def missed(names: list[str]) -> int:
    """How many would not be noticed: nobody waits although the server lacks what withstands them."""
    return sum(not _noticed(name) for name in names)


def _noticed(name: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        server = serve_undefended(name, Path(folder))
        held_up = Neighbour(server).is_held_up_by(name)
        server.process.kill()
        server.ended()
    print(ROW.format("naive", name, *"    ", "held up" if held_up else "SERVED", ""), flush=True)
    return held_up


def _late_beside(seconds: float, names: list[str]) -> int:
    """Make each attack; return beside how many others waited too long."""
    with tempfile.TemporaryDirectory() as folder:
        server = served(Path(folder))
        neighbour = Neighbour(server).later()
        alone = neighbour.alone(seconds)
        _print("nothing", alone, "served" if _quiet(alone) else "(busy)")
        late = [name for name in names if _late(name, neighbour.beside(name, seconds), alone)]
        server.stop()
    return len(late)


def _quiet(alone: Measured) -> bool:
    return alone.on_the_wall(0.95) <= QUIET


def _late(name: str, measured: Measured, alone: Measured) -> bool:
    late = measured.on_the_wall(0.95) > MOST if _quiet(alone) else measured.p95 > most(alone)
    _print(name, measured, "LATE" if late else "served")
    return late


def _print(name: str, measured: Measured, verdict: str) -> None:
    waited = [f"{measured.on_the_wall(part):.0f}" for part in (0.5, 0.95, 1)]
    told = ", ".join(f"{each} {often}" for each, often in measured.answers.items())
    told += "".join(f"; others: {each.lost}" for each in measured.waits if each.lost)
    print(ROW.format("served", name, *waited, f"{measured.p95:.0f}", verdict, told), flush=True)


def cut_off(seconds: float) -> int:
    """Stop a server while many wait for it, again and again for so long; how often somebody got no answer."""
    told: Counter[int] = Counter()
    until, stops, cut = time.monotonic() + seconds, 0, 0
    while not stops or time.monotonic() < until:
        answers = _stopped("pass", WAITING)
        stops, cut, told = stops + 1, cut + bool(answers[0]), told + answers
    answered = f"in {stops} stops {told.total() - told[0]} of {told.total()} who waited"
    print(ROW.format("served", STOP, *"    ", "CUT OFF" if cut else "answered", answered), flush=True)
    return cut


def not_cut_off() -> int:
    """Whether it would not be noticed: everyone is answered although the server forgets its address."""
    cut = _stopped(NAMELESS, 40)[0]
    print(ROW.format("naive", STOP, *"    ", "cut off" if cut else "ANSWERED", ""), flush=True)
    return int(not cut)


def _stopped(more: str, waiting: int) -> Counter[int]:
    with tempfile.TemporaryDirectory() as folder:
        server = served_unpatched(Path(folder), more)
        told = stop_under_load(server, waiting)
        server.ended()
    return told


FORGED = ("tests.attack.forged", "--count")
DESCRIBED = ("tests.soak.described", "--examples")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="make attack", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="for each attack; 0 leaves them out")
    parser.add_argument("--forged", type=int, default=1000, help="documents of each game")
    parser.add_argument("--examples", type=int, default=60, help="requests of each call by each role")
    parser.add_argument("--seed", type=int, default=today(), help="of both; without it, the day's own")
    parser.add_argument("--part", default="1/1", help="of the marked tests: 2/8, today/8, none; all")
    parser.add_argument("--only", action="append", choices=[*ATTACKS, STOP], metavar="ATTACK")
    asked = parser.parse_args()
    wrong = asked.part != "none" and run_marked("attack", asked.part)
    if not asked.only:
        wrong |= _program(*FORGED, str(asked.forged), "--seed", str(asked.seed))
        wrong |= _program(*DESCRIBED, str(asked.examples), "--seed", str(asked.seed))
    return 1 if wrong or (asked.seconds and _attacked(asked.seconds, asked.only or [*ATTACKS, STOP])) else 0


def _program(*words: str) -> int:
    return subprocess.call([sys.executable, "-m", *words])


def _attacked(seconds: float, names: list[str]) -> int:
    """Make each attack; how many did harm, or would not be noticed if they did."""
    floods = [name for name in names if name in ATTACKS]
    breaches, unnoticed = (run(seconds, floods), missed(floods)) if floods else (0, 0)
    print(f"p95 in ms, at most {MOST:.0f}: {breaches or 'none'} beside which others waited longer")
    print(f"Without what withstands them: {unnoticed or 'none'} beside which nobody waited")
    stops = cut_off(seconds) + not_cut_off() if STOP in names else 0
    return breaches + unnoticed + stops


if __name__ == "__main__":
    sys.exit(main())
