"""Range bands: how far away something is, in the words of the book.

Source: Layer 3, 2.6.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

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


def _row(band: Band) -> Mapping[str, Any]:
    return next(row for row in book.rows("band") if row["key"] == band)
