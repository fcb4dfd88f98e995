"""The long form: every attack on both ways of serving, with what others waited meanwhile.

python -m tests.attack --seconds 5 [--only "the patterns"]

On a machine that does nothing else the time on the wall is judged. Where others wait long with no attack
beside them, the machine is busy: then the server's own work is judged.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.attack.beside import MOST, Measured, Neighbour, naive
from tests.attack.conftest import Serve, embedded, gunicorn
from tests.attack.tools import ATTACKS

QUIET = 25.0  # ms that nobody waits on a machine that does nothing else
ROW = "{:9} {:30} {:>6} {:>6} {:>6} {:>6}  {:8} {}"


def run(seconds: float, names: list[str]) -> int:
    """Print a line for each; how many there are beside which others waited too long."""
    print(ROW.format("server", "attack", "p50", "p95", "max", "work", "others", "answers to the attack"))
    return sum(_on(serve, seconds, names) for serve in (embedded, gunicorn))


def missed(names: list[str]) -> int:
    """How many would not be noticed: nobody waits although the server lacks what withstands them."""
    return sum(not _noticed(name) for name in names)


def _noticed(name: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        server = naive(name, Path(folder))
        held_up = Neighbour(server).is_held_up_by(name)
        server.process.kill()
        server.ended()
    print(ROW.format("naive", name, *"    ", "held up" if held_up else "SERVED", ""), flush=True)
    return held_up


def _on(serve: Serve, seconds: float, names: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = serve(Path(folder))
        neighbour = Neighbour(server).later()
        alone = neighbour.alone(seconds)
        quiet = alone.on_the_wall(0.95) <= QUIET
        _print(serve.__name__, "nothing", alone, "served" if quiet else "(busy)")
        late = [name for name in names if _late(serve.__name__, name, neighbour.beside(name, seconds), quiet)]
        server.stop()
    return len(late)


def _late(server: str, name: str, measured: Measured, quiet: bool) -> bool:
    late = (measured.on_the_wall(0.95) if quiet else measured.p95) > MOST
    _print(server, name, measured, "LATE" if late else "served")
    return late


def _print(server: str, name: str, measured: Measured, verdict: str) -> None:
    waited = [f"{measured.on_the_wall(part):.0f}" for part in (0.5, 0.95, 1)]
    told = ", ".join(f"{each} {often}" for each, often in measured.told.items())
    print(ROW.format(server, name, *waited, f"{measured.p95:.0f}", verdict, told), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m tests.attack", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="for each attack")
    parser.add_argument("--only", action="append", choices=ATTACKS, metavar="ATTACK")
    asked = parser.parse_args()
    names = asked.only or list(ATTACKS)
    breaches, unnoticed = run(asked.seconds, names), missed(names)
    print(f"p95 in ms, at most {MOST:.0f}: {breaches or 'none'} beside which others waited longer")
    print(f"Without what withstands them: {unnoticed or 'none'} beside which nobody waited")
    sys.exit(1 if breaches or unnoticed else 0)
