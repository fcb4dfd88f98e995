"""Guessing keys and codes, and making tables without end, soon stops; a group behind one address does not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update
from werkzeug.test import TestResponse

from tests.api.desk import API, Desk, refusal
from tests.pages.visitor import OURS
from webapp.api import tables
from webapp.app import create_app
from webapp.limits import LIMITS, counters, proxy_hint
from webapp.pages import cookies
from webapp.parts import parts
from webapp.settings import Settings
from webapp.store.db import db
from webapp.store.models import Table
from webapp.table import unused
from webapp.table.secrets import CODE_LETTERS, new_code


def limited_app(tmp_path: Path, proxies: str = "0") -> Iterator[Flask]:
    app = create_app(Settings(instance=str(tmp_path), bind="127.0.0.1", proxies=proxies))
    with app.app_context():
        db.create_all()
        yield app
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Flask]:
    """An app with its limits on."""
    yield from limited_app(tmp_path)


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[Flask]:
    """The same behind one reverse proxy that the settings know."""
    yield from limited_app(tmp_path, proxies="1")


def guess(client: FlaskClient, address: str = "81.2.69.9", **headers: str) -> int:
    """One wrong key at the API."""
    sent = {"Authorization": "Bearer " + "x" * 32, **headers}
    return client.get(f"{API}/any", headers=sent, environ_base={"REMOTE_ADDR": address}).status_code


def test_after_twenty_wrong_keys_in_a_minute_the_next_is_too_many(strict: Flask) -> None:
    client = strict.test_client()
    assert [guess(client) for _ in range(22)] == [401] * 20 + [429] * 2


def test_too_many_is_told_in_json_with_the_seconds_to_wait(strict: Flask) -> None:
    client = strict.test_client()
    for _ in range(20):
        guess(client, "127.0.0.1")
    answer = client.get(f"{API}/any", headers={"Authorization": "Bearer " + "x" * 32})
    refusal(answer, 429, "too_many_requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= 60


def test_a_right_key_still_opens_after_wrong_ones_from_the_same_address(strict: Flask) -> None:
    desk = Desk.start(strict)
    for _ in range(25):
        guess(desk.client, "127.0.0.1")
    assert desk.get("player").status_code == 200
    assert desk.client.get(f"/k/{desk.made['keys']['player']}").status_code == 303


def test_another_address_guesses_for_itself(strict: Flask) -> None:
    client = strict.test_client()
    for _ in range(21):
        guess(client)
    assert guess(client, "81.2.69.10") == 401


def test_wrong_links_and_wrong_codes_share_the_twenty_tries(strict: Flask) -> None:
    client = strict.test_client()
    for _ in range(10):
        assert client.get("/k/" + "x" * 32).status_code == 404
        assert (
            client.post("/join", data={"code": "WRONG1"}, headers={"HX-Request": "true"}).status_code == 404
        )
    for answer in (client.get("/k/" + "x" * 32), client.post("/join", headers={"HX-Request": "true"})):
        assert answer.status_code == 429
        assert 1 <= int(answer.headers["Retry-After"]) <= 60


def test_a_right_code_does_not_open_after_twenty_wrong_ones(strict: Flask) -> None:
    desk = Desk.start(strict)
    for _ in range(20):
        desk.client.post("/join", data={"code": "WRONG1"}, headers={"HX-Request": "true"})
    right = desk.client.post("/join", data={"code": desk.made["join_code"]}, headers={"HX-Request": "true"})
    assert right.status_code == 429


def test_the_eleventh_table_in_an_hour_is_refused_before_it_is_made(strict: Flask) -> None:
    client = strict.test_client()
    answers = [client.post(API, json={"name": f"Table {number}"}) for number in range(11)]
    assert [answer.status_code for answer in answers] == [201] * 10 + [429]
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 3600


def test_a_server_full_of_tables_that_nobody_used_starts_no_other(
    strict: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unused, "MOST", 2)
    client = strict.test_client()
    made = [client.post(API, json={"name": "Oak"}) for _ in range(3)]
    assert [answer.status_code for answer in made] == [201, 201, 429]
    error = refusal(made[2], 429, "too_many_requests")
    assert error["message"].startswith("Too many tables stand here that nobody has used yet")
    page = client.post("/tables", data={"name": "Elm"}, headers={"Sec-Fetch-Site": "same-origin"})
    assert (page.status_code, "nobody has used yet" in page.text) == (429, True)
    assert {made[2].headers["Retry-After"], page.headers["Retry-After"]} == {"3600"}


def test_a_name_that_does_not_fit_uses_up_no_table(strict: Flask) -> None:
    client = strict.test_client()
    for _ in range(12):
        assert client.post(API, json={"name": ""}).status_code == 422
    assert client.post(API, json={"name": "Oak"}).status_code == 201


def test_limits_off_lifts_them(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unused, "MOST", 2)
    client = app.test_client()
    assert {guess(client) for _ in range(30)} == {401}
    assert {client.post(API, json={"name": "Oak"}).status_code for _ in range(12)} == {201}


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


def test_an_ipv6_client_is_counted_by_its_network(strict: Flask) -> None:
    client = strict.test_client()
    said = [guess(client, f"2001:db8:1:2::{number + 1:x}") for number in range(21)]
    assert said[-1] == 429
    assert guess(client, "2001:db8:1:3::1") == 401


def test_without_the_shared_counters_this_process_counts_alone(
    strict: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> bool:
        raise ConnectionError("no redis")

    for question in ("hit", "test", "get_window_stats"):
        monkeypatch.setattr(counters().shared, question, away)
    client = strict.test_client()
    assert [guess(client) for _ in range(21)] == [401] * 20 + [429]


def test_a_bus_that_is_away_keeps_neither_the_app_from_starting_nor_the_limits_from_counting(
    tmp_path: Path,
) -> None:
    away = "redis://127.0.0.1:1/0"
    app = create_app(Settings(instance=str(tmp_path), bind="127.0.0.1", bus_url=away))
    with app.app_context():
        db.create_all()
        client = app.test_client()
        assert [guess(client) for _ in range(21)] == [401] * 20 + [429]
        assert client.get("/healthz").json == {"database": "ok", "bus": "no answer"}
        parts().bus.close()
        db.session.remove()
        db.engine.dispose()


def test_a_gms_pack_may_be_large_and_nothing_else(desk: Desk) -> None:
    tags = [{"name": f"Tag {number}", "clears": "c" * 80, "object": "o" * 80} for number in range(190)]
    rows = [{"name": f"Long {number}", "notes": "n" * 3000} for number in range(10)]
    pack = {"format": "tableside.pack", "version": 1, "tag": tags, "scene": rows}
    sent = {"do": "pack.add", "pack": pack}
    refusal(desk.send("player", sent), 413, "too_large")
    assert desk.do("gm", **sent)["result"] == {"added": 200, "replaced": 0, "skipped": 0}
    refusal(desk.send("gm", {"do": "tag.add", "name": "Fog", "clears": "c" * 70_000}), 413, "too_large")


def large(name: str = "x" * 70_000) -> dict[str, object]:
    """An import that is refused, and not a small one."""
    return {"import": {"format": "nothing", "name": name}}


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent out to be read apart, which would take a second each time."""
    monkeypatch.setattr(tables, "AT_ONCE", 10**9)


