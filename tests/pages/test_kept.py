"""Heavy pages are made once and kept; who has one is told so, and nobody's request stands in it."""

import pytest
from flask import Flask
from flask.signals import template_rendered
from flask.testing import FlaskClient

from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from webapp.pages import qr_code

HEAVY = ["/patterns", "/patterns/tv/8", "/api", "/api/v1/openapi.json", "/api/v1/rulesets", "/rules/mettle"]


@pytest.mark.parametrize("path", HEAVY)
def test_a_heavy_page_is_made_once_whoever_asks(app: Flask, path: str) -> None:
    app.extensions["tableside.kept"].clear()
    first = app.test_client().get(path)
    assert first.status_code == 200
    drawn: list[str] = []
    note = lambda _app, template, **_: drawn.append(template.name)  # noqa: E731
    with template_rendered.connected_to(note, app):
        for number in range(3):
            headers = {"Host": f"oak-{number}.example", "Accept-Language": "de", "X-Forwarded-For": "1.2.3.4"}
            again = app.test_client().get(f"{path}?n={number}", headers=headers)
            assert len(again.text) - len(first.text) in (0, again.text.count(f"oak-{number}.example") * 4)
    assert drawn == []
    assert len(app.extensions["tableside.kept"]) == 1


@pytest.mark.parametrize("path", HEAVY)
def test_who_has_a_heavy_page_is_not_sent_it_again(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    tag = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "no-cache"
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        again = client.get(path, headers={"If-None-Match": known})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200
    assert client.head(path).status_code == 200


def test_each_theme_has_its_own(client: FlaskClient) -> None:
    pages = {}
    for theme in ("dark", "light", "auto", "nonsense"):
        client.set_cookie("theme", theme)
        pages[theme] = client.get("/patterns")
        assert f'data-theme="{theme}"' in pages[theme].text or theme == "nonsense"
    assert len({page.headers["ETag"] for page in pages.values()}) == 3
    assert {page.headers["Vary"] for page in pages.values()} == {"Cookie"}


def test_the_examples_of_the_api_name_the_address_it_was_asked_by(client: FlaskClient) -> None:
    first = client.get("/api", headers={"Host": "oak.example:8000"})
    second = client.get("/api", headers={"Host": "elm.example"})
    assert "curl http://oak.example:8000/api/v1/tables" in first.text
    assert "curl http://elm.example/api/v1/tables" in second.text
    assert "oak.example" not in second.text
    assert ".invalid" not in second.text
    assert first.headers["ETag"] != second.headers["ETag"]


def test_nothing_of_whoever_asked_first_stands_in_a_kept_page(app: Flask) -> None:
    app.extensions["tableside.kept"].clear()
    client = app.test_client()
    client.set_cookie("tableside-x", "SECRETWORD")
    headers = {"Referer": "http://SECRETWORD/", "User-Agent": "SECRETWORD", "HX-Request": "true"}
    client.get("/patterns?offset=-60&word=SECRETWORD", headers=headers)
    assert "SECRETWORD" not in app.test_client().get("/patterns").text


def test_a_qr_code_is_drawn_once_and_not_sent_twice(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    make = qr_code.segno.make
    monkeypatch.setattr(qr_code.segno, "make", lambda text, **how: made.append(text) or make(text, **how))
    tv = Visitor(oak, "tv").client
    first, second = (tv.get(f"/t/{oak.id}/qr/join.svg") for _ in range(2))
    assert first.data == second.data
    assert len(made) == 1
    has = {"If-None-Match": first.headers["ETag"]}
    assert tv.get(f"/t/{oak.id}/qr/join.svg", headers=has).status_code == 304
    new_code = {"do": "join.set", "on": True}
    assert Visitor(oak, "gm").post(**new_code).status_code == 303
    assert tv.get(f"/t/{oak.id}/qr/join.svg", headers=has).status_code == 200
