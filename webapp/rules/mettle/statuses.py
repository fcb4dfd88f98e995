"""Statuses: what holds a character back, for how long, and what ends it.

What each one does is data (catalogue.toml); here it is added up, counted down and ended.
Source: Scenes, "Status"; Characters, "Taking Damage".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from webapp.rules.catalogue import Entry
from webapp.rules.effects import Effect, Modifier, named_by
from webapp.rules.errors import RuleError
from webapp.rules.mettle.book import catalogue
from webapp.rules.mettle.check import Discard
from webapp.rules.mettle.meter import Mettle
from webapp.rules.mettle.needs import number, one_of
from webapp.rules.ruleset import Held, Source

MOST_SPLATTER = 4


@dataclass(frozen=True, slots=True)
class Status:
    """One status on one character; `count` is what it counts (days, Actions left, points ...).

    At least 1, but for Staggered: at exactly 0 Mettle there is no negative Mettle to count.
    """

    key: str
    count: int = 1

    def __post_init__(self) -> None:
        entry = entry_of(self.key)
        object.__setattr__(self, "key", entry.key)
        least = 0 if entry.data.get("counts") == "negative mettle" else 1
        number(self.count, f"What {self.key} counts", field="count", low=least)

    @property
    def entry(self) -> Entry:
        """The row of the catalogue that says what it does."""
        return entry_of(self.key)

    @property
    def times(self) -> int:
        """How often its effects hold: once, or for each thing counted."""
        if not self.entry.data.get("counts"):
            return 1
        return min(self.count, MOST_SPLATTER) if self.key == "splattered" else self.count


Statuses = tuple[Status, ...]


@dataclass(frozen=True, slots=True)
class Burden:
    """What all statuses together do to one Check.

    `difficulty` is added, no Check is easier than `minimum`, `dice` (0 or below) come off the pool, `discard`
    is taken away after the roll, `blocked` says why it cannot be tried at all, `sources` names each part.
    """

    difficulty: int = 0
    minimum: int = 0
    dice: int = 0
    discard: Discard | None = None
    blocked: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()

    def with_also(self, other: Burden) -> Burden:
        """Both burdens at once."""
        return Burden(
            self.difficulty + other.difficulty,
            max(self.minimum, other.minimum),
            self.dice + other.dice,
            joined((self.discard, other.discard)),
            self.blocked + other.blocked,
            self.sources + other.sources,
        )


def entry_of(name: str) -> Entry:
    """The row of a status or passing condition by key or name; RuleError for another."""
    entry = catalogue().find(name)
    if entry.kind not in ("status", "condition"):
        raise RuleError(f"{entry.name} is a {entry.kind}, not a status.", field="status", value=name)
    return entry


def burden(statuses: Iterable[Status], *words: str, sight: str = "partly", hearing: bool = False) -> Burden:
    """Add up what statuses do to a Check named by `words` ("attack", "POISE", "rally" ...).

    `sight` is "needed", "partly" or "none", `hearing` whether the task needs ears: Blinded blocks the first,
    adds 4 to the second and leaves the third alone.
    """
    said = _said(words, sight, hearing)
    touching = [status for status in statuses if sight != "none" or status.entry.data.get("sense") != "sight"]
    named = [(status, effect) for status in touching for effect in status.entry.effects]
    named = [(status, effect) for status, effect in named if named_by(effect, *said)]
    return _added(
        tuple(
            _source(status, effect) for status, effect in named if effect.modifier in NUMBERS and status.times
        ),
        tuple(
            f"{status.entry.name}: {effect.note}"
            for status, effect in named
            if _blocks(status, effect, words)
        ),
        joined(status.entry.data.get("discard") for status in touching),
        max((status.entry.data.get("minimum", 0) * status.times for status in touching), default=0),
    )


def held(around: Iterable[Held], *words: str, sight: str = "partly", hearing: bool = False) -> Burden:
    """The same for tags and conditions as the table holds them, by their effects and their entry's data.

    `data["count"]` is how many they count; an effect "note" that says "discard lowest" or "discard highest"
    takes those dice, for conditions of the table's own.
    """
    said = _said(words, sight, hearing)
    touching = [thing for thing in around if sight != "none" or thing.data.get("sense") != "sight"]
    named = [(thing, effect) for thing in touching for effect in thing.effects if named_by(effect, *said)]
    return _added(
        tuple(
            Source(thing.name, effect.modifier, effect.amount * _times(thing), effect.note)
            for thing, effect in named
            if effect.modifier in NUMBERS
        ),
        tuple(
            f"{thing.name}: {effect.note}" for thing, effect in named if effect.modifier is Modifier.BLOCKS
        ),
        joined(DISCARDS.get(effect.note) for _, effect in named if effect.modifier is Modifier.NOTE),
        max((thing.data.get("minimum", 0) * _times(thing) for thing in touching), default=0),
    )


def _times(thing: Held) -> int:
    return int(thing.data.get("count", 1)) if thing.data.get("counts") else 1


def _added(
    sources: tuple[Source, ...], blocked: tuple[str, ...], discard: Discard | None, minimum: int
) -> Burden:
    return Burden(
        difficulty=sum(source.amount for source in sources if source.modifier is Modifier.DIFFICULTY),
        minimum=minimum,
        dice=sum(source.amount for source in sources if source.modifier is Modifier.DICE),
        discard=discard,
        blocked=blocked,
        sources=sources,
    )


def _said(words: tuple[str, ...], sight: str, hearing: bool) -> tuple[str, ...]:
    one_of(sight, ("needed", "partly", "none"), "need of sight", field="sight")
    return (*words, *(("sight",) if sight == "needed" else ()), *(("hearing",) if hearing else ()))


DISCARDS = {"discard lowest": "lowest", "discard highest": "highest"}
NUMBERS = frozenset({Modifier.DIFFICULTY, Modifier.DICE})


def joined(discards: Iterable[str | None]) -> Discard | None:
    """Put discards together: lowest and highest at once take both ends."""
    found = {Discard(discard) for discard in discards if discard}
    return Discard.BOTH if len(found) > 1 else next(iter(found), None)


def has(statuses: Iterable[Status], key: str) -> bool:
    """Whether one of these statuses is there."""
    return any(status.key == key for status in statuses)


def add(statuses: Statuses, status: Status) -> Statuses:
    """Take on a status; one that is there already is replaced, but nobody is Rattled twice at once."""
    if status.key == "rattled" and has(statuses, "rattled"):
        raise RuleError("Already Rattled; not again until it wears off.", field="status", value=status.key)
    return (*remove(statuses, status.key), status)


def remove(statuses: Statuses, *keys: str) -> Statuses:
    """Statuses end: treated, washed off, put out, slept off."""
    return tuple(status for status in statuses if status.key not in keys)


def poise(statuses: Iterable[Status], poise: int) -> int:
    """Passive POISE: 0 for the Fallen and Incapacitated, half (rounded up) while Aiming (reading C4.18)."""
    if any("poise" in status.entry.data for status in statuses):
        return 0
    return -(-poise // 2) if has(statuses, "aiming") else poise


def speed(statuses: Iterable[Status], speed: Fraction | int) -> Fraction:
    """Speed under a load: never below 1, and a Speed that was lower stays as it is."""
    lost = sum(status.entry.data.get("speed", 0) for status in statuses)
    return Fraction(speed) if speed < 1 or not lost else max(Fraction(1), Fraction(speed) + lost)


def may_rally(statuses: Iterable[Status], mettle: Mettle) -> bool:
    """Whether a Rally is open: 1 Mettle or more, and not Rattled, Burning, Staggered or Fallen."""
    return mettle.may_rally and not burden(statuses, "rally").blocked


def may_surge(statuses: Iterable[Status], mettle: Mettle) -> bool:
    """Whether a Surge is open: 2 Mettle or more, and not Rattled, Staggered or Fallen."""
    return mettle.may_surge and not burden(statuses, "surge").blocked


def may_act(statuses: Iterable[Status]) -> bool:
    """Whether an Action is theirs at all: not the Fallen, Incapacitated, Surprised or Delayed."""
    return not burden(statuses, "act", sight="none").blocked


def _blocks(status: Status, effect: Effect, words: tuple[str, ...]) -> bool:
    """The Fallen and the Staggered may still try to Heal themselves."""
    return effect.modifier is Modifier.BLOCKS and not (status.key == "fallen" and "heal" in words)


def _source(status: Status, effect: Effect) -> Source:
    return Source(status.entry.name, effect.modifier, effect.amount * status.times, effect.note)
