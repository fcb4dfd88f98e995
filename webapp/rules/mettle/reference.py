"""What a table looks up in METTLE Core while it plays (reference.toml), as far as that is worked out."""

from webapp.rules.mettle.actions import Action, all_actions
from webapp.rules.mettle.book import catalogue
from webapp.rules.mettle.tables import PACKAGE
from webapp.rules.play import LookupTable
from webapp.rules.sheets import Rows, sheets


def reference() -> tuple[LookupTable, ...]:
    """Difficulty, quality, Attributes, Initiative, Actions with their forms, what a Scene holds, time."""
    forms = [(each.name, form.name, form.text) for each in all_actions().values() for form in each.forms]
    return sheets(PACKAGE, actions=_actions(), forms=forms, hazards=_hazards(), traps=_traps())


def _actions() -> Rows:
    for each in all_actions().values():
        yield each.name, _check(each), each.success or each.text, each.edge, each.failure


def _check(action: Action) -> str:
    if not action.checked:
        return "none"
    rolls = " or ".join(dict.fromkeys(way.attribute for way in action.ways))
    usual = f" ({action.usual})" if action.usual is not None else ""
    return f"{rolls} against {' or '.join(each for each in action.against)}{usual}"


def _hazards() -> Rows:
    for each in (*catalogue().entries("fire"), *catalogue().entries("affliction")):
        yield each.name, each.data["hazard"], str(each.data.get("interval", "round")), each.text


def _traps() -> Rows:
    for each in catalogue().entries("trap"):
        yield each.name, each.data.get("hazard") or f"{each.data['rounds']} Rounds", each.trigger, each.text
