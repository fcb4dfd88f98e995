"""Range bands: how far away something is, in the words of the book.

Source: Layer 3, 2.6.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from webapp.rules.errors import RuleError
from webapp.rules.resonance import book


class Band(StrEnum):
    """The five bands, from an arm's length to 300 metres."""

    TOUCH = "touch"
    CLOSE = "close"
    NEAR = "near"
    FAR = "far"
    DISTANT = "distant"

    @property
    def label(self) -> str:
        """Its name in the book."""
        return str(_row(self)["name"])

    @property
    def up_to(self) -> int:
        """Its upper edge in metres, which still belongs to it."""
        return int(_row(self)["up_to"])


def band_at(metres: float) -> Band:
    """Say which band a distance lies in: 1 m is Touch, 3 Close, 10 Near, 100 Far, 300 Distant.

    Reading B4.19: the upper edge belongs to the band; beyond 300 m nothing can be reached (RuleError).
    """
    if isinstance(metres, bool) or not isinstance(metres, (int, float)) or not metres >= 0:
        raise RuleError(f"A distance is 0 metres or more, not {metres!r}.", field="metres", value=metres)
    for band in Band:
        if metres <= band.up_to:
            return band
    raise RuleError(f"{metres} m is out of range: Distant ends at 300 m.", field="metres", value=metres)


def band_of(name: Band | str) -> Band:
    """A band by its key ("near")."""
    try:
        return Band(name)
    except ValueError:
        raise RuleError(f"A band is {', '.join(Band)}; not {name!r}.", field="band", value=name) from None


def _row(band: Band) -> Mapping[str, Any]:
    return next(row for row in book.rows("band") if row["key"] == band)
