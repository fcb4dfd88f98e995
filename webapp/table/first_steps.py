"""Find in a table's journal which steps of the GM's introductory tour have been taken."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Text, and_, case, cast, select

from webapp.store.models import Entry, Json
from webapp.store.table_state import TableState

STEPS = ("put", "in", "sight", "back")
PUT = ("clock.add", "tag.add", "character.add")
READ = 200  # the oldest entries: the tour belongs to a table's beginning


@dataclass(frozen=True)
class FirstSteps:
    """The steps of the tour that have been taken, each by its key.

    `put` means that a clock, tag or character was added, `in` that a seat was claimed, `sight` that a
    visibility was changed, and `back` that an entry was undone.
    """

    taken: frozenset[str]

    @property
    def next(self) -> str:
        """The first step not taken yet, or "" once all are."""
        return next((step for step in STEPS if step not in self.taken), "")


def first_steps(state: TableState) -> FirstSteps:
    """Return the steps of the tour that were taken in the 200 oldest entries of this table's journal."""
    named = cast(Entry.changes, Text).contains('"visibility"')
    changes = case((and_(Entry.command.not_in(PUT), named), Entry.changes))  # reading all takes twice as long
    columns = select(Entry.command, changes, Entry.undoes)
    oldest = columns.where(Entry.table_id == state.table.id).order_by(Entry.serial).limit(READ)
    entries = state.session.execute(oldest)
    return FirstSteps(frozenset(step for entry in entries for step in _steps_of(*entry)))


def _steps_of(command: str, changes: list[Json] | None, undoes: int | None) -> Iterator[str]:
    if command in PUT:
        yield "put"
    if command == "seat.claim":
        yield "in"
    if changes and any("visibility" in change["before"] for change in changes):
        yield "sight"
    if undoes is not None:
        yield "back"
