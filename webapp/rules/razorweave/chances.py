"""The exact chances of a check, before anyone rolls."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from webapp.rules.odds import keep
from webapp.rules.razorweave.check import FACES, Check
from webapp.rules.razorweave.levels import KEPT, level_row
from webapp.rules.razorweave.tiers import Tier, tier_of


def odds(check: Check) -> Mapping[Tier, Fraction]:
    """How likely each of the five tiers is, exactly; the five sum to 1, best first."""
    weighed = check.weighed
    return _tiers(weighed.level, check.bonus - check.dc - weighed.dc_shift)


@lru_cache(maxsize=1024)
def _tiers(level: int, over: int) -> Mapping[Tier, Fraction]:
    """The tiers when `over` is added to the kept dice to give the margin."""
    row = level_row(level)
    chances = dict.fromkeys(Tier, Fraction(0))
    kept = keep(row.dice, FACES, KEPT, row.best)
    for total, chance in kept.items():
        chances[tier_of(total + over)] += chance
    # All dice rolled showing 1 overrides the margin, whatever level (reading A4.2).
    ones = Fraction(1, FACES**row.dice)
    chances[tier_of(KEPT + over)] -= ones
    chances[Tier.CRITICAL_FAILURE] += ones
    return MappingProxyType(chances)
