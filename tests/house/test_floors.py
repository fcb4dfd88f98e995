"""The plan of the house: imports point down only, and every write takes the one road."""

import ast
from pathlib import Path

import pytest

from tests.house.reading import WEBAPP, imported, modules, named, tree

FLOORS = {
    "rules": 0,
    "store": 1,
    "state": 2,
    "views": 3,
    "table": 4,
    "games": 4,
    "live": 5,
    "pages": 6,
    "api": 6,
    "cli": 6,
    "testing": 7,
}
IN_A_GAME = {"rules": 0, "game": 0, "state": 2, "views": 3, "patterns": 6}
"""What of a game stands on another floor than its commands."""
DOOR = "webapp.games.api"
"""What authors import, from all floors up to the pages; what is asked of it is loaded, and nothing else."""
TOP = 7
"""The joints, files right in `webapp/`: they put the floors together."""
JOINTS = (
    "addresses",
    "child_process",
    "data_folder",
    "rate_limits",
    "request_limits",
    "services",
    "settings",
)
FOR_VIEWS = {f"webapp.{joint}" for joint in JOINTS}
"""Joints that a view may ask: where it is reached and lies, what it may count and is made of."""
MAY_WRITE = {"webapp/table/dispatcher.py", "webapp/table/create.py", "webapp/table/table_import.py"}
MAY_WRITE |= {"webapp/table/typed_codes.py"}  # a code that was typed is used up, whatever comes of it
MAY_WRITE |= {"webapp/table/revisions.py"}  # a table whose database fell back begins a new epoch
MAY_WRITE |= {"webapp/table/unused_tables.py"}  # upkeep: tables that were started and never used
MAY_COMMIT = {"webapp/store/transaction.py"}
MAY_COMMIT |= {"webapp/table/snapshot_cache.py"}  # a session leaves a transaction that another ends
_OPEN = ("transaction", "probe", "schema_migration", "backup", "transfer")
MAY_OPEN_TRANSACTIONS = {f"webapp/store/{name}.py" for name in _OPEN}
"""The one way to write; the health check, which reads; upkeep, before or instead of an app that serves."""


def floor_of(module: str) -> int:
    parts = module.split(".")
    if module.startswith(DOOR):
        return FLOORS["pages"]
    if len(parts) > 3 and parts[1] == "games":
        return IN_A_GAME.get(parts[3], FLOORS["games"])
    return FLOORS.get(parts[1], TOP) if len(parts) > 1 else TOP


def module_of(file: Path) -> str:
    return ".".join(["webapp", *file.relative_to(WEBAPP).with_suffix("").parts])


def test_imports_point_down() -> None:
    for file in modules():
        own = floor_of(module_of(file))
        for module in imported(file):
            if own == FLOORS["pages"] and any(module.startswith(joint) for joint in FOR_VIEWS):
                continue
            if module_of(file).startswith("webapp.cli."):
                continue  # the command line starts the app, so it may know every joint
            assert floor_of(module) <= own, f"{named(file)} imports {module}, which lies above it"


DRAWS = {
    "webapp.table.audience_views",
    "webapp.table.replies",
    "webapp.table.table_import",
    "webapp.table.game_hooks",
}
"""What of the table draws: each revision, what a sender reads in reply, whether an imported table can be
shown; and what loads a game with its views."""


def test_no_command_asks_a_view() -> None:
    """What commands and views both need is read in `webapp/state` and a game's `state/`."""
    for file in modules():
        own = module_of(file)
        if floor_of(own) == FLOORS["table"] and own not in DRAWS:
            asked = [name for name in imported(file) if floor_of(name) == FLOORS["views"]]
            assert asked == [], f"{named(file)} imports {', '.join(asked)}: move what it needs to state/"


def test_every_folder_of_the_app_is_on_a_floor() -> None:
    folders = {path.name for path in WEBAPP.iterdir() if (path / "__init__.py").exists()}
    assert folders == set(FLOORS)


def test_only_the_road_and_the_makers_of_tables_write() -> None:
    for file in modules():
        for call in (node for node in ast.walk(tree(file)) if isinstance(node, ast.Call)):
            words = ast.unparse(call.func)
            if words == "transaction":
                assert named(file) in MAY_WRITE, f"{named(file)}:{call.lineno} writes by itself"
            if words == "writing" or words.endswith(".commit"):
                assert named(file) in MAY_COMMIT, f"{named(file)}:{call.lineno} commits by itself"
            if words.endswith(("engine.connect", "engine.begin", "connection.begin", "session.begin")):
                assert named(file) in MAY_OPEN_TRANSACTIONS, f"{named(file)}:{call.lineno} opens the database"


@pytest.mark.parametrize("floor", ["pages", "api", "live", "views", "state"])
def test_views_screens_and_streams_change_no_row(floor: str) -> None:
    for file in sorted((WEBAPP / floor).rglob("*.py")):
        calls = [ast.unparse(node.func) for node in ast.walk(tree(file)) if isinstance(node, ast.Call)]
        changing = [call for call in calls if call in ("db.session.add", "db.session.delete", "state.add")]
        assert changing == [], f"{named(file)} changes rows"


def test_nothing_of_sqlalchemys_insides_is_used() -> None:
    insides = {"instance_state", "instance_dict", "committed_state", "expunge", "_sa_instance_state"}
    for file in modules():
        nodes = list(ast.walk(tree(file)))
        names = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        names |= {each.name for node in nodes if isinstance(node, ast.ImportFrom) for each in node.names}
        assert not names & insides, f"{named(file)}: {names & insides}"
