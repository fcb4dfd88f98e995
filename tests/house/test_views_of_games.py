"""A game's decisions stand in its rules: its views ask them, and draw.

What a test can see of a decision is a number that is compared, a name of the book that is looked for, and a
table of numbers with words. Comparing how many things there are (`len`) is layout, and stays.
"""

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from tests.house.reading import WEBAPP, named
from webapp.rules.playable_games import rulesets
from webapp.rules.plugins import load_game

ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


@pytest.mark.parametrize("game", rulesets())
def test_the_views_of_a_game_decide_nothing(game: str) -> None:
    names = names_of_the_book(game)
    found = [
        f"{named(file)}:{line} {why}"
        for file in views_of(game)
        for line, why in decisions(file.read_text(encoding="utf-8"), names)
    ]
    assert found == [], "ask the game's rules/ instead"


PLANTED = {
    "a number that is compared": "may = sheet.mettle.current <= 0",
    "a number that is the same": "looks = 'spent' if left == 0 else ''",
    "what is due": "due = since + seconds(interval) <= then",
    "a share": "word = next(word for most, word in WORDS if share <= most)",
    "a name of the book": "again = any(one.name == 'Rattled' for one in conditions)",
    "one of several names": "down = name in ('Dead', 'rattled')",
    "a table of numbers and words": "WORDS = ((0, 'none'), (25, 'little'))",
    "the same by word": "COSTS = {'heal': 2}",
}


@pytest.mark.parametrize("source", PLANTED.values(), ids=PLANTED)
def test_a_decision_is_noticed(source: str) -> None:
    assert len(list(decisions(source, {"rattled"}))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "more = len(found) > FEW",
        "found = [one for one in pieces if one.kind == 'rattled']",
        "MOST, ACROSS = 12, 3",
        "state = 'open' if check.state == 'called' else ''",
    ],
)
def test_layout_and_kinds_of_documents_are_none(source: str) -> None:
    assert list(decisions(source, {"rattled"})) == []


def test_the_names_of_a_book_are_known() -> None:
    assert {"rattled", "burning", "starving"} <= names_of_the_book("mettle")
    assert {"mounted", "obscure", "prone"} <= names_of_the_book("resonance")


def views_of(game: str) -> list[Path]:
    folder = WEBAPP / "games" / game
    return sorted({*folder.glob("views.py"), *folder.glob("views/**/*.py")})


def names_of_the_book(game: str) -> set[str]:
    """Names and keys of the game's catalogue in small letters, but for its kinds of clock."""
    definition = load_game(game)
    assert definition is not None
    entries = [entry for entry in definition.rules.catalogue.values() if entry.kind != "clock"]
    return {word.casefold() for entry in entries for word in (entry.key, entry.name)}


def decisions(source: str, names: Collection[str]) -> Iterator[tuple[int, str]]:
    """Yield each decision in a module: its line, and what it is."""
    module = ast.parse(source)
    for node in ast.walk(module):
        if isinstance(node, ast.Compare) and (why := _compared(node, names)):
            yield node.lineno, f"{why}: {ast.unparse(node)}"
    for constant in module.body:
        table = constant.value if isinstance(constant, ast.Assign | ast.AnnAssign) else None
        if {int, str} <= {type(one) for one in _in_a_table(table)}:
            yield constant.lineno, f"puts numbers beside words: {ast.unparse(constant)[:60]}"


def _compared(node: ast.Compare, names: Collection[str]) -> str:
    """Return what a comparison decides, "" if nothing."""
    sides = [node.left, *node.comparators]
    calls = [ast.unparse(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)]
    values = {one.value for side in sides for one in _written(side)}
    number = any(isinstance(value, int) and not isinstance(value, bool) for value in values)
    if "len" not in calls and (number or any(isinstance(op, ORDERED) for op in node.ops)):
        return "compares numbers"
    kind = isinstance(node.left, ast.Attribute) and node.left.attr == "kind"
    said = {value.casefold() for value in values if isinstance(value, str)}
    return "looks for a name of the book" if said.intersection(names) and not kind else ""


def _written(side: ast.expr) -> Iterator[ast.Constant]:
    """Yield the values written on one side of a comparison: one, or several in brackets."""
    for one in side.elts if isinstance(side, ast.Tuple | ast.List | ast.Set) else [side]:
        if isinstance(one, ast.Constant):
            yield one


def _in_a_table(value: ast.expr | None) -> Iterator[object]:
    """Yield the values written in a table, its rows and its keys."""
    if isinstance(value, ast.Constant):
        yield value.value
    elif isinstance(value, ast.Tuple | ast.List | ast.Set):
        for row in value.elts:
            yield from _in_a_table(row)
    elif isinstance(value, ast.Dict):
        for part in (*value.keys, *value.values):
            yield from _in_a_table(part)
