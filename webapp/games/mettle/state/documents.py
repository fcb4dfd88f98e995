"""METTLE's documents: each kind is one value, stored and read by its type.

Fights, races, chases, maps, traps and afflictions are the rules' own values, some with what only the
table knows about them. A document stores its fields by name; the name of a thing is its row's.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Annotated, Any, TypeVar

from pydantic import SerializerFunctionWrapHandler, WrapSerializer

from webapp.games.api import GameDocument, Json
from webapp.games.mettle.rules.afflictions import Affliction
from webapp.games.mettle.rules.argument_checks import Count, all_of, one_of
from webapp.games.mettle.rules.attacks import damage_of
from webapp.games.mettle.rules.chases import Chase
from webapp.games.mettle.rules.hazards import Hazard, Soak, Trap
from webapp.games.mettle.rules.initiative import Initiative
from webapp.games.mettle.rules.journeys import Map, Travellers
from webapp.games.mettle.rules.race_stretches import Stretch
from webapp.games.mettle.rules.zones import Legs, SceneryKind
from webapp.rules.codec import dump_value, load_value
from webapp.rules.ids import PersonId

Value = TypeVar("Value")


def _without_speed(legs: Legs, write: SerializerFunctionWrapHandler) -> dict[str, object]:
    return {name: value for name, value in write(legs).items() if name != "speed"}


StoredLegs = Annotated[Legs, WrapSerializer(_without_speed)]
"""A movement in this Round; the Speed is not stored, since statuses change it."""


@dataclass(frozen=True, slots=True)
class Fight(Initiative):
    """A fight, with the movement of each combatant in this Round.

    `check` is the open Attack that began it; None if a GM began it, or an Attack that was rolled.
    """

    legs: Mapping[PersonId, StoredLegs] = field(default_factory=dict)
    check: int | None = None

    def __post_init__(self) -> None:
        one_of(self.holder, self.combatants, "combatant", field="holder")
        all_of(self.ready, self.combatants, "combatant", field="ready")
        all_of(self.waits, self.combatants, "combatant", field="waiting")

    @property
    def is_fresh(self) -> bool:
        """Whether nobody has done anything in it yet."""
        done = self.acted or self.waiting or self.delayed or self.legs or self.previous
        return self.round == 1 and self.at_start(self.holder) and not done


@dataclass(frozen=True, slots=True)
class Finish:
    """The characters who came first in the last race."""

    first: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True)
class TravelMap(Map):
    """A travel map with the group's journey on it.

    `at` is the group's stop, `way` the stop it is heading for, `met` its encounters so far, and
    `encounters` the GM's table of them.
    """

    at: str | None = None
    met: tuple[str, ...] | None = None
    way: str | None = None
    edge: int | None = None
    food: int | None = None
    water: int | None = None
    encounters: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        Map.__post_init__(self)
        for name, stop in (("at", self.at), ("way", self.way)):
            if stop:
                one_of(stop, self.stops, "stop", field=name)

    @property
    def group(self) -> Travellers:
        """The group on its journey."""
        return Travellers(self.at or "", self.way or "", self.edge or 0, self.food, self.water)


@dataclass(frozen=True, slots=True)
class Rival:
    """The stop that rivals travel to, and their Edge."""

    stop: str
    edge: int


@dataclass(frozen=True, slots=True)
class ZoneLight:
    """The light of a Zone ("": clear), and whether there is smoke."""

    light: str = ""
    smoke: bool = False


@dataclass(frozen=True, slots=True)
class StoredScenery:
    """A thing in a Zone."""

    what: SceneryKind
    difficulty: Count
    penetrable: bool = False


@dataclass(frozen=True, slots=True)
class StoredHazard:
    """A Hazard in a Zone or in the scene, and whether it can set characters on fire."""

    hazard: Hazard
    soak: Soak = "frame"
    burns: bool = True


@dataclass(frozen=True, slots=True)
class StoredTrap(Trap):
    """A trap in a Zone, whether it was sprung, and the id of the clock that counts its Rounds."""

    sprung: bool = False
    clock: int | None = None


@dataclass(frozen=True, slots=True)
class StoredWeapon:
    """A weapon that somebody carries."""

    damage: str
    dice: int = 0
    range: int = 0
    scoped: bool = False

    def __post_init__(self) -> None:
        damage_of(self.damage, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class OngoingAffliction(Affliction):
    """A victim's affliction so far; `since` is the game time up to which it was checked, in seconds."""

    difficulty: int
    checks: int
    stopped: bool
    since: int


