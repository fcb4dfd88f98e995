"""Headers that mean nothing, or two things: a refusal or a page, and never a broken server."""

import pytest

from tests.pages.visitor import SCRIPT, Visitor
from tests.table.oak import Oak

pytestmark = pytest.mark.attack

ADDRESSES = ["http://[", "http://[::1", "//[", "http://x:99999", "http://x:y", "http://]", "http://[v1.x]:7/"]
ADDRESSES += [
    "\x80",
    "null",
    ":",
    "http://x/?as=%ff&as",
    "http://[x%5D/?as=tv",
    "http://℀/",
    "data:,x",
    "a" * 4000,
]
HOSTS = [
    "[",
    "[::",
    "[::1]:99999",
    "x:99999",
    "x:y",
    "x:",
    ":",
    "a b",
    "x@y",
    "x/y",
    "",
    "é",
    "x:-1",
    "[::1]x",
]
ODD = {
    "Accept-Encoding": ["gzip;q=x", "*;q=9e999", ",,,", "gzip;q=nan"],
    "Accept": ["*/*;q=nan", ";;;", "text/html;q=1e999"],
    "Accept-Language": ["x" * 4000, "de;q=nan"],
    "Authorization": ["Bearer", "Bearer  ", "Basic !!!", "Bearer \x80", "Digest x", "Bearer " + "x" * 4000],
    "Cookie": ["theme", "theme=;;;", "tableside-x=" + "." * 4000, "=; =", 'theme="\\400\\777"', "a" * 4000],
    "If-None-Match": ["W/", '"', "*", 'W/"x', '"' + "x" * 4000],
    "If-Modified-Since": ["yesterday", "Thu, 99 Foo 99999 99:99:99 GMT"],
    "Range": ["bytes=", "bytes=9-1", "bytes=a-b", "x=0-1", "bytes=0-" + "9" * 400],
    "If-Range": ['"', "x"],
    "Last-Event-ID": ["\x80", "9" * 4000, "-", "a-b"],
    "Idempotency-Key": ["\x80", "x" * 4000, " "],
    "Tableside-Seat": ["\x80", "x" * 4000],
    "X-Forwarded-For": ["[", "1.2.3.4.5", "\x80", "," * 400],
    "Forwarded": ["for=[", ";;;"],
    "Content-Type": [
        "multipart/form-data; boundary=",
        "multipart/form-data",
        "application/json; charset=nope",
        ";",
    ],
    "HX-Request": ["maybe"],
    "Sec-Fetch-Site": ["", "\x80", "same-origin, cross-site"],
}


@pytest.fixture
def gm(oak: Oak) -> Visitor:
    return Visitor(oak, "gm")


def pages(oak: Oak) -> list[str]:
    own = ["", "/after", "/paper", "/presence", "/pack", "/overlay", "/qr/join.svg", "/missed", "/journal"]
    known = ["/", "/join", "/rules/mettle", "/credits", f"/api/v1/tables/{oak.id}", "/healthz", "/k/x"]
    return [f"/t/{oak.id}{path}" for path in own] + known


@pytest.mark.parametrize("header", ["Origin", "Referer", "HX-Current-URL"])
@pytest.mark.parametrize("said", ADDRESSES)
def test_an_address_that_is_none_changes_nothing_and_breaks_nothing(
    oak: Oak, gm: Visitor, header: str, said: str
) -> None:
    ours = {} if header == "Origin" else SCRIPT
    headers = {**ours, header: said}
    for path in (f"/t/{oak.id}/do", "/theme", f"/t/{oak.id}/here"):
        answer = gm.client.post(
            path, data={"do": "clock.add", "name": "x", "theme": "light"}, headers=headers
        )
        assert answer.status_code < 500, (path, answer.status_code)
        assert header != "Origin" or answer.status_code == 403
        assert not answer.headers.get("Location", "").startswith(("http", "//"))


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_that_is_none_breaks_nothing(oak: Oak, gm: Visitor, host: str) -> None:
    for path in [*pages(oak), "/api", "/patterns/tv/3"]:
        answer = gm.client.get(path, headers={"Host": host})
        assert answer.status_code < 500, (path, answer.status_code)
    made = gm.client.post("/api/v1/tables", json={"name": "Elm"}, headers={"Host": host})
    assert made.status_code in (201, 400)


@pytest.mark.parametrize(("header", "said"), [(name, each) for name, all in ODD.items() for each in all])
def test_an_odd_header_breaks_nothing(oak: Oak, gm: Visitor, header: str, said: str) -> None:
    for path in pages(oak):
        answer = gm.client.get(path, headers={header: said})
        assert answer.status_code < 500, (path, answer.status_code)
    for path in ("/do", "/here", "/pack"):
        sent = {**SCRIPT, header: said}
        answer = gm.client.post(f"/t/{oak.id}{path}", data={"do": "clock.add", "name": "x"}, headers=sent)
        assert answer.status_code < 500, (path, answer.status_code)
