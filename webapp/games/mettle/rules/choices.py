"""List what one character may do to another now: Attacks that reach, Rattle, Sway, Heal, Guard.

```python
>>> sword = {1: Weapon("Sword", "FRAME+3")}
>>> [choice.words for choice in choices(Fighter("pc", 3, carried=sword), Fighter("npc"), 0).first]
['Attack with Sword', 'Attack with bare hands']
>>> choices(Fighter("pc", 3, carried=sword), Fighter("npc"), 2).why
'2 Zones away: no carried weapon reaches that far.'

```

Source: Scenes, "Actions", "Attack", "Rattle", "Heal", "Cover".
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from webapp.games.mettle.rules.action_effects import may_be_healed, may_be_rattled
from webapp.games.mettle.rules.check_request import Weapon
from webapp.games.mettle.rules.check_setup import reaching
from webapp.games.mettle.rules.cover import Cover, can_guard, defence
from webapp.games.mettle.rules.mettle_points import Mettle
from webapp.games.mettle.rules.statuses import Statuses

AT_HAND = (("Grapple", "grapple"), ("Disarm", "disarm"), ("Shove", "shove"))
"""The forms of an Attack that need a foe in the same Zone and no particular weapon."""
GUARD = "guard"
"""The choice that gives Cover and needs no Check."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """A character as far as an audience knows them: side, FRAME, Mettle, statuses, weapons by id."""

    side: str
    frame: int = 0
    mettle: Mettle | None = None
    statuses: Statuses = ()
    carried: Mapping[int, Weapon] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible action: the Action's key or `GUARD`, its label, its form, and a note on its effect.

    `weapon` is the id of the weapon that it uses, and `bare` is whether it uses bare hands.
    """

    action: str
    words: str
    form: str = ""
    weapon: int | None = None
    bare: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """One character's possible actions towards another, the likeliest ones in `first`.

    `why` says why no Attack reaches a foe, or why the actor may do nothing now; "" if neither holds.
    """

    first: tuple[Choice, ...] = ()
    rest: tuple[Choice, ...] = ()
    why: str = ""


def choices(actor: Fighter, other: Fighter, zones: int | None, waits: str = "") -> Choices:
    """Return what the actor may do to another character this many Zones away (None: unknown).

    `waits` is why the actor may do nothing now, "" if they may act.
    """
    if waits:
        return Choices(why=waits)
    if actor.side == other.side:
        return Choices(tuple(_for_a_friend(actor, other, zones)))
    attacks = tuple(_attacks(actor, zones))
    plural = "" if zones == 1 else "s"
    why = "" if attacks else f"{zones} Zone{plural} away: no carried weapon reaches that far."
    return Choices(attacks, tuple(_other_ways(other, zones)), why)


def _attacks(actor: Fighter, zones: int | None) -> Iterator[Choice]:
    for way in reaching(actor.carried, zones, actor.frame):
        note = f"Difficulty +{way.beyond}" if way.beyond else ""
        words, bare = f"Attack with {way.name}", way.weapon is None
        yield Choice("attack", words, way.form, way.weapon, bare, note)


def _other_ways(foe: Fighter, zones: int | None) -> Iterator[Choice]:
    if may_be_rattled(foe.statuses):
        yield Choice("rattle", "Rattle")
    yield Choice("sway", "Sway")
    for words, form in AT_HAND if not zones else ():
        yield Choice("attack", words, form)


def _for_a_friend(actor: Fighter, friend: Fighter, zones: int | None) -> Iterator[Choice]:
    if friend.mettle is not None and may_be_healed(friend.mettle):
        yield Choice("heal", "Heal")
    if can_guard(actor.statuses, same_zone=zones == 0):
        harder, easier = defence(Cover.GUARDED), -defence(Cover.GUARD)
        yield Choice(GUARD, "Guard", note=f"−{easier} POISE, +{harder} for them")
