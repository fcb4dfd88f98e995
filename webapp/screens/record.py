"""What stands of an evening for one audience, oldest first: the journal's lines, and how far clocks went.

It reads what the journal reads: a change counts only if this audience heard of it then and may know now
everything it names. What was undone is left out, and so is the undoing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy.orm import load_only

from webapp.screens.audience import Audience
from webapp.screens.foe_numbers import Telling
from webapp.screens.journal import heard_by, line
from webapp.screens.views import LineView
from webapp.screens.visibility import Visibility
from webapp.store.board import Board, K
from webapp.store.db import db
from webapp.store.models import THINGS, Character, Clock, Entry, Thing

PAGE = 500
TOLD = ("at", "who", "role", "command", "summary", "masked", "because", "about", "parts", "undoable")
STANDS = ("serial", "scene", "changes", "undoes", "undone_by", "group")


@dataclass(frozen=True)
class ClockMove:
    """A clock went from `before` to `after`."""

    clock: int
    before: int
    after: int

    @property
    def by(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class Past:
    """One change that stands: its entry, the words this audience reads, the clocks it moved."""

    entry: Entry
    line: LineView
    moves: tuple[ClockMove, ...]

    @property
    def command(self) -> str:
        """What was done; what comes out of the library is added like anything else."""
        if self.entry.command == "saved.use" and self.entry.about:
            return f"{self.entry.about[0][0]}.add"
        return str(self.entry.command)


class Record:
    """The standing changes of one table for one audience."""

    def __init__(self, board: Board, audience: Audience) -> None:
        self.board, self.audience = board, audience
        self.visibility = Visibility(board, audience)
        piled = [model for model in THINGS.values() if model.newest is not None]
        self._held = [board.whole(model) for model in piled]  # so that no line asks the database for its own
        self._entries = self._load()
        self._shaky = {id for entry in self._entries if entry.undone_by for id in _moved(entry)}
        self._stand: dict[int, int] = {}

    def _load(self) -> list[Entry]:
        query = heard_by(self.board.table.id, self.audience).order_by(None).order_by(Entry.serial)
        needed = load_only(*(getattr(Entry, name) for name in (*TOLD, *STANDS)))
        return list(db.session.scalars(query.options(needed).execution_options(yield_per=PAGE)))

    @cached_property
    def pasts(self) -> tuple[Past, ...]:
        """Every change that stands, oldest first."""
        standing = (entry for entry in self._entries if entry.undone_by is None and entry.undoes is None)
        told = ((entry, line(entry, self.board, self.audience)) for entry in standing)
        return tuple(
            Past(entry, words, tuple(self._moves(entry))) for entry, words in told if words is not None
        )

    def knows(self, row: Thing | None) -> bool:
        """Whether this audience may know a thing in full now."""
        return row is not None and self.visibility.level(row) == "shown"

    def counts(self, who: Character) -> bool:
        """Whether this audience may know somebody's numbers now."""
        return self.knows(who) and self.visibility.telling(who) is Telling.EXACT

    def named(self, model: type[K], id: int) -> K | None:
        """A thing that this audience may call by its name now, on the table or not."""
        row = self.board.row(model, id)
        return row if row is not None and self.visibility.names(row) else None

    def why(self, past: Past, clock: int) -> str:
        """Why a clock moved: what was said, or what the part that moved it says beside the numbers."""
        if past.line.because:
            return past.line.because
        alone = [part for part in past.entry.parts if part["about"] == [["clock", clock]]]
        first, _, more = alone[0]["summary"].partition(". ") if alone else ("", "", "")
        return first if more else ""

    def _moves(self, entry: Entry) -> Iterator[ClockMove]:
        """How far this entry moved the clocks this audience can read, as if nothing had been undone."""
        for id, (before, after) in _moved(entry).items():
            if not self.knows(self.board.row(Clock, id)):
                continue
            start = self._stand.get(id, before) if id in self._shaky else before
            self._stand[id] = start + after - before
            yield ClockMove(id, start, self._stand[id])


def _moved(entry: Entry) -> dict[int, tuple[int, int]]:
    """The clocks whose filling an entry changed: from, to."""
    return {
        change["id"]: (change["before"]["filled"], change["after"]["filled"])
        for change in entry.changes
        if change["kind"] == "clock" and "filled" in change["after"]
    }
