"""Freeform adds nothing to what every table has."""

from webapp.rules.freeform import RULESET

__all__ = ["INTERFACE", "RULESET"]

INTERFACE = 2
