"""A check before its roll: the roller, the action, the number to beat, and everything that affects it.

It combines conditions, tags, range and the effects of things at the table, and assesses the check.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from webapp.games.api import (
    Assessment,
    ContextItem,
    Effect,
    Modifier,
    ModifierKind,
    RuleError,
    held_by_name,
    name_key,
    named_by,
)
from webapp.games.resonance.rules import book, conditions, standard_roll
from webapp.games.resonance.rules.conditions import OF_TARGET, Attempt, Kind
from webapp.games.resonance.rules.numbers import MOST_TARGET, Bonus, Level, Stat, Target
from webapp.games.resonance.rules.pools import TagPool
from webapp.games.resonance.rules.standard_roll import (
    Mode,
    ModeDecision,
    RollComparison,
    StandardRoll,
    achieve,
    decide_mode,
    resistance_now,
)
from webapp.games.resonance.rules.triggers import standing
from webapp.games.resonance.rules.values import Value
from webapp.rules.codec import ensure_limits, member

AGAINST_RESISTANCE = (Kind.ATTACK, Kind.EFFECT)
TAG_OF_TARGET = "from the target's tag"
THEIRS = (OF_TARGET, TAG_OF_TARGET)
"""The notes of modifiers that count against one target only."""
COUNTED = (ModifierKind.ADVANTAGE, ModifierKind.DISADVANTAGE)


@dataclass(frozen=True, slots=True)
class FurtherTarget:
    """A further target of the same effect, with its Resistance, conditions and tags.

    An effect that spreads has one roll; the book has no further rules for it.
    """

    id: int
    against: Target
    conditions: tuple[str, ...] = ()
    pool: TagPool = TagPool()  # noqa: RUF009 - it never changes

    def __post_init__(self) -> None:
        ensure_limits(self)

    def resists(self, level: int) -> "FurtherTarget":
        """Return the target with `level` added to its Resistance, at most 100. Source: Layer 2, Resist."""
        return replace(self, against=min(self.against + level, MOST_TARGET))


@dataclass(frozen=True, slots=True)
class Check(Attempt):
    """A requested roll: its numbers, its facts, and the named modifiers that affect it.

    `against` is the TN or the target's Resistance, `stat` the number of the player's chosen stat,
    `value` the Value that an effect reduces. `conditions` and `pool` are the roller's,
    `target_conditions` and `target_pool` the target's; `others` are further targets of the same
    effect. `veiled` means that the number is hidden, `unaimed` that the roll works on no part of
    the current Race.
    """

    against: Target
    level: Level = 0
    stat: Stat = 1
    kind: Kind = field(default=Kind.EFFORT, kw_only=True)
    bonus: Bonus = 0
    sources: tuple[Modifier, ...] = ()
    conditions: tuple[str, ...] = ()
    target_conditions: tuple[str, ...] = ()
    pool: TagPool = TagPool()  # noqa: RUF009 - it never changes
    target_pool: TagPool = TagPool()  # noqa: RUF009
    value: Value = Value.HP
    intent: str = ""
    stat_name: str = ""
    others: tuple[FurtherTarget, ...] = ()
    veiled: bool = False
    unaimed: bool = False

    def __post_init__(self) -> None:
        Attempt.__post_init__(self)
        ensure_limits(self)
        object.__setattr__(self, "value", member(Value, self.value, "value"))
        object.__setattr__(self, "sources", tuple(self.sources))
        for side in ("conditions", "target_conditions"):
            names = (book.catalogue().find(name, "condition").key for name in getattr(self, side))
            object.__setattr__(self, side, tuple(names))
        for place, source in enumerate(self.sources):
            if source.modifier not in COUNTED:
                why = (
                    f"The modifier of {source.name} must be advantage or disadvantage, not {source.modifier}."
                )
                raise RuleError(why, field=f"sources[{place}].modifier", value=str(source.modifier))

    @property
    def all_sources(self) -> tuple[Modifier, ...]:
        """All modifiers that give Advantage or Disadvantage: named ones, conditions, range, tags."""
        attacked = self.kind is Kind.ATTACK and "mark" in self.target_pool
        marked = (Modifier("Mark", ModifierKind.ADVANTAGE, note=TAG_OF_TARGET),) if attacked else ()
        return (
            *self.sources,
            *conditions.sources(self, self.conditions, self.target_conditions),
            *standing(self.pool),
            *marked,
        )

    @property
    def settled(self) -> ModeDecision:
        """The mode of the roll, with every modifier listed."""
        return decide_mode(self.all_sources)

    @property
    def blocked(self) -> tuple[str, ...]:
        """The reasons why the roll is not possible, as sentences; empty if it is."""
        own = conditions.blocked(self, self.conditions, self.target_conditions)
        theirs = (text for other in self.others for text in self.facing(other).blocked)
        return tuple(dict.fromkeys((*own, *self._silenced, *theirs)))

    @property
    def _silenced(self) -> tuple[str, ...]:
        """The reason against an action with innate keywords while Silenced; empty for other rolls."""
        bitten = "silence" in self.pool and self.action and self.keywords
        return ("Silence: no innate keywords on this action.",) if bitten else ()

    @property
    def keeps_number(self) -> bool:
        """Whether the margin is kept back, because it would reveal a hidden number."""
        return self.veiled or self.kind in (Kind.HIDE, Kind.SEARCH)

    @property
    def against_now(self) -> int:
        """The number to beat: a Resistance is lower for every Weaken tag of the target."""
        if self.kind not in AGAINST_RESISTANCE:
            return self.against
        return resistance_now(self.against, weaken=self.target_pool["weaken"])

    @property
    def needed(self) -> int:
        """The lowest SR, before Daze, that beats the number; Daze does not raise it if it is 0 or less."""
        needed = self.against_now + 1 - self.level - self.stat - self.bonus
        return needed + self.pool["daze"] if needed > 0 else needed

    def achieved(self, rolled: StandardRoll) -> RollComparison:
        """Compare a roll with the number to beat: the SR less Daze, plus Level, Stat and bonus."""
        dazed = rolled.dazed(self.pool["daze"])
        return achieve(dazed, self.level, self.stat, self.against_now, bonus=self.bonus)

    def facing(self, other: FurtherTarget) -> "Check":
        """Return the check against another target, without the modifiers of the first one."""
        return replace(
            self,
            against=other.against,
            sources=tuple(source for source in self.sources if source.note not in THEIRS),
            target_conditions=other.conditions,
            target_pool=other.pool,
            others=(),
        )

    def resisted(self, level: int, other: int | None = None) -> "Check":
        """Return the check after a Resist, which adds `level` to the Resistance of a target.

        `other` is the id of a further target; the default is the first target.
        """
        if other is None:
            return replace(self, against=min(self.against + level, MOST_TARGET))
        others = tuple(target.resists(level) if target.id == other else target for target in self.others)
        return replace(self, others=others)

    def against_each(self, rolled: StandardRoll) -> tuple[tuple[int, RollComparison], ...]:
        """Return the roll's result against every other target, by id, each in its own mode."""
        faced = ((other.id, self.facing(other)) for other in self.others)
        return tuple((id, check.achieved(replace(rolled, mode=check.settled.mode))) for id, check in faced)

    def around(self, held: Iterable[ContextItem]) -> "Check":
        """Return the check with the book's conditions and the effects that things nearby add to it.

        A thing with "target" in its data belongs to the target.
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

    def meets(self, held: Iterable[ContextItem]) -> "tuple[NearbyEffect, ...]":
        """Return all effects of the things nearby that are not conditions of the book, as `NearbyEffect`."""
        ranged = "ranged" if self.ranged else ""
        words = (str(self.kind), self.intent, self.stat_name, ranged)
        return tuple(
            NearbyEffect(thing, one, bears=named_by(one, *words))
            for thing in held
            if not _book_condition(thing)
            for one in thing.effects
        )


@dataclass(frozen=True, slots=True)
class NearbyEffect:
    """An effect of a thing near a check, and whether it names the check (`bears`)."""

    thing: ContextItem
    effect: Effect
    bears: bool

    @property
    def sentence(self) -> str:
        """A sentence with the thing's name, for an effect that is a block or a note."""
        plain = "not possible now" if self.effect.modifier is ModifierKind.BLOCKS else self.effect.on
        return f"{self.thing.name}: {(self.effect.note or plain).rstrip('.')}."


