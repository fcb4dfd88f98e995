"""One open stream and its connection, to which data can be sent without waking the stream's greenlet.

This works under gunicorn's gevent worker, for HTTP/1.1 without TLS: a piece is an HTTP chunk, and the socket
reports at once how much it accepted. Otherwise the stream's own greenlet sends everything.
`stream_endpoint.py` opens streams, `broadcast.py` sends a change to all of them.
"""

from contextlib import suppress
from typing import Any

import gevent.socket

from webapp.live.bus import Subscriber
from webapp.live.viewer import Viewer

SOCKET = "gunicorn.socket"  # the key of a request's connection in its environ


def chunk_of(data: bytes) -> bytes:
    """Return data as one chunk of an HTTP response."""
    return b"%x\r\n%b\r\n" % (len(data), data)


class StreamConnection:
    """A stream's connection; `rest` is data that it has not accepted yet and must get first."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self.rest = b""

    @classmethod
    def below(cls, environ: dict[str, Any]) -> "StreamConnection | None":
        socket = environ.get(SOCKET)
        chunked = environ.get("SERVER_PROTOCOL") == "HTTP/1.1"
        return cls(socket) if chunked and type(socket) is gevent.socket.socket else None

    def send(self, piece: bytes) -> bool:
        """Send a piece without waiting; return False if a part remains unsent."""
        sent = 0
        with suppress(OSError):
            sent = self._socket.send(piece, timeout=0.0)
        self.rest = piece[sent:]
        return not self.rest

    def send_rest(self) -> None:
        """Wait until the unsent rest is sent; raise OSError if the connection is broken."""
        rest, self.rest = self.rest, b""
        if rest:
            self._socket.sendall(rest)


class Stream(Subscriber):
    """One open stream: its viewer, the cursor it was sent last, and its connection.

    While the stream waits and data can be sent without waking it, `place` identifies what it missed.
    """

    def __init__(self, viewer: Viewer, last: str, connection: StreamConnection | None) -> None:
        super().__init__()
        self.viewer, self.last, self.connection = viewer, last, connection
        self.place: tuple[str, ...] | None = None

    def wait(self, seconds: float) -> bool:
        self.place = self.viewer.missing(self.last) if self.connection is not None else None
        try:
            return super().wait(seconds)
        finally:
            self.place = None

    def accept(self, piece: bytes, cursor: str, place: tuple[str, ...]) -> bool:
        """Send a piece at once; return False if the stream's own greenlet must send the rest."""
        self.last, self.place = cursor, place
        if self.connection is not None and self.connection.send(piece):
            return True
        self.place = None
        self.notify()
        return False
