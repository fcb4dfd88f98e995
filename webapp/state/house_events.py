"""The kinds of events of the house: what can happen at every table, whichever game it plays.

Their sentences are in `events.toml` beside this file. A new fact goes last and has a default.
"""

from dataclasses import dataclass
from typing import Annotated

from webapp.rules.events import ENTRY, TYPED, Count, Event, EventPart, KeyOf, NumberOf, Ref, WordOf, event


@event("clock.moved")
class ClockMoved(Event):
    """A clock moved by `by` drawn segments, which is what fitted; `surplus` did not fit.

    `word` is the clock's word if it changed. `run` is the sum of one person's ticks that follow one another.
    `why` is a sentence of the game about what moved it.
    """

    clock: Ref
    by: Annotated[int, NumberOf("clock")]
    filled: Annotated[int, NumberOf("clock")]
    of: Annotated[int, NumberOf("clock")]
    clock_kind: Annotated[str, KeyOf("clock kind")]
    drains: bool = False
    surplus: Annotated[int, NumberOf("clock")] = 0
    completed: Annotated[bool, NumberOf("clock")] = False
    word: Annotated[str | None, WordOf("clock")] = None
    run: Annotated[int | None, NumberOf("clock")] = None
    why: Annotated[str | None, TYPED] = None


@event("clock.restored")
class ClockRestored(Event):
    """A move of a clock by `by` drawn segments was undone, or done `again`; `filled` and `of` are since then.

    `word` is the clock's word if it changed.
    """

    clock: Ref
    by: Annotated[int, NumberOf("clock")]
    filled: Annotated[int, NumberOf("clock")]
    of: Annotated[int, NumberOf("clock")]
    word: Annotated[str | None, WordOf("clock")] = None
    again: bool = False


@event("race.settled")
class RaceSettled(Event):
    """A clock that races another is complete: it came "first", "second", or "both" at the same moment."""

    clock: Ref
    rival: Ref
    came: str


# ---- the journal -----------------------------------------------------------------------------------


@event("change.undone")
class ChangeUndone(Event):
    """An entry of the journal was undone, or done `again`; it is said in the entry's own words."""

    entry: Annotated[int, ENTRY]
    again: bool = False


# ---- things ----------------------------------------------------------------------------------------


@event("thing.added")
class ThingAdded(Event):
    """A thing came to the table; of a clock, `of` is its size, and `own` says that it is a seat's own.

    `from_library` says that a scene was prepared from one that the GM had saved. A game's thing may be `at` a
    zone, or at the character who has it.
    """

    thing: Ref
    own: bool = False
    of: Annotated[int | None, NumberOf("thing")] = None
    from_library: bool = False
    at: Ref | None = None


@dataclass(frozen=True)
class Referred(EventPart):
    """A thing that a changed field refers to now, or referred to before, and not both."""

    field: str
    to: Ref


@event("thing.changed")
class ThingChanged(Event):
    """Some fields of a thing have other values."""

    thing: Ref
    fields: Annotated[tuple[str, ...], KeyOf("field")]
    referred: tuple[Referred, ...] = ()


@event("thing.seen")
class ThingSeen(Event):
    """A thing is now known to others at another level: secret, rumoured, masked or shown."""

    thing: Ref
    now: str


@event("thing.removed")
class ThingRemoved(Event):
    """A thing left the table; `own` says that it was a seat's own clock."""

    thing: Ref
    own: bool = False


@event("things.ordered")
class ThingsOrdered(Event):
    """The things of one kind are in another order."""

    of: str


@event("tag.burned")
class TagBurned(Event):
    """A tag was burned, or is no longer."""

    tag: Ref
    on: bool


# ---- characters ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SheetLine(EventPart):
    """A line of a sheet that changed; the numbers are None where it has none."""

    key: Annotated[str, KeyOf("sheet line")]
    was: Annotated[int | None, NumberOf("character")] = None
    now: Annotated[int | None, NumberOf("character")] = None
    gone: bool = False


@event("sheet.changed")
class SheetChanged(Event):
    """Lines of a player character's sheet changed; `fields` has all that changed if it is more than that."""

    character: Ref
    lines: tuple[SheetLine, ...]
    fields: Annotated[tuple[str, ...], KeyOf("field")] = ()


