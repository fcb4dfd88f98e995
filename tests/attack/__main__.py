"""The long form: every attack on both ways of serving, with what others waited meanwhile.

python -m tests.attack --seconds 20 [--only "the patterns"]
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.attack.beside import MOST, Measured, Neighbour
from tests.attack.conftest import embedded, gunicorn
from tests.attack.tools import ATTACKS


def run(seconds: float, names: list[str]) -> list[str]:
    """Print a line for each; those beside which others waited too long."""
    late = []
    for serve in (embedded, gunicorn):
        with tempfile.TemporaryDirectory() as folder:
            server = serve(Path(folder))
            neighbour = Neighbour(server)
            _print(serve.__name__, "nothing", neighbour.alone(seconds))
            for name in names:
                measured = neighbour.beside(name, seconds)
                _print(serve.__name__, name, measured)
                if measured.p95 > MOST:
                    late.append(f"{serve.__name__}: {name}")
            server.stop()
    return late


def _print(server: str, name: str, measured: Measured) -> None:
    others = f"others p95 {measured.p95_on_the_wall:6.0f} ms, of it {measured.p95:6.0f} ms the server's work"
    print(f"{server:9} {name:28} {others}  {measured.told}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--only", action="append", choices=ATTACKS)
    asked = parser.parse_args()
    sys.exit("\n".join(run(asked.seconds, asked.only or list(ATTACKS))) or 0)
