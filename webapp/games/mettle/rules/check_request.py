"""A Check's request, and the table's facts for it: foes, weapon, route, race.

The table fills in the facts. They are stored with the rolled Check, so that its outcome is always read with
the same facts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from webapp.games.api import CheckRequest
from webapp.games.mettle.rules.actions import Action, all_actions
from webapp.games.mettle.rules.argument_checks import one_of
from webapp.games.mettle.rules.check import Check
from webapp.games.mettle.rules.cover import Cover
from webapp.games.mettle.rules.mettle_points import Mettle, unsoaked
from webapp.rules.codec import member


@dataclass(frozen=True, slots=True)
class Body:
    """A target or roller: how much they soak, how hard they are to hit or to sway.

    `poise` includes the effects of statuses; `unnoticed` is the Edge of a Sneak; `current` and
    `maximum` are Mettle.
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
    burning: bool = False
    zone: int | None = None
    speed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "cover", member(Cover, self.cover, "cover"))

    @property
    def mettle(self) -> Mettle:
        """The character's Mettle as a value of the rules."""
        return Mettle(min(self.current, max(self.maximum, 0)), self.maximum, self.motive)

    def unsoaked(self, damage: int, by: str = "frame") -> int:
        """Return the damage left after soaking `by` "frame" (with armour) or "poise"; all for "none"."""
        if by == "none":
            return damage
        if by == "poise":
            return max(0, damage - self.poise)
        return unsoaked(damage, soak=self.frame, armour=self.armour, proof=self.proof)

    def passive(self, against: str) -> int:
        """Return the value of an Attribute that is the Difficulty of a Check against this character."""
        return int(getattr(self, against.casefold(), 0))


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon: damage as the book writes it, bonus dice, Range in Zones, whether it has a scope."""

    name: str
    damage: str = "FRAME"
    dice: int = 0
    range: int = 0
    scoped: bool = False


@dataclass(frozen=True, slots=True)
class RequestFacts:
    """The table's facts for a request: roller, foes, distance and others; unknown ones are empty.

    `form` is the form of an Attack, `zones` the distance to its target in Zones. `obstacles` are
    the Difficulties on a Move's way, `route` has the ids of the Zones on it. `party` are those who
    sneak with the roller. `difficulty` is set by a project, a path, a race, a chase or obstacles;
    `from_what` names the project, the chase or the obstacles. `race`, `map` and `chase` are
    documents' ids, `stretch` is the number of the race's Stretch, and `quarry` is whether the
    roller is chased.
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
    stretch: int | None = None
    map: int | None = None
    chase: int | None = None
    quarry: bool = False
    party: tuple[int, ...] = ()


NOTHING = RequestFacts()


@dataclass(frozen=True, slots=True)
class CalledCheck(Check):
    """A Check as a table calls it, with the table's facts."""

    facts: RequestFacts = NOTHING

    def __post_init__(self) -> None:
        Check.__post_init__(self)
        one_of(self.action, ("", *all_actions()), "Action", field="action")


@dataclass(frozen=True, slots=True)
class MettleRequest(CheckRequest):
    """A request for a Check: the fields of `form.toml`, and the table's facts (`facts`).

    `astray` is the stop where a journey ends after the Twist of getting lost.
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
    facts: RequestFacts = NOTHING

    @property
    def drives(self) -> bool:
        """Whether this is a driver's Check in a race."""
        return self.action == "race"

    @property
    def book_action(self) -> Action | None:
        """The book's Action with this key; None if the book has none."""
        return all_actions().get(self.action)
