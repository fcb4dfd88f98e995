"""What the table may ask of Resonance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from webapp.rules.catalogue import Catalogue, slug
from webapp.rules.dice import Dice
from webapp.rules.effects import Modifier
from webapp.rules.errors import RuleError
from webapp.rules.fields import Fields
from webapp.rules.resonance import book, chances, standard
from webapp.rules.resonance.achieved import (
    Achieved,
    Critical,
    critical_options,
    critical_tag,
    ladder,
)
from webapp.rules.resonance.check import AGAINST_RESISTANCE, Check, Met, check_from, counted, whole_check
from webapp.rules.resonance.conditions import Kind
from webapp.rules.resonance.play import ResonancePlay
from webapp.rules.resonance.pool import name_of
from webapp.rules.resonance.standard import Mode
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
    clock_kinds,
)

SAID: Mapping[Mode, str] = {
    Mode.NORMAL: "2d10, the Main die counts; doubles add up and roll again",
    Mode.ADVANTAGE: "2d10 with Advantage, the higher die counts; doubles add up and roll again",
    Mode.DISADVANTAGE: "2d10 with Disadvantage, the lower die counts; doubles add up and roll again",
}
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
            dice=SAID[settled.mode],
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
        achieved = called.achieved(rolled)
        outcome = "miss" if achieved.roll.miss else "success" if achieved.success else "failure"
        return Resolved(
            outcome=outcome,
            label=_label(achieved, outcome),
            success=achieved.success,
            sentences=(told(achieved, searching=called.attempt.kind is Kind.SEARCH),),
            real=rolled.real,
            data=as_json(achieved, called_shot=called.attempt.called_shot),
        )

    def odds(self, check: Mapping[str, Any]) -> Mapping[str, Fraction]:
        """The exact chances of success, failure and Miss, which sum to 1; `chances.odds` has the rest."""
        called = whole_check(check)
        mode, needed = called.settled.mode, called.against_now + 1 - called.level - called.stat - called.bonus
        daze = called.pool["daze"]
        if needed > 0:  # a dazed SR stops at 0, which still beats a negative need
            needed += daze
        success, miss = chances.success(mode, needed), chances.miss(mode)
        return {"success": success, "failure": 1 - success - miss, "miss": miss}

    def proposes(
        self, check: Mapping[str, Any], outcome: str, clocks: Sequence[Mapping[str, Any]] = ()
    ) -> tuple[Proposed, ...]:
        """What a roll proposes: progress on a clock, or a loss; a Super Critical's point; a critical's tag.

        Beside a check's own fields `check` may hold `by`, `total`, `super_critical`, `critical` (the option
        picked), `in_cover` and the ids `character` and `target_character`. A clock is `id`, `kind`, if it
        applies `targeted`.
        """
        fields = Fields(check)
        called = check_from(fields)
        by, heroics = fields.integer("by", 0, 1000, 0), fields.flag("super_critical", False)
        option = fields.choice("critical", Critical, "")
        who, target = fields.value("character", None), fields.value("target_character", None)
        total, in_cover = fields.integer("total", 0, 1000, 0), fields.flag("in_cover", False)
        fields.done()
        if outcome not in LABELS:
            raise RuleError(
                f"A roll ends in {', '.join(LABELS)}; not {outcome!r}.", field="outcome", value=outcome
            )
        because = f"{LABELS[outcome]}{f' by {by}' if by else ''}"
        found: list[Proposed] = []
        if outcome == "success":
            found += _progress(called, by, option, clocks, target, because)
            found += _hidden(called, who, total, in_cover, because) + _found(called, target, because)
        if outcome != "miss":
            found += _critical(option, target) + _heroics(heroics, clocks)
        return tuple(found)


def _paired(dice: Sequence[Any]) -> Sequence[Any]:
    """Dice that were typed one after the other, as pairs of Main and Lucky."""
    if not dice or any(not isinstance(each, int) for each in dice):
        return dice
    if len(dice) % 2:
        raise RuleError("The dice come in pairs: the Main die, then the Lucky one.", field="dice")
    return [list(dice[place : place + 2]) for place in range(0, len(dice), 2)]


def told(achieved: Achieved, *, searching: bool = False) -> str:
    """The roll in a sentence: "7 and 7, then 4 and 9: SR 18, with +5 it is 23 against 14: success by 9.".

    Of a search the number to find somebody is not told.
    """
    pairs = ", then ".join(f"{main} and {lucky}" for main, lucky in achieved.roll.pairs)
    daze = f" (Daze {achieved.roll.daze})" if achieved.roll.daze else ""
    end = (
        "a Miss" if achieved.roll.miss else f"success by {achieved.by}" if achieved.success else "not enough"
    )
    if searching:
        end = "found" if achieved.success else "not found"
        return (
            f"{pairs}: SR {achieved.roll.sr}{daze}, with {achieved.bonus:+d} it is {achieved.total}: {end}."
        )
    return (
        f"{pairs}: SR {achieved.roll.sr}{daze}, with {achieved.bonus:+d} it is {achieved.total} "
        f"against {achieved.against}: {end}."
    )


def as_json(achieved: Achieved, *, called_shot: bool = False) -> dict[str, Any]:
    """A roll with every number behind it, as JSON has it; `options` are the choices of a Critical."""
    options = critical_options(achieved.roll, called_shot_hit=called_shot and achieved.success)
    return {
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
    if called.pool["silence"]:
        found.append("Silence: no innate keywords on this action.")
    return tuple(found)


def _progress(
    called: Check,
    by: int,
    option: str,
    clocks: Sequence[Mapping[str, Any]],
    target: object,
    because: str,
) -> list[Proposed]:
    if called.attempt.kind in AGAINST_RESISTANCE:
        amount = by * (2 if option == Critical.VALUE_LOSS else 1)
        fields = {"character": target, "value": str(called.value), "amount": amount}
        return [Proposed("resonance.value.lose", fields, because)] if target is not None and amount else []
    return [
        Proposed("clock.tick", {"clock": _id(clock), "by": by, "because": because}, because)
        for clock in clocks
        if clock.get("targeted") and by
    ]


def _id(clock: Mapping[str, Any]) -> int:
    return Fields(clock, within="clocks").integer("id", 0, 2**31)


def _hidden(called: Check, who: object, total: int, in_cover: bool, because: str) -> list[Proposed]:
    """The result of a Hide is the number that finds the hidden one. Source: Layer 2, 4.4."""
    if called.attempt.kind is not Kind.HIDE or who is None:
        return []
    return [Proposed("resonance.hide", {"character": who, "tn": total, "in_cover": in_cover}, because)]


def _found(called: Check, target: object, because: str) -> list[Proposed]:
    if called.attempt.kind is not Kind.SEARCH or target is None:
        return []
    return [Proposed("resonance.found", {"character": target}, because)]


def _critical(option: str, target: object) -> list[Proposed]:
    key = critical_tag(Critical(option)) if option else ""
    if not key or target is None:
        return []
    return [
        Proposed(
            "resonance.pool.add",
            {"character": target, "tag": name_of(key), "count": 1},
            f"Critical: {option}",
        )
    ]


def _heroics(heroics: bool, clocks: Sequence[Mapping[str, Any]]) -> list[Proposed]:
    return [
        Proposed("clock.tick", {"clock": _id(clock), "by": 1, "because": "Super Critical"}, "Super Critical")
        for clock in clocks
        if heroics and clock.get("kind") == "situation"
    ]


RULESET = Resonance()
