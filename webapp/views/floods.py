"""Keep everybody's page as it is while guests flood the table, by counting what they made."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from webapp.rules.word_lists import and_list
from webapp.state.guests import GuestWork, counted
from webapp.views.check_view_factory import OPEN
from webapp.views.check_views import CheckView
from webapp.views.folding import HasId
from webapp.views.view_types import TableView

NEWEST = 1
"""How many proposals of a flood are named."""
LISTED = ("proposal", "clock", "check", "character")
"""The kinds of things that the GM's page lists."""
GM_LISTS = {"proposal": 1, "clock": 0, "check": 1, "character": 1}
"""How many things of a kind, made by newcomers, the GM's page lists at most."""
ALL_SEE = {"seat": 8, "character": 1, "clock": 0, "check": 0, "note": 1}
"""How many of them players' pages list at most; of notes the newest, of checks those before their roll."""
TV_MORE = 7
"""How many more of the characters the TV shows, where they are names alone."""
NAMED = 8, 16
"""How many newcomers the GM's line names, and how many letters of each name."""


@dataclass(frozen=True)
class Flood:
    """What a link's guests made that the GM's page only counts, by kind.

    `newest` are the words of their newest proposals. `new` counts what newcomers made beyond a few, and
    `names` are their names: they may well belong here.
    """

    guests: GuestWork
    counts: tuple[tuple[str, str], ...]
    newest: tuple[str, ...]
    new: str = ""
    names: str = ""

    @property
    def words(self) -> str:
        """How much it is: "120 proposals and 60 clocks"."""
        return and_list(words for _, words in self.counts)


def floods_in(view: TableView) -> tuple[Flood, ...]:
    """Return for each flood what the GM's page leaves out."""
    found = (
        Flood(guests, _left_out(guests), _newest(view, guests), new, _names(guests) if new else "")
        for guests in view.guests
        for new in [_new_words(guests)]
    )
    return tuple(flood for flood in found if flood.counts or flood.new)


def _names(guests: GuestWork) -> str:
    """Return who the newcomers are, of those that are not in doubt."""
    new, (most, letters) = set(guests.new_of("seat")), NAMED
    names = (seat.name for seat in guests.seats if seat.id in new and seat.stays)
    return and_list((name if len(name) <= letters else f"{name[:letters]}…" for name in names), most=most)


def _new_words(guests: GuestWork) -> str:
    flood = {kind: set(guests.flood_of(kind)) for kind in LISTED}
    rows = [(kind, id) for kind, id in _unlisted(guests) if id not in flood[kind]]
    return counted(Counter(kind for kind, _ in rows))


def _unlisted(guests: GuestWork) -> Iterator[tuple[str, int]]:
    """Yield what newcomers made beyond what the GM's page lists."""
    for kind, few in GM_LISTS.items():
        yield from ((kind, id) for id in guests.new_of(kind)[few:])


def _left_out(guests: GuestWork) -> tuple[tuple[str, str], ...]:
    """Return the kinds of things that are left out, each with how many in words."""
    ids = {kind: guests.flood_of(kind) for kind in LISTED}
    return tuple((kind, counted({kind: len(found)})) for kind, found in ids.items() if found)


def _newest(view: TableView, guests: GuestWork) -> tuple[str, ...]:
    ids = guests.flood_of("proposal")[-NEWEST:]
    return tuple(proposal.words for proposal in view.proposals if proposal.id in ids)


def is_new(view: TableView, check: CheckView) -> bool:
    """Return whether a newcomer called this check: it waits in one line, without a form on the GM's desk."""
    return any(check.id in guests.new_of("check") for guests in view.guests)


def checks_on_desk(view: TableView) -> tuple[CheckView, ...]:
    """Return the open checks for which the GM's page has a form."""
    return tuple(check for check in view.checks if check.state in OPEN and not is_new(view, check))


def without_floods(view: TableView) -> TableView:
    """Return the view without what guests flood it with; a seat still has itself and its character.

    A character whose check is shown stays too: the check's form needs the sheet.
    """
    if view.left_out:
        return _without_crowd(view)
    gone = {id for guests in view.guests for kind in LISTED for id in guests.flood_of(kind)}
    gone |= {id for guests in view.guests for _, id in _unlisted(guests)}
    if not gone:
        return view
    gone -= {check.character for check in checks_on_desk(view)}
    return replace(
        view,
        proposals=tuple(row for row in view.proposals if row.id not in gone),
        clocks=tuple(row for row in view.clocks if row.id not in gone),
        checks=tuple(row for row in view.checks if row.id not in gone),
        cast=tuple(row for row in view.cast if row.id not in gone),
    )


def floods_of(view: TableView, guests: Sequence[GuestWork]) -> tuple[tuple[str, int], ...]:
    """Return the kind and id of what newcomers made, in the players' view, beyond what pages list."""
    return tuple((kind, id) for kind, few in ALL_SEE.items() for id in _beyond(view, guests, kind, few))


def floods_of_seat(view: TableView, guests: Sequence[GuestWork]) -> tuple[tuple[str, int], ...]:
    """Return the same for a seat, which also reads the notes that newcomers wrote for it alone."""
    others = tuple((kind, id) for kind, id in view.left_out if kind != "note")
    return (*others, *(("note", id) for id in _beyond(view, guests, "note", ALL_SEE["note"])))


def _beyond(view: TableView, guests: Sequence[GuestWork], kind: str, few: int) -> Sequence[int]:
    known = {row.id for row in _seen_by_all(view)[kind]}
    ids = [id for each in guests for id in each.new_of(kind) if id in known]
    return ids[: max(len(ids) - few, 0)] if kind == "note" else ids[few:]


def counted_floods(view: TableView) -> str:
    """Return how much a player's page leaves out: "12 seats and 24 clocks"; "" for nothing."""
    return counted(Counter(kind for kind, _ in view.left_out if kind != "note"))


def _seen_by_all(view: TableView) -> dict[str, Sequence[HasId]]:
    called = tuple(check for check in view.checks if check.state == "called")
    kinds = {"seat": view.seats, "character": view.cast, "clock": view.clocks}
    return {**kinds, "check": called, "note": view.notes}


def _without_crowd(view: TableView) -> TableView:
    own = [seat for seat in view.seats if seat.id == view.you]
    kept = {("seat", seat.id) for seat in own} | {("character", seat.character) for seat in own}
    gone = set(view.left_out) - kept
    if view.role == "tv":
        gone -= set([thing for thing in view.left_out if thing[0] == "character"][:TV_MORE])
    return replace(
        view,
        seats=tuple(row for row in view.seats if ("seat", row.id) not in gone),
        clocks=tuple(row for row in view.clocks if ("clock", row.id) not in gone),
        cast=tuple(row for row in view.cast if ("character", row.id) not in gone),
        checks=tuple(row for row in view.checks if ("check", row.id) not in gone),
        notes=tuple(row for row in view.notes if row.owner == view.you or ("note", row.id) not in gone),
    )
