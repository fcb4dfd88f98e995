"""The lists of mechanics say of each what plays it at the table, and leave no command of the game out.

Each game's `MECHANICS.md` has a second table, "At the table", with one row for every mechanic of the first:

    | A3.1 | `check.edit`, `check.resolve`; panel `checks` |

A name in back-ticks with a dot is a command, one without is the id of a panel on any page of the table. The
table "What is told" begins its rows with kinds of events:

    | `check.called`, `check.rolled` | A3.1 |
"""

import re

import pytest
from flask import Flask

from tests.house.reading import WEBAPP
from tests.table.oak import Oak
from webapp.state import event_kinds
from webapp.state.audience import GM, PLAYER, TV, Role, audience_for
from webapp.table.commands import commands
from webapp.views.inspector_panels import inspector_panels
from webapp.views.panels import collect_panels, make_panels

GAMES = ("razorweave", "resonance", "mettle")
ROW = re.compile(r"^\| [ABC]3\.[0-9]+ \|([^|]*)\|$", re.MULTILINE)
TOLD = re.compile(r"^\| (`[^|]*) \| [^|]*[ABC]3\.[0-9]+[^|]*\|$", re.MULTILINE)
TELLING = ("mettle", "resonance")
"""The games whose list says what is told."""


def names(game: str) -> set[str]:
    """The commands and panels that the rows of a game's second table name."""
    return names_in(game, ROW)


def names_in(game: str, row: re.Pattern[str]) -> set[str]:
    """The names in back-ticks in rows of this form."""
    rows = row.findall((WEBAPP / "games" / game / "rules" / "MECHANICS.md").read_text(encoding="utf-8"))
    named = [re.findall(r"`([^`\s]+)`", each) for each in rows]
    assert all(named)
    return {name for each in named for name in each}


@pytest.mark.parametrize("game", GAMES)
def test_what_plays_the_mechanics_are_commands_and_no_command_of_the_game_is_left_out(game: str) -> None:
    named = {name for name in names(game) if "." in name}
    assert {name for name in commands() if name.startswith(f"{game}.")} <= named <= set(commands())


@pytest.mark.parametrize("game", TELLING)
def test_what_tells_the_mechanics_are_kinds_of_events_and_none_of_the_game_is_left_out(game: str) -> None:
    told = names_in(game, TOLD)
    assert set(event_kinds.read_of(f"webapp.games.{game}")) <= told <= set(event_kinds.forms())


@pytest.mark.parametrize("game", GAMES)
def test_the_panels_that_are_named_are_drawn(game: str, app: Flask) -> None:
    oak = Oak.start(app, ruleset=game)
    oak.sit("Ana", oak.character("Mara"))
    seat = oak.view().seats[0].id
    drawn = {
        id
        for each in (GM, PLAYER, TV, audience_for(Role.PLAYER, seat))
        for id in make_panels(oak.view(each), each)
    }
    drawn |= set(collect_panels(inspector_panels(oak.view())))
    assert {name for name in names(game) if "." not in name} <= drawn
