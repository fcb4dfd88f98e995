"""The exact chances of a check, before anyone rolls."""

from fractions import Fraction
from functools import lru_cache

from webapp.games.api import Chances
from webapp.games.razorweave.rules.check import FACES, Check
from webapp.games.razorweave.rules.edge_and_burden import KEPT_DICE, level_row
from webapp.games.razorweave.rules.tiers import Tier, tier_of
from webapp.rules.odds import odds_of_kept_dice


def odds(check: Check) -> Chances:
    """Return the exact chance of each of the five tiers, best first; they sum to 1."""
    weighed = check.weighed
    return _tiers(weighed.level, check.bonus - check.dc - weighed.dc_shift)


@lru_cache(maxsize=1024)
def _tiers(level: int, over: int) -> Chances:
    """Return the chances of the tiers; the kept dice plus `over` give the margin."""
    row = level_row(level)
    chances = dict.fromkeys(Tier, Fraction(0))
    totals = odds_of_kept_dice(row.dice, FACES, KEPT_DICE, row.best)
    for total, chance in totals.items():
        chances[tier_of(total + over)] += chance
    # All dice rolled showing 1 overrides the margin, whatever level (reading A4.2).
    ones = Fraction(1, FACES**row.dice)
    chances[tier_of(KEPT_DICE + over)] -= ones
    chances[Tier.CRITICAL_FAILURE] += ones
    success = sum((chance for tier, chance in chances.items() if tier.succeeds), Fraction(0))
    return Chances(chances, success)
