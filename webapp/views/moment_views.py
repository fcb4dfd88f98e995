"""The view of a moment: what happened that screens tell, as one audience may know it."""

from dataclasses import dataclass
from datetime import datetime

from webapp.rules.events import Ref
from webapp.views.absent import Maybe


@dataclass(frozen=True)
class MomentChange:
    """A number that a moment moved: `what` of a thing, by so much.

    `now` and `of` are None once the thing has changed again. `what` is "" for a clock.
    """

    thing: Ref
    name: str
    what: str
    by: int
    now: int | None = None
    of: int | None = None

    @property
    def bar(self) -> tuple[int, int, int] | None:
        """What a bar shows of it: what was there before and after, what moved, and of how many; or None."""
        if self.now is None or not self.of:
            return None
        low, high = sorted((self.now, self.now - self.by))
        stays = min(max(low, 0), self.of)
        return stays, min(max(high, 0), self.of) - stays, self.of


@dataclass(frozen=True)
class MomentLine:
    """A sentence about what happened, and the characters that it names."""

    words: str
    concerns: tuple[int, ...]

    def is_about(self, character: Maybe[int | None]) -> bool:
        """Return whether it names this character."""
        return character in self.concerns


@dataclass(frozen=True)
class StageView:
    """What has the TV alone for some seconds: a full clock, a scene, what is revealed, somebody down.

    `kind` is its kind of event, `thing` the first thing that it names, and `name` that thing's name, or the
    names of all that is revealed. `words` say what happened; of a clock, a scene or what is revealed, they
    have what the name alone does not say.
    """

    kind: str
    thing: Ref | None
    name: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class MomentView:
    """What happened at one moment that weighs more than a line of the journal.

    `id` is that of the check, or else of the `entry` of the journal. `weight` is card or stage, `tone` good,
    mixed, bad or plain for the party. `verdict` is a check's outcome in a word or two, "" without dice, and
    `means` what a foe's outcome means for the party. `head` has the heaviest of what happened in words,
    `changes` the numbers that moved, `lines` the rest. `concerns` are the characters, `about` is the first
    thing that the head names and `kind` its kind of event. `stages` have the TV alone, one after the other.
    `check` is the check that was rolled, after so many `rolls`; None if this audience may not know of it.
    Only the GM's is `undoable`.
    """

    id: int
    entry: int
    at: datetime
    weight: str
    tone: str
    verdict: str
    head: str
    lines: tuple[MomentLine, ...]
    kind: str
    about: Ref | None
    concerns: tuple[int, ...]
    changes: tuple[MomentChange, ...] = ()
    check: int | None = None
    rolls: int = 0
    means: str = ""
    undoable: bool = False
    stages: tuple[StageView, ...] = ()

    def is_about(self, character: Maybe[int | None]) -> bool:
        """Return whether this character did it or it befell them."""
        return character in self.concerns

    @property
    def tells_changes(self) -> bool:
        """Whether the head has all numbers that moved."""
        return self.kind.startswith("value.") or (self.kind == "clock.moved" and len(self.changes) == 1)

    def changes_by(self, character: Maybe[int | None]) -> tuple[list[MomentChange], list[MomentChange]]:
        """Return the numbers of this character that moved, and those of anything else."""
        own = [change for change in self.changes if change.thing == ("character", character)]
        return own, [change for change in self.changes if change not in own]

    def lines_about(self, character: Maybe[int | None]) -> list[MomentLine]:
        """Return the sentences without those about other characters alone."""
        return [line for line in self.lines if not line.concerns or line.is_about(character)]
