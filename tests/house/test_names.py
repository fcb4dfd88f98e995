"""What a function or a field is called, and how much of what passes through them has a type."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.house.reading import ROOT, WEBAPP, modules, named, tree

AMBIGUOUS = frozenset(
    {
        "told",
        "kept",
        "keep",
        "take",
        "settle",
        "look",
        "news",
        "each",
        "it",
        "bell",
        "carry_out",
        "collected",
        "conclude",
        "at_once",
        "errand",
        "fared",
        "firing",
        "greeting",
        "happening",
        "heaps",
        "in_vain",
        "looked",
        "mend",
        "permitted",
        "recorded",
        "road",
        "surely",
        "taking",
        "tells",
        "the",
        "timed",
        "titled",
        "understood",
        "unsaid",
        "wire",
    }
)
"""Words that meant several things, or anything: a name says what is held or done instead."""
PUBLIC = {
    ("games/mettle/commands/injuries.py", "Mend"),
    ("games/mettle/rules/check.py", "kept"),
    ("games/razorweave/rules/check.py", "kept"),
    ("games/resonance/rules/rounds.py", "each"),
    ("store/models.py", "look"),
    ("table/thing_fields.py", "look"),
    ("views/view_types.py", "look"),
    ("views/panel.py", "it"),
}
"""What is stored, answered, or printed by templates of games."""
IN_TESTS = r"told|kept|keep|take|settle|look|news"
"""Those of them that functions, classes and files of tests have been called by."""
UNTYPED = 127
"""How often `Any` may stand where the table, the screens and the games work; this number only goes down."""


def test_what_refuses_is_said_to_ensure_since_a_check_is_something_at_the_table() -> None:
    """But for the rules, which have a check of their own, and the commands of a terminal."""
    for file in modules():
        if "rules" in file.parts or file.relative_to(WEBAPP).parts[0] == "cli":
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


def test_no_name_is_a_word_that_means_several_things() -> None:
    found = set()
    for file in modules():
        place = file.relative_to(WEBAPP).as_posix()
        if "migrations" not in file.parts:
            found |= {(place, name) for name in _bound(file) if name.lstrip("_").lower() in AMBIGUOUS}
    assert found - PUBLIC == set()
    assert PUBLIC - found == set(), "these are named otherwise by now: take them off the list"


def test_no_helper_of_a_test_is_called_by_such_a_word() -> None:
    defined = re.compile(rf"^ *(?:async )?(?:def|class) (_*(?:{IN_TESTS})_*)\b", re.MULTILINE | re.IGNORECASE)
    found = []
    for file in sorted((ROOT / "tests").rglob("*.py")):
        found += [(named(file), name) for name in defined.findall(file.read_text(encoding="utf-8"))]
        if re.fullmatch(IN_TESTS, file.stem):
            found.append((named(file), file.stem))
    assert found == []


def _bound(file: Path) -> Iterator[str]:
    """What is defined, assigned or passed in a module, by name."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def _room(file: Path) -> str:
    """The game in whose room a file stands, or "" for the floors that all games share."""
    floor, room, *_ = (*file.relative_to(WEBAPP).parts, "")
    return room if floor == "games" and not room.endswith(".py") else ""


def test_what_passes_through_the_table_has_a_type_ever_more_often() -> None:
    floors = ("table", "views", "games")
    files = [
        file
        for file in modules()
        if file.relative_to(WEBAPP).parts[0] in floors and "rules" not in file.parts
    ]
    words = (node for file in files for node in ast.walk(tree(file)) if isinstance(node, ast.Name))
    untyped = sum(node.id == "Any" for node in words)
    assert untyped <= UNTYPED


def test_nothing_of_sqlalchemys_insides_is_used() -> None:
    insides = {"instance_state", "instance_dict", "committed_state", "expunge", "_sa_instance_state"}
    for file in modules():
        words = {node.attr for node in ast.walk(tree(file)) if isinstance(node, ast.Attribute)}
        words |= {
            each.name
            for node in ast.walk(tree(file))
            if isinstance(node, ast.ImportFrom)
            for each in node.names
        }
        assert not words & insides, f"{named(file)}: {words & insides}"
