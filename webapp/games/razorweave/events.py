"""The kinds of events of Razorweave; their sentences are in `events.toml` beside this file.

A new fact goes last and has a default.
"""

from webapp.rules.events import Event, Ref, event


@event("razorweave.rested")
class Rested(Event):
    """The whole `party` or some characters took a rest, short or with time to recover."""

    long: bool
    party: bool


@event("razorweave.treated")
class Treated(Event):
    """A character was treated for a condition."""

    condition: Ref
    who: Ref
