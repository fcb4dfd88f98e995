"""Installable: a manifest without a key, icons of their sizes, a worker that keeps players' pages alone."""

import json
import struct

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
