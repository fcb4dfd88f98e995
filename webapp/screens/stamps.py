"""By its panels' stamps a page can prove what it shows: each is a number made of what the panel prints.

Nothing else is in it: not the moment the panel was drawn at, so that one that did not change keeps its stamp,
and not what stands within it, which has stamps of its own. Of the journal, which is told line by line, each
of the newest lines has one, and counts as often as its place says.
"""

from collections.abc import Collection, Iterable
from zlib import crc32

from webapp.screens.audience import Audience
from webapp.screens.journal import AT_FIRST
from webapp.screens.views import LineView

BITS = 32


def stamped(html: str, within: Iterable[str], now: str) -> tuple[str, int]:
    """A panel's HTML with the stamp at its root, and the stamp."""
    own, at = html, f' data-at="{now}"'
    for each in within:
        own = own.replace(each, "")
    stamp = crc32(own.replace(at, "").encode())
    return html.replace(at, f'{at} data-stamp="{stamp:x}"', 1), stamp


def combined(stamps: Collection[int]) -> tuple[int, int]:
    """What the stamps of a page come to, in whatever order its panels stand: how many, and their sum."""
    return len(stamps), sum(stamps) % 2**BITS


def in_order(stamps: Collection[int]) -> tuple[int, int]:
    """What those of the newest lines of a journal come to: how many, and a sum that knows their places."""
    return len(stamps), sum(place * stamp for place, stamp in enumerate(stamps, start=1)) % 2**BITS


def newest(lines: Iterable[LineView], known: dict[int, int], audience: Audience) -> dict[int, int]:
    """The stamps of the newest lines of a journal, by their ids, after a page that had those was told these;
    one that stands there already stays."""
    new = {line.id: line.stamp for line in lines if line.id not in known}
    return dict(list((new | known).items())[: AT_FIRST.get(audience.role, 0)])
