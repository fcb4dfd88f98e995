"""The kinds of events of a check, from its call to its answer; their sentences are in `events.toml`.

A check is said as its title: who rolls, and what for. A new fact goes last and has a default.
"""

from dataclasses import dataclass
from typing import Annotated

from webapp.rules.events import TYPED, Event, EventPart, KeyOf, NumberOf, Ref, event


@event("check.called")
class CheckCalled(Event):
    """Somebody tries something; `intent` is what they said, and the check's own if nobody said anything.

    `asked`: the GM wants the check, and `described` says that the game has words for the attempt.
    """

    check: Ref
    who: Ref
    intent: Annotated[str | None, TYPED] = None
    described: bool = False
    asked: bool = False


@event("check.edited")
class CheckEdited(Event):
    """Fields of a check were set before its roll; `others`: only such as have no name."""

    check: Ref
    fields: Annotated[tuple[str, ...], KeyOf("check field")] = ()
    others: bool = False


@event("check.source")
class CheckSource(Event):
    """What a check's words suggest is to count: asked for or no longer by its player, on or off by the GM.

    `part` is the name of what counts of a thing that has several such.
    """

    check: Ref
    source: Ref
    now: str
    part: Annotated[str | None, TYPED] = None


@event("check.rolled")
class CheckRolled(Event):
    """The dice of a check fell, `real` ones on the table or the server's.

    `outcome` is the outcome's key, `label` its name in the game, `says` the game's words for the dice.
    """

    check: Ref
    who: Ref
    outcome: str
    label: str
    says: Annotated[str | None, NumberOf("check")] = None
    real: bool = False
    margin: Annotated[int | None, NumberOf("check")] = None


@event("check.changed")
class CheckChanged(CheckRolled):
    """Something changed a check after its roll: its dice, or how they are read; the facts are the roll's."""


@dataclass(frozen=True)
class JointRoll(EventPart):
    """One of the rolls that count where several roll together."""

    who: Ref
    label: str


@event("checks.combined")
class ChecksCombined(Event):
    """All who roll together have rolled: the best roll and the worst count, or all came out `alike`."""

    check: Ref
    best: tuple[JointRoll, ...]
    worst: tuple[JointRoll, ...]
    alike: str | None = None


@event("check.decided")
class CheckDecided(Event):
    """The GM applied what a check came to, which the events after this one in the entry say.

    `stage` is the number of changes to the roll before it, `described` the outcome in a few words of the
    game. A success may have come to `nothing`. The facts after it are those of rolls together.
    """

    check: Ref
    who: Ref
    outcome: str
    label: str
    described: Annotated[str | None, NumberOf("check")] = None
    stage: int = 0
    nothing: bool = False
    best: tuple[JointRoll, ...] = ()
    worst: tuple[JointRoll, ...] = ()
    alike: str | None = None


@event("check.answered")
class CheckAnswered(Event):
    """The GM answers a check without dice."""

    check: Ref
    yes: bool


@event("check.cancelled")
class CheckCancelled(Event):
    """Nobody rolls a check any more."""

    check: Ref


@event("check.undone")
class CheckUndone(Event):
    """A step of a check was undone, which has this outcome since, or had it.

    The step is what its "outcome" had brought about, what had "changed" its roll, or all of the "check".
    """

    check: Ref
    step: str
    label: str | None = None
