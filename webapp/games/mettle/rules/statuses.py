"""Statuses: how each hinders a character, comes and goes, and changes POISE and Speed.

Their effects are data (catalogue.toml). Source: Scenes, "Status"; Characters, "Taking Damage".
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction

from webapp.games.api import CatalogueEntry, ContextItem, RuleError
from webapp.games.mettle.rules.book import catalogue
from webapp.games.mettle.rules.check_burdens import Burden, burden_of, effect_count
from webapp.games.mettle.rules.mettle_points import Mettle, halved
from webapp.rules.dice import number

HUNGER = ("hungry", "starving")
WORST = ("Dead", "Fallen", "Staggered", "Incapacitated")
"""The statuses that are listed first for a character, worst first."""
NO_AILMENT = frozenset({"unnoticed", "stable", "surprised", "delayed"})
"""Statuses that are not listed as harm: two are useful, and two only cost an Action."""


@dataclass(frozen=True, slots=True)
class Status:
    """One status of one character; `count` is its number of days, Actions left or points.

    `count` is at least 1; only Staggered (at exactly 0 Mettle) and statuses that count Edge may have 0.
    """

    key: str
    count: int = 1

    def __post_init__(self) -> None:
        entry = entry_of(self.key)
        object.__setattr__(self, "key", entry.key)
        least = 0 if entry.data.get("counts") in ("negative mettle", "edge") else 1
        number(self.count, f"The count of “{entry.name}”", field="count", low=least)

    @property
    def entry(self) -> CatalogueEntry:
        """The status's catalogue entry."""
        return entry_of(self.key)

    @property
    def held(self) -> ContextItem:
        """The status as a context item of a Check."""
        entry = self.entry
        return ContextItem(entry.name, entry.kind, entry.effects, data={**entry.data, "count": self.count})

    @property
    def effect_count(self) -> int:
        """How often its effects count: once, or `count` times up to a maximum."""
        return effect_count(self.held)


Statuses = tuple[Status, ...]


def entry_of(name: str) -> CatalogueEntry:
    """Return the row of a status or passing condition by key or name; raise RuleError for any other."""
    entry = catalogue().find_or_none(name) or catalogue().find(name, "status")
    if entry.kind not in ("status", "condition"):
        why = f"{entry.name} is not a status; its kind is {entry.kind}."
        raise RuleError(why, field="status", value=name)
    return entry


def burden(statuses: Iterable[Status], *words: str, sight: str = "partly", hearing: bool = False) -> Burden:
    """Return the combined effect of statuses on a Check named by `words` (`check_burdens.burden_of`)."""
    return burden_of((status.held for status in statuses), *words, sight=sight, hearing=hearing)


def has(statuses: Iterable[Status], key: str) -> bool:
    """Return whether a status with this key is among these."""
    return any(status.key == key for status in statuses)


def add(statuses: Statuses, status: Status) -> Statuses:
    """Return the statuses with another one, which replaces a status of the same kind.

    Raises RuleError for a second Rattled. Hungry and Starving replace each other (reading C4.4). A
    character may hold several beliefs.
    """
    if status.key == "rattled" and has(statuses, "rattled"):
        raise RuleError(
            "Already Rattled: no other Rattle works until this one ends.", field="status", value="rattled"
        )
    if status.entry.data.get("several"):
        return (*statuses, status)
    return (*remove(statuses, *(HUNGER if status.key in HUNGER else (status.key,))), status)


def remove(statuses: Statuses, *keys: str) -> Statuses:
    """Return the statuses except those with these keys."""
    return tuple(status for status in statuses if status.key not in keys)


def poise(statuses: Iterable[Status], poise: int) -> int:
    """Return passive POISE: 0 for the Fallen, Incapacitated and Dead, half while Aiming (reading C4.18)."""
    listed = tuple(statuses)
    left = halved(poise) if has(listed, "aiming") else poise
    return min([left, *(int(one.entry.data.get("poise", left)) for one in listed)])


def speed(statuses: Iterable[Status], speed: Fraction | int) -> Fraction:
    """Return Speed less the loss from statuses, at least 1; a Speed already below 1 does not change."""
    lost = sum(status.entry.data.get("speed", 0) for status in statuses)
    return Fraction(speed) if speed < 1 or not lost else max(Fraction(1), Fraction(speed) + lost)


def no_rally(statuses: Iterable[Status], mettle: Mettle, waits: str = "") -> str | None:
    """Return the statuses that prevent a Rally ("Rattled and Burning"); "" if none does.

    None if a Rally is not possible at all: below 1 Mettle, or if `waits` says why the character may not act.
    """
    return _prevented(statuses, "rally") if mettle.may_rally and not waits else None


def no_surge(statuses: Iterable[Status], mettle: Mettle) -> str | None:
    """Return the statuses that prevent a Surge ("Rattled"); "" if none does, None below 2 Mettle."""
    return _prevented(statuses, "surge") if mettle.may_surge else None


def _prevented(statuses: Iterable[Status], what: str) -> str:
    """Return the names of the statuses that prevent this; "" if none does."""
    blocked = (value.partition(":")[0] for value in burden(statuses, what).blocked)
    return " and ".join(dict.fromkeys(blocked))


def helpless(statuses: Iterable[Status]) -> bool:
    """Return whether a status sets POISE to 0: the character is Fallen, Incapacitated or dead."""
    return any(status.entry.data.get("poise") == 0 for status in statuses)


def may_act(statuses: Iterable[Status]) -> bool:
    """Return whether an Action is possible: not for the Dead, Fallen, Incapacitated, Surprised or Delayed."""
    return not why_no_action(statuses)


def why_no_action(statuses: Iterable[Status]) -> str:
    """Return which statuses allow no Action now ("Incapacitated: no Action."); "" if one is possible."""
    blocked = burden(statuses, "act", sight="none").blocked
    return " ".join(blocked)


def starved(statuses: Iterable[Status]) -> int:
    """Return the days of Starving, each of which lowers maximum Mettle by 1; 0 without it."""
    return sum(status.count for status in statuses if status.key == "starving")


def is_burning(condition: str) -> bool:
    """Return whether a condition of this name is the book's Burning."""
    entry = catalogue().find_or_none(condition)
    return entry is not None and entry.key == "burning"


def ailments(conditions: Collection[str], statuses: Iterable[Status]) -> tuple[str, ...]:
    """Return the names of a character's harmful statuses, those in `WORST` first.

    Cover and the statuses in `NO_AILMENT` are left out.
    """
    marks = [name for name in WORST if name in conditions]
    ails = (status.entry for status in statuses if status.key not in NO_AILMENT)
    rest = (entry.name for entry in ails if entry.kind in ("status", "condition"))
    return tuple(dict.fromkeys((*marks, *rest)))
