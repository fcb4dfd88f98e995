"""What was asked of a Check when it was called, and what a table knows around it: foes, weapon, way, race.

The table fills it in, and it stays with the Check until its outcome is read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from webapp.rules.guard import guarded
from webapp.rules.mettle.actions import Action, all_actions
from webapp.rules.mettle.check import Check
from webapp.rules.mettle.cover import Cover
from webapp.rules.mettle.meter import Mettle, unsoaked
from webapp.rules.mettle.needs import one_of
from webapp.rules.play import AskedFor


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


@dataclass(frozen=True, slots=True)
class Asked(AskedFor):
    """The fields of `form.toml`, and what the table knows around it (`facts`).

    `astray` is the stop where a Twist lets a journey come out.
    """

    action: str = ""
    manner: str = ""
    attribute: str = ""
    foes: tuple[int, ...] = ()
    weapon: int | None = None
    unarmed: bool = False
    aim: int | None = None
    difficulty: int | None = None
    against: str = ""
    pool: int | None = None
    share: int | None = None
    damage: str = ""
    reach: int | None = None
    extra: int = 0
    aiming: bool = False
    scoped: bool = False
    head_on: bool = False
    gear: int = 0
    sight: str = ""
    hearing: bool = False
    place: str = "ordinary"
    about: str = ""
    party: tuple[int, ...] = ()
    trip: str = ""
    astray: str = ""
    facts: Facts = NOTHING

    @property
    def what(self) -> Action | None:
        """The Action as the book has it."""
        return all_actions().get(self.action)
