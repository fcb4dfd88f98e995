"""Rolls that came out as they are told."""

from webapp.rules import resonance


def rolled(sr, tn, *, mode="normal"):
    """An Effort Roll of level 0 and stat 1 whose SR is given (1 to 10)."""
    return resonance.effort(resonance.given([[sr, 10 if sr < 10 else 9]], mode), level=0, stat=1, tn=tn)
