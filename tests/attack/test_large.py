"""Large documents, tables and packs: read and written apart, within limits, whole or not at all."""

import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from flask import Flask
from sqlalchemy import func, select

from tests import warm
from tests.api.desk import API, Desk, refusal
from tests.attack.bombs import HEAD, toml_bombs
from tests.attack.conftest import served
from tests.pages.visitor import OURS, Visitor
from tests.table.long_document import long_document
from tests.table.oak import Oak
from webapp import child_jobs, child_process
from webapp.app import create_app
from webapp.settings import Settings
from webapp.store.db import db
from webapp.store.link_models import Link
from webapp.store.models import THINGS, Entry, Table

pytestmark = pytest.mark.attack

Document = dict[str, Any]


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    """A journal of more than a thousand entries."""
    app = create_app(Settings(instance=str(tmp_path_factory.mktemp("long")), bind="127.0.0.1"))
    with app.app_context():
        db.create_all()
        long = long_document(Oak.start(app), 450_000, few=True)
        db.session.remove()
        db.engine.dispose()
    return long


@pytest.fixture(scope="module")
def shorter(document: Document) -> Document:
    """Just too large to be read at once."""
    journal = document["journal"]
    starts = ({**document, "journal": journal[:length]} for length in range(10, len(journal), 10))
    return next(start for start in starts if len(json.dumps(start)) > child_process.IN_PROCESS_BYTES)


def rows(*models: type[Any]) -> list[int]:
    db.session.rollback()
    return [db.session.scalar(select(func.count()).select_from(model)) or 0 for model in models]


def test_a_large_document_comes_in_and_goes_out_as_it_was(app: Flask, document: Document) -> None:
    answer = app.test_client().post(API, json={"import": document})
    assert answer.status_code == 201, answer.text
    again = Desk(app.test_client(), answer.json)
    for path in (f"{again.url}/export", f"/t/{again.id}/export"):
        again.client.set_cookie(f"tableside-{again.id}", again.made["keys"]["gm"])
        sent_out = again.client.get(path, headers=again.headers("gm"))
        assert (sent_out.status_code, sent_out.content_type) == (200, "application/json")
        assert sent_out.json["journal"] == document["journal"]
        assert by_id(sent_out.json) == by_id(document)
    assert len(again.sees()["clocks"]) == 1


def by_id(document: Document) -> dict[int, Any]:
    return {row["id"]: row for of_kind in document["things"].values() for row in of_kind}


