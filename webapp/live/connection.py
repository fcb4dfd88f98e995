"""The connection below an open stream, where a piece of its answer can be sent without waking its greenlet.

That is so under gunicorn's gevent worker, for HTTP/1.1 without TLS: there a piece is
a chunk, and what a socket takes at once is known at once. Elsewhere the server sends everything.
"""

from contextlib import suppress
from typing import Any

import gevent.socket

SOCKET = "gunicorn.socket"  # the key of a request's connection in its environ


def chunk_of(data: bytes) -> bytes:
    """Return a piece of an answer as an HTTP chunk."""
    return b"%x\r\n%b\r\n" % (len(data), data)


class StreamConnection:
    """One connection; `rest` is what it did not take at once, to be sent before anything else."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self.rest = b""

    @classmethod
    def below(cls, environ: dict[str, Any]) -> "StreamConnection | None":
        socket = environ.get(SOCKET)
        chunked = environ.get("SERVER_PROTOCOL") == "HTTP/1.1"
        return cls(socket) if chunked and type(socket) is gevent.socket.socket else None

    def send(self, piece: bytes) -> bool:
        """Send a piece without waiting; return False if a part is left or the connection is broken."""
        sent = 0
        with suppress(OSError):
            sent = self._socket.send(piece, timeout=0.0)
        self.rest = piece[sent:]
        return not self.rest

    def send_rest(self) -> None:
        """Wait until the rest is sent; raise OSError if the connection is broken."""
        rest, self.rest = self.rest, b""
        if rest:
            self._socket.sendall(rest)
