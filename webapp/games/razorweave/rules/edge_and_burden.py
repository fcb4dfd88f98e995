"""Edge and Burden: help and hindrance add up to one level from -2 to +2, which decides the dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from webapp.games.api import Modifier, ModifierKind, RuleError, name_key, own_modifier
from webapp.games.razorweave.rules.ladder import STEP
from webapp.rules.codec import Within
from webapp.rules.errors import ensure_within
from webapp.rules.toml_tables import rows

PACKAGE = "webapp.games.razorweave.rules"
CAP = 2
MOST_STEPS = 2
KEPT_DICE = 4  # four dice count always; only the number rolled changes (reading A4.3)
IMPACT = own_modifier("razorweave.impact", signed=True)
"""The modifier for the effect of an outcome: below 0 it is limited, above 0 great."""
NUMBERS = frozenset({ModifierKind.EDGE, ModifierKind.BURDEN, ModifierKind.DC})
COUNTED = NUMBERS | {IMPACT}


@dataclass(frozen=True, slots=True)
class Level:
    """One row of the Edge and Burden table; Burden is a negative level (reading A4.4)."""

    level: int
    name: str
    dice: int
    best: bool
    text: str

    @property
    def roll_text(self) -> str:
        """The dice to roll, in words: "5d6, keep the best 4"."""
        return (
            f"{self.dice}d6"
            if self.level == 0
            else f"{self.dice}d6, keep the {'best' if self.best else 'worst'} 4"
        )


@cache
def levels() -> tuple[Level, ...]:
    """Return the table from +2 Edge to -2 Burden. Source: ch. 8, "Edge and Burden Quick Reference"."""
    schema = {"level": int, "name": str, "dice": int, "keep": str, "text": str}
    found = rows(PACKAGE, "tables.toml", "level", schema)
    return tuple(
        Level(row["level"], row["name"], row["dice"], row["keep"] == "best", row["text"]) for row in found
    )


def level_row(level: int) -> Level:
    """Return the row of one level; raise RuleError outside -2 to +2."""
    for row in levels():
        if row.level == level:
            return row
    raise RuleError(f"Edge and Burden go from -{CAP} to +{CAP}, not {level!r}.", field="level", value=level)


def level_of(edge: int, burden: int) -> int:
    """Return one level from all Edge and Burden: first the net, then the cap at 2 (reading A4.1)."""
    return max(-CAP, min(CAP, edge - burden))


@dataclass(frozen=True, slots=True)
class ModifierSum:
    """The sums of a check's Edge, Burden, DC shifts and impacts, and the level they give (reading A4.1)."""

    edge: int = 0
    burden: int = 0
    dc_shift: int = 0
    impact: int = 0

    @property
    def net(self) -> int:
        """Edge minus Burden, before the cap."""
        return self.edge - self.burden

    @property
    def level(self) -> int:
        """The level that decides the dice, -2 to +2."""
        return level_of(self.edge, self.burden)

    @property
    def capped(self) -> bool:
        """Whether the cap changes the net: it is below -2 or above +2."""
        return self.net != self.level


def weigh(sources: Sequence[Modifier]) -> ModifierSum:
    """Return the sum of modifiers: tags, conditions, tools, proficiencies, earlier setup, help.

    Each is Edge or Burden (the dice), a DC shift, or an impact, which limits or widens the
    outcome's effect. Raises RuleError for any other kind, and if one name changes both the dice and
    the DC. Shifts add up (reading A4.7). Source: ch. 9, "What Tags Do", "How Tags Affect Checks".
    """
    sums = dict.fromkeys(COUNTED, 0)
    for place, source in enumerate(sources):
        ensure_counted(source, place)
        sums[source.modifier] += source.amount
    _never_both(sources)
    return ModifierSum(
        sums[ModifierKind.EDGE], sums[ModifierKind.BURDEN], sums[ModifierKind.DC], sums[IMPACT]
    )


