"""Find every mistake in a game's files without playing the game."""

from collections.abc import Callable, Iterator

from webapp.cli.code_faults import class_faults, hook_faults, import_faults, part_faults
from webapp.cli.data_faults import catalogue_faults, example_faults, mark_faults, word_faults
from webapp.cli.form_faults import form_faults
from webapp.cli.game_source import Fault, GameSource
from webapp.cli.template_attribute_faults import attribute_faults
from webapp.cli.template_faults import (
    name_faults,
    panel_faults,
    panel_id_faults,
    pressed_faults,
    template_faults,
    unread_faults,
)
from webapp.rules.plugins import broken
from webapp.rules.ruleset import rulesets

Search = Callable[[GameSource], Iterator[Fault]]
SEARCHES: tuple[Search, ...] = (
    import_faults,
    class_faults,
    part_faults,
    catalogue_faults,
    form_faults,
    template_faults,
    name_faults,
    panel_id_faults,
    mark_faults,
    hook_faults,
)
LAST: tuple[Search, ...] = (
    word_faults,
    example_faults,
    unread_faults,
    pressed_faults,
    panel_faults,
    attribute_faults,
)
"""The searches that need all code imported and all templates parsed."""


def written_faults(source: GameSource) -> list[Fault]:
    """Return every fault of a game's files, sorted by file and line."""
    found: set[Fault] = set()
    for search in SEARCHES:
        found |= _found_by(search, source)
    for search in () if found else LAST:
        found |= _found_by(search, source)
    if not found and source.key not in rulesets():
        why = broken().get(source.key, "it was not found")
        found.add(Fault("game.py", 0, f"the game cannot be played: {why}."))
    return sorted(found)


def _found_by(search: Search, source: GameSource) -> set[Fault]:
    """Return the faults that a search finds; if the search itself fails, that is a fault too."""
    found: set[Fault] = set()
    try:
        found.update(search(source))
    except Exception as error:
        found.add(source.fault(error))
    return found
