"""Columns that hold small values of the rules, each with one codec."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from webapp.rules.effects import Effect


class Effects(TypeDecorator[tuple[Effect, ...]]):
    """What a tag or condition does, kept as a JSON list of effects."""

    impl = JSON
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return [asdict(effect) for effect in value or ()]

    def process_result_value(self, value: Any, dialect: Dialect) -> tuple[Effect, ...]:
        return tuple(Effect.parse(effect) for effect in value or ())


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite forgets the zone, so it is put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
