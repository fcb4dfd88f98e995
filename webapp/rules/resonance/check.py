"""A check as the table calls it: who rolls for what, against which number, and all that touches it.

It gathers what the other files know: conditions, tags, range, and whatever else stands at the table.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from webapp.rules.check import Held, Source
from webapp.rules.effects import Effect, Modifier, named_by
from webapp.rules.fields import Fields
from webapp.rules.resonance import book, conditions
from webapp.rules.resonance.achieved import Achieved, achieve, resistance_now
from webapp.rules.resonance.conditions import OF_TARGET, Attempt, Band, Kind
from webapp.rules.resonance.numbers import (
    MOST_BONUS,
    MOST_LEVEL,
    MOST_STAT,
    MOST_TARGET,
    Bonus,
    Level,
    Stat,
    Target,
)
from webapp.rules.resonance.pool import TagPool
from webapp.rules.resonance.standard import Settled, StandardRoll, settle
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
    against: int
    conditions: tuple[str, ...] = ()
    pool: TagPool = TagPool()  # noqa: RUF009 - it never changes

    def as_dict(self) -> dict[str, object]:
        """The same as JSON has it."""
        conditions, pool = list(self.conditions), dict(self.pool)
        return {"id": self.id, "against": self.against, "conditions": conditions, "pool": pool}

    @classmethod
    def parse(cls, raw: Mapping[str, Any], place: int) -> "Other":
        """Read one of a check's `others`: `id`, `against`, perhaps `conditions` and `pool`."""
        with Fields(raw, within=f"others[{place}]") as fields:
            names = fields.items("conditions", ())
            return cls(
                id=fields.integer("id", 1, 2**31),
                against=fields.integer("against", 0, MOST_TARGET),
                conditions=tuple(book.catalogue().find(str(each), "condition").key for each in names),
                pool=TagPool(fields.value("pool", {})),
            )


@dataclass(frozen=True, slots=True)
class Check:
    """A roll that is called for: its numbers, its facts, and the named things that touch it.

    `against` is the TN or the target's Resistance, `stat` the number the player's chosen stat gives, `value`
    what an effect takes from. Conditions and tags are those of whoever rolls and of the target; `others` are
    aimed at by the same effect; `veiled` says that its number is not told.
    """

    against: Target
    level: Level = 0
    stat: Stat = 1
    attempt: Attempt = Attempt(Kind.EFFORT)  # noqa: RUF009 - it never changes
    bonus: Bonus = 0
    sources: tuple[Source, ...] = ()
    conditions: tuple[str, ...] = ()
    target_conditions: tuple[str, ...] = ()
    pool: TagPool = TagPool()  # noqa: RUF009
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

    @property
    def all_sources(self) -> tuple[Source, ...]:
        """Everything that gives Advantage or Disadvantage: what was named, conditions, range, tags."""
        attacked = self.attempt.kind is Kind.ATTACK and "mark" in self.target_pool
        marked = (Source("Mark", Modifier.ADVANTAGE, note=TAG_OF_TARGET),) if attacked else ()
        return (
            *self.sources,
            *conditions.sources(self.attempt, self.conditions, self.target_conditions),
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
        own = conditions.blocked(self.attempt, self.conditions, self.target_conditions)
        theirs = (text for other in self.others for text in self.facing(other).blocked)
        return tuple(dict.fromkeys((*own, *self._silenced, *theirs)))

    @property
    def _silenced(self) -> tuple[str, ...]:
        """An action with innate keywords while a Silence lies in the pool; reactions go on."""
        bitten = "silence" in self.pool and self.attempt.action and self.attempt.keywords
        return ("Silence: no innate keywords on this action.",) if bitten else ()

    @property
    def keeps_number(self) -> bool:
        """Whether how well it went gives away a number that is not told."""
        return self.veiled or self.attempt.kind in (Kind.HIDE, Kind.SEARCH)

    @property
    def against_now(self) -> int:
        """The number to beat: a Resistance is lower for every Weaken tag of the target."""
        if self.attempt.kind not in AGAINST_RESISTANCE:
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
        ranged = "ranged" if self.attempt.ranged else ""
        words = (str(self.attempt.kind), self.intent, self.stat_name, ranged)
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


FACTS = ("action", "targeted", "unaware", "aimed", "called_shot", "surprised", "keywords", "commanded")
PLAIN = ("level", "stat", "against", "bonus", "stat_name", "intent", "veiled")


def check_from(fields: Fields) -> Check:
    """Read a check from fields; the caller refuses what is left over.

    `level`, `stat`, `against`; if given `kind` (effort, attack, effect, hide, search, reaction), `bonus`,
    `value`, `sources`, `conditions`, `target_conditions`, `pool`, `target_pool`, `intent`, `stat_name`,
    `ranged` with `band`, and the facts action, targeted, unaware, aimed, called_shot, surprised,
    keywords, commanded, veiled; `others` are {id, against, conditions, pool} each.
    """
    return Check(
        attempt=_attempt(fields),
        level=fields.integer("level", 0, MOST_LEVEL),
        stat=fields.integer("stat", 1, MOST_STAT),
        against=fields.integer("against", 0, MOST_TARGET),
        bonus=fields.integer("bonus", -MOST_BONUS, MOST_BONUS, 0),
        sources=tuple(
            Source.parse(raw, place, COUNTED) for place, raw in enumerate(fields.items("sources", ()))
        ),
        conditions=tuple(fields.items("conditions", ())),
        target_conditions=tuple(fields.items("target_conditions", ())),
        pool=TagPool(fields.value("pool", {})),
        target_pool=TagPool(fields.value("target_pool", {})),
        value=Value(fields.choice("value", Value, Value.HP)),
        intent=fields.text("intent", ""),
        stat_name=fields.text("stat_name", ""),
        others=tuple(
            Other.parse(raw, place) for place, raw in enumerate(fields.items("others", (), most=20))
        ),
        veiled=fields.flag("veiled", False),
    )


def whole_check(raw: Mapping[str, Any]) -> Check:
    """Read a check and nothing else; any other field is refused."""
    with Fields(raw) as fields:
        return check_from(fields)


def written(check: Check) -> dict[str, Any]:
    """A check as JSON has it, for `whole_check` to read."""
    attempt = check.attempt
    sides = ("conditions", "target_conditions")
    return {
        **{name: getattr(check, name) for name in PLAIN},
        **{name: getattr(attempt, name) for name in (*FACTS, "ranged")},
        **{name: list(getattr(check, name)) for name in sides},
        **{name: dict(getattr(check, name)) for name in ("pool", "target_pool")},
        "kind": str(attempt.kind),
        "band": str(attempt.band),
        "value": str(check.value),
        "sources": [each.as_dict() for each in check.sources],
        "others": [each.as_dict() for each in check.others],
    }


def _attempt(fields: Fields) -> Attempt:
    kind = Kind(fields.choice("kind", Kind, Kind.EFFORT))
    facts = {name: fields.flag(name, name == "action") for name in FACTS}
    band = Band(fields.choice("band", Band, Band.TOUCH))
    return Attempt(kind=kind, ranged=fields.flag("ranged", False), band=band, **facts)
