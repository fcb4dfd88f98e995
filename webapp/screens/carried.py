"""A condition's row as the rules take it."""

from webapp.rules.play import CarriedCondition
from webapp.store.models import Condition


def carried(row: Condition, name: str | None = None) -> CarriedCondition:
    """What somebody carries; `name` where its own may not be told."""
    return CarriedCondition(
        id=row.id,
        name=name or row.name,
        character=row.character,
        severity=row.severity,
        treated=row.treated,
        clock=row.clock,
        data=row.data,
    )