@event("sheet.locked")
class SheetLocked(Event):
    """A character's player may no longer change the sheet, or may again."""

    character: Ref
    on: bool


@event("character.passed")
class CharacterPassed(Event):
    """A character is now played by the GM ("npc") or by a player ("pc")."""

    character: Ref
    to: str


@event("condition.gained")
class ConditionGained(Event):
    """A character has a condition now, which may mean that they are "down" or "dead"."""

    condition: Ref
    who: Ref
    makes: str | None = None


@event("condition.ended")
class ConditionEnded(Event):
    """A character has a condition no longer, which may mean that they are "up" again."""

    condition: Ref
    who: Ref
    makes: str | None = None


@event("character.died")
class CharacterDied(Event):
    """A character died, in a game that has no condition for it; a game's `document` may hold it."""

    who: Ref
    cause: Ref | None = None
    document: Ref | None = None


@dataclass(frozen=True)
class MovedValue(Event):
    """A number of a character moved by `by`, which may be 0, and is `now` so many, of at most `of`.

    `what` is the key of a line of the sheet, or else the number's name; `word` says how much is left.
    """

    who: Ref
    what: Annotated[str, KeyOf("sheet line")]
    by: Annotated[int, NumberOf("who")]
    now: Annotated[int, NumberOf("who")]
    of: Annotated[int | None, NumberOf("who")] = None
    word: Annotated[str | None, WordOf("who")] = None

    @property
    def change(self) -> int:
        """By how much the number is more than before, or, below zero, less."""
        return -self.by


@event("value.lost")
class ValueLost(MovedValue):
    """A character lost so much of a number, which a game's `document` may hold; `by` is not negative."""

    document: Ref | None = None


@event("value.gained")
class ValueGained(MovedValue):
    """A character regained or gained so much of a number, which a game's `document` may hold."""

    document: Ref | None = None

    @property
    def change(self) -> int:
        """By how much the number is more than before."""
        return self.by


# ---- scenes and time -------------------------------------------------------------------------------


@event("scene.began")
class SceneBegan(Event):
    """A scene is played from now on."""

    scene: Ref


@event("scene.ended")
class SceneEnded(Event):
    """A scene is over."""

    scene: Ref


@event("time.passed")
class TimePassed(Event):
    """Time passes at the table: a round, a day, or "time"."""

    unit: str


# ---- proposals -------------------------------------------------------------------------------------


@event("proposal.made")
class ProposalMade(Event):
    """Somebody asks the GM for a change."""

    proposal: Ref


@event("proposals.declined")
class ProposalsDeclined(Event):
    """The GM said no to one or more proposals."""

    proposals: tuple[Ref, ...]


# ---- the table itself -----------------------------------------------------------------------------


@event("table.changed")
class TableChanged(Event):
    """The table's own fields changed; pausing alone is `table.paused`."""

    what: tuple[str, ...]


@event("table.paused")
class TablePaused(Event):
    """Somebody paused the table, or let play resume; the entry says who, unless that is anonymous."""

    on: bool


@event("spotlight.moved")
class SpotlightMoved(Event):
    """The TV enlarges a clock, or none any more."""

    clock: Ref | None = None


# ---- notes and the library ------------------------------------------------------------------------


@event("note.changed")
class NoteChanged(Event):
    """A note was added, changed or removed; `to` is the only seat that may read it.

    `text` is the beginning of a shared note; a private note's text is no fact.
    """

    note: Ref
    now: str
    text: Annotated[str | None, TYPED] = None
    to: Ref | None = None
    private: bool = False


@event("saved.changed")
class SavedChanged(Event):
    """A thing in the library was saved, renamed or removed."""

    saved: Ref
    now: str
    was: Annotated[str | None, TYPED] = None


@event("pack.added")
class PackAdded(Event):
    """A pack's items went to the library; `saved` is one item, so that who knows the library reads of it."""

    saved: Ref
    counts: tuple[Count, ...]
    pack: Annotated[str | None, TYPED] = None
