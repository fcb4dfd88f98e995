"""The nine stats, the values derived from them, and the levels that raise them.

Source: Layer 5, "Characters" and "Character Progression".
"""

from dataclasses import asdict, dataclass, replace

from webapp.games.api import RuleError
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.numbers import MOST_ACTIONS, MOST_LEVEL, MOST_STAT, Level, Stat
from webapp.rules.codec import ensure_limits
from webapp.rules.errors import quoted


@dataclass(frozen=True, slots=True)
class Stats:
    """A stat grid: Body, Mind and Essence, three stats each, every one from 1 to 5."""

    movement: Stat = 1
    alacrity: Stat = 1
    brawn: Stat = 1
    wit: Stat = 1
    expertise: Stat = 1
    technique: Stat = 1
    power: Stat = 1
    influence: Stat = 1
    force: Stat = 1

    def __post_init__(self) -> None:
        ensure_limits(self)

    @classmethod
    def all(cls, value: int) -> "Stats":
        """Return stats that are all the same: 1 for a seed (level 0), 2 just after the awakening."""
        return cls(*[value] * len(names()))

    def __getitem__(self, name: str) -> int:
        return int(getattr(self, known(name)))

    def raise_stat(self, name: str) -> "Stats":
        """Return the stats with one point put into one of them; raise RuleError above 5."""
        if self[name] >= MOST_STAT:
            why = f"{name.capitalize()} is {MOST_STAT} already, the highest number. Raise another stat."
            raise RuleError(why, field="stat", value=name)
        return replace(self, **{known(name): self[name] + 1})

    def chosen(self, number: int) -> int:
        """Return the number if one of the stats has this value; raise RuleError otherwise."""
        if number not in asdict(self).values():
            raise RuleError(f"No stat has the value {number}.", field="stat", value=number)
        return number

    @property
    def resistance(self) -> int:
        """The sum of the three highest stats. Source: Layer 5, 1.4.7."""
        return sum(sorted(asdict(self).values())[-3:])

    @property
    def actions(self) -> int:
        """Actions each round: Alacrity, never more than 6. Source: Layer 2, 4.1 and 4.2."""
        return min(self.alacrity, MOST_ACTIONS)


def names() -> tuple[str, ...]:
    """Return the keys of the nine stats in the book's order."""
    return tuple(row["key"] for row in book.rows("stat"))


def known(name: str) -> str:
    """Return the key of a stat, ignoring case; raise RuleError if there is none of that name."""
    key = str(name).strip().casefold()
    if key not in names():
        raise RuleError(
            f"There is no stat {quoted(name)}; the nine are {', '.join(names())}.", field="stat", value=name
        )
    return key


@dataclass(frozen=True, slots=True)
class LevelUpResult:
    """A character one level up: the number of keywords learned by then, and the stats with one raised."""

    level: int
    keywords: int
    stats: Stats


def levelled(level: Level, stats: Stats, stat: str) -> LevelUpResult:
    """Return a character after the next level: two more keywords, and one stat raised by 1.

    Raises RuleError above level 9, above 5 in a stat, and for the awakening, which gives more than
    one point. Source: Layer 5, 2.3; the example of Layer 3.
    """
    if level >= MOST_LEVEL:
        raise RuleError(f"Level {MOST_LEVEL} is the highest level.", field="level", value=level)
    before, now = book.rows("level")[level : level + 2]
    if now["points"] - before["points"] > 1:
        raise RuleError(
            "The awakening (level 0 to 1) gives more than one stat point. Set level and stats on the sheet.",
            field="level",
        )
    return LevelUpResult(level + 1, int(now["keywords"]), stats.raise_stat(stat))
