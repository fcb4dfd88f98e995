"""What a function or a field is called, and how much of what passes through them has a type."""

import ast
import re
from collections import defaultdict
from pathlib import Path

from tests.house.reading import WEBAPP, modules, named, tree

UNTYPED = 127
"""How often `Any` may stand where the table, the screens and the games work; this number only goes down."""


def test_what_refuses_is_said_to_ensure_since_a_check_is_something_at_the_table() -> None:
    """But for the rules, which have a check of their own, and the commands of a terminal."""
    for file in modules():
        if file.relative_to(WEBAPP).parts[0] in ("rules", "cli"):
            continue
        for each in (node for node in ast.walk(tree(file)) if isinstance(node, ast.FunctionDef)):
            gives_nothing = isinstance(each.returns, ast.Constant) and each.returns.value is None
            assert not (gives_nothing and re.match("_?check(_|$)", each.name)), f"{named(file)}: {each.name}"


def test_one_name_is_one_thing_in_all_rooms() -> None:
    """But for a row of the store, named as its value in the rules, and for what each game has of a kind."""
    rooms: dict[str, list[str]] = defaultdict(list)
    for file in modules():
        if file == WEBAPP / "store" / "models.py" or "migrations" in file.parts:
            continue
        for each in (node for node in tree(file).body if isinstance(node, ast.ClassDef)):
            rooms[each.name].append(_room(file))
    twice = {name: at for name, at in rooms.items() if len(at) > 1}
    assert {name: at for name, at in twice.items() if "" in at or len(set(at)) < len(at)} == {}


def _room(file: Path) -> str:
    """The game in whose room a file stands, or "" for the floors that all games share."""
    floor, room, *_ = (*file.relative_to(WEBAPP).parts, "")
    return room if floor in ("rules", "games") and not room.endswith(".py") else ""


def test_what_passes_through_the_table_has_a_type_ever_more_often() -> None:
    files = [file for file in modules() if file.relative_to(WEBAPP).parts[0] in ("table", "screens", "games")]
    words = (node for file in files for node in ast.walk(tree(file)) if isinstance(node, ast.Name))
    untyped = sum(node.id == "Any" for node in words)
    assert untyped <= UNTYPED
