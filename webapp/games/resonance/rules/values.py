"""HP, SP and EP: current values, losses and gains, and the conditions that depend on them.

Source: Layer 2, "Your Character's Clocks"; Layer 3, 1.1; Layer 5, 1.4.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from webapp.games.api import RuleError
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.numbers import MOST_COUNT, Count, Left, Parts
from webapp.games.resonance.rules.stats import Stats
from webapp.rules.codec import AnyCase, ensure_limits, member
from webapp.rules.errors import ensure_within

FULL = 10
WOUND = 5
MOST = 100


class Value(AnyCase):
    """One of a character's three Values: health, stamina, energy."""

    HP = "hp"
    SP = "sp"
    EP = "ep"


@dataclass(frozen=True, slots=True)
class Values:
    """What a character has left of each Value, and the maximum of each (10 unless changed).

    SP may exceed the maximum: the SP gained from Brawn at the start of a Situation are added on top.
    """

    hp: Left = FULL
    sp: Left = FULL
    ep: Left = FULL
    most_hp: Parts = FULL
    most_sp: Parts = FULL
    most_ep: Parts = FULL
    injured: bool = False
    dead: bool = False
    asleep: bool = False

    def __post_init__(self) -> None:
        ensure_limits(self)

    @classmethod
    def minion(cls) -> "Values":
        """Return a minion's Values: 1 HP, so any effect defeats it. Source: Layer 5, 4.3.3."""
        return cls(hp=1, most_hp=1)

    def __getitem__(self, value: Value) -> int:
        return int(getattr(self, value))

    def most(self, value: Value) -> int:
        """Return the current maximum: 5 lower while Injured, never below 1. Reading B4.18."""
        usual = int(getattr(self, f"most_{value}"))
        return max(1, usual - WOUND) if self.injured else usual

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions that the values cause: unconscious, exhausted, silenced, injured, in that order."""
        empty = tuple(
            entry.key
            for name in Value
            for entry in book.catalogue().entries("condition")
            if entry.data.get("derived_from") == name
            and (self[name] == 0 or (name is Value.HP and self.asleep))
        )
        return (*empty, "injured") if self.injured else empty

    @property
    def may_act(self) -> bool:
        """Whether the character can act: awake, alive and with HP left."""
        return self.hp > 0 and not self.asleep and not self.dead

    def lose(self, value: Value, amount: Count) -> "ValueChange":
        """Return the change made by a loss; a Value stops at 0, and a loss of HP at 0 HP kills.

        A sleeper's loss of HP may be fatal, if the Curator says so (`ValueChange.may_be_fatal`).
        Reading B4.17.
        """
        ensure_within("amount", amount, 0, MOST_COUNT)
        value = member(Value, value, "value")
        left = max(0, self[value] - amount)
        fatal = value is Value.HP and amount > 0 and self.hp == 0
        return ValueChange.between(self, replace(self._with(value, left), dead=self.dead or fatal), value)

    def gain(self, value: Value, amount: Count, *, beyond: bool = False) -> "ValueChange":
        """Return the change made by a gain, up to the maximum, or above it if `beyond` (temporary SP)."""
        ensure_within("amount", amount, 0, MOST_COUNT)
        value = member(Value, value, "value")
        ceiling = MOST if beyond else max(self.most(value), self[value])
        return ValueChange.between(self, self._with(value, min(self[value] + amount, ceiling)), value)

    def pay(self, value: Value, cost: Left) -> "ValueChange":
        """Return the change made by paying a cost in SP or EP; raise RuleError if too little is left."""
        ensure_within("cost", cost, 0, MOST)
        value = member(Value, value, "value")
        if cost > self[value]:
            left = f"only {self[value]}" if self[value] else "none"
            why = f"That costs {cost} {value.upper()}, with {left} left."
            raise RuleError(why, field="cost", value=cost)
        return self.lose(value, cost)

    def injure(self) -> "Values":
        """Injure the character: every maximum falls by 5 (never below 1), and anything above is lost.

        Reading B4.18: being injured again changes nothing more.
        """
        hurt = replace(self, injured=True)
        for name in Value:
            hurt = hurt._with(name, min(self[name], hurt.most(name)))
        return hurt

    def sleep(self) -> "Values":
        """Return the values of a sleeper, who is unconscious without a loss."""
        return replace(self, asleep=True)

    def wake(self) -> "Values":
        """Return the values after waking up; at 0 HP the character stays unconscious."""
        return replace(self, asleep=False)

    def suffers(self, condition: str) -> "Values":
        """Return the values after a condition is given: Injured lowers maxima, Unconscious is sleep."""
        if condition == "unconscious":
            return self.sleep() if self.may_act else self
        return self.injure() if condition == "injured" else self

    def recovers(self, condition: str) -> "Values":
        """Return the values after a condition ends: a wound heals, a sleeper wakes."""
        if condition == "unconscious":
            return self.wake()
        return replace(self, injured=False) if condition == "injured" else self

    def restore(self, value: Value) -> "ValueChange":
        """Return the change made by restoring a Value in full after a Critical; full HP revives the dead.

        Source: Layer 1, 1.4.
        """
        value = member(Value, value, "value")
        alive = replace(self, dead=False) if value is Value.HP else self
        return ValueChange.between(self, alive._with(value, max(alive.most(value), alive[value])), value)

    def _with(self, value: Value, left: int) -> "Values":
        numbers = {str(value): left}
        return replace(self, **numbers)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class ValueChange:
    """The values after a change: which Value changed, by how much (signed), conditions gained and ended.

    `died` means that the change killed the character, `may_be_fatal` that a sleeper lost HP and the
    Curator decides whether it kills.
    """

    values: Values
    value: Value
    by: int
    gained: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    died: bool = False
    may_be_fatal: bool = False

    @classmethod
    def between(cls, before: Values, after: Values, value: Value) -> "ValueChange":
        """Return the change from one state to another of the same character."""
        old, new = before.conditions, after.conditions
        return cls(
            values=after,
            value=value,
            by=after[value] - before[value],
            gained=tuple(key for key in new if key not in old),
            ended=tuple(key for key in old if key not in new),
            died=after.dead and not before.dead,
            may_be_fatal=_struck_asleep(before, after, value),
        )


def _struck_asleep(before: Values, after: Values, value: Value) -> bool:
    """Return whether a sleeping character lost HP and is still alive.

    Source: Layer 3, 1.1: "The next HP loss is fatal".
    """
    lost = value is Value.HP and after.hp < before.hp
    return lost and before.asleep and not after.dead


def share_words() -> tuple[str, ...]:
    """Return the words for what is left of a Value, from nothing to all of it."""
    return tuple(str(row["word"]) for row in book.rows("share"))


def share_word(left: Left, most: Parts) -> str:
    """Return what is left of a Value in a word: "some", "full"."""
    share = 100 * left // most
    return next((str(row["word"]) for row in book.rows("share") if share <= row["up_to"]), share_words()[-1])


def shortage(left: Left, most: Parts) -> str:
    """Return how short a Value is: "spent", "low" (a quarter or less), or "" if it is neither."""
    rows = book.rows("shortage")
    return next((str(row["key"]) for row in rows if 100 * left <= row["up_to"] * most), "")


def start_situation(values: Values, stats: Stats) -> Values:
    """Return the values at the start of a Situation: SP rise by Brawn, even above the maximum.

    Source: Layer 5, 1.4.5.
    """
    return values.gain(Value.SP, stats.brawn, beyond=True).values


def recharge(values: Values, stats: Stats, value: Value) -> Values:
    """Return the values after a Recharge: SP rise by Brawn or EP by Wit; the cost of 1 SP is paid separately.

    Raises RuleError for HP.
    """
    value = member(Value, value, "value")
    if value is Value.HP:
        raise RuleError("Recharge restores SP or EP, not HP.", field="value", value=value)
    return values.gain(value, recharges(stats)[value]).values


def recharges(stats: Stats) -> dict[Value, int]:
    """Return how many points a Recharge restores, by Value: Brawn for SP, Wit for EP; no HP."""
    return {Value.SP: stats.brawn, Value.EP: stats.wit}


def rest(values: Values, stats: Stats) -> Values:
    """Return the values after a rest, which restores 1 HP, and EP equal to Force, up to the maximum.

    The rest also takes 1 off the Scene Clock (`Scene.step`). Source: Layer 5, 1.4.4 and 1.4.6.
    """
    return values.gain(Value.HP, 1).values.gain(Value.EP, stats.force).values


def downtime(values: Values) -> Values:
    """Return the values after downtime: wounds heal, HP, SP and EP are full. Source: Layer 5, 1.4.

    The dead stay dead: bringing them back is the Curator's special activity.
    """
    if values.dead:
        return values
    well = replace(values, injured=False, asleep=False)
    return replace(well, hp=well.most(Value.HP), sp=well.most(Value.SP), ep=well.most(Value.EP))


def ensure_recovered(tags: Sequence[str], stats: Stats, name: str) -> None:
    """Raise RuleError for more tags than Recover removes with this stat."""
    most = recover_count(stats, name)
    if len(tags) > most:
        raise RuleError(
            f"Recover with {name.capitalize()} removes at most {most} tag{'s' if most > 1 else ''}.",
            field="tags",
        )


RECOVERS_BY = ("brawn", "wit", "influence")


def best_recovery(stats: Stats) -> str:
    """Return the stat with which Recover removes the most tags."""
    return max(RECOVERS_BY, key=lambda name: recover_count(stats, name))


def recover_count(stats: Stats, name: str) -> int:
    """Return how many tags Recover removes with this stat: Brawn, Wit or Influence.

    Raises RuleError for any other stat.
    """
    if name.casefold() not in RECOVERS_BY:
        raise RuleError("Recover uses Brawn, Wit or Influence.", field="stat", value=name)
    return stats[name]
