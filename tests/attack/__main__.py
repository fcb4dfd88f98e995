"""The long form: every attack on both ways of serving, with what others waited meanwhile.

python -m tests.attack --seconds 20 [--only "the patterns"]
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.attack.beside import MOST, Neighbour
from tests.attack.conftest import embedded, gunicorn
from tests.attack.tools import ATTACKS


def run(seconds: float, names: list[str]) -> list[str]:
    """Print a line for each; those beside which others waited too long."""
    late = []
    for serve in (embedded, gunicorn):
        with tempfile.TemporaryDirectory() as folder:
            server = serve(Path(folder))
            neighbour = Neighbour(server)
            for name in names:
                measured = neighbour.beside(name, seconds)
                print(f"{serve.__name__:9} {name:28} others p95 {measured.p95:6.0f} ms  {measured.told}")
                sys.stdout.flush()
                if measured.p95 > MOST:
                    late.append(f"{serve.__name__}: {name}")
            server.stop()
    return late


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--only", action="append", choices=ATTACKS)
    asked = parser.parse_args()
    sys.exit("\n".join(run(asked.seconds, asked.only or list(ATTACKS))) or 0)
