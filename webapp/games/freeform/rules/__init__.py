"""The rules of Freeform: tags, conditions and clocks without dice; the players decide."""

from webapp.games.api import ContextItem, Effect, Loaded, ModifierKind, RuleError
from webapp.games.api import shorten as _shorten
from webapp.games.freeform.rules.ruleset import RULESET, Check, Freeform
from webapp.rules.clocks import Clock

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
