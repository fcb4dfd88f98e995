"""Proposals after an Action's Check: lost Mettle, statuses, moves, projects, a journey's end.

The GM accepts, edits or drops each proposal. `Sum` writes out a hit: damage, Edge, soak, and the state
of the target.

```python
>>> print(Sum(Body(1, "Bog", frame=3, motive=3, current=6, maximum=9), damage=9, edge=1, unsoaked=7))
9 + 1 Edge − 3 FRAME = 7: Staggered
>>> print(Sum(Body(1, "Bog", frame=9, motive=3, current=6, maximum=9), damage=7, edge=1, unsoaked=0))
7 + 1 Edge − 9 FRAME = 0: soaked to nothing

```

Source: Scenes, "Actions", "Attack"; Characters, "Taking Damage".
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from webapp.games.api import ClockRef, ProposalLine, RolledCheck
from webapp.games.mettle.rules import action_effects, attacks, chases
from webapp.games.mettle.rules.action_effects import repair, tick
from webapp.games.mettle.rules.actions import all_actions
from webapp.games.mettle.rules.attacks import Blow
from webapp.games.mettle.rules.check import KnownOutcome, Result
from webapp.games.mettle.rules.check_request import Body, CalledCheck, MettleRequest, RequestFacts
from webapp.games.mettle.rules.check_setup import weapon_of
from webapp.games.mettle.rules.mettle_points import MettleState
from webapp.games.mettle.rules.race_stretches import VEHICLE
from webapp.games.mettle.rules.statuses import Status


@dataclass(frozen=True, slots=True)
class Moment:
    """A rolled Check with the table's facts; `vehicles` are the ids of clocks that track vehicles' damage."""

    called: CalledCheck
    asked: MettleRequest
    result: Result
    vehicles: frozenset[int] = frozenset()

    @property
    def known(self) -> RequestFacts:
        """The table's facts for the Check."""
        return self.called.facts

    @property
    def because(self) -> str:
        """The cause of the proposals: "Attack, 2 Edge"."""
        action = all_actions()[self.called.action].name if self.called.action else "Check"
        return f"{action}, {self.result.edge} Edge"


def moment(rolled: RolledCheck[MettleRequest, CalledCheck], clocks: Sequence[ClockRef] = ()) -> Moment:
    """Return a rolled Check as a `Moment`, from its stored values and the table's clocks."""
    asked = replace(rolled.asked, facts=rolled.check.facts)
    vehicles = frozenset(clock.id for clock in clocks if clock.kind == VEHICLE)
    return Moment(rolled.check, asked, KnownOutcome.of(rolled.result.data).result, vehicles)


def consequences(moment: Moment) -> tuple[ProposalLine, ...]:
    """Return the proposals after this Action, in the order in which they apply.

    A loss of 0 Mettle is left out. An Action without proposals, such as Know, gives ().
    """
    action = FOLLOWING.get(moment.called.action)
    return tuple(line for line in action(moment) if line.high != 0) if action else ()


# ---- Attack ----------------------------------------------------------------------------------


def _attack(at: Moment) -> Iterator[ProposalLine]:
    form = at.known.form or at.asked.manner or "melee"
    if form == "vehicle":
        yield from _ram(at)
        return
    for foe, blow in blows(at, form):
        if form == "grapple":
            yield from _grappled(at, foe)
        elif form in ("disarm", "shove"):
            yield from _spared(at, foe, blow, form)
        elif blow.hit:
            yield hurt(foe.id, blow.unsoaked, f"{at.because}: {blow.damage} damage, {blow.unsoaked} unsoaked")


def blows(at: Moment, form: str) -> Iterator[tuple[Body, Blow]]:
    """Yield each target with the `Blow` that an Attack of this form does to it, hit or miss."""
    weapon, who = weapon_of(at.asked), at.known.who
    damage = attacks.damage_of(weapon.damage, who.frame if who else 0)
    for foe in at.known.foes:
        result = attacks.reaching(at.result, foe) if form == "area" else at.result
        extra = at.asked.extra + (who.unnoticed if who and foe.surprised else 0)
        yield foe, attacks.strike(result, damage, foe, extra=extra)


