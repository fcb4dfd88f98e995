"""By its panels' stamps a page can prove what it shows: each is a number made of what the panel prints.

Nothing else is in it: not the moment the panel was drawn at, so that one that did not change keeps its stamp,
and not what stands within it, which has stamps of its own.
"""

from collections.abc import Collection, Sequence
from zlib import crc32

BITS = 32


def stamped(html: str, within: Sequence[str], now: str) -> tuple[str, int]:
    """A panel's HTML with the stamp at its root, and the stamp."""
    own, at = html, f' data-at="{now}"'
    for each in within:
        own = own.replace(each, "")
    stamp = crc32(own.replace(at, "").encode())
    return html.replace(at, f'{at} data-stamp="{stamp:x}"', 1), stamp


def combined(stamps: Collection[int]) -> tuple[int, int]:
    """What the stamps of a whole page come to, in whatever order they stand: how many, and their sum."""
    return len(stamps), sum(stamps) % 2**BITS
