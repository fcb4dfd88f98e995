"""Run `python -m webapp COMMAND`; for `serve`, only the worker imports the app."""

import os
import signal
import sys


def _end_quietly(_number: int, _frame: object) -> None:
    """Exit at once, because Ctrl-C during imports would print a traceback."""
    os.write(2, b"\nStopped.\n")
    os._exit(130)


if sys.argv[1:] == ["serve"]:
    signal.signal(signal.SIGINT, _end_quietly)
    signal.signal(signal.SIGTERM, _end_quietly)  # the signal that `make` passes on
    print("Starting Tableside ...", flush=True)
    from webapp.serve import main
else:
    from webapp.cli import main

if __name__ == "__main__":
    main()
