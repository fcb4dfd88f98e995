"""A driver and vehicle in a race: Speed, lead, mud, and who aboard may act. Source: Scenes, "Race"."""

from dataclasses import dataclass
from typing import Annotated

from webapp.rules.guard import Within
from webapp.rules.mettle.book import catalogue
from webapp.rules.mettle.needs import different, one_of
from webapp.rules.mettle.zones import MOST_SPEED

Speed = Annotated[int, Within(0, MOST_SPEED)]


@dataclass(frozen=True, slots=True)
class Racer:
    """A driver and vehicle in this Stretch.

    `edge` is what is left to spend, `driven` whether the Check was made, `crashed` whether it failed,
    `slowed` the Speed that a Delay cost in this Stretch. `aboard` are driver and passengers; `acting` those
    steadied for an Action they have yet to take, `muddy` all Splatter on each, `swerve` what Attacks on the
    vehicle find harder.
    """

    name: str
    speed: Speed
    aboard: tuple[str, ...] = ()
    edge: int = 0
    driven: bool = False
    crashed: bool = False
    slowed: int = 0
    acting: frozenset[str] = frozenset()
    muddy: tuple[tuple[str, int], ...] = ()
    swerve: int = 0

    def __post_init__(self) -> None:
        if not self.aboard:
            object.__setattr__(self, "aboard", (self.name,))
        different(self.aboard, "person aboard", field="aboard")

    @property
    def standing(self) -> tuple[int, int]:
        """What places a racer: Speed, then the lead, which is unspent Edge."""
        return (self.speed, self.edge)

    def mud(self, who: str) -> int:
        """How much harder Splatter makes what somebody aboard needs sight for: at most 4."""
        one_of(who, self.aboard, "person aboard", field="who")
        return min(dict(self.muddy).get(who, 0), int(catalogue()["splattered"].data["most"]))
