"""What an evening begins with: the story of one command's example, so that this command is met for sure."""

from importlib import import_module
from typing import Any
from unittest.mock import Mock, patch

from tests.api.desk import Desk
from tests.api.stories import told
from tests.soak.house import Answer, House
from webapp.api.examples import command_examples


class Client:
    """The stories' way to a house."""

    def __init__(self, house: House) -> None:
        self.house = house

    def get(self, path: str, headers: dict[str, str]) -> Answer:
        return self.house.get(path, headers)

    def post(self, path: str, json: Any, headers: dict[str, str]) -> Answer:
        return self.house.post(path, headers, json=json)


def furnish(house: House, made: dict[str, Any], command: str) -> dict[str, Any]:
    """Tell the story of this command at the table; the command as its example has it there."""
    desk = Desk(Client(house), made)  # type: ignore[arg-type]
    with patch("tests.api.stories.mettle.parts", Mock()):
        if command.partition(".")[0] in told.GAMES:
            ids = import_module(f"tests.api.stories.{made['ruleset']}").the_story(desk, command)
        else:
            ids = _of_all_games(desk, command)
    sent: dict[str, Any] = told.retold({"do": command, **command_examples()[command].send}, ids)
    return sent


def _of_all_games(desk: Desk, command: str) -> dict[int, int]:
    """The things that the examples of every game are about."""
    ids = told.the_story(desk)
    if command.startswith("check.") and command != "check.call" and desk.made["ruleset"] == "razorweave":
        ids |= told._a_check(desk, ids)
    if command == "seat.remove":
        ids[1710024461] = desk.sit("Cleo")  # Ana is one of ours and stays
    if command == "redo":
        desk.do("gm", do="undo", entry=ids[859114026])
    return ids
