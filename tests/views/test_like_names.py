"""Things of one name are told apart on their cards: by what stands beside the name, or by a number."""

import pytest
from sqlalchemy import update

from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from webapp.state.audience import Role, audience_for
from webapp.state.like_names import BESIDE, number_things
from webapp.state.visibility import Visibility
from webapp.store.db import db
from webapp.store.models import Entry, Seat, Table
from webapp.views.panel_rendering import rewrites_older_lines
from webapp.views.quick_add_names import NameCandidate, find_exactly, tell_apart


def numbers(oak: Oak, kind: str, who: str = "gm") -> list[int]:
    return list(oak.view(who).numbers[kind].values())


def test_people_of_one_name_have_their_zone_or_the_number_that_the_line_uses(oak: Oak) -> None:
    gate = oak.gm(do="zone.add", name="Gate").result["zone"]
    for zone in (gate, None, None):
        oak.character("Guard", kind="npc", zone=zone, visibility="shown")
    oak.character("Ilse", kind="npc", visibility="shown")
    assert numbers(oak, "character") == [2, 3]
    for page in (Visitor(oak, "gm").page(), Visitor(oak, "player").page()):
        assert "Guard</bdi> (1)" not in page.text
        assert "Guard</bdi> (2)" in page.text
        assert "Guard</bdi> (3)" in page.text
        assert "Ilse</bdi> (" not in page.text
    line = Visitor(oak, "gm").page("/add?text=%2BBleeding Guard").text
    assert all(f"Guard ({what})" in line for what in ("Gate", 2, 3))


def test_the_tv_which_shows_no_zones_numbers_all_of_one_name(oak: Oak) -> None:
    for zone in ("Gate", "Pier"):
        where = oak.gm(do="zone.add", name=zone).result["zone"]
        oak.character("Guard", kind="npc", zone=where, visibility="shown")
    assert numbers(oak, "character") == []
    assert numbers(oak, "character", "tv") == [1, 2]
    assert "Guard</bdi> (2)" in Visitor(oak, "tv").page().text


@pytest.mark.parametrize(
    ("kind", "add"),
    [("clock", {"do": "clock.add", "segments": 6}), ("tag", {"do": "tag.add"})],
    ids=["clock", "tag"],
)
def test_clocks_and_tags_of_one_name_have_numbers_where_they_stand_alike(
    oak: Oak, kind: str, add: dict[str, object]
) -> None:
    apart = {"group": "Factions"} if kind == "clock" else {"object": "the door"}
    for fields in ({}, {}, apart):
        oak.gm(**add, name="Loud", **fields)
    assert numbers(oak, kind) == [1, 2]
    assert "Loud</bdi> (2)" in Visitor(oak, "gm").page().text


def test_a_card_loses_its_number_with_the_other_of_its_name(oak: Oak) -> None:
    one, _ = oak.clock("Alarm"), oak.clock("Alarm")
    oak.gm(do="clock.remove", clock=one)
    assert numbers(oak, "clock") == []
    assert "Alarm</bdi> (" not in Visitor(oak, "gm").page().text


def test_seats_that_were_alike_before_names_were_numbered_have_numbers(oak: Oak) -> None:
    oak.sit("Ana")
    oak.sit("Ben")
    db.session.execute(update(Seat).values(name="Ana"))
    db.session.execute(update(Table).values(epoch="restored"))
    db.session.commit()
    assert "Ana</bdi> (2)" in Visitor(oak, "player").page().text
    assert "Ana</bdi> (2)" in Visitor(oak, "gm").page("/moves/people").text


def test_what_stands_beside_one_of_them_aims_the_line_at_that_one(oak: Oak) -> None:
    gate = oak.gm(do="zone.add", name="Gate").result["zone"]
    for zone in (gate, None, None):
        oak.character("Guard", kind="npc", zone=zone)
    page = Visitor(oak, "gm").page()
    for told in ("Guard (Gate)", "Guard (2)", "Guard (3)"):
        assert f'data-says="+… {told}" aria-label="Add condition to {told}"' in page.text
        said = Visitor(oak, "gm").page(f"/add?text=%2BBleeding {told}").text
        assert f"“Bleeding”: a condition for {told}, shown</bdi></p>" in said


def test_sentences_call_them_as_the_cards_do(oak: Oak) -> None:
    """In the toast, in the journal and in what is undone."""
    one, other = (oak.character("Guard", visibility="shown") for _ in range(2))
    done = oak.gm(do="condition.add", name="Bleeding", character=other)
    assert done.summary == "Guard (2) is now Bleeding"
    assert "Guard (2) is now Bleeding" in oak.lines("player")
    oak.gm(do="character.remove", character=one)
    assert "Guard is now Bleeding" in oak.lines("player")


@pytest.mark.parametrize("who", ["gm", "player", "tv"])
def test_sentences_have_the_numbers_of_the_cards(oak: Oak, who: str) -> None:
    zones = [oak.gm(do="zone.add", name=name).result["zone"] for name in ("Gate", "Pier")]
    for number, seen in enumerate(("shown", "masked", "rumoured", "secret", "shown")):
        oak.character("Guard", kind="npc", visibility=seen, zone=zones[number % 2] if number < 4 else None)
        oak.clock("Alarm", visibility=seen, segments=6 if number else 8)
        oak.tag("Loud", visibility=seen, zone=zones[0] if number else None)
    view, visibility = oak.view(who), Visibility(oak.state(), audience_for(Role(who)))
    for kind in BESIDE:
        assert number_things(kind, visibility) == view.numbers[kind]
    assert view.numbers["tag"]


def test_another_of_a_name_changes_the_older_lines_of_open_pages(oak: Oak) -> None:
    oak.character("Guard")
    assert not _rewrites(oak)
    oak.character("Guard")
    assert _rewrites(oak)
    oak.clock("Alarm")
    other = oak.clock("Alarm", 8)
    oak.gm(do="clock.tick", clock=other)
    assert not _rewrites(oak)
    oak.gm(do="clock.edit", clock=other, segments=6)
    assert _rewrites(oak)


def _rewrites(oak: Oak) -> bool:
    entry = oak.state().session.query(Entry).order_by(Entry.serial.desc()).first()
    assert entry is not None
    return rewrites_older_lines(entry, oak.state())


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Guard @Pier", ["Guard (1)", "Guard (2)"]),
        ("Guard in Pier", ["Guard (1)", "Guard (2)"]),
        ("Guard @Hall", ["Guard (Hall)"]),
        ("Guard ^Pier", ["Guard ^Pier"]),
    ],
)
def test_a_place_behind_a_name_names_all_of_that_name_in_it(said: str, told: list[str]) -> None:
    names = ("Guard", "Guard", "Guard ^Pier", "Guard")
    people = [NameCandidate(id, name) for id, name in enumerate(names)]
    apart = tell_apart(people, {0: "Pier", 1: "Pier", 3: "Hall"})
    assert [each.told for each in find_exactly(apart, said)] == told
