"""The operators' handbook on a running server."""

import pytest
from flask.testing import FlaskClient


def test_it_is_the_text_that_lies_beside_the_files(client: FlaskClient) -> None:
    page = client.get("/handbook").text
    assert '<h2 id="https-at-home">https at home</h2>' in page
    assert "<code>TABLESIDE_CERT</code>" in page
    assert "<td>" in page, "tables are tables"
    assert "mkcert -install" in page


@pytest.mark.parametrize(
    "name", ["nginx.conf", "Caddyfile", "tableside@.service", "Containerfile", "compose.yaml"]
)
def test_the_files_that_it_speaks_of_are_handed_out(client: FlaskClient, name: str) -> None:
    assert f'href="/handbook/{name}"' in client.get("/handbook").text
    answer = client.get(f"/handbook/{name}")
    assert answer.status_code == 200
    assert answer.content_type.startswith("text/plain")
    assert "tableside" in answer.text.lower()


@pytest.mark.parametrize("name", ["README.md", "..%2frun", "nothing"])
def test_nothing_else_is(client: FlaskClient, name: str) -> None:
    assert client.get(f"/handbook/{name}").status_code == 404
