"""The effects of the 13 conditions on rolls and on movement.

Every effect of a condition names one of `PHRASES`, so that none is ignored. Source: Layer 3, 1.1
and 2.6.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from webapp.games.api import CatalogueEntry, Effect, Modifier, ModifierKind
from webapp.games.resonance.rules import book
from webapp.games.resonance.rules.numbers import LEAST_STAT, MOST_STAT, Stat
from webapp.games.resonance.rules.positions import Band
from webapp.rules.codec import AnyCase, member
from webapp.rules.errors import ensure_within

OF_TARGET = "from the target"
"""The note of a modifier that comes from the target."""


class Kind(AnyCase):
    """The purpose of a roll."""

    ATTACK = "attack"
    EFFECT = "effect"
    EFFORT = "effort"
    HIDE = "hide"
    SEARCH = "search"
    REACTION = "reaction"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An intended roll, and the facts about it that conditions need.

    `action` is false for a roll that is no action of the character: a reaction or a Curator's call.
    `targeted` means that the roll is aimed at a character, `unaware` that this character does not
    notice a Hidden roller, `surprised` that the roller is surprised in the first round, and `aimed`
    that the roller took the Advantage action before.
    """

    kind: Kind = Kind.EFFECT
    action: bool = True
    targeted: bool = False
    unaware: bool = True
    ranged: bool = False
    band: Band = Band.TOUCH
    aimed: bool = False
    called_shot: bool = False
    surprised: bool = False
    keywords: bool = False
    commanded: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", member(Kind, self.kind, "kind"))
        object.__setattr__(self, "band", member(Band, self.band, "band"))


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


def sources(attempt: Attempt, own: Iterable[str] = (), target: Iterable[str] = ()) -> tuple[Modifier, ...]:
    """Return everything that gives this roll Advantage or Disadvantage, except tags.

    `own` and `target` are conditions by name: the roller's and the target's. Pass the result to
    `standard_roll.decide_mode`. Raises RuleError for a condition the book does not have.
    """
    found = [
        *_from(own, OWN, attempt, note=""),
        *_from(target, AGAINST, attempt, note=OF_TARGET),
        *_circumstances(attempt),
    ]
    return tuple(source for source in found if source.modifier is not ModifierKind.BLOCKS)


def blocked(attempt: Attempt, own: Iterable[str] = (), target: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the reasons why the conditions of roller and target block this roll.

    Unconscious blocks every roll, a Hidden target any roll aimed at it, and Silenced innate
    keywords. Mounted blocks innate keywords too, unless the rider commands their use.
    """
    found = [*_affecting(own, OWN, attempt), *_affecting(target, AGAINST, attempt)]
    return tuple(
        f"{entry.name}: {_reason(effect)}."
        for entry, effect in found
        if effect.modifier is ModifierKind.BLOCKS and not (entry.key == "mounted" and attempt.commanded)
    )


def _reason(effect: Effect) -> str:
    """Return why an effect blocks a roll: its note, with the innate keywords or the target it speaks of."""
    if effect.on in AGAINST:
        return f"the target {effect.note}"
    return f"no {effect.on} ({effect.note})" if effect.on == "innate keywords" else effect.note


def movement(movement_stat: Stat, own: Iterable[str] = (), *, immobilised: bool = False) -> int:
    """Return the bands of one Move: Movement, halved if Crouching or Submerged, 0 if immobilised.

    Reading B4.18: half is rounded down, but never below 1; two reasons halve it once.
    """
    ensure_within("movement_stat", movement_stat, LEAST_STAT, MOST_STAT)
    if immobilised:
        return 0
    halved = any(entry.data.get("halves_movement", False) for entry in _entries(own))
    return max(1, movement_stat // 2) if halved else movement_stat


IMMOBILISED = "Immobilised: no Move Action until you break free; each Bind costs an action and 1 SP."
"""The reason against a Move Action while the pool has a Bind. Source: Layer 3, 2.4."""


def no_move(bound: bool) -> str:
    """Return why a character cannot take a Move Action now; "" if nothing prevents it."""
    return IMMOBILISED if bound else ""


def standing_up(own: Iterable[str]) -> tuple[str, ...]:
    """Return the conditions that are left after getting up: all but Prone and Crouching."""
    return tuple(entry.key for entry in _entries(own) if entry.key not in ("prone", "crouching"))


def may_stand_up(own: Iterable[str]) -> bool:
    """Return whether the character can get up: they are Prone or Crouching."""
    return any(entry.key not in standing_up([entry.key]) for entry in _entries(own))


def takes_a_move(own: Iterable[str]) -> bool:
    """Return whether getting up costs a Move Action: from Prone it does, from a crouch it is free."""
    return any(entry.key == "prone" for entry in _entries(own))


def may_pay_from(who: int, own: Iterable[str], partner: int | None) -> tuple[int, ...]:
    """Return whose action pools may pay for a character: their own, and that of their rider or mount."""
    paired = {"riding", "mounted"}.intersection(entry.key for entry in _entries(own))
    return (who, partner) if paired and partner is not None else (who,)


def dictated_by(who: int, own: Iterable[str], partner: int | None) -> int:
    """Return who decides for a character: a rider decides for the mount."""
    mounted = "mounted" in {entry.key for entry in _entries(own)}
    return partner if mounted and partner is not None else who


def is_ridden(condition: str) -> bool:
    """Return whether this is the name of the condition Mounted, under which the rider decides."""
    entry = book.catalogue().find_or_none(condition, "condition")
    return entry is not None and entry.key == "mounted"


def with_granted(own: Iterable[str]) -> tuple[CatalogueEntry, ...]:
    """Return a character's conditions and those they include: Submerged also gives Cover."""
    entries = _entries(own)
    granted = [book.catalogue()[key] for entry in entries for key in entry.data.get("grants", [])]
    return tuple({entry.key: entry for entry in (*entries, *granted)}.values())


def _from(
    names: Iterable[str], phrases: Mapping[str, Callable[[Attempt], bool]], attempt: Attempt, note: str
) -> list[Modifier]:
    return [
        Modifier(entry.name, effect.modifier, note=effect.note or note)
        for entry, effect in _affecting(names, phrases, attempt)
    ]


def _affecting(
    names: Iterable[str], phrases: Mapping[str, Callable[[Attempt], bool]], attempt: Attempt
) -> Iterator[tuple[CatalogueEntry, Effect]]:
    """Yield the effects of these conditions that apply to this roll, each with its condition."""
    for entry in with_granted(names):
        for effect in entry.effects:
            if effect.on in phrases and phrases[effect.on](attempt):
                yield entry, effect


def _circumstances(attempt: Attempt) -> Iterable[Modifier]:
    """Yield the modifiers of the roll's own facts: range, taking aim, a Called Shot, surprise."""
    if attempt.ranged and attempt.band is not Band.TOUCH:
        yield Modifier("Range", ModifierKind.DISADVANTAGE, note=f"at {attempt.band.label} range")
    if attempt.aimed:
        yield Modifier("Taking aim", ModifierKind.ADVANTAGE, note="from your Advantage action last turn")
    if attempt.called_shot:
        yield Modifier("Called Shot", ModifierKind.DISADVANTAGE)
    if attempt.surprised and attempt.kind is Kind.REACTION:
        yield Modifier("Surprised", ModifierKind.DISADVANTAGE, note="reactions in the first round")


def _entries(names: Iterable[str]) -> tuple[CatalogueEntry, ...]:
    return tuple(book.catalogue().find(name, "condition") for name in names)
