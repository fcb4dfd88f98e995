"""Where every audience of a table stands now, read once for all who are woken by the same change."""

import threading
import time
from dataclasses import dataclass

from sqlalchemy import select

from webapp.live.bus import LocalBus
from webapp.screens.audience import Audience
from webapp.store.db import db
from webapp.store.models import Key, Seat, Table
from webapp.table.grants import Grant

FRESH = 1.0  # seconds a reading serves heartbeats; a published change ends it at once


@dataclass(frozen=True)
class Pulse:
    """One table's counters, its open links and the holders of its seats."""

    table: Table
    keys: frozenset[int]
    seats: dict[int, tuple[str | None, int]]

    def cursor(self, audience: Audience) -> str:
        """The cursor of an audience that has seen everything."""
        revision: int = getattr(self.table, f"rev_{audience.role}")
        if audience.seat in self.seats:
            revision += self.seats[audience.seat][1]
        return f"{self.table.epoch}-{revision}"

    def admits(self, grant: Grant) -> bool:
        """Whether the link, and the seat if any, are still this device's."""
        if grant.key not in self.keys:
            return False
        return grant.seat is None or self.seats.get(grant.seat, (None, 0))[0] == grant.seat_proof


@dataclass(frozen=True)
class _Reading:
    generation: int
    taken: float
    pulse: Pulse | None


class Pulses:
    """The newest pulse of each table that somebody watches."""

    def __init__(self, bus: LocalBus) -> None:
        self.bus = bus
        self._lock = threading.Lock()
        self._readings: dict[str, _Reading] = {}

    def of(self, table_id: str) -> Pulse | None:
        """The pulse now, or None when the table is gone. Needs an app context."""
        generation = self.bus.generation(table_id)
        with self._lock:
            known = self._readings.get(table_id)
        if known and known.generation == generation and time.monotonic() - known.taken < FRESH:
            return known.pulse
        taken = time.monotonic()
        pulse = read(table_id)
        with self._lock:
            self._readings[table_id] = _Reading(generation, taken, pulse)
            if pulse is None:
                self._readings.pop(table_id)
        return pulse


def read(table_id: str) -> Pulse | None:
    """Three short queries; the table comes detached, so that it can be shared."""
    table = db.session.scalar(select(Table).where(Table.id == table_id))
    if table is None:
        return None
    open_keys = select(Key.id).where(Key.table_id == table_id, Key.revoked.is_(False))
    taken = select(Seat.id, Seat.secret, Seat.revision).where(
        Seat.table_id == table_id, Seat.removed.is_(False)
    )
    keys = frozenset(db.session.scalars(open_keys))
    seats = {id: (secret, revision) for id, secret, revision in db.session.execute(taken)}
    db.session.expunge(table)
    return Pulse(table, keys, seats)