def as_dc(source: Modifier) -> Modifier:
    """Return a modifier as a DC shift: 2 lower instead of Edge, 2 higher instead of Burden.

    A modifier that does not change the dice is returned as it is. Raises RuleError for a kind that
    no check counts. Source: ch. 9, "Alternative Approach".
    """
    ensure_counted(source, 0)
    if source.modifier in (ModifierKind.DC, IMPACT):
        return source
    return Modifier(
        source.name, ModifierKind.DC, -2 if source.modifier is ModifierKind.EDGE else 2, source.note
    )


def ensure_counted(source: Modifier, place: int) -> None:
    """Raise RuleError unless a modifier is Edge, Burden, a DC shift or an impact, of a valid amount.

    `place` is its index among the check's modifiers.
    """
    if source.modifier not in COUNTED:
        why = f"The modifier of {source.name} must be edge, burden, dc or {IMPACT}, not {source.modifier}."
        raise RuleError(why, field=f"sources[{place}].modifier", value=str(source.modifier))
    if source.amount == 0 or (source.amount < 0 and source.modifier not in (ModifierKind.DC, IMPACT)):
        needed = f"must be more than 0, not {source.amount}" if source.amount else "must not be 0"
        why = f"The amount of {source.name} {needed}."
        raise RuleError(why, field=f"sources[{place}].amount", value=source.amount)


def _never_both(sources: Sequence[Modifier]) -> None:
    shifting = {name_key(source.name) for source in sources if source.modifier is ModifierKind.DC}
    for place, source in enumerate(sources):
        if source.modifier in (ModifierKind.EDGE, ModifierKind.BURDEN) and name_key(source.name) in shifting:
            why = f"{source.name} can change the dice or the DC, but not both."
            raise RuleError(why, field=f"sources[{place}]", value=source.name)


@dataclass(frozen=True, slots=True)
class SourceKind:
    """A kind of thing that gives Edge or Burden."""

    key: str
    name: str
    text: str


@cache
def source_kinds() -> tuple[SourceKind, ...]:
    """Return the kinds of source: tags, conditions, environment, tools, proficiencies, setup, help.

    Source: ch. 8, "Edge".
    """
    text = {"key": str, "name": str, "text": str}
    return tuple(SourceKind(**row) for row in rows(PACKAGE, "tables.toml", "source", text))


def free_sources() -> tuple[Modifier, ...]:
    """Return the modifiers that a GM may add by hand: tools, proficiency, setup, help, environment."""
    named = {source.key: source.name for source in source_kinds()}
    trained = named["proficiency"]
    return (
        tools(named["tools"], fitting=True),
        proficiency(trained),
        proficiency(trained, steps=2),
        setup(named["setup"]),
        Modifier(named["help"], ModifierKind.EDGE),
        tools(named["tools"], fitting=False),
        Modifier(named["environment"], ModifierKind.EDGE),
        Modifier(named["environment"], ModifierKind.BURDEN),
    )


def helped(helper: str) -> Modifier:
    """Return the modifier of an ally's help: +1 Edge (the "small bonus" of the text: reading A4.14).

    Source: ch. 8, "Group Checks and Assistance".
    """
    return Modifier(f"Help from {helper}", ModifierKind.EDGE)


def tools(name: str, fitting: bool) -> Modifier:
    """Return the modifier of tools: the right ones give Edge, makeshift ones Burden."""
    return Modifier(name, ModifierKind.EDGE if fitting else ModifierKind.BURDEN)


def proficiency(name: str, steps: Annotated[int, Within(0, MOST_STEPS)] = 0) -> Modifier:
    """Return the modifier of a fitting proficiency: +1 Edge, or with `steps` a DC shift of -2 for each step.

    A proficiency may also make the roll unnecessary (the gate's Uncertainty is then no); it never adds
    to the total.
    Source: ch. 7.
    """
    ensure_within("steps", steps, 0, MOST_STEPS)
    return Modifier(name, ModifierKind.DC, -STEP * steps) if steps else Modifier(name, ModifierKind.EDGE)


def setup(name: str) -> Modifier:
    """Return the modifier of an earlier preparation: +1 Edge."""
    return Modifier(name, ModifierKind.EDGE)
