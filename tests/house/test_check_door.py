"""Only one module gives a check its outcome, so that undo can take back every change to a roll."""

from tests.house.reading import WEBAPP, modules, named
from tests.house.test_clock_door import assigned

DOOR = WEBAPP / "table" / "check_rolls.py"
OUTCOME = {"result", "rolled"}


def test_nothing_else_sets_the_outcome_of_a_check() -> None:
    found = [
        f"{named(file)}:{node.lineno} sets .{node.attr}"
        for file in modules()
        if file != DOOR
        for node in assigned(file)
        if node.attr in OUTCOME
    ]
    assert found == [], "only check_rolls.py does (roll_check, change_roll, resolve_without_dice)"
    assert {node.attr for node in assigned(DOOR)} >= OUTCOME
