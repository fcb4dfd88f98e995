"""Long work sent out to a process of its own: who asks waits, and everybody else is served meanwhile.

A large document is read, checked and written there, a long table is read out there. What is small is done
at once, where it takes less time than it takes to send somebody.
"""

import json
import logging
import os
import subprocess
import sys
import threading
from typing import Any

from webapp.places import PACKAGE
from webapp.services import services
from webapp.store.db import db
from webapp.table.create import Created
from webapp.table.refusals import Invalid, Locked, refusal_of

log = logging.getLogger(__name__)
COMMAND = (sys.executable, "-m", "webapp.errand")
AT_ONCE = 32 * 1024
"""Bytes of a document that are read, checked and drawn within a tenth of a second, so at once."""
PACK_AT_ONCE = 16 * 1024
"""Bytes of a pack that are; TOML is read in Python."""
LONG = 1000
"""Entries of a journal from which on a table is read out apart: about a tenth of a second."""
AT_A_TIME, PATIENCE = 2, 20.0
"""How many errands are on their way at once, and how many seconds one waits to set out."""
LONGEST = 60.0
"""Seconds after which an errand is called off, however little it has worked."""
REFUSED = 3
"""How an errand ends whose work was refused."""
TOO_MUCH = "This takes more time or memory than a table is worth. Nothing was taken."
BUSY = "Somebody else's large file is being read. Nothing was changed; please try again in a moment."
_places = threading.BoundedSemaphore(AT_A_TIME)


def brought(body: bytes) -> Created:
    """A new table from an import as it was sent; refused as `import_table` refuses it."""
    return Created(**json.loads(_run("import", sent=body)))


def taken_along(table_id: str) -> bytes:
    """A whole table as a document, in JSON."""
    return _run("export", table_id)


def pack_read(ruleset: str, text: str) -> dict[str, Any]:
    """The content of a large pack for a table of this game; Invalid tells a mistake with its line."""
    content: dict[str, Any] = json.loads(_run("pack", ruleset, sent=text.encode()))
    return content


def _run(job: str, *words: str, sent: bytes = b"") -> bytes:
    db.session.remove()  # nothing of the database is held while others work
    if not _places.acquire(timeout=PATIENCE):
        raise Locked(BUSY)
    try:
        status, said, wrong = _sent_out(job, words, sent)
    finally:
        _places.release()
    if status == REFUSED:
        raise refusal_of(**json.loads(said))
    if status < 0:
        log.warning("An errand (%s) took too much and was ended by signal %d.", job, -status)
        raise Invalid(TOO_MUCH)
    if status:
        log.error("An errand (%s) broke: %s", job, wrong.decode(errors="replace").partition(": ")[0][-200:])
        raise RuntimeError(f"the errand {job} broke")
    return said


def _sent_out(job: str, words: tuple[str, ...], sent: bytes) -> tuple[int, bytes, bytes]:
    """How the errand ended, what it says, and what went wrong; it never outlives whoever asked."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([*COMMAND, job, *words], env=_environment(), **pipes) as errand:  # noqa: S603
        try:
            said, wrong = errand.communicate(sent, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            said = wrong = b""
        finally:
            errand.kill()
    return errand.returncode, said, wrong


def _environment() -> dict[str, str]:
    """The settings of this app, and where it lies."""
    path = [str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, **services().settings.environment(), "PYTHONPATH": os.pathsep.join(path)}
