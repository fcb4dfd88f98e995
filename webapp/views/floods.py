"""Keep the GM's page as it is while guests flood the table, by counting what they made."""

from dataclasses import dataclass, replace

from webapp.rules.word_lists import and_list
from webapp.state.guests import GuestWork, counted
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
    """Return the GM's view without what guests flood it with."""
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
