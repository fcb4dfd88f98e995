"""Streams as pages open them."""

from collections.abc import Iterator

from tests.table.oak import Oak
from webapp.live.stream import Viewer
from webapp.services import services
from webapp.table.grants import best_grant


def page(oak: Oak, role: str, seat: str | None = None) -> Iterator[bytes]:
    """A page's stream, up to date: what comes next is news."""
    grant = best_grant(oak.id, [oak.made.tokens[role], *([oak.seats[seat]] if seat else [])])
    assert grant is not None
    revisions = services().bus.revisions(oak.id)
    assert revisions is not None
    viewer = Viewer(grant)
    frames = iter(services().streams.open(viewer, revisions.cursor(viewer.audience)).response)
    next(frames)
    return frames  # type: ignore[return-value]
