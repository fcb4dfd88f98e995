"""The forms in which all kinds of events are said: those of the house, and those of the loaded games."""

from collections.abc import Mapping
from functools import cache

from webapp.rules import toml_tables
from webapp.rules.event_forms import EventForms, read_forms
from webapp.state import check_events, house_events, seat_events

KINDS = (house_events, check_events, seat_events)
"""The modules that declare the kinds."""


_of_games: dict[str, EventForms] = {}


@cache
def forms() -> dict[str, EventForms]:
    """Return the forms of each kind."""
    return {**read_of(str(__package__)), **_of_games}


def read_of(package: str) -> dict[str, EventForms]:
    """Return the forms in the file `events.toml` of a package; raise CatalogueError if one is wrong."""
    return read_forms(toml_tables.read(package, "events.toml"), toml_tables.label(package, "events.toml"))


def hand_down(forms_of_game: Mapping[str, EventForms]) -> None:
    """Add the forms of a game's kinds; the loader calls it."""
    _of_games.update(forms_of_game)
    forms.cache_clear()
