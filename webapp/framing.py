"""Where a request begins and ends: what RFC 9112 tells a server to refuse is refused.

A proxy in front and the server behind must read the same bytes as the same requests, else one person's body
becomes another's request. So there is one reading of everything, and no guessing at what was meant.
"""

import re
from collections.abc import Callable
from typing import BinaryIO

LONGEST_LINE = 8 * 1024
LARGEST_HEAD = 32 * 1024
MOST_FIELDS = 100
LINE = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+ (\*|/[!-~]*|https?://[!-~]+) HTTP/1\.[01]\r\n")
FIELD = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*\r\n")
HOST = re.compile(rb"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~-]+)(:[0-9]{1,5})?")
SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})(?:[ \t]*;[\t -~\x80-\xff]*)?\r\n")
ONCE = (b"host", b"content-length", b"content-type", b"transfer-encoding")
"""Fields that say one thing; two of them are two meanings."""


class Unframed(ValueError):
    """No request that everybody would read alike."""

    def __init__(self, message: str, status: str = "400 Bad Request") -> None:
        super().__init__(message)
        self.status = status


def target(line: str) -> str:
    """The path that a request line asks for; Unframed where it is none of HTTP/1.0 or 1.1."""
    found = LINE.fullmatch(line)
    if found is None:
        raise Unframed("the first line is none of a request")
    return found[1]


class Head:
    """The header fields of one request, by names in whatever case; gevent asks for them in these words."""

    status = ""  # what is wrong with them: such a head is refused before

    def __init__(self, lines: list[bytes], fields: dict[bytes, list[bytes]]) -> None:
        self.headers = [line.decode("latin-1") for line in lines]
        self._fields = {name.decode("latin-1"): own[0].decode("latin-1") for name, own in fields.items()}

    def get(self, name: str, default: str | None = None) -> str | None:
        """The first field of this name."""
        return self._fields.get(name.lower(), default)

    getheader = get

    def __delitem__(self, name: str) -> None:
        del self._fields[name.lower()]

    @property
    def typeheader(self) -> str | None:
        return self.get("Content-Type")


def head(rfile: BinaryIO, version: str) -> Head:
    """All header fields up to the empty line, each checked."""
    lines: list[bytes] = []
    fields: dict[bytes, list[bytes]] = {}
    size = 0
    while (line := rfile.readline(LONGEST_LINE + 1)) != b"\r\n":
        if len(line) > LONGEST_LINE or size > LARGEST_HEAD or len(lines) >= MOST_FIELDS:
            raise Unframed("too many headers, or too long", "431 Request Header Fields Too Large")
        field = FIELD.fullmatch(line)
        if field is None:
            raise Unframed("a header is none")
        lines.append(line)
        size += len(line)
        fields.setdefault(field[1].lower(), []).append(field[2])
    _ensure_one_meaning(fields, version)
    return Head(lines, fields)


def _ensure_one_meaning(fields: dict[bytes, list[bytes]], version: str) -> None:
    if any(len(fields.get(name, ())) > 1 for name in ONCE):
        raise Unframed("a header that counts once came twice")
    host, length, coding = (fields.get(name, [None])[0] for name in (b"host", b"content-length", ONCE[3]))
    if host is None and version == "HTTP/1.1":
        raise Unframed("no Host")
    if host and not HOST.fullmatch(host):
        raise Unframed("no such Host")
    if length is not None and not re.fullmatch(rb"[0-9]{1,18}", length):
        raise Unframed("no such length")
    if coding is not None and (length is not None or version != "HTTP/1.1" or coding.lower() != b"chunked"):
        raise Unframed("a body with two ends, or none")
    if fields.get(b"expect", [b"100-continue"])[0].lower() != b"100-continue":
        raise Unframed("nobody can expect that", "417 Expectation Failed")


class AnnouncedBody:
    """A body of a length that was announced."""

    def __init__(self, rfile: BinaryIO, length: int, invite: Callable[[], None] | None) -> None:
        self.rfile, self.left, self.invite = rfile, length, invite

    @property
    def ended(self) -> bool:
        return not self.left

    def read(self, size: int) -> bytes:
        """So many bytes, fewer at its end."""
        self._begin()
        read = self.rfile.read(min(size, self.left))
        self.left -= len(read)
        return read

    def _discard(self) -> None:
        """Whoever reads a request reads all of it, or the connection ends: nothing is thrown away."""

    def _begin(self) -> None:
        """Tell a client that waits for it to send on."""
        invite, self.invite = self.invite, None
        if invite is not None:
            invite()


class Chunks(AnnouncedBody):
    """A body that comes in pieces, each with its size before it."""

    def __init__(self, rfile: BinaryIO, invite: Callable[[], None] | None) -> None:
        super().__init__(rfile, 0, invite)
        self._ended = False
        self.each: Callable[[int], None] = lambda size: None
        """Who is told of each piece and its size."""

    @property
    def ended(self) -> bool:
        return self._ended

    def read(self, size: int) -> bytes:
        self._begin()
        taken = bytearray()
        while len(taken) < size and not self._ended:
            if self.left:
                taken += self._piece(size - len(taken))
            else:
                self._next()
        return bytes(taken)

    def _piece(self, most: int) -> bytes:
        read = self.rfile.read(min(self.left, most))
        self.left -= len(read)
        if not read or (not self.left and self.rfile.read(2) != b"\r\n"):
            raise Unframed("a chunk is not as long as it says")
        return read

    def _next(self) -> None:
        size = SIZE.fullmatch(self.rfile.readline(256))
        if size is None:
            raise Unframed("a chunk without a size")
        self.left = int(size[1], 16)
        self.each(self.left)
        if not self.left:
            self._trailers()
            self._ended = True

    def _trailers(self) -> None:
        """What may follow the last chunk means nothing here, but must be as it should."""
        for _ in range(MOST_FIELDS):
            line = self.rfile.readline(LONGEST_LINE)
            if line == b"\r\n":
                return
            if FIELD.fullmatch(line) is None:
                break
        raise Unframed("a chunked body without an end")