def _grappled(at: Moment, foe: Body) -> Iterator[ProposalLine]:
    held = attacks.grapple(at.result, foe.frame)
    if held:
        yield status(foe.id, "grappled", held, at.because)


def _spared(at: Moment, foe: Body, blow: Blow, form: str) -> Iterator[ProposalLine]:
    """Yield the proposal of a Disarm or Shove, if its spared damage would make Mettle negative."""
    if not attacks.spares(blow, foe.mettle):
        return
    if form == "disarm":
        fields: dict[str, object] = {"name": "Weapon on the ground", "character": foe.id}
        yield ProposalLine("tag.add", fields, f"{at.because}: disarmed")
    elif at.asked.aim:
        fields = {"character": foe.id, "zone": at.asked.aim, "pushed": True}
        yield ProposalLine("mettle.zone.move", fields, f"{at.because}: shoved")
    else:
        yield ProposalLine("tag.add", {"name": "Shoved", "character": foe.id}, f"{at.because}: shoved")


def _ram(at: Moment) -> Iterator[ProposalLine]:
    who = at.known.who
    for foe in at.known.foes if who and at.result.success else ():
        assert who is not None
        rammed = attacks.ram(at.result, who, foe, head_on=at.asked.head_on)
        yield hurt(foe.id, foe.unsoaked(rammed.target), f"{at.because}: rammed")
        yield hurt(who.id, who.unsoaked(rammed.rammer), f"{at.because}: damage from ramming")


# ---- the others ------------------------------------------------------------------------------


def _heal(at: Moment) -> Iterator[ProposalLine]:
    for patient in at.known.foes:
        if patient.current > 0:
            continue
        done = action_effects.heal(at.result, patient.mettle)
        if done.alive:
            yield status(patient.id, "stable", done.owed, at.because)
        else:
            yield status(patient.id, "dead", 1, "Heal failed")


def _rattle(at: Moment) -> Iterator[ProposalLine]:
    for foe in at.known.foes:
        if at.result.success and not foe.rattled:
            rattled = action_effects.rattle(at.result)
            yield status(foe.id, "rattled", rattled.count if rattled else 1, at.because)


def _sneak(at: Moment) -> Iterator[ProposalLine]:
    unnoticed, who = action_effects.sneak(at.result), at.known.who
    if unnoticed is None or who is None or at.asked.manner == "steal":
        return
    for id in dict.fromkeys((who.id, *at.known.party)):
        yield status(id, "unnoticed", unnoticed.count, at.because)
    if at.asked.manner == "surprise":
        for foe in at.known.foes:
            yield status(foe.id, "surprised", 1, at.because)


def _sway(at: Moment) -> Iterator[ProposalLine]:
    convinced, about = action_effects.sway(at.result), at.asked.about or "what was said"
    for foe in at.known.foes if convinced else ():
        line = status(foe.id, "convinced", at.result.edge, at.because)
        yield replace(line, fields={**line.fields, "source": about[:80]})


def _chased(at: Moment, who: Body) -> Iterator[ProposalLine]:
    """Yield the quarry's entry into the next Zone, or a pursuer's move; nothing if no obstacle is passed."""
    passed = chases.move(at.result, at.known.obstacles)
    if passed and at.known.quarry:
        yield ProposalLine("mettle.chase.flee", {"checked": True}, at.because)
    elif passed:
        fields: dict[str, object] = {"character": who.id, "zones": passed, "checked": True}
        yield ProposalLine("mettle.chase.pursue", fields, at.because)


def _move(at: Moment) -> Iterator[ProposalLine]:
    who, route = at.known.who, at.known.route
    if who is not None and at.known.chase is not None:
        yield from _chased(at, who)
        return
    if who is None or len(route) < 2:
        return
    reached = len(route) - 1
    if not at.result.success:
        one_each = len(at.known.obstacles) == reached
        reached = chases.move(at.result, at.known.obstacles) if one_each else 0
    if reached:
        fields: dict[str, object] = {"character": who.id, "zone": route[reached], "checked": True}
        yield ProposalLine("mettle.zone.move", fields, at.because)


