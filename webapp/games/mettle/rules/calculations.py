"""METTLE Core's calculations for programs: plain numbers in, plain dicts out, floats only here."""

from functools import lru_cache
from typing import Any, Literal

from webapp.games.api import Calculation, Dice, DiceFaces, RuleError, as_floats
from webapp.games.mettle.rules.argument_checks import Count, Pool
from webapp.games.mettle.rules.chances import odds as exact
from webapp.games.mettle.rules.check import Check, FallenOrSource, Result, resolve, twist
from webapp.games.mettle.rules.check_burdens import Discard
from webapp.games.mettle.rules.hazards import Hazard
from webapp.games.mettle.rules.mettle_points import unsoaked

Json = dict[str, Any]
End = Literal["lowest", "highest"]


def check(
    pool: Pool,
    difficulty: Count,
    discard: End | None = None,
    dice: DiceFaces | None = None,
    twist_dice: DiceFaces | None = None,
    source: Dice | None = None,
) -> Json:
    """Roll a Check, or resolve given `dice`: `pool` (0 to 60), `difficulty`, `discard`.

    `discard` is null, "lowest" or "highest": all dice that show that face. `twist_dice` are the
    rerolled Edge dice of a failed Check, one for each Edge. Raises RuleError without `dice` or a
    `source`, and for `twist_dice` without `dice`.
    """
    if twist_dice is not None and dice is None:
        why = "A Twist rerolls the Edge dice; send the first roll too, in “dice”."
        raise RuleError(why, field="twist_dice")
    result = resolve(_called(pool, difficulty, discard), _wanted(dice, source, pool))
    return as_json(result if twist_dice is None else _twisted(result, twist_dice))


def odds(pool: Pool, difficulty: Count, discard: End | None = None) -> Json:
    """Return the chances of success, of each number of Edge, and of success at once or after a Twist."""
    found = _odds(pool, difficulty, discard)
    return {**found, "edge": {**found["edge"]}}


@lru_cache(maxsize=512)
def _odds(pool: int, difficulty: int, discard: End | None) -> Json:
    """Return a Check's chances as JSON, cached: with a large pool, converting to floats takes longest."""
    found = exact(_called(pool, difficulty, discard))
    return as_floats(
        {"success": found.success, "edge": found.edge, "success_with_twist": found.success_with_twist}
    )


def hazard(
    pool: Pool, bonus: Count, soak: Count, dice: DiceFaces | None = None, source: Dice | None = None
) -> Json:
    """Roll a Hazard, or resolve given `dice`: `pool` (0 to 60), `bonus`, `soak` (FRAME and armour)."""
    harm = Hazard(pool, bonus).roll(_wanted(dice, source, pool))
    through = unsoaked(harm.damage, soak=soak)
    return {"edge": harm.edge, "damage": harm.damage, "unsoaked": through, "ends": harm.ends}


def _called(pool: int, difficulty: int, discard: End | None) -> Check:
    return Check(pool, difficulty, Discard(discard) if discard is not None else None)


def as_json(result: Result) -> Json:
    """Return a result's kept dice, Score, Edge, success and quality (null on a failure) as JSON."""
    return {
        "kept": list(result.kept),
        "score": result.score,
        "edge": result.edge,
        "success": result.success,
        "quality": result.quality,
    }


def _twisted(result: Result, again: DiceFaces) -> Result:
    try:
        return twist(result, again)
    except RuleError as wrong:
        raise RuleError(wrong.message, field="twist_dice", value=again) from None


def _wanted(rolled: DiceFaces | None, source: Dice | None, pool: int) -> FallenOrSource:
    """Return the given dice, else the source; raise RuleError without either."""
    dice = source if rolled is None else rolled
    if dice is None:
        raise RuleError(f"Send the faces of the {pool}d6, in “dice”.", field="dice")
    return dice


CALCULATIONS: dict[str, Calculation] = {"check": check, "odds": odds, "hazard": hazard}
