"""Visibility: how much harder dim light, darkness and smoke make what needs sight.

Source: Scenes, "Visibility".
"""

from typing import Annotated

from webapp.rules.guard import Within
from webapp.rules.mettle.book import catalogue


def poor_light(light: str | None, *, gear: Annotated[int, Within(0, 20)] = 0, smoke: bool = False) -> int:
    """The Difficulty that poor light adds to what needs sight: dim 1, dark 2, total dark 4; None is clear.

    `gear` (torches, goggles) takes that much off, but not in smoke.
    """
    if light is None:
        return 0
    level = int(catalogue().find(light, "visibility").data["level"])
    return level if smoke else max(0, level - gear)


def hides(light: str, *, smoke: bool = False) -> bool:
    """Whether it is dark enough to hide in, or there is smoke."""
    return smoke or light in ("dark", "total-dark")
