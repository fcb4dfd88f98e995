"""What the 13 conditions do: which rolls they help, hinder or forbid, and how far one can move.

Every effect of the catalogue is one of `PHRASES`, so that nothing in the data is without a meaning here.
Source: Layer 3, 1.1 and 2.6.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from webapp.rules.catalogue import CatalogueEntry
from webapp.rules.check import Source
from webapp.rules.effects import Modifier
from webapp.rules.resonance import book
from webapp.rules.resonance.numbers import Stat


class Band(StrEnum):
    """The five bands, from an arm's length to 300 metres."""

    TOUCH = "touch"
    CLOSE = "close"
    NEAR = "near"
    FAR = "far"
    DISTANT = "distant"

    @property
    def label(self) -> str:
        """Its name in the book."""
        return str(_row(self)["name"])

    @property
    def up_to(self) -> int:
        """Its upper edge in metres, which still belongs to it."""
        return int(_row(self)["up_to"])


def _row(band: Band) -> Mapping[str, Any]:
    return next(row for row in book.rows("band") if row["key"] == band)


OF_TARGET = "of the target"
"""The note of a source that comes from whom a roll is aimed at."""


class Kind(StrEnum):
    """What a roll is for."""

    ATTACK = "attack"
    EFFECT = "effect"
    EFFORT = "effort"
    HIDE = "hide"
    SEARCH = "search"
    REACTION = "reaction"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What someone is about to roll for, and the facts about it that conditions ask for.

    `action` false is a roll that is no action of one's own (a Curator's call); `targeted` says that it is
    aimed at someone; `surprised` that the roller was surprised this first round; `aimed` that the Advantage
    action came before.
    """

    kind: Kind = Kind.EFFECT
    action: bool = True
    targeted: bool = False
    unaware: bool = False
    ranged: bool = False
    band: Band = Band.TOUCH
    aimed: bool = False
    called_shot: bool = False
    surprised: bool = False
    keywords: bool = False
    commanded: bool = False


OWN: Mapping[str, Callable[[Attempt], bool]] = {
    "your rolls": lambda attempt: True,
    "your actions": lambda attempt: attempt.action,
    "concealment": lambda attempt: attempt.kind is Kind.HIDE,
    "hide": lambda attempt: attempt.kind is Kind.HIDE,
    "ranged": lambda attempt: attempt.ranged,
    "an unaware target": lambda attempt: attempt.targeted and attempt.unaware,
    "innate keywords": lambda attempt: attempt.keywords,
}
AGAINST: Mapping[str, Callable[[Attempt], bool]] = {
    "attacks against you": lambda attempt: attempt.kind is Kind.ATTACK,
    "actions against you": lambda attempt: attempt.targeted or attempt.kind is Kind.ATTACK,
    "targeting you": lambda attempt: attempt.targeted or attempt.kind is Kind.ATTACK,
}
SPOKEN = frozenset({"action pools", "maximum values"})
PHRASES = frozenset(OWN) | frozenset(AGAINST) | SPOKEN


def sources(attempt: Attempt, own: Iterable[str] = (), target: Iterable[str] = ()) -> tuple[Source, ...]:
    """Name everything that gives this roll Advantage or Disadvantage, before tags are counted.

    `own` and `target` are conditions by name: those of whoever rolls and of whoever it is aimed at. The
    result goes into `standard.settle`. RuleError for a condition the book does not have.
    """
    found = [
        *_from(own, OWN, attempt, note=""),
        *_from(target, AGAINST, attempt, note=OF_TARGET),
        *_circumstances(attempt),
    ]
    return tuple(source for source in found if source.modifier is not Modifier.BLOCKS)


def blocked(attempt: Attempt, own: Iterable[str] = (), target: Iterable[str] = ()) -> tuple[str, ...]:
    """Say what forbids this roll: Unconscious acts, a Hidden target, innate keywords while Silenced.

    A Mounted one may use keywords when its rider commands it.
    """
    found = [*_from(own, OWN, attempt, note=""), *_from(target, AGAINST, attempt, note=OF_TARGET)]
    return tuple(
        f"{source.name}: {source.note}"
        for source in found
        if source.modifier is Modifier.BLOCKS and not (source.name == "Mounted" and attempt.commanded)
    )


def movement(movement_stat: Stat, own: Iterable[str] = (), *, immobilised: bool = False) -> int:
    """How many range bands one Move crosses: Movement, halved while Crouching or Submerged, 0 if immobilised.

    Reading B4.18: half is rounded down, but never below 1; two reasons halve it once.
    """
    if immobilised:
        return 0
    halved = any(entry.data.get("halves_movement", False) for entry in _entries(own))
    return max(1, movement_stat // 2) if halved else movement_stat


def standing_up(own: Iterable[str]) -> tuple[str, ...]:
    """Spend a Move action to get up: the conditions that are left, without Prone and Crouching."""
    return tuple(entry.key for entry in _entries(own) if entry.key not in ("prone", "crouching"))


def may_pay_from(who: str, own: Iterable[str], partner: str) -> tuple[str, ...]:
    """Whose action pools pay for what someone does: the own one; rider and mount pay for each other."""
    paired = {"riding", "mounted"}.intersection(entry.key for entry in _entries(own))
    return (who, partner) if paired else (who,)


def dictated_by(who: str, own: Iterable[str], partner: str) -> str:
    """Who says what someone does: a mount decides nothing itself, its rider does."""
    return partner if "mounted" in {entry.key for entry in _entries(own)} else who


def with_granted(own: Iterable[str]) -> tuple[CatalogueEntry, ...]:
    """The conditions someone has, and those that they bring along: Submerged also gives Cover."""
    entries = _entries(own)
    granted = [book.catalogue()[key] for entry in entries for key in entry.data.get("grants", [])]
    return tuple({entry.key: entry for entry in (*entries, *granted)}.values())


def _from(
    names: Iterable[str], phrases: Mapping[str, Callable[[Attempt], bool]], attempt: Attempt, note: str
) -> list[Source]:
    return [
        Source(entry.name, effect.modifier, note=effect.note or note)
        for entry in with_granted(names)
        for effect in entry.effects
        if effect.on in phrases and phrases[effect.on](attempt)
    ]


def _circumstances(attempt: Attempt) -> Iterable[Source]:
    """What is no condition but works like one: range, aiming, a called shot, surprise."""
    if attempt.ranged and attempt.band is not Band.TOUCH:
        yield Source("Range", Modifier.DISADVANTAGE, note=f"beyond Touch: {attempt.band.label}")
    if attempt.aimed:
        yield Source("Taking aim", Modifier.ADVANTAGE, note="the Advantage action")
    if attempt.called_shot:
        yield Source("Called Shot", Modifier.DISADVANTAGE)
    if attempt.surprised and attempt.kind is Kind.REACTION:
        yield Source("Surprised", Modifier.DISADVANTAGE, note="reactions in the first round")


def _entries(names: Iterable[str]) -> tuple[CatalogueEntry, ...]:
    return tuple(book.catalogue().find(name, "condition") for name in names)
