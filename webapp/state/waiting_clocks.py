"""Clocks that follow another clock, and wait until that clock is complete."""

from webapp.rules.clocks import waits
from webapp.store.models import Clock
from webapp.store.table_state import TableState


def waits_for_another(state: TableState, clock: Clock) -> bool:
    """Return whether a clock follows another clock that is not complete yet."""
    leader = state.find(Clock, clock.follows)
    return waits(leader.value if leader is not None else None)


def is_held_back(state: TableState, clock: Clock) -> bool:
    """Return whether nothing that happens by itself moves this clock towards completion now.

    What is due in a moment is decided before anything moves, so a clock whose leader is completed in this
    moment still waits.
    """
    leader = state.find(Clock, clock.follows)
    now = leader is not None and state.moment is not None and leader.completed_by == state.moment
    return now or waits_for_another(state, clock)
