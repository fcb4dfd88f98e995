"""Who is counted behind a proxy: the visitor, where the settings know of it; nobody is believed else."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask

from tests.api.desk import API, Desk, guess
from webapp.app import create_app
from webapp.rate_limits import proxy_hint
from webapp.services import services
from webapp.settings import Settings
from webapp.store.db import db


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Flask]:
    """An app with its limits on, behind one reverse proxy that the settings know."""
    app = create_app(Settings(instance=str(tmp_path), bind="127.0.0.1", proxies="1"))
    with app.app_context():
        db.create_all()
        yield app
        db.session.remove()
        db.engine.dispose()


def test_behind_a_known_proxy_the_clients_own_address_counts(proxied: Flask) -> None:
    client = proxied.test_client()
    for _ in range(21):
        guess(client, "10.0.0.2", **{"X-Forwarded-For": "81.2.69.9"})
    assert guess(client, "10.0.0.2", **{"X-Forwarded-For": "81.2.69.9"}) == 429
    assert guess(client, "10.0.0.2", **{"X-Forwarded-For": "81.2.69.10"}) == 401


def test_what_a_client_says_before_the_known_proxy_is_not_believed(proxied: Flask) -> None:
    client = proxied.test_client()
    said = [
        guess(client, "10.0.0.2", **{"X-Forwarded-For": f"92.40.1.{number}, 81.2.69.9"})
        for number in range(22)
    ]
    assert said[-1] == 429


def test_streams_count_by_the_forwarded_address_and_never_by_the_proxys(proxied: Flask) -> None:
    desk = Desk.start(proxied)
    services().streams.most_per_address = 1
    with ExitStack() as opened:

        def first_bytes(**forwarded: str) -> bytes:
            answer = desk.client.get(
                f"{desk.url}/live",
                headers=desk.headers("player", **forwarded),
                environ_base={"REMOTE_ADDR": "10.0.0.2"},
            )
            opened.callback(answer.close)
            return next(iter(answer.iter_encoded()))

        assert b"busy" not in first_bytes(**{"X-Forwarded-For": "81.2.69.9"})
        assert b"busy" in first_bytes(**{"X-Forwarded-For": "81.2.69.9"})
        assert b"busy" not in first_bytes(**{"X-Forwarded-For": "81.2.69.10"})
        for _ in range(3):
            assert b"busy" not in first_bytes()


@pytest.mark.parametrize(("origin", "status"), [("https://localhost", 303), ("http://localhost", 403)])
def test_forms_must_come_by_the_scheme_that_the_known_proxy_forwards(
    proxied: Flask, origin: str, status: int
) -> None:
    headers = {"X-Forwarded-Proto": "https", "Origin": origin}
    answer = proxied.test_client().post("/theme", data={"theme": "light"}, headers=headers)
    assert answer.status_code == status


def test_a_stranger_gets_no_new_tries_by_claiming_other_addresses(strict: Flask) -> None:
    client = strict.test_client()
    said = [guess(client, **{"X-Forwarded-For": f"92.40.1.{number}"}) for number in range(22)]
    assert said == [401] * 20 + [429] * 2


def test_a_neighbour_that_spent_its_tries_gets_none_by_claiming_to_be_a_proxy(strict: Flask) -> None:
    client = strict.test_client()
    for _ in range(21):
        guess(client, "192.168.1.5")
    assert guess(client, "192.168.1.5", **{"X-Forwarded-For": "81.2.69.9"}) == 429


def test_a_group_behind_a_proxy_nobody_set_up_is_not_counted_as_one_guesser(strict: Flask) -> None:
    client = strict.test_client()
    assert proxy_hint() is None
    said = [guess(client, "10.0.0.2", **{"X-Forwarded-For": f"81.2.69.{n % 6}"}) for n in range(60)]
    assert set(said) == {401}
    assert "TABLESIDE_PROXIES" in str(proxy_hint())


def test_the_gms_page_and_the_log_say_that_a_proxy_is_unknown(
    strict: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    client = strict.test_client()
    made = client.post(API, json={"name": "Oak", "ruleset": "freeform"}).json
    assert "come through a proxy" not in client.get(f"/k/{made['keys']['gm']}", follow_redirects=True).text
    for _ in range(2):
        client.get("/", headers={"X-Forwarded-For": "81.2.69.9"}, environ_base={"REMOTE_ADDR": "10.0.0.2"})
    assert "Requests come through a proxy" in client.get(f"/t/{made['table']}").text
    assert [line.count("TABLESIDE_PROXIES is 0") for line in caplog.messages].count(1) == 1
    assert "TABLESIDE_PROXIES" not in client.get(f"/t/{made['table']}?as=player").text
