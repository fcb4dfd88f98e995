"""Figures for operators: who gets them, and that they are about the server alone."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from tests.api.desk import Desk
from webapp.services import services

NEW = "tableside_request_seconds"
TOKEN = "a-token-of-the-operator"


@pytest.fixture
def guarded(app: Flask) -> Iterator[None]:
    """The server asks for a token."""
    before = services()
    app.extensions["tableside"] = replace(before, settings=replace(before.settings, metrics_token=TOKEN))
    yield
    app.extensions["tableside"] = before


def test_whoever_stands_at_the_machine_gets_all_figures(app: Flask) -> None:
    assert NEW in app.test_client().get("/metrics").text


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "[::1]:8000", "localhost:9"])
def test_the_machine_goes_by_its_own_names(app: Flask, host: str) -> None:
    assert NEW in app.test_client().get("/metrics", headers={"Host": host}).text


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8000", "localhost.evil.example"])
def test_a_site_whose_name_leads_to_the_machine_reads_nothing(app: Flask, host: str) -> None:
    answer = app.test_client().get("/metrics", headers={"Host": host})
    assert answer.status_code == 403
    assert "at localhost" in answer.json["error"]["message"]
    assert "tableside_" not in answer.text


@pytest.mark.parametrize(
    "header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Proto", "X-Forwarded-Host"]
)
def test_through_a_proxy_on_the_machine_there_are_only_counts(app: Flask, header: str) -> None:
    text = app.test_client().get("/metrics", headers={header: "127.0.0.1"}).text
    assert NEW not in text
    assert "tableside_streams_open" in text


def test_from_elsewhere_there_are_only_counts(app: Flask) -> None:
    text = app.test_client().get("/metrics", environ_base={"REMOTE_ADDR": "192.168.1.9"}).text
    assert NEW not in text
    assert "tableside_streams_open" in text


@pytest.mark.usefixtures("guarded")
@pytest.mark.parametrize("sent", [None, "Bearer wrong", "Bearer ", f"Basic {TOKEN}", f"Bearer {TOKEN}é"])
def test_where_a_token_is_set_nobody_gets_anything_without_it(app: Flask, sent: str | None) -> None:
    answer = app.test_client().get("/metrics", headers={"Authorization": sent} if sent else {})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert "TABLESIDE_METRICS_TOKEN" in answer.json["error"]["message"]
    assert "streams_open" not in answer.text


@pytest.mark.usefixtures("guarded")
def test_with_the_token_all_figures_come_from_anywhere(app: Flask) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}", "X-Forwarded-For": "203.0.113.9"}
    text = app.test_client().get("/metrics", headers=headers).text
    assert NEW in text
    assert "tableside_streams_open" in text


def test_requests_are_counted_by_route_and_status(desk: Desk) -> None:
    desk.client.get("/k/no-such-key")
    desk.client.get("/nowhere/at/all")
    text = desk.client.get("/metrics").text
    assert 'tableside_requests_total{method="GET",route="/k/<key>",status="404"} 1.0' in text
    assert 'route="(no such address)"' in text
    assert 'tableside_request_seconds_count{route="/api/v1/tables"} 1.0' in text


def test_what_was_drawn_and_sent_and_how_long_it_took(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two wait, and one comes later for what it missed, which took nobody any time."""
    clock = desk.add("clock", name="Alarm", segments=6)
    monkeypatch.setattr(services().streams, "heartbeat", 0.01)
    waiting = [_stream(desk) for _ in range(2)]
    for each in waiting:
        while b"event: hb" not in next(each):
            pass
    late = _stream(desk)
    desk.send("gm", {"do": "clock.tick", "clock": clock})
    for each in (*waiting, late):
        while b"Alarm" not in next(each):
            pass
        next(each)  # a message counts when all of it is gone
    text = desk.client.get("/metrics").text
    assert 'tableside_messages_total{what="drawn"} 1.0' in text
    assert 'tableside_messages_total{what="sent"} 3.0' in text
    assert "tableside_delivery_seconds_count 2.0" in text


def _stream(desk: Desk) -> Iterator[bytes]:
    answer = desk.client.get(f"{desk.url}/live", headers=desk.headers("tv"), buffered=False)
    return iter(answer.response)


def test_memory_database_and_bus_are_told(desk: Desk) -> None:
    desk.add("tag", name="Smoke")
    text = desk.client.get("/metrics").text
    assert "tableside_tables_in_memory 1.0" in text
    assert "tableside_bus_up 1.0" in text
    size = float(text.partition("\ntableside_database_bytes ")[2].split()[0])
    assert 10_000 < size < 10_000_000


def test_nothing_is_told_of_a_single_table(desk: Desk) -> None:
    desk.add("clock", name="PLANTEDWORD", segments=6)
    desk.client.get(f"/t/{desk.id}/after")
    desk.client.get(f"/k/{desk.made['keys']['gm']}")
    text = desk.client.get("/metrics").text
    for secret in (desk.id, "PLANTEDWORD", *desk.made["keys"].values(), desk.made["join_code"]):
        assert secret not in text
