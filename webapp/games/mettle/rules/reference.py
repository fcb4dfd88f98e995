"""METTLE Core's reference tables: reference.toml, and rows computed from Actions and the catalogue."""

from collections.abc import Iterable, Sequence

from webapp.games.api import LookupTable, load_reference
from webapp.games.mettle.rules.actions import Action, all_actions
from webapp.games.mettle.rules.argument_checks import either
from webapp.games.mettle.rules.book import catalogue
from webapp.games.mettle.rules.book_tables import PACKAGE
from webapp.games.mettle.rules.time_spans import span_of

AGAINST = {"difficulty": "Difficulty", "speed": "current Speed plus obstacles"}
"""What a Check may be against, in words, besides the target's Attributes."""


def reference() -> tuple[LookupTable, ...]:
    """Return the reference tables, in the order of reference.toml."""
    forms = [
        (action.name, form.name, form.text) for action in all_actions().values() for form in action.forms
    ]
    return load_reference(PACKAGE, actions=_actions(), forms=forms, hazards=_hazards(), traps=_traps())


def _actions() -> Iterable[Sequence[str]]:
    for action in all_actions().values():
        yield action.name, _check(action), action.success or action.text, action.edge, action.failure


def _check(action: Action) -> str:
    if not action.checked:
        return "none"
    rolls = [f"{way.attribute} ({way.when})" for way in action.ways]
    usual = f" (usually {action.usual})" if action.usual is not None else ""
    against = (AGAINST.get(value, f"the target's {value}") for value in action.against)
    which = either(rolls) if len(rolls) > 1 else action.ways[0].attribute
    return f"{which} against {' or '.join(against)}{usual}"


def _hazards() -> Iterable[Sequence[str]]:
    for entry in (*catalogue().entries("fire"), *catalogue().entries("affliction")):
        interval = span_of(entry.data.get("interval", "round"))
        yield entry.name, entry.data["hazard"], interval.name, entry.text


def _traps() -> Iterable[Sequence[str]]:
    for entry in catalogue().entries("trap"):
        yield (
            entry.name,
            entry.data.get("hazard") or f"{entry.data['rounds']} Rounds",
            entry.trigger,
            entry.text,
        )
