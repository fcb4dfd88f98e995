"""The kinds of events of Resonance; their sentences are in `events.toml` beside this file.

A `document` is the game's document that holds what an event tells: who may not know it reads nothing of it.
A new fact goes last and has a default.
"""

from typing import Annotated

from webapp.rules.events import TYPED, Event, KeyOf, NumberOf, Ref, event

# ---- people: values, tags, boosts, conditions ----


@event("resonance.values")
class ValuesAre(Event):
    """A character's Values and their maxima, as they are `after` a rest, downtime, a Recharge or by hand."""

    who: Ref
    document: Ref
    hp: Annotated[int, NumberOf("who")]
    most_hp: Annotated[int, NumberOf("who")]
    sp: Annotated[int, NumberOf("who")]
    most_sp: Annotated[int, NumberOf("who")]
    ep: Annotated[int, NumberOf("who")]
    most_ep: Annotated[int, NumberOf("who")]
    after: str | None = None


@event("resonance.paid")
class ValuePaid(Event):
    """A character paid a cost in SP or EP for an action, of a `check` if that has one."""

    who: Ref
    document: Ref
    what: str
    by: Annotated[int, NumberOf("who")]
    now: Annotated[int, NumberOf("who")]
    check: Ref | None = None


@event("resonance.seen")
class DocumentSeen(Event):
    """A character's "values" or tag "pool" are now known to others at another level."""

    who: Ref
    document: Ref
    of: str
    now: str


@event("resonance.level_reached")
class LevelReached(Event):
    """A character reached a level, with so many keywords, and raised a stat."""

    who: Ref
    level: Annotated[int, NumberOf("who")]
    keywords: Annotated[int, NumberOf("who")]
    stat: Annotated[str, KeyOf("sheet line")]
    now: Annotated[int, NumberOf("who")]


@event("resonance.party")
class PartyDoes(Event):
    """The party "rests", "travels" or has "downtime"."""

    does: str


@event("resonance.tag_gained")
class TagGained(Event):
    """A character's pool has more of a tag."""

    who: Ref
    document: Ref
    tag: Annotated[str, KeyOf("entry")]
    count: Annotated[int, NumberOf("who")]


@event("resonance.tag_overflowed")
class TagOverflowed(Event):
    """So many of a tag did not fit into a pool, which holds at most `most` of that "tag", or of its kind."""

    who: Ref
    document: Ref
    tag: Annotated[str, KeyOf("entry")]
    count: Annotated[int, NumberOf("who")]
    most: Annotated[int, NumberOf("who")]
    of: str = "tag"


@event("resonance.tag_worked")
class TagWorked(Event):
    """A tag in a pool took effect: a status tag by itself, a boost because its holder spent it.

    `effect` and `amount` are those of the rules' `TagEffect`. `other` is the tag that it removed, `total` the
    cost with it, `left` how many of it are left, and `ends` the "action" or "reaction" that a Blight took.
    A Weaken `stays` if nothing was lost. `clears` is how a table's own tag ends. `check` is the roll on which
    it took effect.
    """

    who: Ref
    document: Ref
    tag: Annotated[str, KeyOf("entry")]
    effect: str
    amount: Annotated[int, NumberOf("who")] = 0
    other: Annotated[str | None, KeyOf("entry")] = None
    total: Annotated[int | None, NumberOf("who")] = None
    left: Annotated[int | None, NumberOf("who")] = None
    ends: str | None = None
    stays: bool = False
    clears: Annotated[str | None, TYPED] = None
    check: Ref | None = None


@event("resonance.happened")
class Happened(Event):
    """Something happened to a character that makes tags take effect; `on` is its key in the book."""

    who: Ref
    on: str


@event("resonance.acted")
class Acted(Event):
    """A character did something, or something was done with them; `whom` is who else takes part.

    `check` is the roll that it is about.
    """

    who: Ref
    does: str
    whom: Ref | None = None
    check: Ref | None = None


@event("resonance.hidden")
class HiddenAt(Event):
    """A character hides where a search must beat this number, which their hiding place holds."""

    who: Ref
    document: Ref
    beat: Annotated[int, NumberOf("who")]


@event("resonance.moved")
class MovedTo(Event):
    """A character is in another zone."""

    who: Ref
    zone: Ref


@event("resonance.critical_chosen")
class CriticalChosen(Event):
    """The effect of a Critical was chosen, which is a stage of its check."""

    check: Ref
    who: Ref
    picked: str


@event("resonance.check_over")
class CheckOver(Event):
    """A check is over without dice: its action was "lost", or nothing is left to react to ("unanswered")."""

    check: Ref
    why: str


# ---- rounds, Situations, Races, positions ----


@event("resonance.rounds")
class RoundsPass(Event):
    """Rounds began or ended, or one round of them is over; `number` is the round's."""

    document: Ref
    now: str
    number: int | None = None


@event("resonance.braced")
class Braced(Event):
    """A character gained SP from Brawn as the rounds began, which may be more than their maximum."""

    who: Ref
    document: Ref
    by: Annotated[int, NumberOf("who")]
    now: Annotated[int, NumberOf("who")]


@event("resonance.turn")
class TurnTaken(Event):
    """Something happened to a character's turn in the rounds, who has so many actions."""

    who: Ref
    document: Ref
    now: str
    actions: Annotated[int | None, NumberOf("who")] = None


@event("resonance.actions")
class ActionsLeft(Event):
    """So many actions of a character are left in this round, after they or who rides with them used some."""

    who: Ref
    document: Ref
    left: Annotated[int, NumberOf("who")]
    check: Ref | None = None


@event("resonance.clock_set")
class ClockSet(Event):
    """A Scene Clock or Threat Clock starts with so many segments, or goes `on` with those it has left."""

    clock: Ref
    clock_kind: Annotated[str, KeyOf("clock kind")]
    left: Annotated[int, NumberOf("clock")]
    on: bool = False


@event("resonance.clock_paid")
class ClockPaid(Event):
    """A clock of a Race runs down, and this is why."""

    clock: Ref
    why: str


@event("resonance.scene_won")
class SceneWon(Event):
    """A Scene Clock is empty: the Scene is a success."""

    clock: Ref


@event("resonance.situation_began")
class SituationBegan(Event):
    """A Situation with so many parts began; a `race` has a `category`. `cut` are the task clocks cut to 1."""

    document: Ref
    parts: int
    race: bool = False
    category: str | None = None
    cut: tuple[Ref, ...] = ()


@event("resonance.race_happened")
class RaceHappened(Event):
    """An event of a Race, by its key in the book."""

    document: Ref
    on: str


@event("resonance.part_done")
class PartDone(Event):
    """A part of a Situation is dealt with; it may have a task clock, or be a foe."""

    document: Ref
    part: Annotated[str, TYPED]
    clock: Ref | None = None
    foe: Ref | None = None


@event("resonance.situation_ended")
class SituationEnded(Event):
    """A Situation or a Race ended; `why` is a key of the rules' `REASONS`."""

    document: Ref
    outcome: str
    why: str


@event("resonance.complication")
class Complication(Event):
    """A failed Situation was given a Complication, or the GM said whether it may still get one."""

    document: Ref
    now: str