@dataclass(frozen=True, slots=True)
class StoredProject:
    """A project: its clock's id and the Difficulty of each Use."""

    clock: int
    difficulty: int


@dataclass(frozen=True, slots=True)
class GameTime:
    """Game time so far: seconds, and the numbers of session and campaign."""

    seconds: int = 0
    session: int = 1
    campaign: int = 1


@dataclass(frozen=True, slots=True)
class OfferedGuard:
    """A Guard that the character `by` offers to the document's character."""

    by: int


@dataclass(frozen=True, slots=True)
class Voucher:
    """A Downtime Voucher; `deed` is what it was spent on, "" before."""

    deed: str


@dataclass(frozen=True, slots=True)
class OfferedTwist:
    """A Twist that is offered for a Check; `stop` is where a lost group arrives, "" if it is not lost."""

    check: int
    text: str
    delay: bool
    stop: str = ""


DOCUMENTS: Mapping[str, type] = {
    "fight": Fight,
    "race": Stretch,
    "finish": Finish,
    "chase": Chase,
    "map": TravelMap,
    "rival": Rival,
    "place": ZoneLight,
    "scenery": StoredScenery,
    "hazard": StoredHazard,
    "trap": StoredTrap,
    "weapon": StoredWeapon,
    "affliction": OngoingAffliction,
    "project": StoredProject,
    "time": GameTime,
    "guard": OfferedGuard,
    "voucher": Voucher,
    "twist": OfferedTwist,
}
"""The type of each kind of document."""
OF_THE_RULES = (Initiative, Stretch, Chase, Map, StoredHazard, Trap, Affliction)
"""The types whose fields a document has all; others store only the fields that were given."""


def read(kind: type[Value], data: Json, name: str | None = None) -> Value:
    """Return a document's data as a value; raise RuleError if it does not fit."""
    named = {"name": name or "it"} if issubclass(kind, Trap | Affliction) else {}
    return load_value(kind, {**data, **named})


def value_of(kind: type[Value], document: GameDocument) -> Value:
    """Return the value that a document stores."""
    return read(kind, document.data, document.name)


def fitted(kind: type, data: Json) -> Json:
    """Return the data as it is stored; raise RuleError if it does not fit the type."""
    whole: Json = dump_value(read(kind, data))
    always = {own.name for base in OF_THE_RULES if issubclass(kind, base) for own in fields(base)} - {"name"}
    return {**data, **{name: value for name, value in whole.items() if name in data or name in always}}


SCHEMAS: Mapping[str, Callable[[Json], Json]] = {
    kind: partial(fitted, value) for kind, value in DOCUMENTS.items()
}
"""For each kind of document, a function that returns its data as it is stored."""


# ---- what a document refers to ---------------------------------------------------------------


def named_by(kind: str, data: Json) -> Iterator[tuple[str, Any]]:
    """Yield the kind and id of each character, check and clock that a document refers to."""
    value: Any = read(DOCUMENTS[kind], data)
    if kind in PEOPLE_NAMED:
        yield from (("character", who) for who in PEOPLE_NAMED[kind](value))
    for noun in ("check", "clock"):
        if getattr(value, noun, None) is not None:
            yield noun, getattr(value, noun)


def _fighters(fight: Fight) -> Iterator[int]:
    yield from filter(None, (fight.holder, fight.previous))
    yield from (*fight.combatants, *fight.targets, *fight.waits, *fight.legs)
    yield from fight.ready | fight.acted | fight.surprised | fight.delayed | fight.lost
    yield from fight.out | fight.deciding


def _racers(race: Stretch) -> Iterator[int]:
    for racer in race.racers:
        yield from (racer.name, *racer.aboard, *racer.acting, *dict(racer.muddy))
    for stunt in race.called:
        yield from (stunt.by, stunt.on)


PEOPLE_NAMED: Mapping[str, Callable[[Any], Iterator[int]]] = {
    "fight": _fighters,
    "race": _racers,
    "finish": lambda finish: iter(finish.first),
    "chase": lambda chase: iter(chase.at),
    "guard": lambda guard: iter((guard.by,)),
}
"""For each kind of document that names people, a function that returns their ids."""
