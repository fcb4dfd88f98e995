"""The definition of Resonance."""

from webapp.games.api import GameDefinition
from webapp.games.resonance.rules import RULESET


class Game(GameDefinition):
    """Resonance: 2d10 in pairs, pools of tags, Situations and Races against a threat.

    A roll is requested as `ResonanceRequest` and rolled as `Check`. Its documents are values, tag pools,
    hiding places, the turn order and Situations, each with its commands.
    """

    interface = (1, 0)
    rules = RULESET
    commands = "webapp.games.resonance.commands:ResonanceTable"
    events = "webapp.games.resonance.events"
    views = "webapp.games.resonance.views:ResonanceScreens"
    patterns = "webapp.games.resonance.patterns"
    panels = ("nest", "rounds", "party", "budgets", "no-zones", "my-")
    calculations = "webapp.games.resonance.rules.calculations"
    packs = ("conduit",)
