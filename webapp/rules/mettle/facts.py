"""What a table knows around a Check, beside the Check itself: foes, weapon, way, project, race.

The table fills it in, and it stays with the Check until its outcome is read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from webapp.rules.guard import guarded
from webapp.rules.mettle.actions import all_actions
from webapp.rules.mettle.check import Check
from webapp.rules.mettle.cover import Cover
from webapp.rules.mettle.meter import Mettle, unsoaked
from webapp.rules.mettle.needs import one_of


@dataclass(frozen=True, slots=True)
class Body:
    """Somebody a Check is aimed at, or who rolls: what they soak, how hard they are to hit or to sway.

    `poise` is what statuses left of it; `beliefs` are what a Sway made theirs, by how much each is harder.
    """

    id: int = 0
    name: str = ""
    frame: int = 0
    armour: int = 0
    proof: bool = False
    poise: int = 0
    motive: int = 0
    nature: int = 0
    culture: int = 0
    current: int = 0
    maximum: int = 0
    cover: Cover = Cover.NONE
    surprised: bool = False
    unnoticed: int = 0
    rattled: bool = False
    zone: int | None = None
    speed: int = 0

    @property
    def mettle(self) -> Mettle:
        """Their Mettle as it stands."""
        return Mettle(min(self.current, max(self.maximum, 0)), self.maximum, self.motive)

    def unsoaked(self, damage: int, by: str = "frame") -> int:
        """What of this damage gets through FRAME and armour, through POISE alone, or is soaked by nothing."""
        if by == "none":
            return damage
        if by == "poise":
            return max(0, damage - self.poise)
        return unsoaked(damage, soak=self.frame, armour=self.armour, proof=self.proof)

    def passive(self, against: str) -> int:
        """What this Attribute of theirs sets as Difficulty."""
        return int(getattr(self, against.casefold(), 0))


@dataclass(frozen=True, slots=True)
class Weapon:
    """What somebody attacks with: damage as the book writes it, bonus dice, Range in Zones."""

    name: str
    damage: str = "FRAME"
    dice: int = 0
    range: int = 0
    scoped: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """All of it; what nobody knows is absent.

    `form` is that of an Attack, `zones` how many lie between it and its target, `obstacles` their
    Difficulties on the way, `route` the Zones it leads through, `party` who sneaks along, `difficulty` what a
    project, path, race or way sets, `from_what` in words, `quarry` whether it is they
    who are chased.
    """

    who: Body | None = None
    foes: tuple[Body, ...] = ()
    weapon: Weapon | None = None
    form: str = ""
    zones: int | None = None
    obstacles: tuple[int, ...] = ()
    route: tuple[int, ...] = ()
    difficulty: int | None = None
    from_what: str = ""
    trip: Mapping[str, str] = field(default_factory=dict, hash=False)
    race: int | None = None
    map: int | None = None
    chase: int | None = None
    quarry: bool = False
    party: tuple[int, ...] = ()


NOTHING = Facts()


@guarded
@dataclass(frozen=True, slots=True)
class Called(Check):
    """A Check as a table calls it, with what it knows around it."""

    facts: Facts = NOTHING

    def __post_init__(self) -> None:
        Check.__post_init__(self)
        one_of(self.action, ("", *all_actions()), "Action", field="action")
