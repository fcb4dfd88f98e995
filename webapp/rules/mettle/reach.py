"""Which ways of attacking somebody are open: what is carried and reaches them, the best of it first.

```python
>>> from webapp.rules.mettle.facts import Weapon
>>> [way.name for way in reaching({1: Weapon("Sword", "FRAME+3"), 2: Weapon("Bow", "7", range=2)}, 1, 3)]
['Bow']
>>> [way.name for way in reaching({1: Weapon("Sword", "FRAME+3")}, 0, 3)]
['Sword', 'bare hands']

```
Source: Scenes, "Attack"; Resources, "Weapons".
"""

from collections.abc import Mapping
from dataclasses import dataclass

from webapp.rules.mettle.attacks import damage_of, out_of_reach, range_difficulty
from webapp.rules.mettle.check_setup import BARE_HANDS, RANGED
from webapp.rules.mettle.facts import Weapon

MELEE = "melee"


@dataclass(frozen=True, slots=True)
class AttackWay:
    """One way to attack: its form, the weapon by its id (None is bare hands), Zones beyond its Range."""

    form: str
    weapon: int | None
    name: str
    beyond: int = 0


def reaching(carried: Mapping[int, Weapon], zones: int | None, frame: int) -> tuple[AttackWay, ...]:
    """What gets to somebody so many Zones away (None: nobody knows), the best first and bare hands last.

    Nearby what strikes goes before what shoots; then what reaches best, then what does most.
    """
    found = [(_way(id, each, zones or 0), each) for id, each in carried.items() if _gets_there(each, zones)]
    found.sort(key=lambda way: _worth(*way, near=not zones, frame=frame), reverse=True)
    bare = (AttackWay(MELEE, None, BARE_HANDS.name),) if _gets_there(BARE_HANDS, zones) else ()
    return (*(way for way, _ in found), *bare)


def _gets_there(weapon: Weapon, zones: int | None) -> bool:
    form = RANGED if weapon.range else MELEE
    return not out_of_reach(form, zones or 0, shoots=bool(weapon.range))


def _way(id: int, weapon: Weapon, zones: int) -> AttackWay:
    form = RANGED if weapon.range else MELEE
    return AttackWay(form, id, weapon.name, range_difficulty(zones, weapon.range) if weapon.range else 0)


def _worth(way: AttackWay, weapon: Weapon, *, near: bool, frame: int) -> tuple[bool, int, int, int]:
    strikes = near and way.form == MELEE
    return strikes, -way.beyond, damage_of(weapon.damage, frame), weapon.dice
