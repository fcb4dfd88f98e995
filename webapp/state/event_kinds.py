"""The forms in which all kinds of events are said: those of the house, and those of the loaded games."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from webapp.rules import toml_tables
from webapp.rules.event_forms import LINE, EventForms, read_forms
from webapp.rules.events import Event
from webapp.state import check_events, house_events, seat_events

KINDS = (house_events, check_events, seat_events)
"""The modules that declare the kinds."""
NONE = EventForms()
NO_KINDS: Mapping[str, Any] = {}

_of_games: dict[str, EventForms] = {}
_declared: dict[str, Any] = {}


@cache
def forms() -> dict[str, EventForms]:
    """Return the forms of each kind."""
    return {**read_of(str(__package__)), **_of_games}


def read_of(package: str) -> dict[str, EventForms]:
    """Return the forms in the file `events.toml` of a package; raise CatalogueError if one is wrong."""
    return read_forms(toml_tables.read(package, "events.toml"), toml_tables.label(package, "events.toml"))


def forms_of(event: Event) -> EventForms:
    """Return the forms of an event's kind; those that the table stored if its game is gone."""
    stored: EventForms | None = event.stored_forms
    return forms().get(event.kind, NONE) if stored is None else stored


def may_weigh(kind: str) -> bool:
    """Return whether events of a kind may weigh more than a line of the journal."""
    said = forms().get(kind)
    return said is not None and (said.weight != LINE or bool(said.raised))


def hand_down(forms_of_game: Mapping[str, EventForms], declared: Mapping[str, Any] = NO_KINDS) -> None:
    """Add the forms of a game's kinds, and what tables store of the kinds of a game from outside.

    The loader calls it.
    """
    _of_games.update(forms_of_game)
    _declared.update(declared)
    forms.cache_clear()


def declarations() -> Mapping[str, Any]:
    """Return what tables store of the kinds of games from outside, by kind."""
    return _declared
