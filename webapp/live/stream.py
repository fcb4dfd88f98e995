"""One open stream: its viewer, its events, and the connection that takes them.

Under gunicorn's gevent worker, for HTTP/1.1 without TLS, data is sent without waking the stream's greenlet: a
piece is an HTTP chunk, and the socket reports at once how much it accepted. Otherwise the stream's own
greenlet sends everything. `stream_endpoint.py` opens streams, `broadcast.py` sends a change to all of them.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import gevent.socket

from webapp.live.bus import Subscriber
from webapp.state.audience import Audience, Role
from webapp.table.grants import Grant


@dataclass(frozen=True)
class Viewer:
    """A viewer's grant, and whether the viewer is a page or a program.

    `lacks` are the ids of panels that the page does not have, `preparing` is the id of the scene that it
    prepares.
    """

    grant: Grant
    as_page: bool = True
    lacks: frozenset[str] = frozenset()
    preparing: int | None = None

    @property
    def audience(self) -> Audience:
        return self.grant.audience

    @property
    def device(self) -> str:
        """The device of a GM's page, which is sent its own next undo; "" for every other viewer."""
        return (self.grant.actor().device or "") if self.as_page and self.grant.role is Role.GM else ""

    def update_key(self, last: str) -> tuple[str, ...]:
        """Return a key shared by all viewers who need the same bytes after cursor `last`."""
        return *self.panels_key(), self.device, last

    def panels_key(self) -> tuple[str, ...]:
        """Return a key shared by all viewers who need the same panels."""
        kind = f"preparing {self.preparing}" if self.preparing else "page" if self.as_page else "program"
        return self.grant.table, self.audience.key, kind


# ---- its events -----------------------------------------------------------------------------------


LINE_ENDS = re.compile(r"\r\n|\r|\n")


class EventName(StrEnum):
    """The names of server-sent events; unnamed events carry changes, as panels or as JSON."""

    HEARTBEAT = "hb"
    BUSY = "busy"
    RELOAD = "reload"
    GONE = "gone"


def frame(
    data: str = "", *, id: str | None = None, event: EventName | None = None, retry: int | None = None
) -> bytes:
    """Format one server-sent event; each line of the data gets its own `data:` field."""
    lines = []
    if event is not None:
        lines.append(f"event: {event}")
    if id is not None:
        lines.append(f"id: {id}")
    if retry is not None:
        lines.append(f"retry: {retry}")
    if data or event is not None:
        lines += [f"data: {line}" for line in LINE_ENDS.split(data)]
    return ("\n".join(lines) + "\n\n").encode()


# ---- the connection -------------------------------------------------------------------------------


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

    While the stream waits and data can be sent without waking it, `waits_for` is the key of its next update.
    """

    def __init__(self, viewer: Viewer, last: str, connection: StreamConnection | None) -> None:
        super().__init__()
        self.viewer, self.last, self.connection = viewer, last, connection
        self.waits_for: tuple[str, ...] | None = None

    def wait(self, seconds: float) -> bool:
        self.waits_for = self.viewer.update_key(self.last) if self.connection is not None else None
        try:
            return super().wait(seconds)
        finally:
            self.waits_for = None

    def accept(self, piece: bytes, cursor: str, next_key: tuple[str, ...]) -> bool:
        """Send a piece at once; return False if the stream's own greenlet must send the rest."""
        self.last, self.waits_for = cursor, next_key
        if self.connection is not None and self.connection.send(piece):
            return True
        self.waits_for = None
        self.notify()
        return False
