"""A check as the table calls it: who rolls for what, against which number, and all that touches it.

It gathers what the other files know: conditions, tags, range, and whatever else stands at the table;
before the roll it is assessed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from webapp.rules.check import Assessment, Held, Source
from webapp.rules.effects import Effect, Modifier, named_by
from webapp.rules.errors import RuleError
from webapp.rules.resonance import book, conditions, standard
from webapp.rules.resonance.achieved import Achieved, achieve, resistance_now
from webapp.rules.resonance.conditions import OF_TARGET, Attempt, Kind
from webapp.rules.resonance.numbers import MOST_TARGET, Bonus, Level, Stat, Target
from webapp.rules.resonance.pool import TagPool
from webapp.rules.resonance.standard import Mode, Settled, StandardRoll, settle
from webapp.rules.resonance.triggers import standing
from webapp.rules.resonance.values import Value

AGAINST_RESISTANCE = (Kind.ATTACK, Kind.EFFECT)
TAG_OF_TARGET = "tag of the target"
THEIRS = (OF_TARGET, TAG_OF_TARGET)
"""The notes of sources that count against one target alone."""
COUNTED = (Modifier.ADVANTAGE, Modifier.DISADVANTAGE)


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody else whom the same effect is aimed at: the Resistance, the conditions, the tags.

    The book rolls once for an effect that spreads; it does not say more.
    """

    id: int
    against: Target
    conditions: tuple[str, ...] = ()
    pool: TagPool = TagPool()  # noqa: RUF009 - it never changes

    def resists(self, level: int) -> "Other":
        """The same with the Level added to the Resistance: Layer 2, Resist."""
        return replace(self, against=min(self.against + level, MOST_TARGET))


@dataclass(frozen=True, slots=True)
class Check(Attempt):
    """A roll that is called for: its numbers, its facts, and the named things that touch it.

    `against` is the TN or the target's Resistance, `stat` the number the player's chosen stat gives, `value`
    what an effect takes from. Conditions and tags are those of whoever rolls and of the target; `others` are
    aimed at by the same effect; `veiled` says that its number is not told.
    """

    against: Target
    level: Level = 0
    stat: Stat = 1
    kind: Kind = field(default=Kind.EFFORT, kw_only=True)
    bonus: Bonus = 0
    sources: tuple[Source, ...] = ()
    conditions: tuple[str, ...] = ()
    target_conditions: tuple[str, ...] = ()
    pool: TagPool = TagPool()  # noqa: RUF009 - it never changes
    target_pool: TagPool = TagPool()  # noqa: RUF009
    value: Value = Value.HP
    intent: str = ""
    stat_name: str = ""
    others: tuple[Other, ...] = ()
    veiled: bool = False

    def __post_init__(self) -> None:
        for side in ("conditions", "target_conditions"):
            names = (book.catalogue().find(name, "condition").key for name in getattr(self, side))
            object.__setattr__(self, side, tuple(names))
        for place, source in enumerate(self.sources):
            if source.modifier not in COUNTED:
                why = f"{source.name} is {source.modifier}; a source here is advantage or disadvantage."
                raise RuleError(why, field=f"sources[{place}].modifier", value=str(source.modifier))

    @property
    def all_sources(self) -> tuple[Source, ...]:
        """Everything that gives Advantage or Disadvantage: what was named, conditions, range, tags."""
        attacked = self.kind is Kind.ATTACK and "mark" in self.target_pool
        marked = (Source("Mark", Modifier.ADVANTAGE, note=TAG_OF_TARGET),) if attacked else ()
        return (
            *self.sources,
            *conditions.sources(self, self.conditions, self.target_conditions),
            *standing(self.pool),
            *marked,
        )

    @property
    def settled(self) -> Settled:
        """The mode of the roll, with every source listed."""
        return settle(self.all_sources)

    @property
    def blocked(self) -> tuple[str, ...]:
        """Sentences that say what forbids the roll."""
        own = conditions.blocked(self, self.conditions, self.target_conditions)
        theirs = (text for other in self.others for text in self.facing(other).blocked)
        return tuple(dict.fromkeys((*own, *self._silenced, *theirs)))

    @property
    def _silenced(self) -> tuple[str, ...]:
        """An action with innate keywords while a Silence lies in the pool; reactions go on."""
        bitten = "silence" in self.pool and self.action and self.keywords
        return ("Silence: no innate keywords on this action.",) if bitten else ()

    @property
    def keeps_number(self) -> bool:
        """Whether how well it went gives away a number that is not told."""
        return self.veiled or self.kind in (Kind.HIDE, Kind.SEARCH)

    @property
    def against_now(self) -> int:
        """The number to beat: a Resistance is lower for every Weaken tag of the target."""
        if self.kind not in AGAINST_RESISTANCE:
            return self.against
        return resistance_now(self.against, weaken=self.target_pool["weaken"])

    @property
    def needed(self) -> int:
        """What the SR must come to; a dazed one stops at 0, which still beats a number below it."""
        needed = self.against_now + 1 - self.level - self.stat - self.bonus
        return needed + self.pool["daze"] if needed > 0 else needed

    def achieved(self, rolled: StandardRoll) -> Achieved:
        """What a roll comes to in this check: Daze off the SR, then Level, Stat and bonus."""
        dazed = rolled.dazed(self.pool["daze"])
        return achieve(dazed, self.level, self.stat, self.against_now, bonus=self.bonus)

    def facing(self, other: Other) -> "Check":
        """The same check against somebody else: what stood against the first one alone is left out."""
        return replace(
            self,
            against=other.against,
            sources=tuple(source for source in self.sources if source.note not in THEIRS),
            target_conditions=other.conditions,
            target_pool=other.pool,
            others=(),
        )

    def resisted(self, level: int, other: int | None = None) -> "Check":
        """The same where the first target, or another, resists it: the Level adds to the Resistance."""
        if other is None:
            return replace(self, against=min(self.against + level, MOST_TARGET))
        others = tuple(each.resists(level) if each.id == other else each for each in self.others)
        return replace(self, others=others)

    def against_each(self, rolled: StandardRoll) -> tuple[tuple[int, Achieved], ...]:
        """What the dice that fell come to against every other target, by id, each read by its own mode."""
        faced = ((other.id, self.facing(other)) for other in self.others)
        return tuple((id, each.achieved(replace(rolled, mode=each.settled.mode))) for id, each in faced)

    def around(self, held: Iterable[Held]) -> "Check":
        """The same check with what stands around it: conditions of the book, and custom effects that name it.

        A thing whose data say "target" is the target's.
        """
        things = tuple(held)
        known = tuple((key, thing) for thing in things if (key := _book_condition(thing)))
        return replace(
            self,
            sources=self.sources + counted(met for met in self.meets(things) if met.bears),
            conditions=self.conditions + tuple(key for key, thing in known if not thing.data.get("target")),
            target_conditions=self.target_conditions
            + tuple(key for key, thing in known if thing.data.get("target")),
        )

    def meets(self, held: Iterable[Held]) -> "tuple[Met, ...]":
        """Every effect of the table's own things that stand around, and whether it names this check."""
        ranged = "ranged" if self.ranged else ""
        words = (str(self.kind), self.intent, self.stat_name, ranged)
        return tuple(
            Met(thing, one, bears=named_by(one, *words))
            for thing in held
            if not _book_condition(thing)
            for one in thing.effects
        )


