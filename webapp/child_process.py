"""Run one long job in a child process, so that the server's requests do not wait.

    python -m webapp.child_process import < document
    python -m webapp.child_process export TABLE
    python -m webapp.child_process pack RULESET < text
    python -m webapp.child_process evening|recap|story TABLE ROLE [SEAT]

A job reads, checks and writes a large document, or reads a long table. Small jobs run in the server, where
that is faster than starting a process. The child is a fresh interpreter with limits on CPU time and memory.
It writes its result to stdout. After a refusal it exits with status 3, and its last line is the refusal.
"""

import gc
import json
import logging
import os
import subprocess
import sys
import threading

if __name__ == "__main__":
    gc.disable()  # collect no garbage while modules load

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any, ClassVar

from flask import Flask

from webapp.data_folder import PACKAGE
from webapp.services import services
from webapp.state.audience import Audience, Role
from webapp.store.database_deadline import lift_limits
from webapp.store.db import db
from webapp.store.table_state import TableState
from webapp.table.create import CreatedTable
from webapp.table.json_reader import read_json
from webapp.table.packfile import read_pack_for
from webapp.table.refusals import DatabaseLocked, Invalid, Refused, load_table, refusal_of
from webapp.table.table_export import export_text
from webapp.table.table_import import import_table, sent_document
from webapp.views.session_record import PART

log = logging.getLogger(__name__)
COMMAND = (sys.executable, "-m", "webapp.child_process")
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
REFUSED = 3
"""The exit status of a child whose work was refused."""
TOO_MUCH = (
    "This file or recap needs more time or memory than the server allows. Nothing was changed. A large table "
    "can be exported and imported on the server's command line."
)
BUSY = "Busy: two large files or recaps are in progress. Nothing was changed; please try again soon."
SECONDS, MEMORY = 20, 2**30
"""Seconds of processor time of a child that imports a table or reads a pack; bytes of memory of any child."""
READING = 120
"""Seconds of processor time of a child that exports a table or renders a recap."""
POLITE = 10
"""The `nice` value with which a child gives way to the server."""
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
    return {**os.environ, **services().settings.environment(), "PYTHONPATH": os.pathsep.join(path)}


# ---- jobs in the child ----------------------------------------------------------------------------


def main() -> None:
    import resource  # not every system has these limits

    lift_limits()
    gc.freeze()
    gc.enable()
    job, *words = sys.argv[1:]
    seconds = SECONDS if job in ("import", "pack") else READING
    os.nice(POLITE)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        for part in _output_of(JOBS[job], words):
            sys.stdout.buffer.write(part.encode())
    except Refused as refused:
        refusal = {"code": refused.code, "message": refused.message, "fields": refused.fields}
        sys.stdout.buffer.write(b"\n" + json.dumps(refusal).encode())  # after the output written so far
        sys.exit(REFUSED)


def _output_of(job: Callable[..., Any], words: list[str]) -> Iterator[str]:
    """Yield a job's result: the parts of a text, a text, or a value as JSON."""
    try:
        made = job(*words)
        if isinstance(made, Iterator):
            yield from made
        else:
            yield made if isinstance(made, str) else json.dumps(made, separators=(",", ":"))
    except MemoryError:
        raise Invalid(TOO_MUCH) from None


def _import_job() -> dict[str, Any]:
    """Make a new table from the API request on stdin; return its id, name, game, keys and join code."""
    document = sent_document(read_json(sys.stdin.buffer.read()))
    with _app().app_context():
        return asdict(import_table(document))


def _export_job(table: str) -> Iterator[str]:
    """Yield a whole table as a JSON document."""
    with _app().app_context():
        yield from export_text(table)


def _evening_job(table: str, role: str, seat: str = "") -> str:
    """Return the recap and figures of a table as one page."""
    from webapp.pages.after_session import evening_page

    with _app().test_request_context():
        return evening_page(load_table(table), _audience(role, seat))


def _recap_job(table: str, role: str, seat: str = "") -> str:
    """Return the recap of a table as Markdown."""
    from webapp.pages.after_session import recap_text

    with _app().app_context():
        return recap_text(load_table(table), _audience(role, seat))


def _story_job(table: str, role: str, seat: str = "") -> dict[str, Any]:
    """Return the recap of a table as the API's JSON."""
    from webapp.api.tables import recap_of
    from webapp.views.session_record import Record

    with _app().app_context():
        return recap_of(Record(load_table(table), _audience(role, seat)))


def _audience(role: str, seat: str) -> Audience:
    return Audience(Role(role), int(seat) if seat else None)


def _app() -> Flask:
    """Return a new app; reading a pack does without one, because creating it takes longer than reading."""
    from webapp.settings import Settings
    from webapp.start import make_app

    return make_app(Settings.from_environment())


def _pack_job(ruleset: str) -> dict[str, Any]:
    """Return the content of the pack on stdin, validated for a table of this game."""
    return read_pack_for(ruleset, sys.stdin.buffer.read().decode())


JOBS: dict[str, Callable[..., Any]] = {"import": _import_job, "export": _export_job, "pack": _pack_job}
JOBS |= {"evening": _evening_job, "recap": _recap_job, "story": _story_job}

if __name__ == "__main__":
    main()
