"""The definition of METTLE."""

from webapp.games.api import GameDefinition
from webapp.games.mettle.rules import RULESET


class Game(GameDefinition):
    """METTLE Core: a pool of d6 against a Difficulty, zones, Initiative, journeys.

    A Check is requested as `MettleRequest` and rolled as `CalledCheck`; fights, races, chases, the travel
    map, hazards and weapons are its documents, each with its commands.
    """

    interface = (1, 0)
    rules = RULESET
    commands = "webapp.games.mettle.commands:MettleTable"
    events = "webapp.games.mettle.events"
    views = "webapp.games.mettle.views:MettleScreens"
    patterns = "webapp.games.mettle.patterns"
    panels = ("m-",)
    calculations = "webapp.games.mettle.rules.calculations"
    packs = ("cove",)
