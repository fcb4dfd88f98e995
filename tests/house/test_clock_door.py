"""Only one module moves a clock, so that the laws of clocks hold on every way."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.reading import WEBAPP, modules, named, tree

DOOR = WEBAPP / "table" / "moving_clocks.py"
MOVES = {"filled", "segments", "direction", "race", "completed_by"}
"""The fields of a clock that only the door sets; `value` is the first three together."""


def assigned(file: Path) -> Iterator[ast.Attribute]:
    """Every attribute that a module sets, outside of a class's own instances."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield from () if isinstance(node.value, ast.Name) and node.value.id == "self" else (node,)


def test_nothing_else_sets_the_value_or_the_finish_of_a_clock() -> None:
    found = [
        f"{named(file)}:{node.lineno} sets .{node.attr}"
        for file in modules()
        if file != DOOR
        for node in assigned(file)
        if node.attr in {*MOVES, "value"}
    ]
    assert found == [], "only webapp/table/moving_clocks.py moves a clock (place_clock, move_clock)"
    assert {node.attr for node in assigned(DOOR)} >= {"value", "race", "completed_by"}


def test_fields_set_by_name_are_never_those_of_a_dial() -> None:
    """`clock.edit` takes them out of what it sets by name, and so does undo."""
    for file in (WEBAPP / "table" / "commands" / "clocks.py", WEBAPP / "table" / "undo.py"):
        text = file.read_text(encoding="utf-8")
        assert "DIAL" in text, f"{named(file)} moves a clock without the door"
