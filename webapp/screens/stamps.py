"""By its panels' stamps a page can prove what it shows: each is a number made of what the panel prints.

Nothing else is in it: not the moment the panel was drawn at, so that one that did not change keeps its stamp,
and not what stands within it, which has stamps of its own. Of the journal, which is told line by line, each
of the newest lines has one, and counts as often as its place says.
"""

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from zlib import crc32

from webapp.screens.audience import Audience
from webapp.screens.journal import AT_FIRST
from webapp.screens.views import LineView

BITS = 32
KEPT = 2000


def stamped(html: str, within: Sequence[str], now: str) -> tuple[str, int]:
    """A panel's HTML with the stamp at its root, and the stamp."""
    own, at = html, f' data-at="{now}"'
    for each in within:
        own = own.replace(each, "")
    stamp = crc32(own.replace(at, "").encode())
    return html.replace(at, f'{at} data-stamp="{stamp:x}"', 1), stamp


def combined(stamps: Collection[int]) -> tuple[int, int]:
    """What the stamps of a page come to, in whatever order its panels stand: how many, and their sum."""
    return len(stamps), sum(stamps) % 2**BITS


def in_order(stamps: Sequence[int]) -> tuple[int, int]:
    """What those of the newest lines of a journal come to: how many, and a sum that knows their places."""
    return len(stamps), sum(place * stamp for place, stamp in enumerate(stamps, start=1)) % 2**BITS


class LineStamps:
    """The stamps of the newest lines of each journal, as its pages were told them last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, str], tuple[str, dict[int, int]]] = OrderedDict()

    def at(self, table_id: str, audience: Audience, at: str) -> Sequence[int]:
        """Those of a page that stands there; none while they are not known."""
        with self._lock:
            stands, lines = self._kept.get((table_id, audience.key), ("", {}))
        return tuple(lines.values()) if stands == at else ()

    def begin(self, table_id: str, audience: Audience, at: str, lines: Iterable[LineView]) -> None:
        """Somebody was told the whole journal."""
        self._keep(table_id, audience, at, {line.id: line.stamp for line in lines})

    def go_on(
        self, table_id: str, audience: Audience, last: str, now: str, lines: Sequence[LineView]
    ) -> None:
        """Whoever stood at `last` was told these lines, the newest first; one that stands there stays."""
        with self._lock:
            stands, known = self._kept.get((table_id, audience.key), ("", {}))
        if stands == last:
            new = {line.id: line.stamp for line in lines if line.id not in known}
            self._keep(table_id, audience, now, new | known)

    def _keep(self, table_id: str, audience: Audience, at: str, lines: dict[int, int]) -> None:
        """Unless somebody was told a later one meanwhile."""
        key = table_id, audience.key
        newest = dict(list(lines.items())[: AT_FIRST.get(audience.role, 0)])
        with self._lock:
            if _is_older(at, self._kept.get(key, ("", {}))[0]):
                return
            self._kept[key] = at, newest
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)


def _is_older(at: str, known: str) -> bool:
    """Whether this cursor stands before that one, within the same epoch."""
    (epoch, _, revision), (same, _, newest) = at.rpartition("-"), known.rpartition("-")
    return epoch == same and int(revision) < int(newest)
