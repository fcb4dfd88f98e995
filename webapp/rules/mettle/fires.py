"""Fire on somebody: the Hazard comes back each Round until it rolls no Edge or is put out.

Source: Scenes, "Fire". The sizes of fires are data (catalogue.toml).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from webapp.rules.dice import Dice
from webapp.rules.errors import RuleError
from webapp.rules.mettle.hazards import Harm, Hazard

WITH = ("water", "a blanket", "an extinguisher", "a roll in the dirt")


@dataclass(frozen=True, slots=True)
class Burning:
    """Somebody or something on fire; no Rally while it lasts (the status Burning)."""

    hazard: Hazard
    out: bool = False

    def burn(self, dice: Dice | Sequence[int]) -> tuple[Burning, Harm]:
        """A Round of it, from a source or with a person's dice: the harm, and whether it goes on."""
        if self.out:
            raise RuleError("This fire is out.", field="fire", value=str(self.hazard))
        harm = self.hazard.roll(dice) if callable(dice) else self.hazard.take(dice)
        return replace(self, out=harm.ends), harm
