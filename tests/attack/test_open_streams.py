"""Many who watch, and both servers: what is sent past the server is framed as the server frames it."""

import http.client
import json
import re
import time

import httpx
import pytest

from tests.cli.running import Process

pytestmark = pytest.mark.attack

VIEWERS, CHANGES = 12, 20


def test_all_hear_of_all_changes_in_their_order(server: Process) -> None:
    made = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Oak"}).json()
    at = f"/api/v1/tables/{made['table']}"
    viewers = [_following(server, at, made["keys"]["player"]) for _ in range(VIEWERS)]
    for _, stream in viewers:
        assert stream.readline().startswith(b"id: ")
    with httpx.Client(base_url=server.url, headers=_key(made["keys"]["gm"])) as gm:
        for number in range(CHANGES):
            sent = {"do": "tag.add", "name": f"Tag {number}"}
            assert gm.post(f"{at}/commands", json=sent).status_code == 200
    for _, stream in viewers:
        assert [_next(stream)["revision"] for _ in range(CHANGES)] == list(range(1, CHANGES + 1))
    for connection, _ in viewers:
        connection.close()


def _key(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def _following(
    server: Process, at: str, key: str
) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", f"{at}/live", headers=_key(key))
    return connection, connection.getresponse()


def _next(stream: http.client.HTTPResponse) -> dict[str, int]:
    """The next change that is told; a response that is not framed right cannot be read."""
    deadline = time.monotonic() + 60
    while not (line := stream.readline()).startswith(b'data: {"revision"') or b"cursor" in line:
        assert time.monotonic() < deadline, "nothing but heartbeats comes"
        assert re.match(rb"(id|retry|event|data): |\n", line), line
    told: dict[str, int] = json.loads(line.removeprefix(b"data: "))
    return told
