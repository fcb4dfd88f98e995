"""Columns that hold small values of the rules, each with one codec."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from webapp.rules.clocks import MOST_SEGMENTS, Clock, Direction
from webapp.rules.effects import Effect
from webapp.rules.errors import RuleError


class Effects(TypeDecorator[tuple[Effect, ...]]):
    """What a tag or condition does, kept as a JSON list of effects."""

    impl = JSON
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return [asdict(effect) for effect in value or ()]

    def process_result_value(self, value: Any, dialect: Dialect) -> tuple[Effect, ...]:
        return tuple(each for effect in value or () if (each := _readable(effect)) is not None)


def _readable(effect: Any) -> Effect | None:
    """An effect that was stored; one that no game knows any more is left out, and the rest goes on."""
    try:
        return Effect.parse(effect)
    except RuleError:
        return None


def dial(segments: int, filled: int, direction: str) -> Clock:
    """A clock's dial as it was stored; of one that cannot be, the nearest that can: its table opens."""
    try:
        return Clock(segments, filled, Direction(direction))
    except (RuleError, ValueError):
        way = Direction.DRAIN if direction == Direction.DRAIN else Direction.FILL
        most = max(1, min(segments, MOST_SEGMENTS))
        return Clock(most, max(0, min(filled, most)), way)


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite forgets the zone, so it is put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
