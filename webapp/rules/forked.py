"""Run code that may end, hang or crash its process in a forked child, with a deadline and limited memory.

A fork has everything imported already, so it takes milliseconds where a new process takes seconds.
"""

import json
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

SECONDS = 10
"""How long a game may take to load; an included one takes a tenth of a second."""
MEMORY = 2 * 2**30
"""The bytes of memory that a child may take."""


class Ended(Exception):
    """Raised when a child ended without a result; the message says how ("it crashes (SIGSEGV)")."""


def run_forked(work: Callable[[], Any], seconds: int) -> Any:
    """Return what `work` returns, as JSON, from a child process; raise Ended if the child has no result.

    The JSON must fit into a pipe (64 KB). What the child prints is lost. Without `os.fork`, this process
    does the work.
    """
    if not hasattr(os, "fork"):
        return work()
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        _work_and_exit(work, seconds, writes)
    os.close(writes)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.set_blocking(reads, False)  # a process that the child left behind may hold the other end
    with os.fdopen(reads, "rb") as pipe:
        said = pipe.read()
    if said:
        return json.loads(said)
    raise Ended(_in_words(code, seconds))


def _in_words(code: int, seconds: int) -> str:
    if code == -signal.SIGALRM:
        return f"it takes more than {seconds} seconds"
    if code < 0:
        return f"it crashes ({signal.Signals(-code).name})"
    return f"it ends the program (exit code {code})"


def _work_and_exit(work: Callable[[], Any], seconds: int, writes: int) -> NoReturn:
    """Do the work in this child, write the result and end, whatever the work raises."""
    import resource  # not every system has these limits

    code = 1
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(seconds)
        with suppress(ValueError, OSError):  # the process may be limited already
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        with os.fdopen(writes, "wb") as pipe:
            pipe.write(json.dumps(work()).encode())
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
    finally:
        os._exit(code & 0xFF)
