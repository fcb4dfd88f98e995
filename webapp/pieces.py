"""A body as it comes over the wire, piece by piece.

It has a deadline, and a piece is work however little it brings: so others have their turn after a moment of
reading, and a body in pieces without number is refused.
"""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import gevent
from werkzeug.exceptions import BadRequest

from webapp.framing import Chunks
from webapp.table.refusals import Malformed

FIRST = 10.0  # seconds until the first byte of a body must be here
BLOCK, PACE = 80 * 1024, 10.0  # then so many bytes within so many seconds: 8 KB a second
STEP = 16 * 1024  # bytes read in one go
AT_ONCE = 0.25  # seconds for each of both where no place is left
MOST_PIECES, EACH = 16 * 1024, 64  # so many, whatever they hold; more hold so many bytes on average
TOO_MANY = "That came in too many small pieces. Nothing was changed; please send it in larger ones."
MOMENT = 0.0005  # seconds of reading after which others have their turn


class Late(Exception):
    """The rest of a body did not come in time."""


class Pieces:
    """Those of one body so far."""

    def __init__(self) -> None:
        self.number = self.bytes = 0
        self._since = time.perf_counter()

    def another(self, size: int) -> None:
        """One more has come."""
        self.number += 1
        self.bytes += size
        if self.number > MOST_PIECES + self.bytes // EACH:
            raise Malformed(TOO_MANY)
        self.give_way()

    def give_way(self) -> None:
        """After a moment it is somebody else's turn."""
        if time.perf_counter() - self._since > MOMENT:
            let_others()
            self._since = time.perf_counter()

    def watch(self, source: Any) -> None:
        """Hear of each piece of a body in chunks, where the server reads it."""
        if isinstance(source, Chunks):
            source.each = self.another
        elif hasattr(source, "reader"):  # gunicorn's, which reads many in one go
            source.reader.parser = self._told(source.reader.parser)

    def _told(self, parser: Iterator[bytes]) -> Iterator[bytes]:
        for piece in parser:
            self.another(len(piece))
            yield piece


def whole(source: Any, declared: int | None, most: int, crowded: bool) -> bytes:
    """All of it, or a byte more than what is taken: a first byte, then block by block.

    Late when one does not come in time, BadRequest where it is not as long as it says, Malformed for dust.
    """
    body, pieces = bytearray(), Pieces()
    wanted = most + 1 if declared is None else declared
    if declared is None:
        pieces.watch(source)
    try:
        with _within(AT_ONCE if crowded else FIRST):
            more = _add(body, source, 1, pieces)
        while more and len(body) < wanted:
            ends = min(len(body) + BLOCK, wanted)
            with _within(AT_ONCE if crowded else PACE):
                while more and len(body) < ends:
                    more = _add(body, source, min(STEP, ends - len(body)), pieces)
    except (Late, Malformed):
        raise
    except Exception as odd:  # each server has errors of its own for a body that breaks off or is no body
        raise BadRequest from odd
    if declared is not None and len(body) < declared:
        raise BadRequest
    return bytes(body)


def _add(body: bytearray, source: Any, most: int, pieces: Pieces) -> bool:
    """Read some more of it; False at its end."""
    piece = source.read(most)
    body += piece
    pieces.give_way()
    return bool(piece)


def let_others() -> None:
    """Under gevent whoever always has more to say would be heard alone."""
    if isinstance(gevent.getcurrent(), gevent.Greenlet):
        gevent.sleep(0)


def _within(seconds: float) -> AbstractContextManager[Any]:
    """Late after so many seconds; a thread waits as long as its own server lets it."""
    if isinstance(gevent.getcurrent(), gevent.Greenlet):
        return gevent.Timeout(seconds, Late)  # type: ignore[no-any-return]
    return nullcontext()
