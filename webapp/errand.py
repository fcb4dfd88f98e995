"""An errand: one long piece of work in a process of its own, so that nobody at the server waits for it.

    python -m webapp.errand import < document        python -m webapp.errand export TABLE
    python -m webapp.errand pack RULESET < text

It is a fresh interpreter with a limit of time and of memory. It answers on its output; a refusal ends it with
a status of its own. Who sends it on its way is `own_process`.
"""

import gc
import json
import resource
import sys

if __name__ == "__main__":
    gc.disable()  # nothing is garbage while modules are read

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from flask import Flask

from webapp.own_process import REFUSED, TOO_MUCH
from webapp.table.exchange import export_table, import_table, sent_document
from webapp.table.packwords import read_for
from webapp.table.refusals import Invalid, Refused
from webapp.table.strictjson import strict_json

SECONDS, MEMORY = 20, 2**30
"""How much work and memory one errand may take."""


def main() -> None:
    gc.freeze()
    gc.enable()
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    job, *words = sys.argv[1:]
    try:
        answer = _done(JOBS[job], words)
    except Refused as refused:
        told = {"code": refused.code, "message": refused.message, "fields": refused.fields}
        sys.stdout.write(json.dumps(told))
        sys.exit(REFUSED)
    sys.stdout.write(answer)


def _done(job: Callable[..., Any], words: list[str]) -> str:
    try:
        return json.dumps(job(*words), separators=(",", ":"))
    except MemoryError:
        raise Invalid(TOO_MUCH) from None


def bring() -> dict[str, Any]:
    """A new table from the document that was sent to the API."""
    document = sent_document(strict_json(sys.stdin.buffer.read()))
    with _app().app_context():
        return asdict(import_table(document))


def take_along(table: str) -> dict[str, Any]:
    """A whole table as a document."""
    with _app().app_context():
        return export_table(table)


def _app() -> Flask:
    """Made only by those who need it: it takes longer than to read a pack."""
    from webapp.settings import Settings
    from webapp.start import joined

    return joined(Settings.from_environment())


def read(ruleset: str) -> dict[str, Any]:
    """The content of a pack that fits together, and a table that plays this game."""
    return read_for(ruleset, sys.stdin.buffer.read().decode())


JOBS: dict[str, Callable[..., Any]] = {"import": bring, "export": take_along, "pack": read}

if __name__ == "__main__":
    main()
