"""Guessing keys and codes soon stops; who has a right key is let in all the same."""

from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from werkzeug.test import TestResponse

from tests.api.desk import API, Desk, guess, refusal
from webapp.app import create_app
from webapp.live.redis_link import RedisUnavailable
from webapp.rate_limits import Window, current_counters
from webapp.services import services
from webapp.settings import Settings
from webapp.store.db import db


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


def test_limits_off_lifts_them(app: Flask) -> None:
    current_counters().settings = replace(current_counters().settings, unused_tables="2")
    client = app.test_client()
    assert {guess(client) for _ in range(30)} == {401}
    assert {client.post(API, json={"name": "Oak"}).status_code for _ in range(12)} == {201}


def test_an_ipv6_client_is_counted_by_its_network(strict: Flask) -> None:
    client = strict.test_client()
    said = [guess(client, f"2001:db8:1:2::{number + 1:x}") for number in range(21)]
    assert said[-1] == 429
    assert guess(client, "2001:db8:1:3::1") == 401


@pytest.mark.parametrize(("bits", "times"), [(56, 4), (48, 16)])
def test_who_owns_many_ipv6_networks_has_a_larger_allowance_and_an_end(
    strict: Flask, bits: int, times: int
) -> None:
    """Each wrong try comes from another network of 64 bits, within one of 56 bits, or of 48 bits."""
    client = strict.test_client()
    step = {56: 1, 48: 0x100}[bits]
    networks = [f"2001:db8:1:{number % 256 * step:x}::1" for number in range(20 * times + 1)]
    said = [guess(client, each) for each in networks]
    assert said == [401] * 20 * times + [429]
    assert guess(client, "2001:db8:2::1") == 401


def test_presses_of_an_address_are_counted_and_others_go_on(strict: Flask) -> None:
    current_counters().settings = replace(current_counters().settings, presses="5")
    desk = Desk.start(strict)
    tick = {"do": "tag.add", "name": "Slick"}

    def press(address: str) -> TestResponse:
        headers, sent = desk.headers("gm"), {"REMOTE_ADDR": address}
        return desk.client.post(f"{desk.url}/commands", json=tick, headers=headers, environ_base=sent)

    assert [press("81.2.69.9").status_code for _ in range(5)] == [200] * 5
    answer = press("81.2.69.9")
    refusal(answer, 429, "too_many_requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert press("81.2.69.10").status_code == 200
    desk.client.set_cookie(f"tableside-{desk.id}", desk.made["keys"]["gm"])
    page = desk.client.post(
        f"/t/{desk.id}/do",
        data=tick,
        headers={"Sec-Fetch-Site": "same-origin"},
        environ_base={"REMOTE_ADDR": "81.2.69.9"},
    )
    assert page.status_code == 429
    assert "Retry-After" in page.headers


def test_what_an_address_writes_in_an_hour_has_an_end(strict: Flask) -> None:
    current_counters().settings = replace(current_counters().settings, written="1")
    desk = Desk.start(strict)
    scene = desk.sees()["scenes"][0]["id"]

    def write(text: str) -> int:
        sent = {"do": "scene.edit", "scene": scene, "notes": text}
        return desk.client.post(f"{desk.url}/commands", json=sent, headers=desk.headers("gm")).status_code

    said = [write("é" * (3900 + number)) for number in range(50)]  # six bytes each in JSON
    taken = said.index(429)
    assert said == [200] * taken + [429] * (50 - taken)
    assert 2**20 // (6 * 3960) <= taken <= 2**20 // (6 * 3900) + 2
    assert desk.do("gm", do="undo")["summary"]


def test_without_the_shared_counters_this_process_goes_on_from_its_own(
    strict: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Elsewhere:
        """All processes together; from the eleventh try on it does not answer."""

        def __init__(self) -> None:
            self.asked = MovingWindowRateLimiter(MemoryStorage())
            self.hits = 0

        def ask(self, question: str, window: Window) -> object:
            self.hits += question == "hit"
            if self.hits > 10:
                raise RedisUnavailable
            return getattr(self.asked, question)(*window)

    monkeypatch.setattr(current_counters(), "shared", Elsewhere())
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
        assert client.get("/healthz").json == {"database": "ok", "bus": "degraded"}
        services().bus.close()
        db.session.remove()
        db.engine.dispose()
