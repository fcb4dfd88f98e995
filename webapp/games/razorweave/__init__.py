"""Razorweave at the table."""

from webapp.rules.razorweave import RULESET

__all__ = ["INTERFACE", "RULESET"]

INTERFACE = 2
