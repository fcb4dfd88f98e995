"""The nine stats, what follows from them, and the levels that raise them.

Source: Layer 5, "Characters" and "Character Progression".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace

from webapp.rules.errors import RuleError
from webapp.rules.resonance import book, numbers
from webapp.rules.resonance.numbers import number, stat

MOST_ACTIONS = 6


@dataclass(frozen=True, slots=True)
class Stats:
    """A stat grid: Body, Mind and Essence, three stats each, every one from 1 to 5."""

    movement: int = 1
    alacrity: int = 1
    brawn: int = 1
    wit: int = 1
    expertise: int = 1
    technique: int = 1
    power: int = 1
    influence: int = 1
    force: int = 1

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            stat(value, name)

    @classmethod
    def of(cls, stats: Mapping[str, int]) -> Stats:
        """Stats from a mapping, in any case; whatever is absent is 1. RuleError for an unknown name."""
        return cls(**{known(name): value for name, value in stats.items()})

    @classmethod
    def all(cls, value: int) -> Stats:
        """Every stat the same: 1 for a seed (level 0), 2 just after the awakening."""
        return cls(*[value] * len(names()))

    def __getitem__(self, name: str) -> int:
        return int(getattr(self, known(name)))

    def raised(self, name: str) -> Stats:
        """One stat point put into a stat; RuleError above 5."""
        return replace(self, **{known(name): self[name] + 1})

    @property
    def resistance(self) -> int:
        """The sum of the three highest stats. Source: Layer 5, 1.4.7."""
        return sum(sorted(asdict(self).values())[-3:])

    @property
    def actions(self) -> int:
        """Actions each round: Alacrity, never more than 6. Source: Layer 2, 4.1 and 4.2."""
        return min(self.alacrity, MOST_ACTIONS)


def names() -> tuple[str, ...]:
    """The nine stats in the book's order."""
    return tuple(row["key"] for row in book.rows("stat"))


def known(name: str) -> str:
    """The key of a stat said in any case; RuleError if there is none of that name."""
    key = str(name).strip().casefold()
    if key not in names():
        raise RuleError(
            f"There is no stat {name!r}; the nine are {', '.join(names())}.", field="stat", value=name
        )
    return key


def level_for(keywords: int) -> int:
    """The level that this many learned keywords give: 1, then 4, then two more each, up to level 9.

    Two keywords make a level, and each level from 2 brings one stat point. Source: Layer 5, 2.3.
    """
    learned = number("keywords", keywords, 1, 100, "The number of learned keywords")
    return max(int(row["level"]) for row in book.rows("level") if learned >= row["keywords"])


def points_at(level: int) -> int:
    """All stat points that a character has at a level: 9, 21, 22 ... 29."""
    return int(book.rows("level")[numbers.level(level)]["points"])


def keyword_cost(keywords: int, power: int, charges: int = 0) -> int:
    """EP that an action's keywords cost: 1 each, less Power, never below 0; then less Charge tags.

    Source: Layer 2, 4.3, in that order.
    """
    base = number("keywords", keywords, 0, 100, "The number of keywords")
    after_power = max(0, base - stat(power, "power"))
    return max(0, after_power - number("charges", charges, 0, 5, "The number of Charge tags"))
