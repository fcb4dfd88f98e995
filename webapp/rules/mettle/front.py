"""What the table may ask of METTLE Core."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from webapp.rules.catalogue import Catalogue
from webapp.rules.dice import Dice
from webapp.rules.effects import Effect, Modifier
from webapp.rules.fields import Fields
from webapp.rules.mettle import book
from webapp.rules.mettle.actions import all_actions
from webapp.rules.mettle.assembly import assembled
from webapp.rules.mettle.burdens import SAID, SIGHT, Burden, burden_of, joined
from webapp.rules.mettle.calculations import as_json
from webapp.rules.mettle.check import FACES, MOST_DICE, Check, Discard, Result, discard_of, roll, take
from webapp.rules.mettle.needs import MOST
from webapp.rules.mettle.odds import Chances, chances
from webapp.rules.mettle.statuses import Status
from webapp.rules.mettle.tables import attributes, ladder
from webapp.rules.ruleset import (
    Action,
    Assessment,
    Attribute,
    ClockKind,
    Held,
    Proposed,
    Resolved,
    Ruleset,
    Rung,
    Source,
    clock_kinds,
)

BONUSES = (Modifier.DICE, Modifier.DIFFICULTY, Modifier.NOTE)


@dataclass(frozen=True, slots=True)
class Called:
    """A Check as the table calls it: what rolls against what, by which Action, under which statuses.

    `words` name it for effects ("attack", "POISE", "hearing"); `edge`, `target` and `clock` are there once it
    is rolled and something is to follow.
    """

    pool: int
    difficulty: int
    action: str = ""
    words: str = ""
    discard: Discard | None = None
    sources: tuple[Source, ...] = ()
    statuses: tuple[Status, ...] = ()
    sight: str = "partly"
    hearing: bool = False
    edge: int | None = None
    target: int | None = None
    clock: int | None = None

    @property
    def said(self) -> tuple[str, ...]:
        """All words that name it."""
        return (self.action, self.words)

    @property
    def because(self) -> str:
        """What to write beside whatever follows from it."""
        return all_actions()[self.action].name if self.action else "Check"


class MettleCore(Ruleset):
    """A pool of d6: low faces are Score, high faces Edge. Source: Scenes, with Engine and Characters."""

    key = "mettle"
    name = "METTLE Core"
    pitch = (
        "A pool of d6 read as Score and Edge; zones, initiative that passes to the target, eleven actions."
    )
    effect_modifiers = SAID | {Modifier.BLOCKS}

    @cached_property
    def catalogue(self) -> Catalogue:
        """Statuses, passing conditions, Cover, visibility, fires, Afflictions, traps, Twists, clocks."""
        return book.catalogue()

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:  # type: ignore[override]
        """CALLING, CULTURE, FRAME, MOTIVE, NATURE, POISE."""
        return attributes()

    @cached_property
    def ladder(self) -> tuple[Rung, ...]:  # type: ignore[override]
        """Difficulty 1, 3, 6, 10, 15."""
        return ladder()

    @cached_property
    def actions(self) -> tuple[Action, ...]:  # type: ignore[override]
        """The eleven Actions."""
        return tuple(Action(action.key, action.name, action.text) for action in all_actions().values())

    @cached_property
    def clock_kinds(self) -> tuple[ClockKind, ...]:  # type: ignore[override]
        """Project and countdown."""
        return clock_kinds(self.catalogue)

    def assess(self, check: Mapping[str, Any], around: Sequence[Held] = ()) -> Assessment:
        """Say what bears on a Check before the roll: statuses and tags, bonus dice, what cannot be tried."""
        called = called_from(check)
        burdened = _burden(called, around)
        ready = assembled(called.pool, called.difficulty, called.sources, burdened)
        return Assessment(
            sources=called.sources + burdened.sources,
            blocked=burdened.blocked,
            warnings=tuple(_warnings(ready)),
            dice=f"{ready.pool}d6",
            count=ready.pool,
            faces=FACES,
            data={
                "pool": ready.pool,
                "difficulty": ready.difficulty,
                "discard": None if ready.discard is None else str(ready.discard),
                "automatic": ready.automatic,
                "impossible": ready.impossible,
                "may_be_assumed": ready.may_be_assumed,
            },
        )

    def ready(self, check: Mapping[str, Any], around: Sequence[Held] = ()) -> Check:
        """The Check with all that bears on it, ready to roll."""
        called = called_from(check)
        return assembled(called.pool, called.difficulty, called.sources, _burden(called, around))

    def resolve(self, check: Mapping[str, Any], dice: Dice | Sequence[Any]) -> Resolved:
        """Roll a Check, or read the dice a person rolled."""
        ready = self.ready(check)
        return resolved(roll(ready, dice) if callable(dice) else take(ready, dice))

    def odds(self, check: Mapping[str, Any]) -> Mapping[str, Fraction]:
        """The exact chance of success and of failure; `chances` has Edge and Twist as well."""
        success = self.chances(check).success
        return {"success": success, "failure": 1 - success}

    def chances(self, check: Mapping[str, Any]) -> Chances:
        """The exact chance of success, of every Edge, and of success with a Twist."""
        return chances(self.ready(check))

    def proposes(
        self, check: Mapping[str, Any], outcome: str, clocks: Sequence[Mapping[str, Any]] = ()
    ) -> tuple[Proposed, ...]:
        """What follows by a command every table has: a project ticks or starts again, a foe is Rattled.

        Beside a Check's own fields `check` may hold `edge`, and `clock` (the project) or `target` (the foe).
        """
        called = called_from(check)
        if called.action == "use" and called.clock is not None:
            return _project(called, outcome)
        if called.action == "rattle" and called.target is not None and outcome == "success":
            return (_rattled(called, called.target),)
        return ()


def called_from(mapping: Mapping[str, Any]) -> Called:
    """Read a Check as forms and JSON give it: `pool`, `difficulty`; if given all other fields of `Called`.

    `sources` are `{name, modifier (dice, difficulty), amount, note}`, `statuses` `{key, count}`.
    """
    fields = Fields(mapping)
    called = Called(
        pool=fields.integer("pool", 0, MOST_DICE),
        difficulty=fields.integer("difficulty", 0, MOST),
        action=fields.choice("action", ["", *all_actions()], ""),
        words=fields.text("words", "", longest=200),
        discard=discard_of(fields.choice("discard", Discard, None)),
        sources=tuple(_source(raw, place) for place, raw in enumerate(fields.items("sources", ()))),
        statuses=tuple(_status(raw, place) for place, raw in enumerate(fields.items("statuses", ()))),
        sight=fields.choice("sight", SIGHT, "partly"),
        hearing=fields.flag("hearing", False),
        edge=fields.integer("edge", 0, MOST_DICE, None),
        target=fields.integer("target", 0, 2**31, None),
        clock=fields.integer("clock", 0, 2**31, None),
    )
    fields.done()
    return called


def resolved(result: Result) -> Resolved:
    """A result as the table shows it."""
    return Resolved(
        outcome="success" if result.success else "failure",
        label=result.quality or "Failure",
        success=result.success,
        sentences=(told(result),),
        real=result.real,
        data={
            **as_json(result),
            "pool": result.check.pool,
            "difficulty": result.check.difficulty,
            "discarded": list(result.discarded),
            "may_twist": result.may_twist,
            "twisted": result.twist is not None,
        },
    )


def told(result: Result) -> str:
    """The roll in a sentence: "Score 8 against Difficulty 4, 2 Edge: a Great success."""
    gone = f" (discarded {', '.join(map(str, result.discarded))})" if result.discarded else ""
    rolled = f"Score {result.score}{gone} against Difficulty {result.check.difficulty}, {result.edge} Edge"
    if result.success:
        return f"{rolled}: a success, {result.quality}."
    return f"{rolled}: a failure{'; a Twist may be offered' if result.may_twist else ''}."


