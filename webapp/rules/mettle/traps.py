"""Traps: a Hazard with a trigger that must still beat its victim's POISE.

Source: Scenes, "Traps".
"""

from dataclasses import dataclass
from typing import Annotated

from webapp.rules.clocks import Clock
from webapp.rules.errors import RuleError
from webapp.rules.guard import Within
from webapp.rules.mettle.hazards import Hazard
from webapp.rules.mettle.needs import one_of, words

TARGETS = ("one", "zone", "room", "none")
SOAKS = ("frame", "poise", "none")


@dataclass(frozen=True, slots=True)
class Trap:
    """A trap: what sets it off, what it rolls, whom it catches, what soaks it.

    `targets` is "one", "zone" (everyone in it), "room" (whoever is inside) or "none" (an alarm); `soak` is
    "frame", "poise" (as a fall) or "none". `rounds` above 0 makes it a countdown instead of a roll.
    """

    name: str
    trigger: str
    hazard: Hazard | None = None
    targets: str = "one"
    soak: str = "frame"
    rounds: Annotated[int, Within(0, 100)] = 0

    def __post_init__(self) -> None:
        one_of(self.targets, TARGETS, "kind of target", field="targets")
        one_of(self.soak, SOAKS, "kind of soak", field="soak")
        words(self.trigger, "Say what sets off this trap.", field="trigger")
        if (self.hazard is None) == (self.rounds == 0):
            raise RuleError("A trap either rolls a hazard or counts Rounds.", field="hazard", value=self.name)

    @property
    def harms(self) -> bool:
        """Whether it does damage (an alarm and a countdown do not)."""
        return self.hazard is not None and self.targets != "none"

    @property
    def countdown(self) -> Clock | None:
        """The clock of a trap that fills up Round by Round, such as a flooding room."""
        return Clock.new(self.rounds) if self.rounds else None
