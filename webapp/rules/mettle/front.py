"""What the table may ask of METTLE Core."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from webapp.rules.catalogue import Catalogue
from webapp.rules.check import Assessment, Held, Proposed, Resolved
from webapp.rules.dice import Dice
from webapp.rules.effects import Modifier
from webapp.rules.mettle import book
from webapp.rules.mettle.actions import all_actions
from webapp.rules.mettle.assembly import assembled
from webapp.rules.mettle.burdens import SAID, Burden, bonuses, burden_of, joined, with_sources
from webapp.rules.mettle.calculations import as_json
from webapp.rules.mettle.called import Called, called_from
from webapp.rules.mettle.check import FACES, Check, Result, roll, take
from webapp.rules.mettle.odds import Chances, chances
from webapp.rules.mettle.outcomes import AFTER, consequences, moment
from webapp.rules.mettle.play import MettlePlay
from webapp.rules.mettle.sheet import ARMOUR
from webapp.rules.mettle.tables import attributes, ladder
from webapp.rules.ruleset import Action, Attribute, ClockKind, Ruleset, Rung, clock_kinds

FACTS = "facts"


class MettleCore(MettlePlay, Ruleset):
    """A pool of d6: low faces are Score, high faces Edge. Source: Scenes, with Engine and Characters."""

    key = "mettle"
    name = "METTLE Core"
    pitch = (
        "A pool of d6 read as Score and Edge; zones, initiative that passes to the target, eleven actions."
    )
    effect_modifiers = SAID | {Modifier.BLOCKS}
    sheet_numbers = (Attribute(ARMOUR, ARMOUR, "soaks damage, with FRAME", high=60),)
    skills = False

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
        called = _called(check)
        burdened = _burden(called, around)
        ready = _assembled(called, burdened)
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
        called = _called(check)
        return _assembled(called, _burden(called, around))

    def resolve(self, check: Mapping[str, Any], dice: Dice | Sequence[Any]) -> Resolved:
        """Roll a Check, or read the dice a person rolled."""
        ready = self.ready(check)
        return resolved(roll(ready, dice) if callable(dice) else take(ready, dice))

    def odds(self, check: Mapping[str, Any]) -> Mapping[str, Fraction]:
        """The exact chance of success at once, of one by a Twist if both agree, and of failure even so."""
        found = self.chances(check)
        twist = found.success_with_twist - found.success
        return {"success": found.success, "twist": twist, "failure": 1 - found.success_with_twist}

    def chances(self, check: Mapping[str, Any]) -> Chances:
        """The exact chance of success, of every Edge, and of success with a Twist."""
        return chances(self.ready(check))

    def proposes(
        self, check: Mapping[str, Any], outcome: str, clocks: Sequence[Mapping[str, Any]] = ()
    ) -> tuple[Proposed, ...]:
        """What follows: a project ticks or starts again, damage and statuses, the end of a journey.

        Beside a Check's own fields `check` may hold `edge`, and `clock` (the project) or `target` (the foe);
        at the table `facts` and `after` say what was known around it and how it came out.
        """
        called = _called(check)
        lines: tuple[Proposed, ...] = ()
        if called.action == "use" and called.clock is not None:
            lines += _project(called, outcome)
        rolled = moment(called, check)
        return lines + consequences(rolled) if rolled else lines


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


def _called(check: Mapping[str, Any]) -> Called:
    """The Check alone: what the table knows around it (`facts`) is for what follows."""
    return called_from({name: value for name, value in check.items() if name not in (FACTS, AFTER)})


def _assembled(called: Called, burden: Burden) -> Check:
    """Sources that the table let count are bonuses, or what statuses do."""
    carried = with_sources(burden, called.sources)
    return assembled(called.pool, called.difficulty, bonuses(called.sources), carried)


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


RULESET = MettleCore()
