"""Resolve Attacks in their eight forms, and sprung traps: reach, hits and damage.

```python
>>> from webapp.games.mettle.rules import Check, resolve
>>> result = resolve(Check(5, difficulty=4), [3, 2, 4, 5, 6])
>>> strike(result, damage=6, target=Body(frame=3)).unsoaked    # 6 + 3 Edge, less FRAME 3
6

```

Source: Scenes, "Attack", "Traps"; Resources, "Weapons" and "Ramming"; Characters, "Taking Damage".
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from webapp.games.api import RuleError
from webapp.games.mettle.rules import cover as covers
from webapp.games.mettle.rules.argument_checks import MOST, MOST_DICE, Count, Pool
from webapp.games.mettle.rules.check import Check, FallenOrSource, Result, resolve
from webapp.games.mettle.rules.check_request import Body
from webapp.games.mettle.rules.cover import blocks_all_damage, defence
from webapp.games.mettle.rules.hazards import Trap
from webapp.games.mettle.rules.mettle_points import MOST_DAMAGE, Damage, Mettle
from webapp.rules.dice import fair, number
from webapp.rules.errors import ensure_within, quoted

FAR = frozenset({"ranged", "area"})
WRITTEN = re.compile(r"(?:FRAME(?:\+(\d{1,3}))?|(\d{1,3}))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Blow:
    """An Attack's result for one target: whether it hit, and the damage before and after soaking."""

    hit: bool
    damage: int = 0
    unsoaked: int = 0


def range_difficulty(
    zones_away: Count, weapon_range: Count, *, aiming: bool = False, scoped: bool = False
) -> int:
    """Return the Difficulty that distance adds: 1 for each Zone beyond the weapon's Range.

    Aiming doubles the Range, or triples it with a scope.
    """
    ensure_within("zones_away", zones_away, 0, MOST)
    ensure_within("weapon_range", weapon_range, 0, MOST)
    return max(0, zones_away - weapon_range * (1 if not aiming else 3 if scoped else 2))


def out_of_reach(form: str, zones_away: Count, *, shoots: bool = False) -> bool:
    """Return whether the target is out of reach: only shots and area Attacks leave the attacker's Zone."""
    ensure_within("zones_away", zones_away, 0, MOST)
    return zones_away > 0 and not (form in FAR or (form == "split" and shoots))


def damage_of(written: object, frame: Count) -> int:
    """Return the damage (DM) of a weapon written as "FRAME+3", "FRAME" or "7", for a wielder's FRAME.

    Raises RuleError for anything else.
    """
    ensure_within("frame", frame, 0, MOST)
    found = WRITTEN.fullmatch(str(written).strip())
    if not found:
        why = f"Write weapon damage like FRAME, FRAME+3 or 7, not {quoted(written)}."
        raise RuleError(why, field="damage", value=written)
    return int(found[2]) if found[2] else frame + int(found[1] or 0)


def strike(result: Result, damage: Damage, target: Body, *, extra: Count = 0) -> Blow:
    """Resolve an Attack on one target, except Grapple and ramming: DM + Edge, less FRAME and armour.

    `extra` is added to DM, such as a plummet, or the Edge of a Sneak against a Surprised target. On
    a failure, or against Total Cover, the Blow did not hit; other Cover is already in the Check's
    Difficulty (`defence`), or for an area Attack in `reaching`.
    """
    ensure_within("damage", damage, 0, MOST_DAMAGE)
    ensure_within("extra", extra, 0, MOST)
    if not result.success or covers.blocks_all_damage(target.cover):
        return Blow(hit=False)
    dealt = damage + result.edge + extra
    return Blow(hit=True, damage=dealt, unsoaked=target.unsoaked(dealt))


def reaching(result: Result, target: Body) -> Result:
    """Return an area Attack's result for one target: the same Score against its own Difficulty.

    Its own Difficulty is that of the Check plus the target's Cover. The Check has Difficulty 0,
    plus Zones beyond Range (reading C4.7) and whatever else makes it harder against all targets.
    """
    needed = max(0, result.check.difficulty + covers.defence(target.cover))
    return replace(result, check=replace(result.check, difficulty=needed))


