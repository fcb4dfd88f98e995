"""The lists of mechanics say of each what plays it at the table, and leave no command of the game out.

Each game's `MECHANICS.md` has a second table, "At the table", with one row for every mechanic of the first:

    | A3.1 | `check.edit`, `check.resolve`; panel `checks` |

A name in back-ticks with a dot is a command, one without is the id of a panel on any page of the table.
Whether the functions that the first table cites are played by just these is judged at the end of a whole
run (`tests/played`); `GAMES` in `tests/played/mechanics.py` says which games have such a table.
"""

import pytest
from flask import Flask

from tests.played.mechanics import GAMES, mechanics
from tests.table.oak import Oak
from webapp.state.audience import GM, PLAYER, TV, Role, audience_for
from webapp.table.commands import commands
from webapp.views.inspector_panels import inspector_panels
from webapp.views.panels import collect_panels, make_panels


@pytest.mark.parametrize("game", GAMES)
def test_every_mechanic_names_what_plays_it_and_no_command_is_left_out(game: str) -> None:
    nothing = [each.number for each in mechanics(game) if not each.commands | each.panels]
    assert not nothing
    named = {name for each in mechanics(game) for name in each.commands}
    assert named <= set(commands())
    assert {name for name in commands() if name.startswith(f"{game}.")} <= named


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
    named = {name for each in mechanics(game) for name in each.panels}
    assert named <= drawn
