"""An errand: one long piece of work in a process of its own, so that nobody at the server waits for it.

    python -m webapp.errand import < document        python -m webapp.errand export TABLE
    python -m webapp.errand pack RULESET < text           python -m webapp.errand evening TABLE ROLE [SEAT]

A large document is read, checked and written there, a long table is read out there. What is small is done at
once, where it takes less time than it takes to send somebody. It is a fresh interpreter with a limit of
processor time and of memory. It answers on its output; a refusal ends it with a status of its own.
"""

import gc
import json
import logging
import os
import subprocess
import sys
import threading

if __name__ == "__main__":
    gc.disable()  # nothing is garbage while modules are read

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from flask import Flask

from webapp.places import PACKAGE
from webapp.screens.audience import Audience, Role
from webapp.screens.record import PART
from webapp.services import services
from webapp.store.board import Board
from webapp.store.db import db
from webapp.store.deadline import take_time
from webapp.table.create import Created
from webapp.table.exchange import export_text, import_table, sent_document
from webapp.table.packfile import read_for
from webapp.table.refusals import Invalid, Locked, Refused, loaded, refusal_of
from webapp.table.strictjson import strict_json

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
LONGEST = 600.0
"""Seconds after which an errand is ended by the wall clock; under load it may be idle for most of them."""
REFUSED = 3
"""How an errand ends whose work was refused."""
TOO_MUCH = "This takes more time or memory than a table is worth. Nothing was taken."
BUSY = "Somebody else's large file is being read. Nothing was changed; please try again in a moment."
SECONDS, MEMORY = 20, 2**30
"""Seconds of processor time and bytes of memory that one errand may take."""
READING = 120
"""Seconds of processor time for one that only reads out what is stored."""
POLITE = 10
"""How much an errand gives way to the server on a busy machine, as `nice` counts."""
_places = threading.BoundedSemaphore(AT_A_TIME)


def brought(body: bytes) -> Created:
    """A new table from an import as it was sent; refused as `import_table` refuses it."""
    return Created(**json.loads(_run("import", sent=body)))


def taken_along(table_id: str) -> bytes:
    """A whole table as a document, in JSON."""
    if loaded(table_id).table.entries > LONG:
        return _run("export", table_id)
    return "".join(export_text(table_id)).encode()


def is_long_story(board: Board) -> bool:
    """Whether the whole story of a table is told apart."""
    return board.table.entries > PART


def story_read(job: str, table_id: str, audience: Audience) -> bytes:
    """The whole story as this audience knows it: a page (`evening`), Markdown (`recap`) or JSON (`story`)."""
    seat = [] if audience.seat is None else [str(audience.seat)]
    return _run(job, table_id, str(audience.role), *seat)


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
        raise refusal_of(**json.loads(said.rpartition(b"\n")[2]))
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


# ---- what is done there ---------------------------------------------------------------------------


def main() -> None:
    import resource  # only where there are such limits

    take_time()
    gc.freeze()
    gc.enable()
    job, *words = sys.argv[1:]
    seconds = SECONDS if job in ("import", "pack") else READING
    os.nice(POLITE)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        for part in _done(JOBS[job], words):
            sys.stdout.buffer.write(part.encode())
    except Refused as refused:
        told = {"code": refused.code, "message": refused.message, "fields": refused.fields}
        sys.stdout.buffer.write(b"\n" + json.dumps(told).encode())  # after what was written until then
        sys.exit(REFUSED)


def _done(job: Callable[..., Any], words: list[str]) -> Iterator[str]:
    """What the job makes: parts of a text, a text, or a value as JSON."""
    try:
        made = job(*words)
        if isinstance(made, Iterator):
            yield from made
        else:
            yield made if isinstance(made, str) else json.dumps(made, separators=(",", ":"))
    except MemoryError:
        raise Invalid(TOO_MUCH) from None


def bring() -> dict[str, Any]:
    """A new table from the document that was sent to the API."""
    document = sent_document(strict_json(sys.stdin.buffer.read()))
    with _app().app_context():
        return asdict(import_table(document))


def take_along(table: str) -> Iterator[str]:
    """A whole table as a document, in JSON."""
    with _app().app_context():
        yield from export_text(table)


def tell_evening(table: str, role: str, seat: str = "") -> str:
    """A whole evening as one page."""
    from webapp.pages.after import evening_page

    with _app().test_request_context():
        return evening_page(loaded(table), _audience(role, seat))


def tell_recap(table: str, role: str, seat: str = "") -> str:
    """The same as Markdown."""
    from webapp.pages.after import recap_text

    with _app().app_context():
        return recap_text(loaded(table), _audience(role, seat))


def tell_story(table: str, role: str, seat: str = "") -> dict[str, Any]:
    """The same as the API answers it."""
    from webapp.api.tables import recap_of
    from webapp.screens.record import Record

    with _app().app_context():
        return recap_of(Record(loaded(table), _audience(role, seat)))


def _audience(role: str, seat: str) -> Audience:
    return Audience(Role(role), int(seat) if seat else None)


def _app() -> Flask:
    """Made only by those who need it: it takes longer than to read a pack."""
    from webapp.settings import Settings
    from webapp.start import joined

    return joined(Settings.from_environment())


def read(ruleset: str) -> dict[str, Any]:
    """The content of a pack that fits together, and a table that plays this game."""
    return read_for(ruleset, sys.stdin.buffer.read().decode())


JOBS: dict[str, Callable[..., Any]] = {"import": bring, "export": take_along, "pack": read}
JOBS |= {"evening": tell_evening, "recap": tell_recap, "story": tell_story}

if __name__ == "__main__":
    main()
