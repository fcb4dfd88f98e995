"""Spans of game time: Rounds, Minutes, Stretches, Hours, Days, Weeks; Scenes, Sessions; and Downtime.

Time is an argument everywhere, never read from a clock. Source: Scenes, "Time" and "Downtime".
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from webapp.games.api import RuleError
from webapp.games.mettle.rules.argument_checks import all_people_of, one_of
from webapp.games.mettle.rules.book_tables import rows_of
from webapp.rules.codec import Within

DAY = 86400


@dataclass(frozen=True, slots=True)
class Span:
    """A named length of time; `seconds` is 0 where the book leaves it open (Scene, Session, Campaign)."""

    key: str
    name: str
    seconds: int
    text: str


@cache
def spans() -> dict[str, Span]:
    """Return all spans by key, shortest first.

    Those without a fixed length (scene, session, campaign) come last.
    """
    rows = rows_of("span", {"key": str, "name": str, "seconds": int, "text": str})
    return {row["key"]: Span(**row) for row in rows}


def span_of(key: str) -> Span:
    """Return one span by its key ("round", "hour"); raise RuleError for any other."""
    return spans()[one_of(key, spans(), "span of time", field="interval")]


def seconds(key: str, count: Annotated[int, Within(0, 10**6)] = 1) -> int:
    """Return how many seconds `count` of these spans last; 0 for a span without a fixed length."""
    return span_of(key).seconds * count


def moment(total: int) -> str:
    """Return game time in words: "day 2, 03:00", with the seconds of Rounds: "day 2, 03:00:18"."""
    return f"day {day_of(total)}, {time_of_day(total)}"


def day_of(total: int) -> int:
    """Return the day of a game time; the first is 1."""
    return total // DAY + 1


def time_of_day(total: int) -> str:
    """Return the time of day of a game time: "03:00", with the seconds of Rounds "03:00:18"."""
    time = f"{total % DAY // 3600:02d}:{total % 3600 // 60:02d}"
    return f"{time}:{total % 60:02d}" if total % 60 else time


def is_long(key: str) -> bool:
    """Return whether this span is long enough for a Downtime: a day or more."""
    return span_of(key).seconds >= span_of("day").seconds


def entitled(
    party: Collection[int], *, busy: Collection[int], unfit: Collection[int] = (), span: str = "day"
) -> tuple[int, ...]:
    """Return the party members who get a voucher after a long Scene: neither `busy` nor `unfit`.

    Raises RuleError for a span shorter than a day, and for anybody outside the party.
    """
    all_people_of(busy, party, "member of the party", field="busy")
    all_people_of(unfit, party, "member of the party", field="unfit")
    if not is_long(span):
        raise RuleError(f"Downtime takes a day or more, not one {span}.", field="span", value=span)
    return tuple(who for who in party if who not in busy and who not in unfit)
