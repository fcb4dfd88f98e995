"""Lantern, as Tableside finds it."""

from webapp.games.api import GameDefinition

from .rules import Lantern


class Game(GameDefinition):
    """Lantern: 2d6, three outcomes, and a light that burns down.

    A check is requested as `Asked` and rolled as `Check`. The command `lantern.carry` moves the light.
    """

    interface = (1, 0)
    rules = Lantern()
    commands = "lantern_game.commands:LanternTable"
    events = "lantern_game.events"
    views = "lantern_game.views:LanternScreens"
