"""Lantern: two dice, three outcomes, and a light that must not go out."""

from lantern_game.rules import RULESET

__all__ = ["INTERFACE", "RULESET"]

INTERFACE = 2
