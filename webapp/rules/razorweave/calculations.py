"""Razorweave's part of the calculator: plain values in, plain dicts out, floats only here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from webapp.rules.calculator import Calculation, Faces, as_floats
from webapp.rules.check import Source
from webapp.rules.dice import Dice, number
from webapp.rules.errors import RuleError
from webapp.rules.guard import Longest, Most, read
from webapp.rules.razorweave.advancement import SegmentSpan
from webapp.rules.razorweave.advancement import advance as advance_clocks
from webapp.rules.razorweave.chances import odds as chances
from webapp.rules.razorweave.check import Check, Outcome, resolve, roll, source_from
from webapp.rules.razorweave.tiers import Tier

Json = dict[str, Any]
Words = Annotated[str, Longest(500)]
MOST = 100


@dataclass(frozen=True, slots=True)
class Sent(Check):
    """A check as a program sends it: not without end."""

    sources: Annotated[tuple[Source, ...], Most(MOST)] = ()
    attribute_name: Words = ""
    skill_name: Words = ""
    intent: Words = ""
    approach: Words = ""


@dataclass(frozen=True, slots=True)
class Fallen(Sent):
    """Such a check with its dice, where they fell already."""

    dice: Faces | None = None


SentT = TypeVar("SentT", bound=Sent)


def check(source: Dice | None = None, **said: Any) -> Json:
    """Roll or read a check: `dc`, `attribute`, `skill`, `sources`, and `dice` as they fell (4 to 6)."""
    called = _called(Fallen, said)
    if called.dice is not None:
        return as_json(resolve(called, called.dice))
    if source is None:
        raise RuleError(f"This check needs its dice: {called.level.says}.", field="dice")
    return as_json(roll(called, source))


def odds(**said: Any) -> Json:
    """How likely each tier is: the fields of a check, no dice."""
    called = _called(Sent, said)
    return {"level": called.weighed.level, "dc": called.final_dc, "tiers": as_floats(chances(called))}


def advance(
    tier: Tier,
    loud: bool = False,
    targets: Annotated[Sequence[str], Most(MOST)] | int | bool = 1,
    split: bool | None = None,
) -> Json:
    """How far clocks move: `tier`; if given `loud`, `targets` (names, or how many) and `split`.

    Without `split` two or more targets make it one.
    """
    split = _many(targets) if split is None else split
    moved = advance_clocks(tier, loud=loud, split=split)
    return {"progress": _span(moved.progress), "threat": _span(moved.threat), "split": split, "loud": loud}


def _called(kind: type[SentT], said: Json) -> SentT:
    sources = said.get("sources")
    if isinstance(sources, list) and len(sources) <= MOST:
        said = {**said, "sources": [source_from(raw, place) for place, raw in enumerate(sources)]}
    return read(kind, said)


def as_json(outcome: Outcome) -> Json:
    """An outcome with every number behind it, as JSON has it."""
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
    """Whether an action aims at several clocks: a number, yes or no, or their names."""
    return (number(int(targets), "targets", high=100) if isinstance(targets, int) else len(targets)) > 1


def _span(span: SegmentSpan) -> Json:
    return {"low": span.low, "high": span.high, "default": span.default}


CALCULATIONS: dict[str, Calculation] = {"check": check, "odds": odds, "advance": advance}
