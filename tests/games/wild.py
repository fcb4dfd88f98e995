"""A game from outside whose commands do what no game should: each once, when it is told to."""

from pathlib import Path

from tests.games.outside import write

GAME = """
from webapp.games.api import GameDefinition
from webapp.games.freeform.rules import Freeform

class Rules(Freeform):
    key = "wild"
    name = "Wild"

class Game(GameDefinition):
    interface = (1, 0)
    rules = Rules()
    commands = "wild.commands"
"""
COMMANDS = '''
import ctypes, os, re, sys, time
from webapp.games.api import CommandResult, GameCommand, Tag, command

def loop():
    while True:
        pass

def match():
    """Never end, in C, with the interpreter's lock."""
    re.match("(a+)+$", "a" * 64 + "b")

DO = {
    "sleep": lambda: time.sleep(2),
    "sleep_on": lambda: time.sleep(600),
    "loop": loop,
    "match": match,
    "leave": sys.exit,
    "crash": lambda: ctypes.string_at(0),
    "eat": lambda: len("x" * (4 * 2**30)),
    "nothing": lambda: None,
}

@command("wild.act")
class Act(GameCommand):
    """Do something wild, after a change."""

    how: str

    def execute(self, state, actor):
        state.add(Tag(name=self.how))
        DO[self.how]()
        return CommandResult("Done")
'''


def lay_wild(folder: Path, version: str = "0.1") -> None:
    """Install the game."""
    write(folder, "wild", {"__init__.py": "", "game.py": GAME, "commands.py": COMMANDS}, version=version)
