"""Downtime: vouchers for those left out of a long Scene, spent later on something they had done meanwhile.

Source: Scenes, "Downtime".
"""

from collections.abc import Collection

from webapp.rules.errors import RuleError
from webapp.rules.mettle.needs import all_of
from webapp.rules.mettle.spans import is_long


def entitled(
    party: Collection[str], *, busy: Collection[str], unfit: Collection[str] = (), span: str = "day"
) -> tuple[str, ...]:
    """A long Scene (days or more): everyone fit for mischief and not tied up in it gets a voucher."""
    all_of(busy, party, "member of the party", field="busy")
    all_of(unfit, party, "member of the party", field="unfit")
    if not is_long(span):
        raise RuleError(f"A {span} is no Downtime; it takes days or months.", field="span", value=span)
    return tuple(name for name in party if name not in busy and name not in unfit)