@pytest.mark.usefixtures("in_process")
def test_large_uploads_that_are_refused_are_counted_and_then_read_no_more(strict: Flask) -> None:
    desk = Desk.start(strict)
    told = [desk.client.post(API, json=large()) for _ in range(21)]
    assert [answer.status_code for answer in told] == [422] * 20 + [429]
    assert 1 <= int(told[-1].headers["Retry-After"]) <= 3600
    unread = desk.client.post(f"/t/{desk.id}/pack", data={"text": "x" * 70_000}, headers=OURS)
    assert unread.status_code == 429
    pack = {"do": "pack.add", "pack": {"format": "x" * 70_000}}
    assert desk.send("gm", pack).status_code == 429


@pytest.mark.usefixtures("in_process")
def test_small_ones_and_those_of_others_are_taken_all_the_same(strict: Flask) -> None:
    client = strict.test_client()
    for _ in range(21):
        client.post(API, json=large())
    assert client.post(API, json=large("small")).status_code == 422
    other = {"REMOTE_ADDR": "81.2.69.10"}
    assert client.post(API, json=large(), environ_base=other).status_code == 422


def test_what_a_stranger_carries_for_tables_is_asked_for_once(
    strict: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(cookies, "highest", lambda *_: asked.append("one more"))
    client = strict.test_client()
    for number in range(40):
        client.set_cookie(f"tableside-{number}", "x.y.z")
    assert client.get("/").status_code == 200
    assert asked == []


# ---- join codes, guessed by many --------------------------------------------------------------------


def try_code(client: FlaskClient, code: str, address: str) -> TestResponse:
    return client.post("/join", data={"code": code}, headers=OURS, environ_base={"REMOTE_ADDR": address})


@pytest.fixture
def besieged(strict: Flask, caplog: pytest.LogCaptureFixture) -> Desk:
    """A table, while three hundred addresses have just tried a wrong code each."""
    desk = Desk.start(strict)
    for number in range(300):
        assert try_code(desk.client, "WRONG222", f"81.2.{number // 250}.{number % 250}").status_code == 404
    assert not caplog.messages
    return desk


def test_when_many_guess_codes_together_those_who_did_wait_and_others_join(
    besieged: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    guesser = try_code(besieged.client, besieged.made["join_code"], "81.2.0.7")
    assert guesser.status_code == 429
    assert 1 <= int(guesser.headers["Retry-After"]) <= 300
    assert try_code(besieged.client, besieged.made["join_code"], "92.40.1.1").status_code == 303
    assert [message.startswith("Join codes are being guessed") for message in caplog.messages] == [True]


def test_when_many_guess_codes_a_newcomer_may_mistype_once(besieged: Desk) -> None:
    told = [try_code(besieged.client, "WRONG333", "92.40.1.2").status_code for _ in range(3)]
    assert told == [404, 429, 429]


def test_guessing_all_year_finds_one_of_five_thousand_tables_less_than_once() -> None:
    """Everybody together, and ten thousand addresses that try once an hour beside that."""
    codes = len(CODE_LETTERS) ** len(new_code())
    together, window = 300, 5 * 60
    assert LIMITS["everybodys codes"].tries == "300 per 5 minutes"
    assert LIMITS["lately"].tries == "1 per hour"
    a_year = 365.25 * 24 * 3600
    tries = a_year * (together / window + 10_000 / 3600)
    assert tries * unused.MOST / codes < 1


def test_a_code_of_six_letters_still_joins_until_it_is_replaced(strict: Flask) -> None:
    desk = Desk.start(strict)
    db.session.execute(update(Table).values(join_code="H7KQ2M"))
    db.session.commit()
    assert try_code(desk.client, "h7kq 2m", "92.40.1.1").status_code == 303
    code = desk.do("gm", do="join.set", on=True)["result"]["join_code"]
    assert len(code) == 8
    assert try_code(desk.client, "h7kq 2m", "92.40.1.1").status_code == 404
    assert try_code(desk.client, f"{code[:4]}-{code[4:]}", "92.40.1.1").status_code == 303
