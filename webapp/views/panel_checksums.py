"""Stamps: checksums of panels, by which a page proves what it shows.

A stamp excludes the time of rendering, so that an unchanged panel keeps it, and excludes the panels inside,
which have stamps of their own. The journal is sent line by line, so each of its newest lines has a stamp,
weighted by its place.
"""

from collections.abc import Collection, Iterable
from zlib import crc32

from webapp.state.audience import Audience
from webapp.views.journal import AT_FIRST
from webapp.views.view_types import LineView

BITS = 32


def add_stamp(html: str, within: Iterable[str], now: str) -> tuple[str, int]:
    """Return a panel's HTML with the stamp on its root element, and the stamp."""
    own, at = html, f' data-at="{now}"'
    for name in within:
        own = own.replace(name, "")
    stamp = crc32(own.replace(at, "").encode())
    return html.replace(at, f'{at} data-stamp="{stamp:x}"', 1), stamp


def combine_stamps(stamps: Collection[int]) -> tuple[int, int]:
    """Return the number of a page's stamps and their sum (modulo 2**32), which ignores their order."""
    return len(stamps), sum(stamps) % 2**BITS


def combine_line_stamps(stamps: Collection[int]) -> tuple[int, int]:
    """Return the number of a journal's newest lines, and a sum of their stamps that depends on the order."""
    return len(stamps), sum(place * stamp for place, stamp in enumerate(stamps, start=1)) % 2**BITS


def newest_line_stamps(
    lines: Iterable[LineView], known: dict[int, int], audience: Audience
) -> dict[int, int]:
    """Return the stamps of a journal's newest lines by id, after a page received `lines`.

    A line that the page already has keeps its place.
    """
    new = {line.id: line.stamp for line in lines if line.id not in known}
    return dict(list((new | known).items())[: AT_FIRST.get(audience.role, 0)])
