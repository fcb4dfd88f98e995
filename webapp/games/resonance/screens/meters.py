"""HP, SP and EP as bars: how long each is and how it looks, worked out before it is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.screens.views import PieceView

WORDS = ("none", "little", "some", "much", "full")
LOW = 4  # a quarter of what it holds, or less, is said by its colour


@dataclass(frozen=True)
class Meter:
    """One bar of `length` points; `word` stands for the number where an audience knows no number."""

    name: str
    left: int
    most: int
    looks: str = ""
    word: str = ""

    @property
    def length(self) -> int:
        """What is held beyond the maximum stands out at the end."""
        return max(self.left, self.most)

    @property
    def filled(self) -> int:
        """What of it is within the maximum."""
        return min(self.left, self.most)

    @property
    def beyond(self) -> int:
        """What is held on top of the maximum."""
        return self.length - self.most

    @property
    def notches(self) -> str:
        """A stroke between two points each."""
        return "".join(f"M{n} 0V1" for n in range(1, self.length))


def meters(values: PieceView | None) -> tuple[Meter, ...]:
    """The bars of somebody's Values, as far as they are known."""
    told = values.shown.get("values", {}) if values is not None else {}
    return tuple(_meter(name, each) for name, each in told.items())


def _meter(name: str, told: Mapping[str, Any]) -> Meter:
    if "left" not in told:
        return Meter(name, WORDS.index(told["word"]), len(WORDS) - 1, "veiled", told["word"])
    left, most = told["left"], told["most"]
    looks = "spent" if left == 0 else "low" if left * LOW <= most else ""
    return Meter(name, left, most, looks)
