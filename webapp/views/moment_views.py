"""The view of a moment: what happened that screens tell, as one audience may know it."""

from dataclasses import dataclass
from datetime import datetime

from webapp.rules.events import Ref


@dataclass(frozen=True)
class MomentChange:
    """A number that a moment moved: `what` of a thing, by so much.

    `now` and `of` are None once the thing has changed again. `what` is "" for a clock.
    """

    thing: Ref
    what: str
    by: int
    now: int | None = None
    of: int | None = None


@dataclass(frozen=True)
class MomentView:
    """What happened at one moment that weighs more than a line of the journal.

    `id` is that of the check, or else of the entry of the journal. `weight` is card or stage, `tone` good,
    mixed, bad or plain for the party. `verdict` is a check's outcome in a word or two, "" without dice, and
    `means` what a foe's outcome means for the party. `head` has the heaviest of what happened in words,
    `lines` the rest. `concerns` are the characters, `about` is the first thing that the head names and `kind`
    its kind of event. `check` is the check that was rolled, after so many `rolls`; None if this audience may
    not know of it.
    """

    id: int
    at: datetime
    weight: str
    tone: str
    verdict: str
    head: str
    lines: tuple[str, ...]
    kind: str
    about: Ref | None
    concerns: tuple[int, ...]
    changes: tuple[MomentChange, ...] = ()
    check: int | None = None
    rolls: int = 0
    means: str = ""

    def is_about(self, character: int | None) -> bool:
        """Return whether this character did it or it befell them."""
        return character is not None and character in self.concerns
