"""METTLE Core's reference tables: reference.toml, and rows computed from Actions and the catalogue."""

from webapp.games.mettle.rules.actions import Action, all_actions
from webapp.games.mettle.rules.book import catalogue
from webapp.games.mettle.rules.book_tables import PACKAGE
from webapp.rules.check_hooks import LookupTable
from webapp.rules.game_files import Rows, load_reference


def reference() -> tuple[LookupTable, ...]:
    """Return the reference tables, in the order of reference.toml."""
    forms = [
        (action.name, form.name, form.text) for action in all_actions().values() for form in action.forms
    ]
    return load_reference(PACKAGE, actions=_actions(), forms=forms, hazards=_hazards(), traps=_traps())


def _actions() -> Rows:
    for action in all_actions().values():
        yield action.name, _check(action), action.success or action.text, action.edge, action.failure


def _check(action: Action) -> str:
    if not action.checked:
        return "none"
    rolls = " or ".join(dict.fromkeys(way.attribute for way in action.ways))
    usual = f" ({action.usual})" if action.usual is not None else ""
    return f"{rolls} against {' or '.join(value for value in action.against)}{usual}"


def _hazards() -> Rows:
    for entry in (*catalogue().entries("fire"), *catalogue().entries("affliction")):
        yield entry.name, entry.data["hazard"], str(entry.data.get("interval", "round")), entry.text


def _traps() -> Rows:
    for entry in catalogue().entries("trap"):
        yield (
            entry.name,
            entry.data.get("hazard") or f"{entry.data['rounds']} Rounds",
            entry.trigger,
            entry.text,
        )
