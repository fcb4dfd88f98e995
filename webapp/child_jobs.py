"""The long jobs that run in a child process, and the child's own program.

    python -m webapp.child_jobs import < document
    python -m webapp.child_jobs export TABLE
    python -m webapp.child_jobs pack RULESET < text
    python -m webapp.child_jobs evening|recap|story TABLE ROLE [SEAT]

The server starts it (`webapp.child_process`) and imports nothing of it. The child is a fresh interpreter with
limits on CPU time and memory. It writes its result to stdout. After a refusal it exits with status 3, and its
last line is the refusal.
"""

import gc
import json
import os
import sys

if __name__ == "__main__":
    gc.disable()  # collect no garbage while modules load

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from flask import Flask

from webapp.child_process import LEFT_OUT, REFUSED, TOO_MUCH
from webapp.rules.plugins import leave_out
from webapp.settings import Settings
from webapp.state.audience import Audience, Role
from webapp.store.database_deadline import lift_limits
from webapp.table.commands import commands
from webapp.table.json_reader import read_import
from webapp.table.packfile import read_pack_for
from webapp.table.refusals import Invalid, Refused, load_table
from webapp.table.table_export import export_text
from webapp.table.table_import import import_table, sent_document

SECONDS, MEMORY = 20, 2**30
"""Seconds of processor time of a child that imports a table or reads a pack; bytes of memory of any child."""
READING = 120
"""Seconds of processor time of a child that exports a table or renders a recap."""
POLITE = 10
"""The `nice` value with which a child gives way to the server."""


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
    leave_out(filter(None, os.environ.get(LEFT_OUT, "").split(",")))
    commands()  # every game hands down its parts, as when an app is created
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
    document = sent_document(read_import(sys.stdin.buffer.read()))
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
    from webapp.start import make_app

    return make_app(Settings.from_environment(), new_folder=False)


def _pack_job(ruleset: str) -> dict[str, Any]:
    """Return the content of the pack on stdin, validated for a table of this game."""
    return read_pack_for(ruleset, sys.stdin.buffer.read().decode())


JOBS: dict[str, Callable[..., Any]] = {"import": _import_job, "export": _export_job, "pack": _pack_job}
JOBS |= {"evening": _evening_job, "recap": _recap_job, "story": _story_job}

if __name__ == "__main__":
    main()