@dataclass(frozen=True, slots=True)
class Met:
    """One effect of a thing at the table beside a check, and whether it bears on it."""

    thing: Held
    effect: Effect
    bears: bool

    @property
    def says(self) -> str:
        """What it forbids or calls to mind, in a sentence."""
        plain = "not possible now" if self.effect.modifier is Modifier.BLOCKS else self.effect.on
        return f"{self.thing.name}: {self.effect.note or plain}."


def counted(met: Iterable[Met]) -> tuple[Source, ...]:
    """Those that give Advantage or Disadvantage, as named sources."""
    return tuple(
        Source(one.thing.name, one.effect.modifier, one.effect.amount, one.effect.note or _whose(one.thing))
        for one in met
        if one.effect.modifier in COUNTED
    )


def _whose(thing: Held) -> str:
    return OF_TARGET if thing.data.get("target") else ""


def _book_condition(thing: Held) -> str:
    """The key of the book's condition that this is, or ""."""
    known = {entry.name.casefold(): entry.key for entry in book.catalogue().entries("condition")}
    return known.get(thing.name.casefold(), "") if thing.kind == "condition" else ""


EXPLODES = "doubles add up and roll again"
SAID: Mapping[Mode, str] = {
    Mode.NORMAL: f"2d10, the Main die counts; {EXPLODES}",
    Mode.ADVANTAGE: f"2d10 with Advantage, the higher die counts; {EXPLODES}",
    Mode.DISADVANTAGE: f"2d10 with Disadvantage, the lower die counts; {EXPLODES}",
}
CANCELLED = f"2d10, Advantage and Disadvantage cancel: the Main die counts; {EXPLODES}"


def assess(check: Check, around: Sequence[Held] = ()) -> Assessment:
    """Say what helps, hinders and forbids a check, the things around it included, and which dice to roll."""
    met, called = check.meets(around), check.around(around)
    settled = called.settled
    return Assessment(
        sources=(*settled.advantages, *settled.disadvantages),
        offered=counted(one for one in met if not one.bears),
        blocked=called.blocked + _said(met, Modifier.BLOCKS),
        warnings=(*_warnings(called), *_said(met, Modifier.NOTE)),
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


def _said(met: Iterable[Met], modifier: Modifier) -> tuple[str, ...]:
    return tuple(one.says for one in met if one.bears and one.effect.modifier is modifier)


def _warnings(called: Check) -> Iterable[str]:
    if called.pool["daze"]:
        yield f"Daze takes {called.pool['daze']} off the SR."
    if called.against_now != called.against:
        yield f"Weaken lowers the Resistance from {called.against} to {called.against_now}."
    if called.pool["silence"] and called.action and not called.keywords:
        yield "Silence: no innate keywords on this action."
