"""Spans of game time: Rounds, Minutes, Stretches, Hours, Days, Weeks; Scenes, Sessions; and Downtime.

Time is an argument everywhere, never read from a clock. Source: Scenes, "Time" and "Downtime".
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from webapp.rules.errors import RuleError
from webapp.rules.guard import Within
from webapp.rules.mettle.needs import all_of, one_of
from webapp.rules.mettle.tables import rows_of


@dataclass(frozen=True, slots=True)
class Span:
    """A named length of time; `seconds` is 0 where the book leaves it open (Scene, Session, Campaign)."""

    key: str
    name: str
    seconds: int
    text: str


@cache
def spans() -> dict[str, Span]:
    """All spans by key, shortest first."""
    rows = rows_of("span", {"key": str, "name": str, "seconds": int, "text": str})
    return {row["key"]: Span(**row) for row in rows}


def span_of(key: str) -> Span:
    """One span by its key ("round", "hour"); RuleError for another."""
    return spans()[one_of(key, spans(), "span of time", field="interval")]


def seconds(key: str, count: Annotated[int, Within(0, 10**6)] = 1) -> int:
    """How many seconds `count` of these spans last."""
    return span_of(key).seconds * count


def is_long(key: str) -> bool:
    """Whether something of this length makes a Downtime: a day or more."""
    return span_of(key).seconds >= span_of("day").seconds


def entitled(
    party: Collection[str], *, busy: Collection[str], unfit: Collection[str] = (), span: str = "day"
) -> tuple[str, ...]:
    """A long Scene (days or more): everyone fit for mischief and not tied up in it gets a voucher."""
    all_of(busy, party, "member of the party", field="busy")
    all_of(unfit, party, "member of the party", field="unfit")
    if not is_long(span):
        raise RuleError(f"A {span} is no Downtime; it takes days or months.", field="span", value=span)
    return tuple(name for name in party if name not in busy and name not in unfit)