def _travel(at: Moment) -> Iterator[ProposalLine]:
    """Yield the group's arrival at its goal, or at a stop nearby after a Twist; on a failure an encounter."""
    goal = at.known.trip.get("goal") and (at.asked.astray or at.known.trip["goal"])
    if not goal or at.known.map is None:
        return
    fields: dict[str, object] = {"map": at.known.map, "stop": goal, "edge": at.result.edge}
    if not at.result.success:
        yield ProposalLine("mettle.travel.encounter", fields, "Travel failed: an encounter on the way")
        return
    yield ProposalLine("mettle.travel.arrive", fields, at.because)


def _use(at: Moment) -> Iterator[ProposalLine]:
    """Yield ticks or a reset of the first clock aimed at, or its repair if it tracks a vehicle's damage.

    A successful Use that puts out a fire also ends Burning on its targets, or else on the roller, if
    they burn.
    """
    for clock in at.asked.targets[:1]:
        yield from repair(clock, at.result) if clock in at.vehicles else tick([clock], at.result)
    if at.result.success and at.asked.manner == "extinguish":
        aimed_at = at.known.foes or ((at.known.who,) if at.known.who else ())
        for foe in (body for body in aimed_at if body.burning):
            fields: dict[str, object] = {"character": foe.id, "status": Status("burning").entry.name}
            yield ProposalLine("mettle.status.end", fields, at.because)


FOLLOWING: Mapping[str, Callable[[Moment], Iterator[ProposalLine]]] = {
    "attack": _attack,
    "heal": _heal,
    "rattle": _rattle,
    "sneak": _sneak,
    "sway": _sway,
    "move": _move,
    "travel": _travel,
    "use": _use,
}


def hurt(character: int, points: int, because: str) -> ProposalLine:
    """Propose a loss of Mettle, which the GM may lower."""
    return ProposalLine("mettle.hurt", {"character": character, "by": points}, because, 0, points)


def status(character: int, key: str, count: int, because: str) -> ProposalLine:
    """Propose a status with this count, which the GM may lower; somebody dies or does not."""
    name = Status(key, count).entry.name
    fields: dict[str, object] = {"character": character, "name": name, "count": count}
    counts = count and key != "dead"
    return ProposalLine("mettle.status.add", fields, because, *((0, count) if counts else (None, None)))


# ---- the sum of a hit ------------------------------------------------------------------------

SPARING = ("disarm", "shove", "grapple", "vehicle")
"""The forms of an Attack that take no Mettle, or compute it differently."""


@dataclass(frozen=True, slots=True)
class Sum:
    """One hit on one foe: damage before Edge, Edge, and the unsoaked damage."""

    foe: Body
    damage: int
    edge: int
    unsoaked: int

    def __str__(self) -> str:
        armour = f" − {self.foe.armour} Armour" if self.foe.armour else ""
        half = ", halved by proof armour" if self.foe.proof else ""
        soaked = f"{self.dealt} − {self.foe.frame} FRAME{armour}{half}"
        return f"{soaked} = {self.unsoaked}{': ' + self.then if self.then else ''}"

    @property
    def in_words(self) -> str:
        """The hit in words, for viewers who may not know the numbers: as `then`, or "hit"."""
        return self.then or "hit"

    @property
    def dealt(self) -> str:
        """The damage before soaking, as a sum: "9 + 1 Edge"."""
        return f"{self.damage} + {self.edge} Edge"

    @property
    def then(self) -> str:
        """The effect on the target: "Staggered", "Fallen", "soaked to nothing"; "" if it still stands."""
        if not self.unsoaked:
            return "soaked to nothing"
        state = self.foe.mettle.lose(self.unsoaked).state
        return "" if state is MettleState.STANDING else str(state).capitalize()


def sums(rolled: RolledCheck[MettleRequest, CalledCheck]) -> tuple[Sum, ...]:
    """Return a `Sum` for each target that a rolled Attack hit; () for other Actions and `SPARING` forms."""
    at = moment(rolled)
    form = at.known.form or at.asked.manner or "melee"
    if at.called.action != "attack" or form in SPARING:
        return ()
    return tuple(
        Sum(foe, blow.damage - at.result.edge, at.result.edge, blow.unsoaked)
        for foe, blow in blows(at, form)
        if blow.hit
    )
