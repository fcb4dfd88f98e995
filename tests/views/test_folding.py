"""Long lists are folded fairly: who is there longer, and whoever has few, is seen first."""

from dataclasses import dataclass, replace

import pytest

from tests.table.oak import Oak
from webapp.services import project_for
from webapp.views.folding import (
    NOTES,
    OWN_CLOCKS,
    PROPOSALS,
    SHORT,
    Fold,
    fold,
    fold_notes,
    fold_own_clocks,
    fold_proposals,
    fold_requests,
    shorten_notes,
)

WISH = {"do": "proposal.make", "command": {"do": "tag.add", "name": "Fog"}}


@dataclass(frozen=True)
class Row:
    id: int
    author: str


def rows(authors: str) -> list[Row]:
    return [Row(id, author) for id, author in enumerate(authors)]


@pytest.mark.parametrize(
    ("authors", "first", "more"),
    [
        ("aab", "aab", 0),
        ("ggggga", "gga", 3),
        ("ggggab", "gab", 3),
        ("gggggg", "ggg", 3),
        ("aaaabbbb", "aab", 5),
    ],
)
def test_each_author_has_a_turn_before_anybody_has_a_second(authors: str, first: str, more: int) -> None:
    folded = fold(rows(authors), lambda row: row.author, Fold(beyond=3, shown=3), "abg")
    assert ("".join(row.author for row in folded.first), folded.more) == (first, more)


def test_what_players_ask_is_seen_beside_a_flood(oak: Oak) -> None:
    ana, flood = oak.sit("Ana"), oak.sit("Flood")
    for _ in range(12):
        oak.dispatch(flood, **WISH)
    oak.dispatch(ana, **WISH, because="the chimney is blocked")
    folded = fold_proposals(oak.view())
    assert [row.seat for row in folded.first] == [flood.seat, flood.seat, ana.seat]
    assert folded.more == 13 - PROPOSALS.shown


def test_the_newest_notes_of_each_are_shown_and_long_ones_begin(oak: Oak) -> None:
    ana, flood = oak.sit("Ana"), oak.sit("Flood")
    oak.dispatch(ana, do="note.add", text="The door creaks.", visibility="shown")
    for number in range(30):
        oak.dispatch(flood, do="note.add", text=f"{number} " + "x" * 1000, visibility="shown")
    view = oak.view(ana.audience)
    folded = shorten_notes(fold_notes(view, view.notes))
    assert folded.first[0].text == "The door creaks."
    assert [note.text.partition(" ")[0] for note in folded.first[1:]] == [str(n) for n in range(23, 30)]
    assert folded.more == 31 - NOTES.shown
    assert max(len(note.text) for note in folded.first) == SHORT + 1


def test_a_few_notes_are_shown_whole(oak: Oak) -> None:
    oak.gm(do="note.add", text="x" * 500, visibility="shown")
    view = oak.view("player")
    assert shorten_notes(fold_notes(view, view.notes)).first == view.notes


def test_the_gms_own_clocks_are_all_there_beside_those_of_players(oak: Oak) -> None:
    people = [oak.sit(f"Player {number}") for number in range(5)]
    for who in people:
        for name in ("Plan", "Hope", "Debt"):
            oak.dispatch(who, do="clock.own", name=name)
    alarm = oak.clock("Alarm")
    view = oak.view()
    folded = fold_own_clocks(view, view.clocks)
    owners = [getattr(clock, "owner", None) for clock in folded.first]
    assert folded.more == 15 - OWN_CLOCKS.shown
    assert set(owners) == {None, *(who.seat for who in people)}
    assert folded.first[-1].id == alarm


def test_who_asks_to_join_through_another_link_is_seen_beside_a_flood_of_requests(oak: Oak) -> None:
    oak.gm(do="table.edit", settings={"guests": "ask"})
    friends = oak.gm(do="key.add", role="player", name="Friends").result["key"]
    for number in range(6):
        oak.dispatch(
            replace(oak.actor("player"), mark=f"phone-{number:06}"), do="seat.claim", name=f"Troll {number}"
        )
    oak.dispatch(replace(oak.actor("player"), key=friends, mark="anas-phone12"), do="seat.claim", name="Ana")
    asked = fold_requests(project_for(oak.state()).view)
    assert ([seat.name for seat in asked.first], asked.more) == (["Troll 0", "Ana"], 5)
