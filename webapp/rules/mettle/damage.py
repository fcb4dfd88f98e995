"""Damage, what a body and armour soak of it, and what gets through to Mettle.

Source: Characters, "Taking Damage"; Resources, "Armor".
"""

from webapp.rules.mettle.meter import halved
from webapp.rules.mettle.needs import Count


def unsoaked(damage: Count, *, soak: Count, armour: Count = 0, proof: bool = False) -> int:
    """How much damage gets through: less FRAME (or POISE in a fall) and armour, never below 0.

    `proof` armour (bulletproof against bullets ...) halves what is left, rounded up. Armour does not add up:
    give the best one.
    """
    through = max(0, damage - soak - armour)
    return halved(through) if proof else through
