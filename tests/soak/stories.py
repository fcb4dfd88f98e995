"""The story of one command's example, so that this command is met for sure: an evening begins with one."""

from importlib import import_module
from typing import Any
from unittest.mock import Mock, patch

from tests.api.desk import Desk
from tests.api.stories import example_tables
from tests.soak.fault import Fault
from tests.soak.house import Answer, House
from webapp.api.calls import command_examples


class Client:
    """The stories' way to a house."""

    def __init__(self, house: House) -> None:
        self.house = house

    def get(self, path: str, headers: dict[str, str]) -> Answer:
        return _sound(self.house.get(path, headers))

    def post(self, path: str, json: Any, headers: dict[str, str]) -> Answer:
        return _sound(self.house.post(path, headers, json=json))


def _sound(answer: Answer) -> Answer:
    if answer.status >= 500:
        raise Fault("status", f"{answer.status} in the middle of a story: {answer.text[:600]}")
    return answer


def furnish(house: House, made: dict[str, Any], command: str) -> dict[str, Any]:
    """Tell the story of this command at the table; the command as its example has it there."""
    desk = Desk(Client(house), made)  # type: ignore[arg-type]
    with patch("tests.api.stories.mettle.services", Mock()):
        if command.partition(".")[0] in example_tables.GAMES:
            ids = import_module(f"tests.api.stories.{made['ruleset']}").the_story(desk, command)
        else:
            ids = _of_all_games(desk, command)
    sent: dict[str, Any] = example_tables.retold({"do": command, **command_examples()[command].send}, ids)
    return sent


def _of_all_games(desk: Desk, command: str) -> dict[int, int]:
    ids = example_tables.of_all_games(desk, command)
    if command == "seat.remove":
        ids[1710024461] = desk.sit("Cleo")  # Ana is one of ours and stays
    return ids


def firsts(game: str) -> list[str]:
    """The commands whose story can be told at a table of this game."""
    names = sorted(command_examples())
    own = [name for name in names if name.startswith(f"{game}.")]
    shared = [name for name in names if name.partition(".")[0] not in example_tables.GAMES]
    if game == "freeform":
        return [name for name in shared if not name.startswith(("check.", "time."))]
    return own + shared if game == "razorweave" else own
