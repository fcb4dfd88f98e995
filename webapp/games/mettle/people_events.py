"""The kinds of events of what befalls people in METTLE: Hazards, afflictions, days, journeys.

Their sentences are in `events.toml` beside this file. A new fact goes last and has a default.
"""

from typing import Annotated

from webapp.rules.events import FOR_GM, TYPED, Count, Event, KeyOf, NumberOf, Ref, event
from webapp.state.house_events import MovedValue


@event("mettle.rallied")
class Rallied(MovedValue):
    """A character "rallies" or "surges", as `how` says, and so has another number of Mettle."""

    how: str = "rallies"

    @property
    def change(self) -> int:
        """By how much Mettle is more than before, or, below zero, less."""
        return self.by if self.how == "rallies" else -self.by


@event("mettle.status")
class StatusHeld(Event):
    """A character has a status still, which counts so much now (None: it counts nothing)."""

    who: Ref
    condition: Ref
    count: Annotated[int | None, NumberOf("who")] = None


@event("mettle.status.missing")
class StatusMissing(Event):
    """A status was to end that the character did not have."""

    who: Ref
    status: Annotated[str, KeyOf("entry")]


@event("mettle.harmed")
class Harmed(Event):
    """The dice of a Hazard, which is written as `size` (4D+4), fell for a character, who soaks some damage.

    `how`: they are "struck" by the `source`, one "burns" as that condition says, or one "falls" so many
    `metres`. `dice` are the faces, of dice on the table if `real`.
    """

    who: Ref
    how: str
    size: Annotated[str, NumberOf("source")]
    dice: Annotated[str, NumberOf("who")]
    damage: Annotated[int, NumberOf("who")]
    unsoaked: Annotated[int, NumberOf("who")]
    real: bool = False
    source: Ref | None = None
    metres: int = 0


@event("mettle.hazard")
class HazardChanged(Event):
    """A Hazard or trap is "out" (a fire), "over" (another Hazard) or "sprung"."""

    hazard: Ref
    now: str


@event("mettle.trap")
class TrapMet(Event):
    """A sprung trap has caught a character or not; one that `harms` does damage, another gives an alarm."""

    who: Ref
    trap: Ref
    caught: bool
    harms: bool
    score: Annotated[int, NumberOf("who")]
    poise: Annotated[int, NumberOf("who")]
    edge: Annotated[int, NumberOf("who")]
    damage: Annotated[int, NumberOf("who")] = 0
    unsoaked: Annotated[int, NumberOf("who")] = 0


@event("mettle.affliction")
class AfflictionChecked(Event):
    """An affliction was checked: what came through, its Difficulty since, and whether it has `stopped`."""

    who: Ref
    affliction: Ref
    size: Annotated[str, NumberOf("affliction")]
    unsoaked: Annotated[int, NumberOf("who")]
    difficulty: Annotated[int, NumberOf("who")]
    stopped: bool = False


@event("mettle.affliction.ended")
class AfflictionEnded(Event):
    """An affliction is over: `how` is "treated" or "wears_off"."""

    who: Ref
    affliction: Ref
    how: str


@event("mettle.time")
class GameTimePassed(Event):
    """Game time passed; it is `at` that hour of the `day` since."""

    time: Ref
    passed: tuple[Count, ...]
    day: int
    at: str


@event("mettle.session")
class SessionBegan(Event):
    """A session begins."""

    time: Ref
    session: int
    campaign: int


@event("mettle.voucher.given")
class VouchersGiven(Event):
    """Characters get a Downtime Voucher each."""

    whom: tuple[Ref, ...]


@event("mettle.voucher.spent")
class VoucherSpent(Event):
    """A character spends a Downtime Voucher: `deed` is what they did in the meantime."""

    who: Ref
    voucher: Ref
    deed: Annotated[str, TYPED]


@event("mettle.map")
class MapChanged(Event):
    """A travel map was "drawn", put on the "table", or has a new "path" or "pin", or a list of "encounters".

    A path joins `stop` and `other`; a pin is the stop `stop` near `other`. `encounters` is their number.
    """

    map: Ref
    now: str
    stop: Annotated[str | None, TYPED] = None
    other: Annotated[str | None, TYPED] = None
    difficulty: Annotated[int | None, NumberOf("map")] = None
    days: Annotated[int, NumberOf("map")] = 0
    encounters: Annotated[int | None, FOR_GM] = None


@event("mettle.provisions")
class ProvisionsCounted(Event):
    """For how many days a group has food and water (None: not counted); `left` by a journey or set."""

    map: Ref
    food: Annotated[int | None, NumberOf("map")] = None
    water: Annotated[int | None, NumberOf("map")] = None
    left: bool = False


@event("mettle.encounter")
class EncounterMet(Event):
    """A group meets something on the way to a stop, or only signs `of` it, which players do not read.

    `what` and `of` are None if nobody said what it is.
    """

    map: Ref
    stop: Annotated[str, TYPED]
    what: Annotated[str | None, TYPED] = None
    signs: bool = False
    of: Annotated[str | None, FOR_GM] = None


@event("mettle.arrived")
class GroupArrived(Event):
    """A group arrives at a stop, with the Edge of its journey."""

    map: Ref
    stop: Annotated[str, TYPED]
    edge: Annotated[int, NumberOf("map")] = 0


@event("mettle.rivals")
class RivalsMoved(Event):
    """Rivals "set_out" for a stop, or came there "first", at the "same" time or "later" than the group.

    `edge` is theirs, from these `dice`, of the table if `real`; `group` is the group's Edge.
    """

    rivals: Ref
    now: str
    edge: Annotated[int, NumberOf("rivals")]
    stop: Annotated[str | None, TYPED] = None
    dice: Annotated[str | None, NumberOf("rivals")] = None
    real: bool = False
    group: int | None = None


@event("mettle.highlight")
class HighlightRecorded(Event):
    """A character's highlight earns `points` of Experience, which are `now` so many."""

    who: Ref
    text: Annotated[str, TYPED]
    points: Annotated[int, NumberOf("who")]
    now: Annotated[int, NumberOf("who")]


@event("mettle.raised")
class AttributeRaised(Event):
    """A character raises an Attribute for Experience, of which so much is left."""

    who: Ref
    attribute: Annotated[str, KeyOf("sheet line")]
    to: Annotated[int, NumberOf("who")]
    left: Annotated[int, NumberOf("who")]


@event("mettle.used")
class Used(Event):
    """A character uses something with an Action, but without a Check."""

    who: Ref
    what: Annotated[str, TYPED]
