"""A game from outside that does not work is named with what is wrong, and the others are played."""

import json
import os
import subprocess
import sys

import pytest

from tests.games.outside import finding, write
from tests.house.reading import ROOT

GAME = """
from webapp.games.api import GameDefinition
from webapp.games.freeform.rules import Freeform
class Rules(Freeform):
    key = {key!r}
class Game(GameDefinition):
    interface = (1, 0)
    rules = Rules()
    {part}
"""
STARTS = """
import json
from webapp.rules import forked
forked.SECONDS = 2
from webapp.app import create_app
from webapp.cli.doctor_checks import examine
from webapp.rules.plugins import broken
from webapp.rules.playable_games import rulesets
from webapp.table.command import registered
app = create_app()
paths = ("/", "/api", "/api/v1/openapi.json", "/api/v1/rulesets", "/patterns", "/handbook")
pages = [app.test_client().get(path).status_code for path in paths]
told = {"broken": broken(), "played": list(rulesets()), "pages": pages, "commands": list(registered)}
from webapp.startup_banner import print_banner
from webapp.settings import Settings
print_banner(Settings.from_environment(), None)
with app.app_context():
    for _, sentence in examine(Settings.from_environment()):
        print(sentence)
print(json.dumps(told))
"""
COMMAND = """
from webapp.table.command import GameCommand, command
@command({name!r})
class Own(GameCommand):
    '''Its own.'''
"""
PANEL = """
from webapp.games.api import GameScreens, game_panel
class Screens(GameScreens):
    def gm_panels(self, view):
        yield lambda: game_panel("clocks", 1, of="panel/clocks")
"""


NAMES_ITSELF = "class Wrong(BaseException): ...\nraise Wrong('it is wrong')"
CALCULATIONS = "def odds(): return {}\nCALCULATIONS = {'odds': odds}"
FELL = """
from webapp.rules.events import Event, Ref, event
@event("mute.fell")
class Fell(Event):
    who: Ref
"""
ROLLS = """
from webapp.games.api import CheckField, GameDefinition
from webapp.games.freeform.rules import Freeform
class Rules(Freeform):
    key = "rolls"
    check_form = (CheckField("dc", "DC", "Whether there is one.", "flag"),)
class Game(GameDefinition):
    interface = (1, 0)
    rules = Rules()
"""


def game(key: str, part: str = "", **files: str) -> dict[str, str]:
    """The files of a game, with one more line in its definition."""
    return {"__init__.py": "", "game.py": GAME.format(key=key, part=part)} | {
        f"{name}.py": text for name, text in files.items()
    }


def imported(text: str) -> dict[str, str]:
    """The files of a game that does this when it is imported."""
    return {"__init__.py": text}


def shipping(key: str, name: str, text: str, part: str = "", **files: str) -> dict[str, str]:
    """The files of a game that brings this file too."""
    return game(key, part, **files) | {name: text}


