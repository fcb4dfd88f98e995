"""Installable: a manifest without a key, icons of their sizes, a worker that keeps players' pages alone."""

import json
import struct

from werkzeug.test import TestResponse

from tests.pages.visitor import Visitor
from tests.table.oak import Oak


def manifest(oak: Oak) -> dict[str, object]:
    answer = oak.app.test_client().get("/manifest.webmanifest")
    assert answer.content_type == "application/manifest+json"
    found: dict[str, object] = json.loads(answer.text)
    return found


def test_the_manifest_starts_at_the_home_page_and_never_at_a_key(oak: Oak) -> None:
    found = manifest(oak)
    assert (found["start_url"], found["scope"], found["display"]) == ("/", "/", "standalone")
    assert found["name"] == "Tableside"
    assert "/k/" not in json.dumps(found)


def test_its_icons_are_as_large_as_it_says(oak: Oak) -> None:
    icons = manifest(oak)["icons"]
    assert isinstance(icons, list)
    assert {(each["sizes"], each["purpose"]) for each in icons} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for each in icons:
        png = oak.app.test_client().get(each["src"]).data
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = struct.unpack(">II", png[16:24])
        assert f"{width}x{height}" == each["sizes"]


def test_every_page_names_the_manifest(oak: Oak) -> None:
    for page in (oak.app.test_client().get("/").text, Visitor(oak, "player").page().text):
        assert '<link rel="manifest" href="/manifest.webmanifest">' in page


def test_only_a_players_own_page_may_be_kept(oak: Oak) -> None:
    assert Visitor(oak, "player").page().headers["Tableside-Keep"] == "player"
    for role, query in (("gm", ""), ("gm", "?as=player"), ("tv", "")):
        assert "Tableside-Keep" not in Visitor(oak, role).page(query).headers


def held(answer: TestResponse) -> list[str]:
    return answer.headers.get("Tableside-Holds", "").split()


def test_answers_name_what_a_device_plays_until_its_table_link_or_seat_is_gone(oak: Oak) -> None:
    phone, elm = Visitor(oak, "player"), Oak.start(oak.app, "Elm")
    phone.open(elm.made.tokens["player"])
    assert held(phone.page()) == held(phone.page("/after")) == [f"{oak.id}.0"]
    phone.post(do="seat.claim", name="Ana")
    seat = oak.sees()["seats"][0]["id"]
    assert held(phone.page()) == held(phone.page("/after")) == [f"{oak.id}.{seat}"]
    assert sorted(held(phone.client.get("/"))) == sorted([f"{oak.id}.{seat}", f"{elm.id}.0"])
    oak.gm(do="seat.remove", seat=seat)
    assert held(phone.page("/paper")) == [f"{oak.id}.0"]
    elm.gm(do="table.remove")
    assert held(phone.client.get("/")) == [f"{oak.id}.0"]
    oak.gm(do="key.revoke", key=next(key["id"] for key in oak.sees()["keys"] if key["role"] == "player"))
    assert held(phone.client.get("/")) == held(phone.page("/after")) == []
    assert phone.page("/after").status_code == 404


def test_kept_views_are_marked_by_a_cookie_that_opens_nothing_and_goes_with_the_others(oak: Oak) -> None:
    phone = Visitor(oak, "player")
    page = phone.page()
    (said,) = [each for each in page.headers.getlist("Set-Cookie") if each.startswith("tableside.views=")]
    mark = page.headers["Tableside-Mark"]
    assert said.startswith(f"tableside.views={mark};")
    assert "HttpOnly" not in said, "the worker reads it"
    assert mark not in phone.cookie()
    assert phone.page().headers["Tableside-Mark"] == mark
    phone.client.delete_cookie("tableside.views")
    assert phone.page().headers["Tableside-Mark"] != mark
    phone.client.set_cookie("tableside.views", "x; y")
    assert phone.page().headers["Tableside-Mark"] not in ("x; y", mark)


def test_every_file_that_the_worker_keeps_is_there(oak: Oak) -> None:
    client = oak.app.test_client()
    answer = client.get("/sw.js")
    assert answer.content_type.startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    files = json.loads(answer.text.split("const SHELL = ", 1)[1].split(";\n", 1)[0])
    assert {client.get(each).status_code for each in files} == {200}
    assert "No connection" in client.get("/offline").text


def test_a_player_can_bring_somebody_along_while_joining_is_on(oak: Oak) -> None:
    phone = Visitor(oak, "player")
    assert f"/join?code={oak.made.join_code}" in phone.page().text
    oak.gm(do="join.set", on=False)
    assert "/join?code=" not in phone.page().text
