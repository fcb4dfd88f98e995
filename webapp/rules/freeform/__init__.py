"""Freeform: tags, conditions and clocks without dice; the table talks, the app remembers."""

from webapp.rules.freeform.front import RULESET, Freeform

__all__ = ["RULESET", "Freeform"]
