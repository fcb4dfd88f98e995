"""What the table may ask of Resonance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from webapp.rules.catalogue import Catalogue, slug
from webapp.rules.check import Assessment, Held, Proposed, Resolved
from webapp.rules.dice import Dice
from webapp.rules.effects import Modifier
from webapp.rules.errors import RuleError
from webapp.rules.resonance import book, chances, standard
from webapp.rules.resonance.achieved import Achieved, critical_options, ladder
from webapp.rules.resonance.check import Check, Met, counted, whole_check
from webapp.rules.resonance.conditions import Kind
from webapp.rules.resonance.follows import follows
from webapp.rules.resonance.numbers import MOST_LEVEL
from webapp.rules.resonance.play import ResonancePlay
from webapp.rules.resonance.standard import Mode
from webapp.rules.ruleset import Action, Attribute, ClockKind, Ruleset, Rung, clock_kinds

SAID: Mapping[Mode, str] = {
    Mode.NORMAL: "2d10, the Main die counts; doubles add up and roll again",
    Mode.ADVANTAGE: "2d10 with Advantage, the higher die counts; doubles add up and roll again",
    Mode.DISADVANTAGE: "2d10 with Disadvantage, the lower die counts; doubles add up and roll again",
}
CANCELLED = "2d10, Advantage and Disadvantage cancel: the Main die counts; doubles add up and roll again"
LABELS: Mapping[str, str] = {"success": "Success", "failure": "Failure", "miss": "Miss"}


class Resonance(ResonancePlay, Ruleset):
    """Two ten-sided dice whose doubles explode, tag pools, and clocks in clocks. Source: Layers 1 to 5."""

    key = "resonance"
    name = "Resonance"
    pitch = "2d10 with exploding doubles. Tag pools that bite and bless; races against a threat clock."
    effect_modifiers = frozenset({Modifier.ADVANTAGE, Modifier.DISADVANTAGE, Modifier.BLOCKS, Modifier.NOTE})

    @property
    def catalogue(self) -> Catalogue:
        """13 conditions, 10 status tags, 10 boost tags, five kinds of clock."""
        return book.catalogue()

    @cached_property
    def attributes(self) -> tuple[Attribute, ...]:  # type: ignore[override]
        """The nine stats, 1 to 5 each."""
        return tuple(Attribute(r["key"], r["name"], r["text"], low=1, high=5) for r in book.rows("stat"))

    sheet_numbers = (
        Attribute("level", "Level", "0 just before awakening, 9 at most", low=0, high=MOST_LEVEL),
    )
    skills = False

    @cached_property
    def ladder(self) -> tuple[Rung, ...]:  # type: ignore[override]
        """TN 3 to 18."""
        return ladder()

    @cached_property
    def actions(self) -> tuple[Action, ...]:  # type: ignore[override]
        """Everything the book lists that one can do on a turn or as a reaction."""
        return tuple(Action(slug(row["name"]), row["name"], row["text"]) for row in book.actions())

    @cached_property
    def clock_kinds(self) -> tuple[ClockKind, ...]:  # type: ignore[override]
        """Task, Situation, Scene, Threat and personal clocks."""
        return clock_kinds(self.catalogue)

    def assess(self, check: Mapping[str, Any], around: Sequence[Held] = ()) -> Assessment:
        """Say what touches a check before it is rolled; its fields are those of `check.check_from`."""
        asked = whole_check(check)
        met, called = asked.meets(around), asked.around(around)
        settled = called.settled
        return Assessment(
            sources=(*settled.advantages, *settled.disadvantages),
            offered=counted(one for one in met if not one.bears),
            blocked=called.blocked + _said(met, Modifier.BLOCKS),
            warnings=_warnings(called) + _said(met, Modifier.NOTE),
            dice=CANCELLED if settled.advantages and settled.disadvantages else SAID[settled.mode],
            count=2,
            faces=standard.FACES,
            data={
                "mode": str(settled.mode),
                "bonus": called.level + called.stat + called.bonus,
                "against": called.against_now,
                "daze": called.pool["daze"],
            },
        )

    def resolve(self, check: Mapping[str, Any], dice: Dice | Sequence[Any]) -> Resolved:
        """Roll a check, or read the pairs [[main, lucky], ...] that a person rolled."""
        called = whole_check(check)
        mode = called.settled.mode
        rolled = standard.roll(dice, mode) if callable(dice) else standard.given(_paired(dice), mode)
        achieved, others = called.achieved(rolled), called.against_each(rolled)
        struck = any(each.success for each in (achieved, *(other for _, other in others)))
        outcome = "success" if struck else "miss" if achieved.roll.miss else "failure"
        return Resolved(
            outcome=outcome,
            label=_label(achieved, outcome),
            success=struck,
            sentences=(told(achieved, called.attempt.kind, called.veiled),),
            real=rolled.real,
            data=as_json(achieved, others, called_shot=called.attempt.called_shot)
            | ({"veiled": True} if called.keeps_number else {}),
        )

    def odds(self, check: Mapping[str, Any]) -> Mapping[str, Fraction]:
        """The exact chances of success, failure and Miss, which sum to 1; `chances.odds` has the rest.

        Of several who are aimed at, getting through to one is success, as `resolve` has it.
        """
        called = whole_check(check)
        mode, needed = called.settled.mode, called.needed
        success, miss = chances.success(mode, needed), chances.miss(mode)
        if called.others:
            faced = (called.facing(other) for other in called.others)
            needs = ((mode, needed), *((each.settled.mode, each.needed) for each in faced))
            success, miss = chances.of_several(needs)
        return {"success": success, "failure": 1 - success - miss, "miss": miss}

    def proposes(
        self, check: Mapping[str, Any], outcome: str, clocks: Sequence[Mapping[str, Any]] = ()
    ) -> tuple[Proposed, ...]:
        """What a roll proposes; see `follows.follows`."""
        if outcome not in LABELS:
            raise RuleError(
                f"A roll ends in {', '.join(LABELS)}; not {outcome!r}.", field="outcome", value=outcome
            )
        return tuple(follows(check, outcome, clocks))


def _paired(dice: Sequence[Any]) -> Sequence[Any]:
    """Dice that were typed one after the other, as pairs of Main and Lucky."""
    if not dice or any(not isinstance(each, int) for each in dice):
        return dice
    if len(dice) % 2:
        raise RuleError("The dice come in pairs: the Main die, then the Lucky one.", field="dice")
    return [list(dice[place : place + 2]) for place in range(0, len(dice), 2)]


def told(achieved: Achieved, kind: Kind = Kind.EFFORT, veiled: bool = False) -> str:
    """The roll in a sentence: "7 and 7, then 4 and 9: SR 18, with +5 it is 23 against 14: success by 9.".

    The number that finds somebody is not told, nor that of somebody nobody knows (`veiled`); of a Hide
    not even the dice, which give its number away.
    """
    if kind is Kind.HIDE:
        return "Out of sight." if achieved.success else "Still in sight."
    if kind is Kind.SEARCH:
        return f"{summed(achieved)}: {'found' if achieved.success else 'not found'}."
    if veiled:
        return f"{summed(achieved)}: {'success' if achieved.success else 'not enough'}."
    return f"{summed(achieved)} against {achieved.against}: {ended(achieved)}."


def summed(achieved: Achieved) -> str:
    """What the dice come to: "7 and 7, then 4 and 9: SR 18, with +5 it is 23"."""
    pairs = ", then ".join(f"{main} and {lucky}" for main, lucky in achieved.roll.pairs)
    daze = f" (Daze {achieved.roll.daze})" if achieved.roll.daze else ""
    return f"{pairs}: SR {achieved.roll.sr}{daze}, with {achieved.bonus:+d} it is {achieved.total}"


def ended(achieved: Achieved) -> str:
    """How it came out against its number, in words."""
    if achieved.roll.miss:
        return "a Miss"
    return f"success by {achieved.by}" if achieved.success else "not enough"


def as_json(
    achieved: Achieved, others: Sequence[tuple[int, Achieved]] = (), *, called_shot: bool = False
) -> dict[str, Any]:
    """A roll with every number behind it, as JSON has it; `options` are the choices of a Critical, `others`
    how it went against everybody else it was aimed at."""
    options = critical_options(achieved.roll, called_shot_hit=called_shot and achieved.success)
    more = [_against_one(id, each) for id, each in others]
    return {
        **({"others": more} if more else {}),
        "roll": {"dice": [list(pair) for pair in achieved.roll.pairs], "real": achieved.roll.real},
        "mode": str(achieved.roll.mode),
        "sr": achieved.roll.sr,
        "daze": achieved.roll.daze,
        "critical": achieved.roll.critical,
        "super_critical": achieved.roll.super_critical,
        "miss": achieved.roll.miss,
        "bonus": achieved.bonus,
        "total": achieved.total,
        "against": achieved.against,
        "success": achieved.success,
        "by": achieved.by,
        "options": [str(option) for option in options],
    }


def _against_one(id: int, achieved: Achieved) -> dict[str, Any]:
    return {
        "id": id,
        "mode": str(achieved.roll.mode),
        "total": achieved.total,
        "against": achieved.against,
        "success": achieved.success,
        "by": achieved.by,
        "says": f"{achieved.total} against {achieved.against}: {ended(achieved)}.",
    }


def _label(achieved: Achieved, outcome: str) -> str:
    if outcome == "miss" or not achieved.roll.critical:
        return LABELS[outcome]
    return f"{'Super Critical' if achieved.roll.super_critical else 'Critical'} {LABELS[outcome].lower()}"


def _said(met: Iterable[Met], modifier: Modifier) -> tuple[str, ...]:
    return tuple(one.says for one in met if one.bears and one.effect.modifier is modifier)


def _warnings(called: Check) -> tuple[str, ...]:
    found = []
    if called.pool["daze"]:
        found.append(f"Daze takes {called.pool['daze']} off the SR.")
    if called.against_now != called.against:
        found.append(f"Weaken lowers the Resistance from {called.against} to {called.against_now}.")
    if called.pool["silence"] and called.attempt.action and not called.attempt.keywords:
        found.append("Silence: no innate keywords on this action.")
    return tuple(found)


RULESET = Resonance()
