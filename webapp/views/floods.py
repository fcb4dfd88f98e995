"""Keep everybody's page as it is while guests flood the table, by counting what they made."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from webapp.rules.word_lists import and_list
from webapp.state.guests import GuestWork, counted
from webapp.views.folding import HasId
from webapp.views.view_types import TableView

NEWEST = 2
"""How many proposals of a flood are named."""
LISTED = ("proposal", "clock", "check", "character")
"""The kinds of things that the GM's page lists."""


@dataclass(frozen=True)
class Flood:
    """What a link's guests made that the GM's page only counts, by kind.

    `newest` are the words of their newest proposals.
    """

    guests: GuestWork
    counts: tuple[tuple[str, str], ...]
    newest: tuple[str, ...]

    @property
    def words(self) -> str:
        """How much it is: "120 proposals and 60 clocks"."""
        return and_list(words for _, words in self.counts)


def floods_in(view: TableView) -> tuple[Flood, ...]:
    """Return for each flood what the GM's page leaves out."""
    found = ((guests, _left_out(guests)) for guests in view.guests)
    return tuple(Flood(guests, counts, _newest(view, guests)) for guests, counts in found if counts)


def _left_out(guests: GuestWork) -> tuple[tuple[str, str], ...]:
    """Return the kinds of things that are left out, each with how many in words."""
    ids = {kind: guests.flood_of(kind) for kind in LISTED}
    return tuple((kind, counted({kind: len(found)})) for kind, found in ids.items() if found)


def _newest(view: TableView, guests: GuestWork) -> tuple[str, ...]:
    ids = guests.flood_of("proposal")[-NEWEST:]
    return tuple(proposal.words for proposal in view.proposals if proposal.id in ids)


def without_floods(view: TableView) -> TableView:
    """Return the view without what guests flood it with; a seat still has itself and its character."""
    if view.left_out:
        return _without_crowd(view)
    gone = {id for guests in view.guests for kind in LISTED for id in guests.flood_of(kind)}
    if not gone:
        return view
    return replace(
        view,
        proposals=tuple(row for row in view.proposals if row.id not in gone),
        clocks=tuple(row for row in view.clocks if row.id not in gone),
        checks=tuple(row for row in view.checks if row.id not in gone),
        cast=tuple(row for row in view.cast if row.id not in gone),
    )


def floods_of(view: TableView, guests: Sequence[GuestWork]) -> tuple[tuple[str, int], ...]:
    """Return the kind and id of everything in the players' view that guests flood it with."""
    known = {kind: {row.id for row in rows} for kind, rows in _seen_by_all(view).items()}
    return tuple(
        (kind, id)
        for each in guests
        for kind in known
        for id in each.late_flood_of(kind)
        if id in known[kind]
    )


def counted_floods(view: TableView) -> str:
    """Return how much a player's page leaves out: "12 seats and 24 clocks"; "" for nothing."""
    return counted(Counter(kind for kind, _ in view.left_out))


def _seen_by_all(view: TableView) -> dict[str, Sequence[HasId]]:
    return {"seat": view.seats, "character": view.cast, "clock": view.clocks}


def _without_crowd(view: TableView) -> TableView:
    own = [seat for seat in view.seats if seat.id == view.you]
    kept = {("seat", seat.id) for seat in own} | {("character", seat.character) for seat in own}
    gone = set(view.left_out) - kept
    return replace(
        view,
        seats=tuple(row for row in view.seats if ("seat", row.id) not in gone),
        clocks=tuple(row for row in view.clocks if ("clock", row.id) not in gone),
        cast=tuple(row for row in view.cast if ("character", row.id) not in gone),
    )