WRONG = {
    "torn": ({"__init__.py": "import nothing_of_that_name"}, "No module named"),
    "old": (game("old", "interface = (0, 9)"), "made for interface 0.9"),
    "classless": (
        {"__init__.py": "", "game.py": "class Game: ..."},
        "is not a webapp.games.api.GameDefinition",
    ),
    "bare": (game("bare", "rules = None"), "`rules` is not a Ruleset"),
    "other": (game("another"), "with the key 'other'"),
    "blank": (game("blank", 'views = "blank.views:SCREENS"', views="SCREENS = 3"), "not a GameScreens"),
    "taker": (
        game("taker", 'commands = "taker.commands"', commands=COMMAND.format(name="clock.tick")),
        "there is already a command 'clock.tick'",
    ),
    "panel": (
        game("panel", 'views = "panel.views:Screens"', views=PANEL),
        (
            "views.py:5: the id of a panel must begin with “panel” and a hyphen: "
            "write “panel-clocks”, not “clocks”"
        ),
    ),
    "stray": (
        game("stray", 'commands = "stray.commands"', commands=COMMAND.format(name="road.go")),
        "must begin with “stray.”",
    ),
    "leaves": (imported("import sys; sys.exit(4)"), "it ends the program while it is loaded (SystemExit)"),
    "quits": (imported("import os; os._exit(0)"), "it ends the program (exit code 0) while it is loaded"),
    "wrong": (imported(NAMES_ITSELF), "it is wrong (Wrong)"),
    "loops": (imported("while True: ..."), "it takes more than 2 seconds while it is loaded"),
    "sleeps": (imported("import time; time.sleep(600)"), "it takes more than 2 seconds while it is loaded"),
    "deep": (imported("def dig(): dig()\ndig()"), "maximum recursion depth exceeded"),
    "crashes": (imported("import ctypes; ctypes.string_at(0)"), "it crashes (SIGSEGV) while it is loaded"),
    "greedy": (imported("ALL = 'x' * 4 * 2**30"), "it needs too much memory (MemoryError)"),
    "late": (
        game("late", 'views = "late.views"', views="import sys; sys.exit()"),
        "it ends the program while it is loaded (SystemExit)",
    ),
    "worked": (
        shipping(
            "worked",
            "examples.json",
            "{,}",
            'calculations = "worked.calculations"',
            calculations=CALCULATIONS,
        ),
        "examples.json: Expecting property name",
    ),
    "halved": (
        shipping(
            "halved",
            "examples.json",
            '{"odds": {"in": {}}}',
            'calculations = "halved.calculations"',
            calculations=CALCULATIONS,
        ),
        "halved/examples.json, odds: an example must have",
    ),
    "endless": (
        shipping(
            "endless",
            "examples.json",
            '{"odds": {"in": {"plus": NaN}, "out": {}}}',
            'calculations = "endless.calculations"',
            calculations=CALCULATIONS,
        ),
        "examples.json: Out of range float values",
    ),
    "lettered": (
        shipping(
            "lettered",
            "examples.json",
            r'{"odds": {"in": {"plus": "\udfff"}, "out": {}}}',
            'calculations = "lettered.calculations"',
            calculations=CALCULATIONS,
        ),
        "examples.json: 'utf-8' codec can't encode",
    ),
    "told": (
        shipping("told", "commands.toml", '["told.go"]\nsend = {}'),
        "commands.toml: there is no command 'told.go'",
    ),
    "open": (shipping("open", "style.css", ".open { color: red;"), "style.css: a brace, a comment or a text"),
    "packed": (
        shipping("packed", "packs/box.toml", "name = 3", 'packs = ("box",)'),
        "packs: ",
    ),
    "twice": (
        shipping("twice", "packs/cove.toml", "", 'packs = ("cove",)'),
        "packs: another game has a pack 'cove'",
    ),
    "marked": (shipping("marked", "marks/way.svg", "\udcff"), "marks: 'utf-8' codec can't decode"),
    "rolls": (
        {"__init__.py": "", "game.py": ROLLS},
        "another game's form has a field “dc” of the kind “number”",
    ),
    "mute": (
        shipping(
            "mute",
            "events.toml",
            '["mute.fell"]\nsay = "{whom} falls"',
            'events = "mute.events"',
            events=FELL,
        ),
        "mute/events.toml, 'mute.fell': there is no fact 'whom'. Did you mean who?",
    ),
    "loud": (game("loud", "rules.pitch = 3"), "its rules: its name and pitch must be texts"),
}


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, object], str]:
    """What an app told that found all of these, and a whole one among them; and what it said."""
    folder = tmp_path_factory.mktemp("games")
    for name, (files, _) in WRONG.items():
        write(folder, name, files)
    write(folder, "whole", game("whole", 'patterns = "whole.patterns"', patterns="SIZE = = 3"))
    write(folder, "second", game("mettle"), key="mettle")
    own = {"TABLESIDE_INSTANCE": str(folder / "instance")}
    environment = os.environ | finding(folder) | own
    done = subprocess.run(
        [sys.executable, "-c", STARTS], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    *said, told = done.stdout.splitlines()
    return json.loads(told), "\n".join((done.stderr, *said))


@pytest.mark.parametrize("name", WRONG)
def test_a_game_that_cannot_be_played_is_named_with_what_is_wrong(
    name: str, started: tuple[dict[str, dict[str, str]], str]
) -> None:
    told, log = started
    assert WRONG[name][1] in told["broken"][name]
    assert log.count(f"The game {name} 0.1 ({name}) cannot be played: {told['broken'][name]}") == 3
    assert "Its tables can only be viewed and exported." in log
    assert name not in told["played"]


def test_a_part_of_the_pattern_page_that_is_broken_costs_its_section_alone(
    started: tuple[dict[str, list[object]], str],
) -> None:
    told, log = started
    assert "whole" in told["played"]
    assert "patterns of the game whole cannot be used" in log
    assert "In whole 0.1 (whole), patterns.py:1: invalid syntax (SyntaxError)" in log


def test_the_other_games_are_played_and_every_page_stands(
    started: tuple[dict[str, list[object]], str],
) -> None:
    told, log = started
    assert set(told["broken"]) == set(WRONG)
    assert told["played"] == ["freeform", "mettle", "razorweave", "resonance", "whole"]
    assert set(told["pages"]) == {200}
    assert "road.go" not in told["commands"]
    assert "second 0.1 (mettle) is skipped" in log
