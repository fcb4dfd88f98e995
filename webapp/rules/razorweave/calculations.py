"""Razorweave's part of the calculator: plain dicts in and out, floats only here."""

from collections.abc import Sequence
from typing import Any

from webapp.rules.calculator import Calculation, as_floats
from webapp.rules.dice import Dice, whole
from webapp.rules.errors import RuleError
from webapp.rules.fields import Fields
from webapp.rules.razorweave.advancement import SegmentSpan
from webapp.rules.razorweave.advancement import advance as advance_clocks
from webapp.rules.razorweave.asked import source_from
from webapp.rules.razorweave.chances import odds as chances
from webapp.rules.razorweave.check import MOST_BONUS, WORDS, Check, Outcome, resolve, roll
from webapp.rules.razorweave.ladder import HIGHEST, LOWEST
from webapp.rules.razorweave.tiers import Tier

Json = dict[str, Any]


def check(given: Json, source: Dice | None = None) -> Json:
    """Roll or read a check: `dc`, `attribute`, `skill`, `sources`, and `dice` as they fell (4 to 6)."""
    with Fields(given) as fields:
        called = check_from(fields)
        if fields.has("dice"):
            outcome = resolve(called, fields.items("dice"))
        elif source is not None:
            outcome = roll(called, source)
        else:
            raise RuleError(f"This check needs its dice: {called.level.says}.", field="dice")
    return as_json(outcome)


def odds(given: Json) -> Json:
    """How likely each tier is: the fields of a check, no dice."""
    with Fields(given) as fields:
        called = check_from(fields)
    return {"level": called.weighed.level, "dc": called.final_dc, "tiers": as_floats(chances(called))}


def advance(given: Json) -> Json:
    """How far clocks move: `tier`; if given `loud`, `targets` (names, or how many) and `split`.

    Without `split` two or more targets make it one.
    """
    with Fields(given) as fields:
        tier = Tier(fields.choice("tier", Tier))
        loud = fields.flag("loud", False)
        split = fields.flag("split", _targets(fields.value("targets", 1)) > 1)
    moved = advance_clocks(tier, loud=loud, split=split)
    return {"progress": _span(moved.progress), "threat": _span(moved.threat), "split": split, "loud": loud}


def check_from(fields: Fields) -> Check:
    """Read a check from fields: `dc`; if given `attribute`, `skill`, `other`, `sources` and four texts.

    The texts are `attribute_name`, `skill_name`, `intent` and `approach`. The caller refuses other fields.
    """
    words = {name: fields.text(name, "") for name in WORDS}
    return Check(
        dc=fields.integer("dc", LOWEST, HIGHEST),
        attribute=fields.integer("attribute", -MOST_BONUS, MOST_BONUS, 0),
        skill=fields.integer("skill", -MOST_BONUS, MOST_BONUS, 0),
        other=fields.integer("other", -MOST_BONUS, MOST_BONUS, 0),
        sources=tuple(source_from(raw, place) for place, raw in enumerate(fields.items("sources", ()))),
        **words,
    )


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


def _targets(targets: object) -> int:
    """How many clocks an action aims at: a number, yes or no, or a list of names."""
    if (
        isinstance(targets, Sequence)
        and all(isinstance(name, str) for name in targets)
        and not isinstance(targets, str)
    ):
        return len(targets)
    if isinstance(targets, bool) or (whole(targets) and 0 <= targets <= 100):  # type: ignore[operator]
        return int(targets)  # type: ignore[call-overload,no-any-return]
    why = f"targets is a list of clock names, or how many (0 to 100), not {targets!r}."
    raise RuleError(why, field="targets", value=targets)


def _span(span: SegmentSpan) -> Json:
    return {"low": span.low, "high": span.high, "default": span.default}


CALCULATIONS: dict[str, Calculation] = {"check": check, "odds": odds, "advance": advance}
