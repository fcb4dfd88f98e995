"""Things of one name are told apart on their cards: by what stands beside the name, or by a number."""

import pytest
from sqlalchemy import update

from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from webapp.store.db import db
from webapp.store.models import Seat, Table


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
