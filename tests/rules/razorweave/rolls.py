"""Rolls that came out as they are told."""

from webapp.games.razorweave import rules as rw
from webapp.games.razorweave.rules import Check, Tier
from webapp.rules.dice import Loaded


def outcome(tier: Tier, **words: str) -> rw.Outcome:
    dice = {
        Tier.FULL_SUCCESS: (4, 4, 4, 4),
        Tier.PARTIAL_SUCCESS: (4, 4, 4, 3),
        Tier.FAILURE: (3, 3, 3, 3),
    }[tier]
    found = rw.roll(Check(16, **words), Loaded(*dice))  # type: ignore[arg-type]
    assert found.tier is tier
    return found
