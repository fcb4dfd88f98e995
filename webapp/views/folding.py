"""Fold long lists, so that what one guest makes without end makes nobody's page longer.

Each author has a turn before anybody has a second one, and seats that are there longer come first. So those
who play see one another's rows, however many rows a newcomer adds.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from webapp.views.check_views import CheckView, ProposalView
from webapp.views.view_types import ClockView, NoteView, SeatView, ShownClock, TableView


@dataclass(frozen=True)
class Fold:
    """How many rows of a list are shown once there are more than `beyond`; up to then, all are."""

    beyond: int
    shown: int


PROPOSALS = Fold(beyond=8, shown=3)
"""The open proposals of the GM's page."""
REQUESTS = Fold(beyond=4, shown=2)
"""The requests for a seat there."""
OWN_CLOCKS = Fold(beyond=12, shown=6)
"""The clocks there that only a seat and the GM see."""
CHECKS = Fold(beyond=6, shown=4)
"""The checks that players called and nobody has rolled yet, on the GM's page and on players' pages."""
NOTES = Fold(beyond=12, shown=8)
"""The notes of a player's page."""
LISTED = Fold(beyond=100, shown=100)
"""The notes of the pages that list them; a search finds the others."""
SHORT, BRIEF = 60, 3000
"""If its notes have more than `BRIEF` characters together, the page shows the first `SHORT` of each."""


class HasId(Protocol):
    """The view of a thing, which has an id."""

    @property
    def id(self) -> int: ...


T = TypeVar("T", bound=HasId)


@dataclass(frozen=True)
class Folded(Generic[T]):
    """The rows that are shown, in their order, and how many more there are."""

    first: tuple[T, ...] = ()
    more: int = 0


def fold(
    rows: Sequence[T], author: Callable[[T], object], by: Fold, authors: Iterable[object] = ()
) -> Folded[T]:
    """Return the rows to show: the first of each author, in the order of `authors`, then their second."""
    if len(rows) <= by.beyond:
        return Folded(tuple(rows))
    ranks = {name: rank for rank, name in enumerate(authors)}
    turns: Counter[object] = Counter()
    places: dict[int, tuple[int, int]] = {}
    for row in rows:
        places[row.id] = turns[author(row)], ranks.get(author(row), len(ranks))
        turns[author(row)] += 1
    kept = set(sorted(places, key=lambda id: places[id])[: by.shown])
    return Folded(tuple(row for row in rows if row.id in kept), len(rows) - by.shown)


def fold_proposals(view: TableView) -> Folded[ProposalView]:
    """Return the open proposals of the GM's page, except those of checks: the oldest of each author."""
    waiting = [proposal for proposal in view.proposals if proposal.check is None]
    return fold(waiting, lambda proposal: proposal.seat, PROPOSALS, _authors(view))


def fold_requests(view: TableView) -> Folded[SeatView]:
    """Return the seats that somebody asks for, in their order: the oldest request through each link."""
    return fold([seat for seat in view.seats if seat.asked], lambda seat: seat.through, REQUESTS)


def fold_own_clocks(view: TableView, clocks: Sequence[ShownClock]) -> Folded[ShownClock]:
    """Return the clocks of the GM's page, and of those that a seat owns only the first of each seat."""
    own = [clock for clock in clocks if _owner(clock) is not None]
    shown = {clock.id for clock in fold(own, _owner, OWN_CLOCKS, _authors(view)).first}
    first = tuple(clock for clock in clocks if _owner(clock) is None or clock.id in shown)
    return Folded(first, len(clocks) - len(first))


def _owner(clock: ShownClock) -> object:
    return (clock.owner or None) if isinstance(clock, ClockView) else None


def fold_checks(view: TableView, checks: Sequence[CheckView]) -> Folded[CheckView]:
    """Return the checks; of those that players called and nobody has rolled yet, the first of each seat."""
    waiting = [check for check in checks if check.state == "called" and check.seat is not None]
    shown = fold(waiting, lambda check: check.seat, CHECKS, _authors(view))
    gone = {check.id for check in waiting} - {check.id for check in shown.first}
    return Folded(tuple(check for check in checks if check.id not in gone), shown.more)


def fold_notes(view: TableView, notes: Sequence[NoteView], by: Fold = NOTES) -> Folded[NoteView]:
    """Return the newest notes of each author, those of the reader and the GM first."""
    newest = fold(tuple(reversed(notes)), lambda note: note.owner, by, _authors(view))
    return Folded(tuple(reversed(newest.first)), newest.more)


def shorten_notes(folded: Folded[NoteView], new: Collection[int] = ()) -> Folded[NoteView]:
    """Return the notes with their beginnings alone, if all of them are long together.

    Those of newcomers, whose seats are in `new`, are short in any case.
    """
    brief = sum(len(note.text) for note in folded.first) <= BRIEF and not folded.more
    return replace(
        folded,
        first=tuple(note if brief and note.owner not in new else _shorten(note) for note in folded.first),
    )


def _shorten(note: NoteView) -> NoteView:
    return note if len(note.text) <= SHORT else replace(note, text=f"{note.text[:SHORT].rstrip()}…")


def _authors(view: TableView) -> list[object]:
    return [view.you, None, *(seat.id for seat in view.seats)]
