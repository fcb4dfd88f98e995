"""The kinds of events of METTLE: here fights, Actions, Cover, Zones, races and chases.

Their sentences are in `events.toml` beside this file. A new fact goes last and has a default.
"""

from dataclasses import dataclass
from typing import Annotated

from webapp.games.mettle import people_events as people_events
from webapp.rules.events import TYPED, Event, EventPart, NumberOf, Ref, event

# ---- fights and Actions ----


@event("mettle.fight")
class FightChanged(Event):
    """A fight "began", "ended" in this Round, or was "called_off": the Attack that began it was cancelled."""

    fight: Ref
    now: str
    round: int


@event("mettle.round")
class RoundChanged(Event):
    """A Round of a fight began, or is over because no Action is left."""

    fight: Ref
    round: int
    over: bool = False


@event("mettle.initiative")
class InitiativeHeld(Event):
    """A character holds Initiative now, or has acted and passes it."""

    holder: Ref
    fight: Ref
    passes: bool = False


@event("mettle.fighter")
class FighterDid(Event):
    """What a combatant does in a fight: a key of `words.does`; who waits holds back this kind of `action`."""

    who: Ref
    fight: Ref
    does: str
    action: str | None = None


@event("mettle.attack.split")
class AttackSplit(Event):
    """An Attack's pool was split between two targets, so that there are two Checks."""

    who: Ref
    targets: tuple[Ref, ...]
    checks: tuple[Ref, ...]
    pool: Annotated[int, NumberOf("who")]
    first: Annotated[int, NumberOf("who")]
    second: Annotated[int, NumberOf("who")]


# ---- Cover and Zones


@event("mettle.cover")
class CoverChanged(Event):
    """A character took Cover, which the thing `cause` may give, or left it."""

    condition: Ref
    who: Ref
    left: bool = False
    cause: Ref | None = None


@event("mettle.cover.none")
class NoCover(Event):
    """A character who should leave Cover was in none."""

    who: Ref


@event("mettle.guard")
class GuardAnswered(Event):
    """A character "offered" to shield another one, or it was "declined"; `offer` is the offer's document."""

    who: Ref
    ward: Ref
    now: str
    offer: Ref | None = None


@event("mettle.zone.light")
class LightChanged(Event):
    """How dark a Zone is now, and whether it has smoke."""

    zone: Ref
    light: str
    smoke: bool = False


@event("mettle.zone.moved")
class WentToZone(Event):
    """A character went to a Zone, or is `slow` and needs another Round to reach it."""

    who: Ref
    zone: Ref
    slow: bool = False


# ---- Twists


@event("mettle.twist")
class TwistChanged(Event):
    """A Twist for a Check was offered, taken or refused.

    The complication is the GM's `text`, or else that the group gets lost and arrives at a `stop`, or else the
    Delay of the Action `delays`. `rerolled` are the Edge dice that fell anew, and
    `undone` says that what the first roll had brought about was taken back.
    """

    check: Ref
    who: Ref
    now: str
    text: Annotated[str | None, TYPED] = None
    stop: Annotated[str | None, TYPED] = None
    delays: str | None = None
    rerolled: Annotated[str | None, NumberOf("check")] = None
    undone: bool = False


# ---- races


@dataclass(frozen=True)
class DriverStarts(EventPart):
    """A driver of a race, and the vehicle's Speed."""

    who: Ref
    speed: Annotated[int, NumberOf("who")]


@event("mettle.stretch")
class StretchBegan(Event):
    """A Stretch of a race began; `drivers` are those of a new race."""

    race: Ref
    stretch: int
    obstacles: int = 0
    drivers: tuple[DriverStarts, ...] = ()


@event("mettle.racer")
class RacerDid(Event):
    """What a driver or passenger does in a race: a key of `words.does`; who gets in rides with a `driver`."""

    who: Ref
    race: Ref
    does: str
    driver: Ref | None = None


@event("mettle.driven")
class Driven(Event):
    """A driver's Check was applied: they are in control with so much Edge, or crash with so much damage."""

    who: Ref
    race: Ref
    edge: Annotated[int, NumberOf("who")]
    crashed: bool = False
    damage: Annotated[int, NumberOf("who")] = 0


@event("mettle.stunt")
class StuntCalled(Event):
    """A driver spent Edge on a Stunt, which may be `on` another driver, or which `counters` theirs."""

    who: Ref
    race: Ref
    stunt: str
    edge: Annotated[int, NumberOf("who")]
    on: Ref | None = None
    counters: bool = False


@event("mettle.race.ended")
class RaceEnded(Event):
    """A race is over; `first` are those who came first, if anybody is left in it."""

    first: tuple[Ref, ...]
    race: Ref


# ---- chases


@event("mettle.chase.began")
class ChaseBegan(Event):
    """Some characters chase another one."""

    pursuers: tuple[Ref, ...]
    quarry: Ref
    chase: Ref


@event("mettle.chase.moved")
class ChaseMoved(Event):
    """A character in a chase moves to a Zone, or has to get past its Difficulty first.

    `does` is a key of `words.does`; a Zone of a chase has only the name that was typed.
    """

    who: Ref
    chase: Ref
    does: str
    zone: Annotated[str, TYPED]
    difficulty: int = 0


@event("mettle.chase.lead")
class ChaseLead(Event):
    """How many Zones the quarry of a chase is ahead now, or who has caught it."""

    caught_by: tuple[Ref, ...]
    quarry: Ref
    chase: Ref
    lead: int


@event("mettle.chase.ended")
class ChaseEnded(Event):
    """A chase is over: the quarry was caught, or it got away."""

    caught_by: tuple[Ref, ...]
    quarry: Ref
    chase: Ref
