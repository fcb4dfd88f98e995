"""Rolls that came out as they are told."""

from webapp.rules import razorweave as rw
from webapp.rules.dice import Loaded
from webapp.rules.razorweave import Check, Tier


def outcome(tier: Tier, **words: str) -> rw.Outcome:
    dice = {
        Tier.FULL_SUCCESS: (4, 4, 4, 4),
        Tier.PARTIAL_SUCCESS: (4, 4, 4, 3),
        Tier.FAILURE: (3, 3, 3, 3),
    }[tier]
    found = rw.roll(Check(16, **words), Loaded(*dice))  # type: ignore[arg-type]
    assert found.tier is tier
    return found
