"""Razorweave's calculations for programs: plain values in, plain dicts out, floats only here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from webapp.games.api import Calculation, Dice, DiceFaces, Modifier, RuleError, as_floats
from webapp.games.razorweave.rules.chances import odds as chances
from webapp.games.razorweave.rules.check import Check, Outcome, resolve, roll, source_from
from webapp.games.razorweave.rules.clock_ticks import SegmentSpan
from webapp.games.razorweave.rules.clock_ticks import advance as advance_clocks
from webapp.games.razorweave.rules.tiers import Tier
from webapp.rules.codec import Longest, Most, Within, load_sent
from webapp.rules.dice import number

Json = dict[str, Any]
Words = Annotated[str, Longest(500)]
MOST = 100


@dataclass(frozen=True, slots=True)
class CheckInput(Check):
    """A check as a program sends it, with limits on the length of lists and texts."""

    sources: Annotated[tuple[Modifier, ...], Most(MOST)] = ()
    attribute_name: Words = ""
    skill_name: Words = ""
    intent: Words = ""
    approach: Words = ""


@dataclass(frozen=True, slots=True)
class RolledCheckInput(CheckInput):
    """A check as a program sends it, with its dice if they were already rolled."""

    dice: DiceFaces | None = None


SentT = TypeVar("SentT", bound=CheckInput)


def check(source: Dice | None = None, **said: Any) -> Json:
    """Roll a check, or read its 4 to 6 `dice`; return its outcome as JSON (`as_json`).

    In: `dc`; optional `attribute`, `skill`, `other`, `sources`, `dice`. Without dice the `source`
    rolls; raises RuleError without either.
    """
    called = _called(RolledCheckInput, said)
    if called.dice is not None:
        return as_json(resolve(called, called.dice))
    if source is None:
        raise RuleError(f"Give the dice for this check: {called.level.roll_text}.", field="dice")
    return as_json(roll(called, source))


def odds(**said: Any) -> Json:
    """Return the level, the final DC, the chance of each tier and the chance of a success.

    In: the fields of a check, without dice.
    """
    called = _called(CheckInput, said)
    found = chances(called)
    return {
        "level": called.weighed.level,
        "dc": called.final_dc,
        "tiers": as_floats(found),
        "success": float(found.success),
    }


def advance(
    tier: Tier,
    loud: bool = False,
    targets: Annotated[Sequence[str], Most(MOST)] | int | bool = 1,
    split: bool | None = None,
    impact: Annotated[int, Within(-1, 1)] = 0,
) -> Json:
    """Return how far clocks move: the ranges of `progress` and `threat`, with `split` and `loud`.

    `targets` are the names of the clocks aimed at, or how many there are. Without `split`, an action
    with two or more targets is split. An `impact` of -1 is a limited effect, 1 a great one.
    """
    split = _many(targets) if split is None else split
    moved = advance_clocks(tier, loud=loud, split=split, impact=impact)
    return {"progress": _span(moved.progress), "threat": _span(moved.threat), "split": split, "loud": loud}


def _called(kind: type[SentT], said: Json) -> SentT:
    sources = said.get("sources")
    if isinstance(sources, list) and len(sources) <= MOST:
        said = {**said, "sources": [source_from(raw, place) for place, raw in enumerate(sources)]}
    return load_sent(kind, said)


def as_json(outcome: Outcome) -> Json:
    """Return an outcome as JSON: level, Edge, Burden, final DC, dice, total, margin, tier and warnings."""
    weighed = outcome.check.weighed
    return {
        "level": weighed.level,
        "edge": weighed.edge,
        "burden": weighed.burden,
        "dc": outcome.check.final_dc,
        "roll": {
            "dice": list(outcome.rolled.dice),
            "kept": list(outcome.kept),
            "dropped": list(outcome.dropped),
            "real": outcome.rolled.real,
        },
        "total": outcome.total,
        "margin": outcome.margin,
        "tier": str(outcome.tier),
        "natural_ones": outcome.natural_ones,
        "warnings": list(outcome.check.warnings),
    }


def _many(targets: Sequence[str] | int) -> bool:
    """Return whether an action aims at several clocks; `targets` is their number or their names."""
    return (number(int(targets), "targets", high=100) if isinstance(targets, int) else len(targets)) > 1


def _span(span: SegmentSpan) -> Json:
    return {"low": span.low, "high": span.high, "default": span.default}


CALCULATIONS: dict[str, Calculation] = {"check": check, "odds": odds, "advance": advance}
