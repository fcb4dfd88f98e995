"""Race: in each Stretch of half a mile all drivers make a Check, then spend Edge on Stunts.

```python
>>> from webapp.games.mettle.rules import Check, resolve
>>> ANN, BOG = 1, 2
>>> run = stretch([Racer(ANN, speed=2), Racer(BOG, speed=2)])
>>> run = run.drive(ANN, resolve(Check(4, 2), [2, 4, 5, 6])).drive(BOG, resolve(Check(3, 2), [1, 1, 4]))
>>> run.swerve(ANN, 2)[ANN].swerve
2

```
Stunts are decided once all have driven and need no Initiative. Source: Scenes, "Race".
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated

from webapp.games.api import ProposalLine, RuleError
from webapp.games.mettle.rules.argument_checks import (
    MOST,
    Count,
    Some,
    all_people_of,
    different,
    someone_of,
)
from webapp.games.mettle.rules.book import catalogue
from webapp.games.mettle.rules.book_tables import rows_of
from webapp.games.mettle.rules.check import FallenOrSource, Result, cast
from webapp.games.mettle.rules.zones import MOST_SPEED
from webapp.rules.codec import Within, ensure_limits
from webapp.rules.dice import fair
from webapp.rules.errors import ensure_within
from webapp.rules.ids import People, PersonId

CRASH_FACES = 6
Speed = Annotated[int, Within(0, MOST_SPEED)]


@dataclass(frozen=True, slots=True)
class Racer:
    """A driver, by the id in `name`, and their vehicle in this Stretch.

    `edge` is unspent Edge, `driven` whether the Check was made, `crashed` whether it failed,
    `slowed` the Speed that a Delay cost in this Stretch. `aboard` are driver and passengers;
    `acting` are those of them with an Action left from a Steady; `muddy` pairs each with the mud on
    them. `swerve` is the Difficulty added to Attacks on the vehicle.
    """

    name: PersonId
    speed: Speed
    aboard: tuple[PersonId, ...] = ()
    edge: int = 0
    driven: bool = False
    crashed: bool = False
    slowed: int = 0
    acting: People = frozenset()
    muddy: tuple[tuple[PersonId, int], ...] = ()
    swerve: int = 0

    def __post_init__(self) -> None:
        ensure_limits(self)
        if not self.aboard:
            object.__setattr__(self, "aboard", (self.name,))
        different(self.aboard, "person aboard", field="aboard")

    @property
    def standing(self) -> tuple[int, int]:
        """A racer's rank in the race: Speed, then unspent Edge."""
        return (self.speed, self.edge)

    def mud(self, who: int) -> int:
        """Return the Difficulty that mud adds to a character's Checks that need sight: at most 4."""
        someone_of(who, self.aboard, "person aboard", field="who")
        return min(dict(self.muddy).get(who, 0), int(catalogue()["splattered"].data["most"]))


@cache
def stunts() -> Mapping[str, Mapping[str, str]]:
    """Return the four Stunts by key: name and text."""
    return {row["key"]: row for row in rows_of("stunt", {"key": str, "name": str, "text": str})}


