"""Freeform: tags, conditions and clocks without dice; the table talks, the app remembers."""

from webapp.rules.freeform.ruleset import RULESET, Freeform

__all__ = ["RULESET", "Freeform"]
