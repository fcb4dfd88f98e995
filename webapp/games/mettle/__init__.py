"""METTLE Core at the table."""

from webapp.rules.mettle import RULESET

__all__ = ["INTERFACE", "RULESET"]

INTERFACE = 2