def counted(met: Iterable[NearbyEffect]) -> tuple[Modifier, ...]:
    """Return those of the effects that give Advantage or Disadvantage, as modifiers."""
    return tuple(
        Modifier(one.thing.name, one.effect.modifier, one.effect.amount, one.effect.note or _whose(one.thing))
        for one in met
        if one.effect.modifier in COUNTED
    )


def _whose(thing: ContextItem) -> str:
    return OF_TARGET if thing.data.get("target") else ""


def _book_condition(thing: ContextItem) -> str:
    """Return the key of the book's condition that this thing is; "" if it is none."""
    known = {name_key(entry.name): entry.key for entry in book.catalogue().entries("condition")}
    return known.get(name_key(thing.name), "") if thing.kind == "condition" else ""


EXPLODES = "doubles add up and are rolled again"
DICE_BY_MODE: Mapping[Mode, str] = {
    Mode.NORMAL: f"2d10, the Main die counts; {EXPLODES}",
    Mode.ADVANTAGE: f"2d10 with Advantage, the higher die counts; {EXPLODES}",
    Mode.DISADVANTAGE: f"2d10 with Disadvantage, the lower die counts; {EXPLODES}",
}
CANCELLED = f"2d10, Advantage and Disadvantage cancel out: the Main die counts; {EXPLODES}"