MUCH = 600_000
REFUSED = {
    "deep lists": (b'{"import": ' + b"[" * 200_000, 400),
    "lists without end": (b'{"import": {"things": [' + b"[]," * (MUCH // 3) + b"[]]}}", 422),
    "no import": (b'{"name": "Oak", "more": "' + b"x" * 100_000 + b'"}', 413),
}


@pytest.fixture
def at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start child processes from a Python that has imported the app, which takes most of their time."""
    forks = SimpleNamespace(
        Popen=warm.Process, PIPE=subprocess.PIPE, TimeoutExpired=subprocess.TimeoutExpired
    )
    monkeypatch.setattr(child_process, "subprocess", forks)


@pytest.mark.usefixtures("at_hand")
@pytest.mark.parametrize("name", REFUSED)
def test_a_large_document_that_is_none_is_refused_in_words(app: Flask, name: str) -> None:
    body, status = REFUSED[name]
    answer = app.test_client().post(API, data=body, content_type="application/json")
    refusal(answer, status, {400: "malformed", 413: "too_large", 422: "invalid"}[status])
    assert rows(Table) == [0]


LIMITS = {
    "memory": "r.read_import = lambda _: bytearray(r.MEMORY)",
    "time": "import webapp.table.table_import as e; r.SECONDS = 1; "
    "e.add_first_links = lambda *_: list(iter(int, 1))",
}


@pytest.mark.parametrize("limit", LIMITS)
def test_what_takes_too_much_is_ended(
    app: Flask, monkeypatch: pytest.MonkeyPatch, shorter: Document, limit: str
) -> None:
    changed(monkeypatch, f"import webapp.child_jobs as r; {LIMITS[limit]}")
    answer = app.test_client().post(API, json={"import": shorter})
    assert "more time or memory" in refusal(answer, 422, "invalid")["message"]
    assert rows(Table) == [0]


def test_what_waits_and_never_works_is_ended_in_the_end(
    app: Flask, monkeypatch: pytest.MonkeyPatch, shorter: Document
) -> None:
    """No processor time ends it, so the wall clock does, much later than work would be ended under load."""
    assert child_process.LONGEST >= 20 * child_jobs.SECONDS
    monkeypatch.setattr(child_process, "LONGEST", 2)
    changed(
        monkeypatch,
        "import time, webapp.table.table_import as e; e.add_first_links = lambda *_: time.sleep(600)",
    )
    answer = app.test_client().post(API, json={"import": shorter})
    assert "more time or memory" in refusal(answer, 422, "invalid")["message"]
    assert rows(Table) == [0]


def changed(monkeypatch: pytest.MonkeyPatch, more: str) -> None:
    """Let child processes run a server in which something is different."""
    code = f"import gc; gc.disable()\n{more}\nimport webapp.child_jobs; webapp.child_jobs.main()"
    monkeypatch.setattr(child_process, "COMMAND", (sys.executable, "-c", code))


@pytest.mark.usefixtures("at_hand")
@pytest.mark.parametrize("at", ["add_first_links", "insert"])
def test_an_import_that_is_killed_leaves_nothing(
    app: Flask, monkeypatch: pytest.MonkeyPatch, shorter: Document, at: str
) -> None:
    changed(
        monkeypatch, f"import os, webapp.table.table_import as e; e.{at} = lambda *_: os.kill(os.getpid(), 9)"
    )
    refusal(app.test_client().post(API, json={"import": shorter}), 422, "invalid")
    assert rows(Table, Entry, Link, *THINGS.values()) == [0] * (3 + len(THINGS))


@pytest.mark.usefixtures("at_hand")
def test_a_full_disk_is_told_and_nothing_is_half_there(
    app: Flask, monkeypatch: pytest.MonkeyPatch, shorter: Document
) -> None:
    full = (
        "import webapp.store.transaction as s, webapp.table.table_import as e\ndef f(*_): raise s.DiskFull\n"
    )
    changed(monkeypatch, f"{full}e.add_first_links = f")
    refusal(app.test_client().post(API, json={"import": shorter}), 507, "disk_full")
    assert rows(Table, Entry) == [0, 0]


@pytest.mark.usefixtures("at_hand")
def test_a_large_pack_is_read_apart_and_its_mistake_told_with_its_line(oak: Oak) -> None:
    gm = Visitor(oak, "gm")
    comments = "# more\n" * 3000
    for more, status, said in (
        ('[[clock]]\nname = "Alarm"\nsegments = 400\n', 422, "Line 3005, clock 1 “Alarm” segments"),
        ('[[clock]]\nname = "Alarm"\nkind = "doom"\n', 422, "Line 3005, clock 1 “Alarm” kind"),
        (toml_bombs(900_000)["a key of many parts"], 422, "more than 12 parts"),
        ('[[clock]]\nname = "Alarm"\n', 303, ""),
    ):
        file = {"text": HEAD + comments + more}
        answer = gm.client.post(f"/t/{oak.id}/pack", data=file, headers=OURS)
        assert answer.status_code == status
        assert said in answer.text
    assert [each["name"] for each in oak.sees()["saved"]] == ["Alarm"]


def test_others_are_served_while_large_ones_are_read_and_written(tmp_path: Path, document: Document) -> None:
    """They would wait if it were done at once."""
    spent = waits_beside(tmp_path, document, "pass")
    late = sorted(spent)[int(len(spent) * 0.95)]
    assert late < 0.4  # on a machine that does nothing else it is a tenth of that
    at_once = "import webapp.app, webapp.api.tables as t, webapp.child_process as p; "
    at_once += "t.IN_PROCESS_BYTES = p.LONG = 10**9"
    assert max(waits_beside(tmp_path / "at once", document, at_once)) > 2 * late


def waits_beside(folder: Path, document: Document, more: str) -> list[float]:
    """How long somebody waits for a small table while two others each bring and take a large one."""
    folder.mkdir(exist_ok=True)
    server = served(folder, more, LIMITS="off")
    try:
        small = httpx.post(server.url + API, json={"name": "Oak", "ruleset": "freeform"}, timeout=60).json()
        with ThreadPoolExecutor(2) as others, httpx.Client(base_url=server.url, timeout=60) as client:
            there = [others.submit(bring_and_take, server.url, document) for _ in range(2)]
            spent = []
            while not all(each.done() for each in there):
                began = time.monotonic()
                client.get(f"{API}/{small['table']}", headers=key(small)).raise_for_status()
                spent.append(time.monotonic() - began)
            for each in there:
                each.result()
        return spent
    finally:
        server.stop()


def bring_and_take(url: str, document: Document) -> None:
    made = httpx.post(url + API, json={"import": document}, timeout=120)
    made.raise_for_status()
    at = f"{url}{API}/{made.json()['table']}/export"
    httpx.get(at, headers=key(made.json()), timeout=120).raise_for_status()


def key(made: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {made['keys']['gm']}"}
