"""Convert a table's rows to the values that the rules work with: a check's request, a condition."""

from dataclasses import fields

from webapp.rules.catalogue import CatalogueEntry
from webapp.rules.check_form import CheckRequest
from webapp.rules.check_hooks import RolledCheck
from webapp.rules.codec import load_value
from webapp.rules.conditions import CarriedCondition
from webapp.rules.errors import RuleError
from webapp.state.audience import PLAYER
from webapp.state.visibility import Visibility
from webapp.store.models import Check, Condition, Tag
from webapp.store.table_state import TableState


def request_of(state: TableState, row: Check) -> CheckRequest:
    """Return a check's fields as a request of its game."""
    known = {"intent": row.intent, "approach": row.approach, "character": row.character}
    request_type: type[CheckRequest] = state.rules.request_type
    return request_type.of({**row.asked, **known, "targets": row.targets})


def rolled_check_of(state: TableState, row: Check) -> RolledCheck:
    """Return a check as it was rolled, with its outcome, its request and the names of its hazards.

    A hazard that players do not fully know is called "something", because causes are public.
    """
    public = Visibility(state, PLAYER)
    things = (state.thing(*thing) for thing in row.rolled.hazards)
    bites = (kind for kind in things if isinstance(kind, Tag | Condition))
    names = tuple(tag.name if public.level(tag) == "shown" else "something" for tag in bites)
    check = load_value(state.rules.check, row.rolled.check)
    return RolledCheck(check, row.result, request_of(state, row), names)


def switches_of(row: Tag | Condition) -> dict[str, bool]:
    """Return the facts on which a tag or condition depends, with their values; a check may override them."""
    wanted = row.data.get("switch")
    return {**({str(wanted): bool(row.data.get("starts"))} if wanted else {}), **row.switches}


def carried_condition(row: Condition, name: str | None = None) -> CarriedCondition:
    """Return a condition as the value object of the rules; `name` replaces a hidden name."""
    values = {field.name: getattr(row, field.name) for field in fields(CarriedCondition)}
    return CarriedCondition(**{**values, "name": name or row.name})


def condition_count(row: Condition) -> int | None:
    """Return the number that a condition counts (Actions, days, points); None if it counts nothing."""
    count = row.data.get("count") if row.data.get("counts") else None
    return count if isinstance(count, int) else None


# ---- names that the game's catalogue knows --------------------------------------------------------


WORDED = "worded"
"""The catalogue's field for a condition after "is now" ("in Cover"), if its name does not fit there."""


def find_book_entry(state: TableState, kind: str, name: str) -> CatalogueEntry | None:
    """Return the catalogue's entry of this name, if there is one."""
    game = state.rules
    for text in game.carried if kind == "condition" else (kind,):
        try:
            return game.catalogue.find(name, text)
        except RuleError:
            continue
    return None


def describe_state(state: TableState, name: str) -> str:
    """Return a condition's name as it follows "is now" and "is no longer" in a sentence."""
    entry = find_book_entry(state, "condition", name)
    return name if entry is None else str(entry.data.get(WORDED, name))