def assess(check: Check, around: Sequence[ContextItem] = ()) -> Assessment:
    """Return what helps, hinders and blocks a check, including things around it, and which dice to roll."""
    met, called = check.meets(around), check.around(around)
    settled = called.settled
    return Assessment(
        sources=(*settled.advantages, *settled.disadvantages),
        offered=counted(one for one in met if not one.bears),
        blocked=called.blocked + _said(met, ModifierKind.BLOCKS),
        warnings=(*_warnings(called), *_said(met, ModifierKind.NOTE)),
        dice=CANCELLED if settled.advantages and settled.disadvantages else DICE_BY_MODE[settled.mode],
        count=2,
        faces=standard_roll.FACES,
        data={
            "mode": str(settled.mode),
            "bonus": called.level + called.stat + called.bonus,
            "against": called.against_now,
            "daze": called.pool["daze"],
        },
    )


def _said(met: Iterable[NearbyEffect], modifier: ModifierKind) -> tuple[str, ...]:
    return tuple(one.sentence for one in met if one.bears and one.effect.modifier is modifier)


def _warnings(called: Check) -> Iterable[str]:
    if called.unaimed:
        yield (
            "A Race is running: choose the Barrier or Puzzle. Without one, the roll "
            "takes nothing off the Threat Clock."
        )
    if called.pool["daze"]:
        yield f"Daze takes {called.pool['daze']} off the SR."
    if called.against_now != called.against:
        yield f"Weaken lowers the Resistance from {called.against} to {called.against_now}."
    if called.pool["silence"] and called.action and not called.keywords:
        yield "Silence: no innate keywords on this action."


KINDS = ("condition", "status")


def modifiers_for(check: Check, around: object = (), target: object = ()) -> Assessment:
    """Return what helps, hinders and blocks a check, and which dice to roll, as `assess` does.

    `around` are conditions and tags of the roller, `target` those of the target; both may be names:
    `modifiers_for(check, ["Prone", "Curse"], target=["Exposed"])`.
    """
    return assess(with_modifiers(check, around, target))


def with_modifiers(check: Check, around: object = (), target: object = ()) -> Check:
    """Return the check with the conditions and tags that affect it, ready to roll."""
    own = held_by_name(around, book.catalogue(), KINDS)
    theirs = held_by_name(target, book.catalogue(), KINDS)
    aimed = (replace(their, data={**their.data, "target": True}) for their in theirs)
    return replace(
        check.around(value for value in (*own, *aimed) if value.kind != "status"),
        pool=_with_tags(check.pool, own),
        target_pool=_with_tags(check.target_pool, theirs),
    )


def _with_tags(pool: TagPool, held: Iterable[ContextItem]) -> TagPool:
    for value in held:
        if value.kind == "status":
            pool = pool.add(value.name, int(value.data.get("count", 1))).pool
    return pool
