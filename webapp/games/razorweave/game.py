"""The definition of Razorweave."""

from webapp.games.api import GameDefinition
from webapp.games.razorweave.rules import RULESET


class Game(GameDefinition):
    """Razorweave: 4d6 against a DC, Edge and Burden, five tiers.

    A check is requested as `RazorweaveRequest` and rolled as `Check`. The commands are rest and
    treatment. The only panel is in the GM's menu.
    """

    interface = (1, 0)
    rules = RULESET
    commands = "webapp.games.razorweave.commands:RazorweaveTable"
    events = "webapp.games.razorweave.events"
    views = "webapp.games.razorweave.views:RazorweaveScreens"
    patterns = "webapp.games.razorweave.patterns"
    panels = ("care",)
    calculations = "webapp.games.razorweave.rules.calculations"
