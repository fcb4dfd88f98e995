"""`python -m webapp COMMAND`: serving patches the standard library before anything else is imported."""

import gc
import os
import signal
import sys


def _end_quietly(_number: int, _frame: object) -> None:
    """End at once: while the app is imported or prepared, Ctrl-C would print a traceback."""
    os.write(2, b"\nStopped.\n")
    os._exit(130)


if sys.argv[1:] == ["serve"]:
    signal.signal(signal.SIGINT, _end_quietly)
    signal.signal(signal.SIGTERM, _end_quietly)  # what `make` passes on
    print("Starting Tableside ...", flush=True)

if "serve" in sys.argv[1:2]:
    from gevent import monkey

    monkey.patch_all()
    gc.disable()  # nothing is garbage while modules are read; serve() switches it on

from webapp.cli import main

if __name__ == "__main__":
    main()
