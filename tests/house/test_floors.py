"""The plan of the house: imports point down only, and every write takes the one road."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.house.reading import WEBAPP, imported, imports_of, modules, named, tree

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
    "webapp.table.game_loading",
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


IMPORTS_BY_NAME = {
    "webapp/cli/code_faults.py": "check-game imports each module of the game it examines",
    "webapp/games/api.py": "the door loads a name when it is asked for, so that rules need no database",
    "webapp/pages/patterns/__init__.py": "a game's examples, which its definition names, on their own floor",
    "webapp/rules/calculator.py": "a game's calculations, which lie in its rules",
    "webapp/rules/plugins.py": "a game's definition by its entry point; it stands on the floor of the rules",
    "webapp/table/commands/__init__.py": "every module in its own folder",
    "webapp/table/game_loading.py": "a game's commands and views, which its definition names; handed down",
}
"""Where a module is imported by a name that is worked out, and why."""
NAMES_ABOVE = {
    **{
        f"webapp/games/{game}/game.py": "the definition names the parts, which others load"
        for game in ("mettle", "razorweave", "resonance")
    },
    "webapp/games/mettle/views/__init__.py": "the package whose words.toml is read",
    "webapp/games/resonance/views/__init__.py": "the package whose words.toml is read",
}
"""Where a text names a module on a floor above, and why."""
LOADERS = {"import_module", "__import__", "find_spec", "load", "import_string", "run_module"}
MODULE = re.compile(r"(webapp(?:\.\w+)+)(?::\w+)?")


def loaded_by_name(code: ast.Module) -> Iterator[str]:
    """Every call that imports or finds a module whose name is worked out, or is written as a text."""
    for call in (node for node in ast.walk(code) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        loads_entry = name != "load" or (call.args == [] and call.keywords == [])
        first = call.args[0] if call.args else None
        elsewhere = isinstance(first, ast.Constant) and not str(first.value).startswith((".", "webapp"))
        if name in LOADERS and loads_entry and not elsewhere:
            yield ast.unparse(call)


def named_above(own: str, code: ast.Module) -> Iterator[str]:
    """Every text that is the name of a module of the app on a floor above."""
    for node in ast.walk(code):
        found = MODULE.fullmatch(str(node.value)) if isinstance(node, ast.Constant) else None
        if found and found[1] in MODULES and floor_of(found[1]) > floor_of(own):
            yield found[1]


MODULES = frozenset(imports_of())


def test_a_module_is_imported_by_name_only_where_it_is_listed_with_its_reason() -> None:
    found = {named(file): [*loaded_by_name(tree(file))] for file in modules()}
    assert {name for name, calls in found.items() if calls} == set(IMPORTS_BY_NAME)


def test_a_text_names_a_module_above_only_where_it_is_listed_with_its_reason() -> None:
    found = {named(file): [*named_above(module_of(file), tree(file))] for file in modules()}
    assert {name for name, above in found.items() if above} == set(NAMES_ABOVE)


PLANTED = (
    "import_module(f'webapp.games.{key}.commands')",
    "importlib.import_module(name)",
    "__import__('webapp.table.command')",
    "find_spec(module)",
    "entry_point.load()",
)


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_import_by_name_is_seen(planted: str) -> None:
    assert [*loaded_by_name(ast.parse(planted))] == [planted]


def test_what_is_not_one_of_ours_is_not_counted() -> None:
    assert [*loaded_by_name(ast.parse("find_spec('psycopg'); TableState.load(id); json.load(file)"))] == []


def test_a_planted_name_of_a_module_above_is_seen() -> None:
    code = ast.parse("WHERE = 'webapp.games.mettle.views:MettleScreens'; LOW = 'webapp.rules.dice'")
    assert [*named_above("webapp.views.panels", code)] == []
    assert [*named_above("webapp.store.models", code)] == ["webapp.games.mettle.views"]


def circles(imports: Mapping[str, set[str]]) -> list[list[str]]:
    """The groups of modules that import one another, by whatever way round (Tarjan's algorithm)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def follow(module: str) -> None:
        number[module] = low[module] = len(number)
        path.append(module)
        for other in sorted(imports[module]):
            if other not in number:
                follow(other)
            if other in path:
                low[module] = min(low[module], low[other])
        if low[module] == number[module]:
            at = path.index(module)
            group, path[at:] = path[at:], []
            if len(group) > 1:
                found.append(sorted(group))

    for module in imports:
        if module not in number:
            follow(module)
    return found


def test_no_modules_import_one_another_in_a_circle() -> None:
    """Within functions neither, nor for type checkers: what a reader follows has an end."""
    assert circles(imports_of()) == []


def test_what_only_type_checkers_read_counts_too() -> None:
    assert "webapp.views.panel" in imports_of()["webapp.games.api"]


def test_a_planted_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}) == [["a", "b", "c"]]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
    planted = imports_of()
    planted["webapp.rules.dice"].add("webapp.app")
    assert any({"webapp.rules.dice", "webapp.app"} <= set(circle) for circle in circles(planted))