def _burden(called: Called, around: Iterable[Held]) -> Burden:
    """Statuses of the one who acts, tags and conditions around, and what the call itself discards."""
    near = [*(status.held for status in called.statuses), *around]
    found = burden_of(near, *called.said, sight=called.sight, hearing=called.hearing)
    return replace(found, discard=joined((found.discard, called.discard)))


def _warnings(check: Check) -> Iterable[str]:
    if check.automatic:
        yield "Difficulty 0 succeeds by itself; the dice show the Edge."
    elif check.impossible:
        yield f"{check.pool} dice reach {3 * check.pool} at most; {check.difficulty} is out of reach."
    elif check.may_be_assumed:
        yield "The pool is larger than the Difficulty; success may be assumed without a roll."


def _project(called: Called, outcome: str) -> tuple[Proposed, ...]:
    if outcome != "success":
        fields = {"clock": called.clock, "filled": 0}
        return (Proposed("clock.set", fields, f"{called.because} failed: the project starts again"),)
    edge = called.edge or 0
    if not edge:
        return ()
    fields = {"clock": called.clock, "by": edge}
    return (Proposed("clock.tick", fields, f"{called.because}, {edge} Edge", low=0, high=edge),)


def _rattled(called: Called, target: int) -> Proposed:
    status = Status("rattled", 1 + (called.edge or 0))
    fields: dict[str, object] = {
        "character": target,
        "name": status.entry.name,
        "effects": [effect.as_dict() for effect in status.entry.effects],
        "clears": f"After {status.count} Action{'s' if status.count > 1 else ''}",
    }
    return Proposed("condition.add", fields, f"{called.because}, {called.edge or 0} Edge")


def _source(raw: Mapping[str, Any], place: int) -> Source:
    fields = Fields(raw, within=f"sources[{place}]")
    name = fields.text("name", longest=120)
    effect = Effect(
        on="anything",
        modifier=Modifier(fields.choice("modifier", BONUSES)),
        amount=fields.integer("amount", -20, 20, 1),
        note=fields.text("note", "", longest=300),
    )
    fields.done()
    return Source(name, effect.modifier, effect.amount, effect.note)


def _status(raw: Mapping[str, Any], place: int) -> Status:
    fields = Fields(raw, within=f"statuses[{place}]")
    status = Status(fields.text("key", longest=120), fields.integer("count", 1, MOST, 1))
    fields.done()
    return status


RULESET = MettleCore()
