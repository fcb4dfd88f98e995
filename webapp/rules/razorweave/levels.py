"""Edge and Burden: what helps and hinders becomes one level from -2 to +2, and the level says which dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from webapp.rules.check import Source
from webapp.rules.effects import Modifier
from webapp.rules.errors import RuleError
from webapp.rules.guard import Within
from webapp.rules.razorweave.ladder import STEP
from webapp.rules.tables import rows

PACKAGE = "webapp.rules.razorweave"
CAP = 2
KEPT = 4  # always four dice; only the number rolled changes (reading A4.3)
COUNTED = frozenset({Modifier.EDGE, Modifier.BURDEN, Modifier.DC})


@dataclass(frozen=True, slots=True)
class Level:
    """One row of the Edge and Burden table; Burden is a negative level (reading A4.4)."""

    level: int
    name: str
    dice: int
    best: bool
    text: str

    @property
    def says(self) -> str:
        """What to roll, in words: "5d6, keep the best 4"."""
        return (
            f"{self.dice}d6"
            if self.level == 0
            else f"{self.dice}d6, keep the {'best' if self.best else 'worst'} 4"
        )


@cache
def levels() -> tuple[Level, ...]:
    """The table from +2 Edge to -2 Burden. Source: ch. 8, "Edge and Burden Quick Reference"."""
    schema = {"level": int, "name": str, "dice": int, "keep": str, "text": str}
    found = rows(PACKAGE, "tables.toml", "level", schema)
    return tuple(
        Level(row["level"], row["name"], row["dice"], row["keep"] == "best", row["text"]) for row in found
    )


def level_row(level: int) -> Level:
    """The row of one level; RuleError outside -2 to +2."""
    for row in levels():
        if row.level == level:
            return row
    raise RuleError(f"Edge and Burden go from -{CAP} to +{CAP}, not {level!r}.", field="level", value=level)


def level_of(edge: int, burden: int) -> int:
    """One level out of all Edge and all Burden: first the net, then the cap at 2 (reading A4.1)."""
    return max(-CAP, min(CAP, edge - burden))


@dataclass(frozen=True, slots=True)
class Weighed:
    """All sources of a check added up; both sums stay visible beside the level (reading A4.1)."""

    edge: int = 0
    burden: int = 0
    dc_shift: int = 0

    @property
    def net(self) -> int:
        """Edge against Burden, before the cap."""
        return self.edge - self.burden

    @property
    def level(self) -> int:
        """The level that decides the dice, -2 to +2."""
        return level_of(self.edge, self.burden)

    @property
    def capped(self) -> bool:
        """Whether the cap cut something off."""
        return self.net != self.level


def weigh(sources: Sequence[Source]) -> Weighed:
    """Add up named sources: tags, conditions, tools, proficiencies, earlier setup, help.

    Each is Edge or Burden (the dice) or a DC shift, never both: RuleError if one name comes as both, or as
    anything else. Shifts of several sources add up (reading A4.7). Source: ch. 9, "How Tags Affect Checks".
    """
    sums = dict.fromkeys(COUNTED, 0)
    for place, source in enumerate(sources):
        ensure_counted(source, place)
        sums[source.modifier] += source.amount
    _never_both(sources)
    return Weighed(sums[Modifier.EDGE], sums[Modifier.BURDEN], sums[Modifier.DC])


def as_dc(source: Source) -> Source:
    """Let the GM turn a source's Edge or Burden into a DC shift: two lower or two higher, never more.

    RuleError for a source that is neither. Source: ch. 9, "Alternative Approach".
    """
    ensure_counted(source, 0)
    if source.modifier is Modifier.DC:
        return source
    return Source(source.name, Modifier.DC, -2 if source.modifier is Modifier.EDGE else 2, source.note)


def ensure_counted(source: Source, place: int) -> None:
    if source.modifier not in COUNTED:
        why = f"{source.name} is {source.modifier}; a source here is edge, burden or dc."
        raise RuleError(why, field=f"sources[{place}].modifier", value=str(source.modifier))
    if source.amount == 0 or (source.amount < 0 and source.modifier is not Modifier.DC):
        why = f"{source.name} has amount {source.amount}; {source.modifier} is 1 or more."
        raise RuleError(why, field=f"sources[{place}].amount", value=source.amount)


def _never_both(sources: Sequence[Source]) -> None:
    shifting = {source.name.casefold() for source in sources if source.modifier is Modifier.DC}
    for place, source in enumerate(sources):
        if source.modifier is not Modifier.DC and source.name.casefold() in shifting:
            why = f"{source.name} changes the dice or the DC, never both."
            raise RuleError(why, field=f"sources[{place}]", value=source.name)


@dataclass(frozen=True, slots=True)
class SourceKind:
    """A kind of thing that Edge and Burden come from."""

    key: str
    name: str
    text: str


@cache
def source_kinds() -> tuple[SourceKind, ...]:
    """Tags, conditions, environment, tools, proficiencies, setup, help. Source: ch. 8, "Edge"."""
    text = {"key": str, "name": str, "text": str}
    return tuple(SourceKind(**row) for row in rows(PACKAGE, "tables.toml", "source", text))


def free_sources() -> tuple[Source, ...]:
    """What a GM adds by hand: the kinds that are neither tag nor condition, each as help or hindrance."""
    named = {each.key: each.name for each in source_kinds()}
    trained = named["proficiency"]
    return (
        tools(named["tools"], fitting=True),
        proficiency(trained),
        proficiency(trained, steps=2),
        setup(named["setup"]),
        Source(named["help"], Modifier.EDGE),
        tools(named["tools"], fitting=False),
        Source(named["environment"], Modifier.EDGE),
        Source(named["environment"], Modifier.BURDEN),
    )


def helped(helper: str) -> Source:
    """Someone assists the one who leads: +1 Edge (the "small bonus" of the text: reading A4.14).

    Source: ch. 8, "Group Checks and Assistance".
    """
    return Source(f"Help from {helper}", Modifier.EDGE)


def tools(name: str, fitting: bool) -> Source:
    """The right tools give Edge, makeshift ones Burden; gear never adds to the total."""
    return Source(name, Modifier.EDGE if fitting else Modifier.BURDEN)


def proficiency(name: str, steps: Annotated[int, Within(0, 2)] = 0) -> Source:
    """A fitting proficiency: +1 Edge, or with `steps` 1 or 2 a DC that many ladder steps lower.

    It may also make the roll unnecessary (the gate's Uncertainty is then no); it never adds to the total.
    Source: ch. 7.
    """
    return Source(name, Modifier.DC, -STEP * steps) if steps else Source(name, Modifier.EDGE)


def setup(name: str) -> Source:
    """Something prepared earlier pays off: +1 Edge."""
    return Source(name, Modifier.EDGE)
