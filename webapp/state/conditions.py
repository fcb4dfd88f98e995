"""Convert a table's condition rows to the value objects that the rules work with."""

from dataclasses import fields

from webapp.rules.check_hooks import CarriedCondition
from webapp.store.models import Condition


def carried_condition(row: Condition, name: str | None = None) -> CarriedCondition:
    """Return a condition as the value object of the rules; `name` replaces a hidden name."""
    values = {field.name: getattr(row, field.name) for field in fields(CarriedCondition)}
    return CarriedCondition(**{**values, "name": name or row.name})


def condition_count(row: Condition) -> int | None:
    """Return the number that a condition counts (Actions, days, points); None if it counts nothing."""
    count = row.data.get("count") if row.data.get("counts") else None
    return count if isinstance(count, int) else None
