"""Column types for value objects of the rules, stored as JSON, and for times in UTC."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from webapp.rules.clocks import MOST_SEGMENTS, Clock, Direction
from webapp.rules.effects import Effect, keep_stored
from webapp.rules.errors import RuleError


class RuleValue(TypeDecorator[Any]):
    """The type of a column with a rules value, stored as JSON; an unreadable value is read as empty."""

    impl = JSON
    cache_ok = True

    def __init__(self, kind: Any) -> None:
        super().__init__()
        self.kind = kind

    def read(self, raw: Any) -> Any:
        """Return the value of the rules for a column's stored JSON."""
        try:
            return self.kind.parse(raw or {})
        except RuleError:
            return self.kind.parse({})

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return {} if value is None else value.as_dict()

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return self.read(value)


class Effects(RuleValue):
    """The type of a column with effects, stored as a JSON list; unreadable effects are left out."""

    def __init__(self) -> None:
        super().__init__(Effect)

    def read(self, raw: Any) -> tuple[Effect, ...]:
        return tuple(value for effect in raw or () if (value := _readable(effect)) is not None)

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return [effect.as_dict() for effect in value or ()]


def load_column(model: Any, name: str, raw: Any) -> Any:
    """Convert the stored value of a column to the value that a row of `model` has."""
    kind = model.__table__.c[name].type
    return kind.read(raw) if isinstance(kind, RuleValue) else raw


def column_default(column: Any) -> object:
    """Return what a new row has in a column: its default, or null."""
    if column.default is None:
        return None
    return column.default.arg(None) if column.default.is_callable else column.default.arg


def _readable(effect: Any) -> Effect | None:
    if isinstance(effect, Mapping):
        keep_stored(effect.get("modifier"))
    try:
        return Effect.parse(effect)
    except RuleError:
        return None


def load_dial(segments: int, filled: int, direction: str) -> Clock:
    """Return a stored clock's dial; an invalid one becomes the nearest valid one, so the table opens."""
    try:
        return Clock(segments, filled, Direction(direction))
    except (RuleError, ValueError):
        way = Direction.DRAIN if direction == Direction.DRAIN else Direction.FILL
        most = max(1, min(segments, MOST_SEGMENTS))
        return Clock(most, max(0, min(filled, most)), way)


class UtcDateTime(TypeDecorator[datetime]):
    """The type of a column with a time in UTC.

    SQLite does not store the zone, so it is added when the time is read.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
