"""The list of mechanics says of each what plays it at the table, and leaves no command out."""

import re
from pathlib import Path

from tests.table.mettle.brawl import Brawl
from webapp.screens.games.mettle.panels import gm_panels, player_panels, seat_panels
from webapp.table.command import registered
from webapp.table.games import game_tables

LIST = Path(__file__).parents[3] / "webapp" / "rules" / "mettle" / "MECHANICS.md"
ROW = re.compile(r"^\| C3\.([0-9]+) \| ([^|]*) \|$", re.MULTILINE)


def played() -> dict[int, list[str]]:
    """The names in the table of what plays each mechanic."""
    rows = ROW.findall(LIST.read_text(encoding="utf-8"))
    return {int(number): re.findall(r"`([^`]+)`", names) for number, names in rows}


def test_every_mechanic_names_the_commands_that_play_it_and_no_command_is_left_out() -> None:
    assert list(played()) == list(range(1, 28))
    game_tables()
    named = {name for names in played().values() for name in names if "." in name}
    assert named <= set(registered)
    assert {name for name in registered if name.startswith("mettle.")} <= named


def test_the_panels_that_are_named_are_drawn(yard: Brawl) -> None:
    named = {name for names in played().values() for name in names if "." not in name}
    yard.play("Ana", "Ann")
    seen, theirs = yard.view("gm"), yard.view("player")
    seat = next(each.id for each in seen.seats)
    drawn = [*gm_panels(seen), *player_panels(theirs), *seat_panels(theirs, seat)]
    assert named <= {panel.id for panel in drawn}
