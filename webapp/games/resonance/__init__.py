"""Resonance at the table."""

from webapp.rules.resonance import RULESET

__all__ = ["INTERFACE", "RULESET"]

INTERFACE = 2
