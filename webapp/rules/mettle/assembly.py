"""Putting a Check together: which Attribute rolls, against what, with which bonuses.

Source: Engine, "Success & Failure" and "Check Modifiers"; Characters, "CALLING".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from webapp.rules.check import Source
from webapp.rules.effects import Modifier
from webapp.rules.errors import RuleError
from webapp.rules.mettle.burdens import Burden
from webapp.rules.mettle.character import KEYS
from webapp.rules.mettle.check import MOST_DICE, Check
from webapp.rules.mettle.needs import number, one_of


def passive(key: str, values: Sequence[int]) -> int:
    """The Difficulty an Attribute sets for someone else's Check; of a group, the highest.

    CALLING never stands on this side. RuleError for it, and for nobody at all.
    """
    one_of(key.upper(), KEYS, "Attribute", field="against")
    if key.upper() == "CALLING":
        raise RuleError(
            "CALLING only acts; it is never the Difficulty of another's Check.", field="against", value=key
        )
    if not values:
        raise RuleError("An opposed Check needs somebody to oppose it.", field="against", value=list(values))
    return max(number(value, key.upper(), field="against") for value in values)


def assembled(
    pool: int, difficulty: int, sources: Iterable[Source] = (), burden: Burden | None = None
) -> Check:
    """Put bonuses, Difficulty and statuses together into one Check.

    Bonuses add dice, Difficulty moves both ways but not below 0, and only negative Mettle takes dice away
    (down to 0, reading C4.21). Fatigue sets a least Difficulty (reading C4.19).
    """
    held, listed = burden or Burden(), tuple(sources)
    dice = number(pool, "The pool", field="pool", high=MOST_DICE) + _bonus(listed) + held.dice
    moved = sum(source.amount for source in listed if source.modifier is Modifier.DIFFICULTY)
    wanted = number(difficulty, "The Difficulty", field="difficulty") + moved + held.difficulty
    return Check(max(0, dice), max(0, wanted, held.minimum), held.discard)


def _bonus(sources: Sequence[Source]) -> int:
    for source in sources:
        if source.modifier not in (Modifier.DICE, Modifier.DIFFICULTY, Modifier.NOTE):
            raise RuleError(
                f"{source.name}: a Check here has bonus dice and Difficulty, no {source.modifier}.",
                field="sources",
                value=str(source.modifier),
            )
        if source.modifier is Modifier.DICE and source.amount < 0:
            raise RuleError(
                f"{source.name}: only negative Mettle takes dice away; raise the Difficulty instead.",
                field="sources",
                value=source.amount,
            )
    return sum(source.amount for source in sources if source.modifier is Modifier.DICE)
