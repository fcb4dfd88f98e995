"""For whoever looks after the server."""

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError
from werkzeug.formparser import FormDataParser

from tests.api.desk import Desk
from webapp.api.metrics import current_counts
from webapp.services import services
from webapp.store import probe


@pytest.fixture(autouse=True)
def _fresh_counts(app: Flask) -> None:
    current_counts().forget()


def test_a_healthy_server_says_so(app: Flask) -> None:
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"database": "ok", "bus": "ok"})


def test_a_bus_that_does_not_answer_is_told(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services().bus, "answers", lambda: False)
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"database": "ok", "bus": "degraded"})


def test_a_database_that_does_not_answer_is_told(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise OperationalError("SELECT 1", {}, Exception("gone"))

    monkeypatch.setattr(probe, "FRESH", 0.0)
    monkeypatch.setattr(services().probe._engine, "connect", gone)
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.json) == (503, {"database": "no answer", "bus": "ok"})
    assert int(answer.headers["Retry-After"]) >= 1


def test_what_a_stranger_sends_is_counted_but_not_read(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: object) -> None:
        raise AssertionError("the form was read")

    monkeypatch.setattr(FormDataParser, "parse", read)
    client = app.test_client()
    sent = client.post("/t/any/do", data={"do": "clock.tick"}, headers={"Origin": "http://localhost"})
    assert sent.status_code == 404
    assert 'command="unknown",outcome="refused"} 1' in client.get("/metrics").text


def test_commands_are_counted_by_name_and_outcome_through_both_doors(desk: Desk) -> None:
    clock = desk.add("clock", name="Alarm", segments=6)
    for _ in range(2):
        desk.send("gm", {"do": "clock.tick", "clock": clock}, Idempotency_Key="once")
    desk.send("player", {"do": "clock.remove", "clock": clock})
    desk.send("gm", {"do": "clock.tick", "clock": 1})
    desk.send("gm", {"do": '"} 1\nforged{x="'})
    desk.client.get(f"/k/{desk.made['keys']['gm']}")
    form = {"do": "clock.tick", "clock": str(clock)}
    desk.client.post(f"/t/{desk.id}/do", data=form, headers={"Origin": "http://localhost"})
    text = desk.client.get("/metrics").text
    counted = {line for line in text.splitlines() if line.startswith("tableside_commands_total")}
    assert counted == {
        'tableside_commands_total{command="clock.add",outcome="taken"} 1.0',
        'tableside_commands_total{command="clock.tick",outcome="taken"} 2.0',
        'tableside_commands_total{command="clock.tick",outcome="replayed"} 1.0',
        'tableside_commands_total{command="clock.tick",outcome="refused"} 1.0',
        'tableside_commands_total{command="clock.remove",outcome="refused"} 1.0',
        'tableside_commands_total{command="unknown",outcome="refused"} 1.0',
    }


def test_open_streams_and_drawings_are_counted(desk: Desk) -> None:
    answer = desk.client.get(f"{desk.url}/live", headers=desk.headers("tv"), buffered=False)
    next(iter(answer.response))
    assert "tableside_streams_open 1.0\n" in desk.client.get("/metrics").text
    answer.close()
    assert "tableside_streams_open 0.0\n" in desk.client.get("/metrics").text
    desk.client.get("/credits")
    text = desk.client.get("/metrics").text
    assert 'tableside_drawings_total{template="pages/credits.html"} 1.0' in text


def test_counts_are_written_as_prometheus_reads_them(desk: Desk) -> None:
    desk.add("clock", name="Alarm", segments=6)
    answer = desk.client.get("/metrics")
    assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
    read = list(text_string_to_metric_families(answer.text))
    assert {each.name for each in read} >= {"tableside_commands", "tableside_streams_open"}
    assert [each.name for each in read if each.type == "unknown" or not each.documentation] == []
    assert answer.text.endswith("\n")