@dataclass(frozen=True, slots=True)
class Stunt:
    """A Stunt called in this Stretch: by whom, which, on whom, for how much Edge."""

    by: PersonId
    kind: str
    on: PersonId
    edge: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """One Stretch of a race: its racers, the obstacles' Difficulty, and the Stunts called so far.

    Each step returns the next state, or raises RuleError with the reason.
    """

    racers: tuple[Racer, ...]
    number: int = 1
    obstacles: Count = 0
    called: tuple[Stunt, ...] = ()

    def __post_init__(self) -> None:
        ensure_limits(self)
        different([racer.name for racer in self.racers], "racer", field="racers")

    def __getitem__(self, driver: int) -> Racer:
        someone_of(driver, [racer.name for racer in self.racers], "racer", field="name")
        return next(racer for racer in self.racers if racer.name == driver)

    def ride(self, who: int) -> Racer | None:
        """Return the racer whose vehicle carries this character; None without one."""
        return next((racer for racer in self.racers if who in racer.aboard), None)

    @property
    def all_driven(self) -> bool:
        """Whether every driver has made their Check, so that Stunts may be called."""
        return all(racer.driven for racer in self.racers)

    def difficulty(self, driver: int) -> int:
        """Return a driver's Difficulty: current Speed and the obstacles of this Stretch."""
        return self[driver].speed + self.obstacles

    def board(self, who: int, driver: int | None) -> "Stretch":
        """Move a passenger into the vehicle of this driver, or with None out of every vehicle.

        The passenger's mud and any unused Action are lost. Raises RuleError for a driver, who stays
        with the vehicle.
        """
        if who in [racer.name for racer in self.racers]:
            why = "{who} drives; drivers stay with their vehicle."
            raise RuleError(why, field="who", value=who, who=who)
        out = tuple(_without(racer, who) for racer in self.racers)
        left = replace(self, racers=out)
        if driver is None:
            return left
        return left._with(replace(left[driver], aboard=(*left[driver].aboard, who)))

    def without(self, who: int) -> "Stretch":
        """Remove a character from the race for good: a driver with vehicle and passengers, others alone.

        Stunts called by or on a removed driver are removed from `called`.
        """
        if who not in [racer.name for racer in self.racers]:
            return self.board(who, None)
        left = tuple(racer for racer in self.racers if racer.name != who)
        called = tuple(stunt for stunt in self.called if who not in (stunt.by, stunt.on))
        return replace(self, racers=left, called=called)

    def drive(self, driver: int, result: Result) -> "Stretch":
        """Apply a driver's Check, once a Stretch: a success gives them its Edge, a failure is a crash."""
        racer = self[driver]
        if racer.driven:
            why = "{who} has already driven this Stretch."
            raise RuleError(why, field="name", value=driver, who=driver)
        edge = result.edge if result.success else 0
        return self._with(replace(racer, driven=True, crashed=not result.success, edge=edge))

    def again(self, driver: int, result: Result) -> "Stretch":
        """Apply a driver's Check after a Twist: only the new result counts, crash or not."""
        return self._with(replace(self[driver], driven=False, crashed=False)).drive(driver, result)

    def slow(self, driver: int) -> "Stretch":
        """Apply the Twist Delay: 1 Speed less until the next Stretch."""
        racer = self[driver]
        lost = min(1, racer.speed)
        return self._with(replace(racer, speed=racer.speed - lost, slowed=racer.slowed + lost))

    def muscle(self, by: int, on: int, edge: Some) -> "Stretch":
        """Call a Muscle on another driver: each Edge spent removes one of that driver's Edge."""
        ensure_within("edge", edge, 1, MOST)
        taken = self._spend(by, edge)
        if on == by or edge > self[on].edge:
            why = f"{{on}} has {self[on].edge} Edge for {{by}} to take, not {edge}."
            own = "A Muscle can take Edge only from another driver."
            raise RuleError(own if on == by else why, field="edge", value=edge, on=on, by=by)
        return taken._with(replace(taken[on], edge=taken[on].edge - edge))._noted(by, "muscle", on, edge)

    def counter(self, by: int, which: int, edge: Some) -> "Stretch":
        """Counter another driver's Stunt with a Muscle: each Edge spent removes one Edge from the Stunt."""
        ensure_within("edge", edge, 1, MOST)
        if not self.called:
            raise RuleError("No Stunt has been called.", field="stunt", value=which)
        if which not in range(len(self.called)):
            last = len(self.called) - 1
            why = f"There is no Stunt {which}; the last one called is Stunt {last}, counted from 0."
            raise RuleError(why, field="stunt", value=which)
        stunt = self.called[which]
        if stunt.by == by or edge > stunt.edge:
            why = f"That Stunt by {{of}} has {stunt.edge} Edge for {{by}} to cancel, not {edge}."
            own = "A driver cannot cancel their own Stunt with a Muscle."
            raise RuleError(own if stunt.by == by else why, field="edge", value=edge, of=stunt.by, by=by)
        if stunt.kind == "steady" and stunt.on not in self[stunt.by].acting:
            why = "{who} no longer has the Action that this Steady gave."
            raise RuleError(why, field="stunt", value=which, who=stunt.on)
        paid = self._spend(by, edge)._undone(replace(stunt, edge=edge))
        left = replace(stunt, edge=stunt.edge - edge)
        return replace(paid, called=(*self.called[:which], left, *self.called[which + 1 :]))._noted(
            by, "muscle", stunt.by, edge
        )

    def splatter(self, by: int, on: int, edge: Some) -> "Stretch":
        """Call a Splatter on a vehicle that is not ahead.

        Each Edge adds 1 mud to everyone aboard (`Racer.mud`).
        """
        ensure_within("edge", edge, 1, MOST)
        if on == by or self[on].standing > self[by].standing:
            why = "{on} is ahead of {by}; Splatter hits only vehicles that are not ahead."
            own = "A Splatter can hit only another driver's vehicle."
            raise RuleError(own if on == by else why, field="on", value=on, on=on, by=by)
        return self._spend(by, edge)._muddied(on, edge)._noted(by, "splatter", on, edge)

    def steady(self, by: int, *who: int) -> "Stretch":
        """Call a Steady: for each Edge, the driver or a passenger gets an Action, once each."""
        all_people_of(who, self[by].aboard, "person aboard", field="who")
        steadied_before = {stunt.on for stunt in self.called if stunt.kind == "steady" and stunt.edge}
        if not who or len(set(who)) != len(who) or steadied_before & set(who):
            why = "Choose who acts; each person can act only once in a Stretch."
            raise RuleError(why, field="who", value=list(who))
        paid = self._spend(by, len(who))
        steadied = paid._with(replace(paid[by], acting=paid[by].acting | set(who)))
        for person in who:
            steadied = steadied._noted(by, "steady", person, 1)
        return steadied

    def swerve(self, by: int, edge: Some) -> "Stretch":
        """Call a Swerve: each Edge adds 1 Difficulty to Attacks on this vehicle until the next Stretch."""
        ensure_within("edge", edge, 1, MOST)
        paid = self._spend(by, edge)
        swerved = replace(paid[by], swerve=paid[by].swerve + edge)
        return paid._with(swerved)._noted(by, "swerve", by, edge)

    def act(self, driver: int, who: int) -> "Stretch":
        """Use the Action that a Steady gave to a character aboard."""
        racer = self[driver]
        someone_of(who, racer.aboard, "person aboard", field="who")
        if who not in racer.acting:
            used = any(stunt.kind == "steady" and stunt.on == who and stunt.edge for stunt in self.called)
            why = "left in this Stretch" if used else "yet; the driver must use Steady first"
            raise RuleError(f"{{who}} has no Action {why}.", field="who", value=who, who=who)
        return self._with(replace(racer, acting=racer.acting - {who}))

    def clean(self, driver: int, who: int) -> "Stretch":
        """Use the Action of a character aboard to wipe the mud off that character's eyes."""
        acted = self.act(driver, who)
        left = tuple(pair for pair in acted[driver].muddy if pair[0] != who)
        return acted._with(replace(acted[driver], muddy=left))

    def next(self, *, obstacles: int = 0, speeds: Mapping[int, int] | None = None) -> "Stretch":
        """Return the next Stretch: mud stays; Edge, Swerves, Delays, Actions and crashed vehicles are gone.

        `speeds` maps drivers to the new Speeds of their vehicles.
        """
        changed = speeds or {}
        all_people_of(changed, [racer.name for racer in self.racers], "racer", field="speeds")
        fresh = tuple(
            Racer(
                racer.name,
                changed.get(racer.name, racer.speed + racer.slowed),
                racer.aboard,
                muddy=racer.muddy,
            )
            for racer in self.racers
            if not racer.crashed
        )
        return Stretch(fresh, self.number + 1, obstacles)

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The racers who have not crashed, by Speed and then by Edge, highest first; equal ones together."""
        standing = [racer for racer in self.racers if not racer.crashed]
        orders = sorted({racer.standing for racer in standing}, reverse=True)
        return tuple(tuple(racer.name for racer in standing if racer.standing == order) for order in orders)

    def may_stunt(self, driver: int) -> bool:
        """Return whether this driver may spend Edge now, on a Stunt or against one."""
        return self.all_driven and self[driver].edge > 0

    def _spend(self, by: int, edge: int) -> "Stretch":
        if not self.all_driven:
            raise RuleError("Stunts come after everyone has driven.", field="by", value=by)
        racer = self[by]
        if racer.edge < edge:
            why = f"{{who}} has {racer.edge} Edge left, not {edge}."
            raise RuleError(why, field="edge", value=edge, who=by)
        return self._with(replace(racer, edge=racer.edge - edge))

    def _muddied(self, on: int, edge: int) -> "Stretch":
        """Add `edge` mud to everyone aboard; a negative `edge` takes mud back, never below 0."""
        racer = self[on]
        before = dict(racer.muddy)
        mud = {who: max(0, before.get(who, 0) + edge) for who in racer.aboard}
        return self._with(
            replace(racer, muddy=tuple((who, on_them) for who, on_them in mud.items() if on_them))
        )

    def _undone(self, part: Stunt) -> "Stretch":
        """Undo the effect of `part.edge` Edge of a Stunt."""
        if part.kind == "steady":
            return self.act(part.by, part.on)
        if part.kind == "splatter":
            return self._muddied(part.on, -part.edge)
        target = self[part.on]
        if part.kind == "swerve":
            return self._with(replace(target, swerve=max(0, target.swerve - part.edge)))
        return self._with(replace(target, edge=target.edge + part.edge))

    def _noted(self, by: int, kind: str, on: int, edge: int) -> "Stretch":
        return replace(self, called=(*self.called, Stunt(by, kind, on, edge)))

    def _with(self, changed: Racer) -> "Stretch":
        racers = tuple(changed if racer.name == changed.name else racer for racer in self.racers)
        return replace(self, racers=racers)


def _without(racer: Racer, who: int) -> Racer:
    """Return a vehicle without this passenger."""
    return replace(
        racer,
        aboard=tuple(passenger for passenger in racer.aboard if passenger != who),
        acting=racer.acting - {who},
        muddy=tuple(pair for pair in racer.muddy if pair[0] != who),
    )


def stretch(racers: Iterable[Racer], *, obstacles: int = 0) -> Stretch:
    """Return the first Stretch of a race; raise RuleError without racers."""
    lined_up = tuple(racers)
    if not lined_up:
        raise RuleError("A race needs at least one driver.", field="racers", value=[])
    return Stretch(lined_up, obstacles=obstacles)


def yet_to_drive(racers: Iterable[Racer], called: Collection[int]) -> tuple[int, ...]:
    """Return the drivers who have not rolled in this Stretch and have no open Check (`called`)."""
    return tuple(racer.name for racer in racers if not racer.driven and racer.name not in called)


def why_idle(who: int, vehicle: Racer | None, *, all_driven: bool, steadied: bool = False) -> str:
    """Return in a sentence why a character in a race can neither act nor call a Stunt now.

    It is "" only for a passenger with an Action from a Steady; `steadied` is whether this Stretch had
    one for them. A driver's own Action and Edge are not checked.
    """
    if vehicle is None:
        return "You are not in a vehicle."
    if who != vehicle.name and who in vehicle.acting:
        return ""
    if vehicle.crashed:
        return "Your vehicle crashed and cannot race on."
    if who != vehicle.name:
        used = "You have no Action left in this Stretch."
        return used if steadied else "You are a passenger. You can act if the driver uses Steady."
    if not vehicle.driven:
        return "Roll your Check for this Stretch."
    return "No Edge is left for Stunts." if all_driven else "You have driven. Wait for the other drivers."


VEHICLE = "vehicle"
"""The kind of clock that tracks the damage of a vehicle."""
USUAL_BODY = 12
"""The segments of a new clock for a vehicle's damage, until the GM changes them."""


def battered(driver: int, name: str, body: int | None, damage: int) -> ProposalLine:
    """Propose a crash's damage to a vehicle: ticks of the clock with the id `body`, or a new clock if None.

    The GM may change the clock's size; the book gives none, so 12 segments are our reading.
    """
    because = f"Crash: {damage} damage"
    if body is not None:
        return ProposalLine("clock.tick", {"clock": body, "by": damage}, because, 0, damage)
    fields: dict[str, object] = {"name": f"{name}'s vehicle"[:80], "kind": VEHICLE, "segments": USUAL_BODY}
    fields |= {"filled": min(damage, USUAL_BODY), "character": driver, "scene": None}
    return ProposalLine("clock.add", fields, because)


def crash_damage(speed: Speed, dice: FallenOrSource = fair) -> int:
    """Return a crash's damage: 1d6 + Speed to the vehicle and to everyone in it (reading C4.11)."""
    ensure_within("speed", speed, 0, MOST_SPEED)
    return cast(dice, 1, CRASH_FACES).sum + speed
