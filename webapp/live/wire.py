"""The connection below an open stream, where a piece of its answer can be sent without waking its greenlet.

That is so under gunicorn's gevent worker, for HTTP/1.1 without TLS: there a piece is
a chunk, and what a socket takes at once is known at once. Elsewhere the server sends everything.
"""

from contextlib import suppress
from typing import Any

import gevent.socket

SOCKET = "gunicorn.socket"  # the key of a request's connection in its environ


def piece(data: bytes) -> bytes:
    """A piece of an answer as it goes over a connection."""
    return b"%x\r\n%b\r\n" % (len(data), data)


class Wire:
    """One connection; `rest` is what it did not take at once, to be sent before anything else."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self.rest = b""

    @classmethod
    def below(cls, environ: dict[str, Any]) -> "Wire | None":
        socket = environ.get(SOCKET)
        chunked = environ.get("SERVER_PROTOCOL") == "HTTP/1.1"
        return cls(socket) if chunked and type(socket) is gevent.socket.socket else None

    def send(self, piece: bytes) -> bool:
        """Send it without waiting; False where not all of it went, or the connection is broken."""
        sent = 0
        with suppress(OSError):
            sent = self._socket.send(piece, timeout=0.0)
        self.rest = piece[sent:]
        return not self.rest

    def send_rest(self) -> None:
        """Wait until the rest is sent; OSError where the connection is broken."""
        rest, self.rest = self.rest, b""
        if rest:
            self._socket.sendall(rest)
