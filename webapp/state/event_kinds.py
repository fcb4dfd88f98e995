"""The kinds of events of the house, and the forms in which they are said."""

from functools import cache

from webapp.rules import toml_tables
from webapp.rules.event_forms import EventForms, read_forms
from webapp.state import check_events, house_events

KINDS = (house_events, check_events)
"""The modules that declare the kinds."""


@cache
def forms() -> dict[str, EventForms]:
    """Return the forms of the kinds of the house."""
    package = str(__package__)
    return read_forms(toml_tables.read(package, "events.toml"), toml_tables.label(package, "events.toml"))
