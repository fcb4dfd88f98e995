"""The kinds of events of the house: what can happen at every table, whichever game it plays.

Their sentences are in `events.toml` beside this file. A new fact goes last and has a default.
"""

from typing import Annotated

from webapp.rules.events import Event, KeyOf, NumberOf, Ref, WordOf, event


@event("clock.moved")
class ClockMoved(Event):
    """A clock moved by `by` drawn segments, which is what fitted; `surplus` did not fit.

    `word` is the clock's word if it changed. `run` is the sum of one person's ticks that follow one another.
    """

    clock: Ref
    by: Annotated[int, NumberOf("clock")]
    filled: Annotated[int, NumberOf("clock")]
    of: Annotated[int, NumberOf("clock")]
    clock_kind: Annotated[str, KeyOf("clock kind")]
    drains: bool = False
    surplus: Annotated[int, NumberOf("clock")] = 0
    completed: Annotated[bool, NumberOf("clock")] = False
    word: Annotated[str | None, WordOf("clock")] = None
    run: Annotated[int | None, NumberOf("clock")] = None
