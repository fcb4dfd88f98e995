"""The time at a table, for tests that say when it passes."""

from datetime import UTC, datetime, timedelta


class Watch:
    """The time at the table, which passes only when it is told to."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 27, 20, tzinfo=UTC)

    def now(self, _zone: object = None) -> datetime:
        return self.time

    def passes(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)
