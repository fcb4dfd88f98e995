"""The rules of Freeform: tags, conditions and clocks without dice; the players decide."""

from webapp.games.freeform.rules.ruleset import RULESET, Check, Freeform
from webapp.rules.check import ContextItem
from webapp.rules.clocks import Clock
from webapp.rules.dice import Loaded
from webapp.rules.effects import Effect, ModifierKind
from webapp.rules.errors import RuleError
from webapp.rules.short_repr import shorten as _shorten

__all__ = [
    "RULESET",
    "Check",
    "Clock",
    "ContextItem",
    "Effect",
    "Freeform",
    "Loaded",
    "ModifierKind",
    "RuleError",
]
_shorten(globals())
