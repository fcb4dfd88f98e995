"""The definition of Freeform."""

from webapp.games.api import GameDefinition
from webapp.games.freeform.rules import RULESET


class Game(GameDefinition):
    """Freeform: tags, conditions and clocks, without dice. It has no commands or panels of its own."""

    interface = (1, 0)
    rules = RULESET
    packs = ("warehouse", "investigation")
