"""Ask a child process for a long job (`webapp.child_jobs`), so that the server's requests do not wait.

A job reads, checks and writes a large document, or reads a long table. Small jobs run in the server, where
that is faster than starting a process.
"""

import json
import logging
import os
import subprocess
import sys
import threading
from typing import Any, ClassVar

from webapp.data_folder import PACKAGE
from webapp.rules.plugins import broken
from webapp.services import services
from webapp.state.audience import Audience
from webapp.store.database_file import ensure_in_place
from webapp.store.db import db
from webapp.store.table_state import TableState
from webapp.table.create import CreatedTable
from webapp.table.refusals import DatabaseLocked, Invalid, load_table, refusal_of
from webapp.table.table_export import export_text
from webapp.views.session_record import PART

log = logging.getLogger(__name__)
COMMAND = (sys.executable, "-m", "webapp.child_jobs")
IN_PROCESS_BYTES = 32 * 1024
"""The largest document, in bytes, handled without a child process; it takes less than a tenth of a second."""
PACK_IN_PROCESS_BYTES = 16 * 1024
"""The largest pack, in bytes, handled without a child process; TOML is parsed in Python, which is slower."""
LONG = 1000
"""The most entries of a table that is exported without a child process, in about a tenth of a second."""
AT_A_TIME, PATIENCE = 2, 5.0
"""How many children run at once, and how many seconds a further one waits to start."""
LONGEST = 600.0
"""Seconds after which a child is ended; under load it may be idle most of that time."""
LEFT_OUT = "TABLESIDE_LEFT_OUT"
"""The environment variable that lists the games which the server has set aside, and a child leaves out."""
REFUSED = 3
"""The exit status of a child whose work was refused."""
TOO_MUCH = (
    "This file or recap needs more time or memory than the server allows. Nothing was changed. A large table "
    "can be exported and imported on the server's command line."
)
BUSY = "Busy: two large files or recaps are in progress. Nothing was changed; please try again soon."
_places = threading.BoundedSemaphore(AT_A_TIME)


class NoFreeProcess(DatabaseLocked):
    """Raised when all child processes that may run at once are busy."""

    headers: ClassVar = {"Retry-After": "15"}  # seconds, about as long as a long table takes


def import_document(body: bytes) -> CreatedTable:
    """Make a new table from the body of an import request, in a child process; raise any refusal."""
    return CreatedTable(**json.loads(_run("import", sent=body)))


def export_document(table_id: str) -> bytes:
    """Return a whole table as a JSON document, made in a child process if the journal is long."""
    if load_table(table_id).table.entries > LONG:
        return _run("export", table_id)
    return "".join(export_text(table_id)).encode()


def is_long_story(state: TableState) -> bool:
    """Return whether a table's recap is so long that it needs a child process."""
    return state.table.entries > PART


def render_story(job: str, table_id: str, audience: Audience) -> bytes:
    """Return the recap for this audience as a page (`evening`), Markdown (`recap`) or JSON (`story`)."""
    seat = [] if audience.seat is None else [str(audience.seat)]
    return _run(job, table_id, str(audience.role), *seat)


def read_pack(ruleset: str, text: str) -> dict[str, Any]:
    """Return a large pack's content, read in a child process for this game; raise Refused if it fails."""
    content: dict[str, Any] = json.loads(_run("pack", ruleset, sent=text.encode()))
    return content


def _run(job: str, *words: str, sent: bytes = b"") -> bytes:
    db.session.remove()  # hold no database connection meanwhile
    ensure_in_place(db.engine)  # the child opens what stands at its path
    if not _places.acquire(timeout=PATIENCE):
        raise NoFreeProcess(BUSY)
    try:
        status, said, wrong = _communicate(job, words, sent)
    finally:
        _places.release()
    if status == REFUSED:
        raise refusal_of(**json.loads(said.rpartition(b"\n")[2]))
    if status < 0:
        log.warning(
            "A child process (%s) used too much time or memory and was ended by signal %d.", job, -status
        )
        raise Invalid(TOO_MUCH)
    if status:
        log.error(
            "A child process (%s) failed: %s", job, wrong.decode(errors="replace").partition(": ")[0][-200:]
        )
        raise RuntimeError(f"the child process {job} failed")
    return said


def _communicate(job: str, words: tuple[str, ...], sent: bytes) -> tuple[int, bytes, bytes]:
    """Run a child process; return its status, output and errors.

    The child is killed if it takes too long or the request ends.
    """
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([*COMMAND, job, *words], env=_environment(), **pipes) as process:  # noqa: S603
        try:
            said, wrong = process.communicate(sent, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            said = wrong = b""
        finally:
            process.kill()
    return process.returncode, said, wrong


def _environment() -> dict[str, str]:
    """Return the environment for a child, with this app's settings and location."""
    path = [str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    ours = {"PYTHONPATH": os.pathsep.join(path), LEFT_OUT: ",".join(broken())}
    return {**os.environ, **services().settings.environment(), **ours}