def spares(blow: Blow, mettle: Mettle) -> bool:
    """Return whether a Disarm or Shove works: the spared damage, at least 1, would make Mettle negative.

    An attack that is soaked to nothing has no effect, whatever the target's state (reading C4.16).
    """
    return blow.hit and blow.unsoaked >= 1 and mettle.current - blow.unsoaked < 0


def grapple(result: Result, frame: Count) -> int:
    """Return how much harder a Grapple makes the foe's next Action: Edge less FRAME; 0 on a failure.

    Armour and weapons do not count.
    """
    ensure_within("frame", frame, 0, MOST)
    return max(0, result.edge - frame) if result.success else 0


def split_pool(pool: Pool, first: int, targets: Sequence[int]) -> tuple[int, int]:
    """Return the two parts of a pool that is split between two targets, at least one die each.

    Bonuses are added to each part afterwards. Raises RuleError for fewer than 2 dice, for a part
    without dice, and unless there are two different targets.
    """
    ensure_within("pool", pool, 0, MOST_DICE)
    if len(set(targets)) != len(targets) or len(targets) != 2:
        raise RuleError("A split Attack needs two different targets.", field="targets", value=list(targets))
    if pool < 2:
        raise RuleError(f"A split Attack needs at least 2 dice, not {pool}.", field="pool", value=pool)
    number(first, "The dice for the first target", field="first", low=1, high=pool - 1)
    return first, pool - first


@dataclass(frozen=True, slots=True)
class RamResult:
    """The damage of ramming before soaking, to the target and to the vehicle that rammed."""

    target: int
    rammer: int


def ram(result: Result, rammer: Body, target: Body, *, head_on: bool = False) -> RamResult:
    """Return the damage of ramming: the rammer's FRAME + Speed + Edge, and the target's FRAME + Speed.

    The target takes the first, the rammer the second; a failure does no damage. Head-on, both
    Speeds count double. The Check is against the target's Speed (on foot: POISE).
    """
    if not result.success:
        return RamResult(0, 0)
    times = 2 if head_on else 1
    return RamResult(
        target=rammer.frame + times * rammer.speed + result.edge, rammer=target.frame + times * target.speed
    )


@dataclass(frozen=True, slots=True)
class TrapResult:
    """A trap's result for one victim: its Check against `poise`, its damage, and the unsoaked damage."""

    result: Result
    poise: int
    damage: int = 0
    unsoaked: int = 0

    @property
    def caught(self) -> bool:
        """Whether the trap hit the victim; behind Total Cover a hit does no damage."""
        return self.result.success


def spring_on_zone(
    trap: Trap, victims: Mapping[int, Body], dice: FallenOrSource = fair
) -> dict[int, TrapResult]:
    """Roll a trap once, and return its result for each victim by id: one Score against each one's POISE.

    As in an Attack, Cover adds to POISE, and Total Cover stops all damage. Raises RuleError for a
    trap that rolls nothing.
    """
    if trap.hazard is None:
        raise RuleError(f"{trap.name} rolls nothing; it counts Rounds.", field="trap", value=trap.name)
    result = resolve(Check(trap.hazard.pool, 0), dice)
    return {id: _trap_result(trap, result, victim, trap.hazard.bonus) for id, victim in victims.items()}


def _trap_result(trap: Trap, result: Result, victim: Body, bonus: int) -> TrapResult:
    poise = max(0, victim.poise + defence(victim.cover))
    met = replace(result, check=replace(result.check, difficulty=poise))
    if not (met.success and trap.harms) or blocks_all_damage(victim.cover):
        return TrapResult(met, poise)
    damage = met.edge + bonus
    return TrapResult(met, poise, damage, victim.unsoaked(damage, trap.soak))
