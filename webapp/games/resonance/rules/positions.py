"""Range bands, and positions in the zones of a scene, where each step is one band.

```python
>>> row = {1: [2], 2: [1, 3], 3: [2]}
>>> steps_between(row, 1, 3), str(band_of(2)), band_of(5)
(2, 'near', None)

```

Source: Layer 3, 2.6.1; that zones measure the bands is our reading.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from webapp.games.api import RuleError
from webapp.games.resonance.rules import book
from webapp.rules.codec import AnyCase, Within


class Band(AnyCase):
    """The five range bands, from an arm's length to 300 metres."""

    TOUCH = "touch"
    CLOSE = "close"
    NEAR = "near"
    FAR = "far"
    DISTANT = "distant"

    @property
    def label(self) -> str:
        """The band's name in the book."""
        return str(_row(self)["name"])

    @property
    def up_to(self) -> int:
        """The band's upper edge in metres, inclusive."""
        return int(_row(self)["up_to"])

    @classmethod
    def at(cls, metres: Annotated[int, Within(0, 10_000)]) -> "Band":
        """Return the band of a distance; on the edge between two bands, the nearer one (reading B4.19).

        Raises RuleError beyond 300 metres, which is out of range.
        """
        reached = [band for band in cls if metres <= band.up_to]
        if not reached:
            last = f"the last band, {cls.DISTANT.label}, ends at {cls.DISTANT.up_to} m"
            raise RuleError(f"{metres} m is out of range: {last}.", field="metres", value=metres)
        return reached[0]


def _row(band: Band) -> Mapping[str, Any]:
    return next(row for row in book.rows("band") if row["key"] == band)


BEYOND = "beyond"
"""Further away than the last band."""
ROW = ("Here", "Close by", "Nearby", "Far off", "In the distance")
"""Five zones in a row, each one range band further from the first."""


def steps_between(joins: Mapping[int, Iterable[int]], start: int, goal: int) -> int | None:
    """Return how many steps lead from one zone to another; None if no way leads there."""
    reached, edge, steps = {start}, {start}, 0
    while edge and goal not in reached:
        edge = {other for zone in edge for other in joins.get(zone, ()) if other in joins} - reached
        reached |= edge
        steps += 1
    return steps if goal in reached else None


def band_of(steps: int | None) -> Band | None:
    """Return the band this many steps away: 0 is Touch; None beyond Distant, or without a way."""
    bands = tuple(Band)
    return bands[steps] if steps is not None and steps < len(bands) else None


def within_a_move(joins: Mapping[int, Iterable[int]], start: int, bands: int) -> tuple[int, ...]:
    """Return the other zones that one Move of this many bands reaches, in the order of the map."""
    found = ((zone, steps_between(joins, start, zone)) for zone in joins if zone != start)
    return tuple(zone for zone, steps in found if steps is not None and steps <= bands)
