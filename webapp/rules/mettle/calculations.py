"""METTLE Core's part of the calculator: plain dicts in and out, floats only here."""

from typing import Any

from webapp.rules.calculator import Calculation, as_floats
from webapp.rules.dice import Dice
from webapp.rules.errors import RuleError
from webapp.rules.fields import Fields
from webapp.rules.mettle.burdens import Discard
from webapp.rules.mettle.chances import odds as exact
from webapp.rules.mettle.check import Check, Result, resolve, twist
from webapp.rules.mettle.hazards import Hazard
from webapp.rules.mettle.meter import unsoaked
from webapp.rules.mettle.needs import MOST, MOST_DICE

Json = dict[str, Any]
DISCARDS = (Discard.LOWEST, Discard.HIGHEST)


def check(given: Json, source: Dice | None = None) -> Json:
    """Roll or read a Check: `pool` (0 to 60), `difficulty`, `discard` (null, lowest, highest), `dice`.

    `twist_dice` are the Edge dice of a failed Check rolled again, as many as there was Edge.
    """
    with Fields(given) as fields:
        called = check_from(fields)
        rolled, again = _dice(fields, "dice"), _dice(fields, "twist_dice")
    if again is not None and rolled is None:
        raise RuleError("A Twist rolls Edge dice again; send the first roll as dice.", field="twist_dice")
    result = resolve(called, _wanted(rolled, source, called.pool))
    return as_json(result if again is None else _twisted(result, again))


def odds(given: Json) -> Json:
    """How likely a Check is to succeed, every Edge, and success if a failure with Edge is twisted once."""
    with Fields(given) as fields:
        found = exact(check_from(fields))
    return as_floats(
        {"success": found.success, "edge": found.edge, "success_with_twist": found.success_with_twist}
    )


def hazard(given: Json, source: Dice | None = None) -> Json:
    """Roll or read a Hazard: `pool` (0 to 60), `bonus`, `soak` (FRAME and armour), `dice`."""
    with Fields(given) as fields:
        met = Hazard(fields.integer("pool", 0, MOST_DICE), fields.integer("bonus", 0, MOST))
        soak, rolled = fields.integer("soak", 0, MOST), _dice(fields, "dice")
    harm = met.roll(_wanted(rolled, source, met.pool))
    through = unsoaked(harm.damage, soak=soak)
    return {"edge": harm.edge, "damage": harm.damage, "unsoaked": through, "ends": harm.ends}


def check_from(fields: Fields) -> Check:
    """Read a Check from fields: `pool`, `difficulty`, `discard`. The caller refuses other fields."""
    return Check(
        fields.integer("pool", 0, MOST_DICE),
        fields.integer("difficulty", 0, MOST),
        fields.choice("discard", DISCARDS, None),  # type: ignore[arg-type]
    )


def as_json(result: Result) -> Json:
    """A Check that was rolled, as JSON has it; `quality` is null on a failure."""
    return {
        "kept": list(result.kept),
        "score": result.score,
        "edge": result.edge,
        "success": result.success,
        "quality": result.quality,
    }


def _dice(fields: Fields, name: str) -> list[int] | None:
    return list(fields.items(name)) if fields.has(name) else None


def _twisted(result: Result, again: list[int]) -> Result:
    try:
        return twist(result, again)
    except RuleError as wrong:
        raise RuleError(wrong.message, field="twist_dice", value=again) from None


def _wanted(rolled: list[int] | None, source: Dice | None, pool: int) -> Dice | list[int]:
    """The dice that were sent, else the source; RuleError without either."""
    dice = source if rolled is None else rolled
    if dice is None:
        raise RuleError(f"This roll needs its dice: {pool}d6.", field="dice")
    return dice


CALCULATIONS: dict[str, Calculation] = {"check": check, "odds": odds, "hazard": hazard}
