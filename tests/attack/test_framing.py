"""Requests that a proxy and a server could read differently: refused, and nothing after them is heard."""

import pytest

from tests.attack.wire import Wire, get, post
from tests.cli.running import Process

pytestmark = pytest.mark.attack

SECOND = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
"""What would be smuggled in; no answer to it may come."""
CALL = b"POST /api/v1/rules/razorweave/odds HTTP/1.1\r\n"
HOST = b"Host: x\r\n"
CHUNKED = CALL + HOST + b"Transfer-Encoding: chunked\r\n\r\n"


def sized(*lines: bytes) -> bytes:
    """A call with these headers, and a body of two bytes."""
    return CALL + HOST + b"Content-Type: application/json\r\n" + b"".join(lines) + b"\r\n{}"


HEADS = {
    "two lengths": sized(b"Content-Length: 2\r\n", b"Content-Length: 40\r\n"),
    "one length twice": sized(b"Content-Length: 2\r\n", b"Content-Length: 2\r\n"),
    "a list of lengths": sized(b"Content-Length: 2, 2\r\n"),
    "a length with a plus": sized(b"Content-Length: +2\r\n"),
    "a length with a minus": sized(b"Content-Length: -2\r\n"),
    "a length with an underscore": sized(b"Content-Length: 0_2\r\n"),
    "a length in hex": sized(b"Content-Length: 0x2\r\n"),
    "a length with a point": sized(b"Content-Length: 2.0\r\n"),
    "no length": sized(b"Content-Length:\r\n"),
    "a length in other digits": sized("Content-Length: ٢\r\n".encode()),
    "a length of a thousand digits": sized(b"Content-Length: " + b"2" * 1000 + b"\r\n"),
    "a length and chunks": sized(b"Content-Length: 2\r\n", b"Transfer-Encoding: chunked\r\n"),
    "chunks and a length": sized(b"Transfer-Encoding: chunked\r\n", b"Content-Length: 2\r\n"),
    "xchunked": sized(b"Transfer-Encoding: xchunked\r\n"),
    "chunked in quotes": sized(b'Transfer-Encoding: "chunked"\r\n'),
    "identity": sized(b"Transfer-Encoding: identity\r\n"),
    "gzip, chunked": sized(b"Transfer-Encoding: gzip, chunked\r\n"),
    "chunked, identity": sized(b"Transfer-Encoding: chunked, identity\r\n"),
    "chunked twice": sized(b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: chunked\r\n"),
    "chunked with a tab inside": sized(b"Transfer-Encoding: \x0bchunked\r\n"),
    "a space before the colon": sized(b"Content-Length : 2\r\n"),
    "a space before the name": CALL + HOST + b" Content-Length: 2\r\n\r\n{}",
    "a folded header": sized(b"X-Long: one\r\n two\r\n", b"Content-Length: 2\r\n"),
    "a first header that is folded": CALL + b" x\r\n" + HOST + b"\r\n",
    "a NUL": sized(b"X-Odd: a\x00b\r\n", b"Content-Length: 2\r\n"),
    "a bare CR": sized(b"X-Odd: a\rContent-Length: 40\r\n", b"Content-Length: 2\r\n"),
    "a bare LF": sized(b"X-Odd: a\nContent-Length: 40\r\n", b"Content-Length: 2\r\n"),
    "lines that end in LF": b"GET /api HTTP/1.1\nHost: x\n\n",
    "no name": sized(b": x\r\n"),
    "no colon": sized(b"Nothing\r\n"),
    "a name with a bracket": sized(b"X[Odd]: x\r\n"),
    "two hosts": CALL + HOST + b"Host: y\r\n\r\n",
    "no host": CALL + b"\r\n",
    "a host with a user": CALL + b"Host: x@y\r\n\r\n",
    "a host with a path": CALL + b"Host: x/y\r\n\r\n",
    "two kinds of content": sized(b"Content-Type: text/plain\r\n", b"Content-Length: 2\r\n"),
    "two spaces": b"GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
    "a tab": b"GET\t/\tHTTP/1.1\r\nHost: x\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "another version": b"GET / HTTP/2.0\r\nHost: x\r\n\r\n",
    "a version of its own": b"GET / HTTP/1.10\r\nHost: x\r\n\r\n",
    "no path": b"GET HTTP/1.1\r\nHost: x\r\n\r\n",
    "a path without its slash": b"GET healthz HTTP/1.1\r\nHost: x\r\n\r\n",
    "a path with a control character": b"GET /a\x01b HTTP/1.1\r\nHost: x\r\n\r\n",
    "a method that is none": b"G{T / HTTP/1.1\r\nHost: x\r\n\r\n",
    "to connect": b"CONNECT y:443 HTTP/1.1\r\nHost: y\r\n\r\n",
    "the preface of another protocol": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "a head in chunks": CHUNKED.replace(b"HTTP/1.1", b"HTTP/1.0") + b"0\r\n\r\n",
}
BODIES = {
    "no size": b"\r\n{}\r\n0\r\n\r\n",
    "a size that is none": b"xyz\r\n{}\r\n0\r\n\r\n",
    "a size with 0x": b"0x2\r\n{}\r\n0\r\n\r\n",
    "a size with a plus": b"+2\r\n{}\r\n0\r\n\r\n",
    "a negative size": b"-2\r\n{}\r\n0\r\n\r\n",
    "a size with an underscore": b"0_2\r\n{}\r\n0\r\n\r\n",
    "a space before a size": b" 2\r\n{}\r\n0\r\n\r\n",
    "a size beyond all numbers": b"F" * 20 + b"\r\n{}\r\n0\r\n\r\n",
    "a size that wraps around": b"100000002\r\n{}\r\n0\r\n\r\n",
    "a size that ends in LF": b"2\n{}\r\n0\r\n\r\n",
    "an extension with a LF": b"2;a\nb\r\n{}\r\n0\r\n\r\n",
    "an extension with a CR": b"2;a\rb\r\n{}\r\n0\r\n\r\n",
    "a chunk that is longer than it says": b"2\r\n{}xx\r\n0\r\n\r\n",
    "a chunk that is shorter than it says": b"4\r\n{}\r\n0\r\n\r\n\r\n",
    "a trailer that is none": b"2\r\n{}\r\n0\r\nno trailer\r\n\r\n",
    "a trailer with a LF": b"2\r\n{}\r\n0\r\nX: a\nb\r\n\r\n",
    "trailers without end": b"2\r\n{}\r\n0\r\n" + b"X: y\r\n" * 200 + b"\r\n",
}


@pytest.mark.parametrize("name", HEADS)
def test_a_head_with_two_readings_is_refused_and_hung_up_on(server: Process, name: str) -> None:
    with Wire(server.port) as odd:
        ensure_refused(odd.say(HEADS[name] + SECOND).statuses())


@pytest.mark.parametrize("name", BODIES)
def test_chunks_with_two_readings_are_refused_and_hung_up_on(server: Process, name: str) -> None:
    with Wire(server.port) as odd:
        ensure_refused(odd.say(CHUNKED + BODIES[name] + SECOND).statuses())


def ensure_refused(told: list[int]) -> None:
    """Refused with one answer, and none to what came after."""
    assert len(told) == 1
    assert told[0] in (400, 403, 408, 413, 501)


def test_what_is_as_it_should_be_is_taken_one_after_the_other(server: Process) -> None:
    chunks = b"1;a=b\r\n{\r\n1 ; x\r\n}\r\n000\r\nX-After: y\r\n\r\n"
    kind = b"Content-Type: application/json\r\n\r\n"
    said = CHUNKED[:-2] + kind + chunks + sized(b"Content-Length: 2\r\n") + SECOND
    with Wire(server.port) as usual:
        usual.say(said + b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert usual.statuses() == [422, 422, 200, 200]


def test_a_head_without_end_is_too_much(server: Process) -> None:
    endless = get("/", ("X-Long: " + "x" * 7000 + "\r\n") * 6000)
    with Wire(server.port) as long, Wire(server.port) as many, Wire(server.port) as line:
        with pytest.raises((ConnectionError, TimeoutError)):  # it hangs up before all of it is sent
            long.say(endless)
        assert many.say(get("/", "X: y\r\n" * 200)).status() in (400, 431)
        assert line.say(b"GET /" + b"x" * 70_000).status() in (0, 400, 414)


@pytest.mark.parametrize("name", ["TRACE", "CONNECT", "DELETE", "PROPFIND", "X"])
def test_methods_that_nobody_needs_change_nothing(server: Process, name: str) -> None:
    with Wire(server.port) as odd:
        status = odd.say(f"{name} /api HTTP/1.1\r\nHost: x\r\nX-Secret: WORD\r\n\r\n".encode()).status()
        assert status in (400, 403, 404, 405, 501)
        assert b"WORD" not in odd.heard, "nothing is sent back as it came"


def test_nothing_is_ever_upgraded(server: Process) -> None:
    """The body of what would be another protocol is a body, and the next request is the next."""
    more = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n"
    with Wire(server.port) as odd:
        odd.say(post("/api/v1/rules/razorweave/odds", 2, b"{}", more=more) + SECOND)
        odd.say(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close, TE\r\n\r\n")
        assert odd.statuses()[:2] == [400, 200]
        assert b" 101 " not in odd.heard


def test_who_waits_to_be_asked_for_a_body_is_asked_or_refused(server: Process) -> None:
    wait = "Expect: 100-continue\r\n"
    with Wire(server.port) as patient, Wire(server.port) as large, Wire(server.port) as odd:
        patient.say(post("/api/v1/rules/razorweave/odds", 2, more=wait))
        assert patient.status() == 100
        patient.heard = b""
        assert patient.say(b"{}").status() == 422
        assert odd.say(get("/", "Expect: the-unexpected\r\n")).status() == 417
        assert 413 in large.say(post("/tables", 10**9, more=wait)).statuses()


def test_an_old_client_is_answered_and_hung_up_on(server: Process) -> None:
    with Wire(server.port) as old:
        assert old.say(b"GET /healthz HTTP/1.0\r\n\r\n").statuses() == [200]


def test_a_whole_address_means_its_path(server: Process) -> None:
    with Wire(server.port) as proxied:
        assert proxied.say(b"GET http://x/healthz HTTP/1.1\r\nHost: x\r\n\r\n").status() == 200


@pytest.mark.parametrize(
    "path", ["//evil.example", "//evil.example/", "/%2f%2fevil.example/..", "/\\evil.example/"]
)
def test_no_path_leads_elsewhere(server: Process, path: str) -> None:
    with Wire(server.port) as odd:
        odd.say(get(path)).status()
        assert b"Location: //" not in odd.heard
        assert b"Location: http://evil" not in odd.heard
