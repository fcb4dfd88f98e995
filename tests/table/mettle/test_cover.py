"""Cover at the table, and who shields whom."""

import pytest

from tests.table.mettle.brawl import Brawl, numbers
from webapp.table.refusals import Forbidden, Refused


def test_total_cover_stops_damage_and_shooting_from_it_leaves_partial(yard: Brawl) -> None:
    yard.gm(do="mettle.action.cover", character=yard.who("Bog"), cover="total")
    yard.does("Ann", "attack", "Bog", dice=[1, 2, 4, 4, 4], damage="9")
    assert yard.mettle("Bog") is None
    yard.does("Bog", "attack", "Ann", dice=[1, 4, 4, 4])
    assert yard.statuses("Bog") == {"Partial Cover": 1}


def test_guard_shields_another_in_the_same_zone(yard: Brawl) -> None:
    yard.gm(do="mettle.action.cover", character=yard.who("Ann"), cover="guard", ward=yard.who("Cai"))
    assert yard.statuses("Ann") == {"Guard Cover": 1}
    assert numbers(yard, yard.call("Bog", "attack", "Cai"))["numbers"]["difficulty"] == 4
    assert numbers(yard, yard.call("Bog", "attack", "Ann"))["numbers"]["difficulty"] == 2
    yard.gm(do="mettle.zone.move", character=yard.who("Cai"), zone=yard.zone("Left range"))
    with pytest.raises(Refused, match="own Zone"):
        yard.gm(do="mettle.action.cover", character=yard.who("Ann"), cover="guard", ward=yard.who("Cai"))


def test_whoever_is_to_be_shielded_is_asked_first(yard: Brawl) -> None:
    ana, ben = yard.play("Ana", "Ann"), yard.play("Ben", "Cai")
    guard = {"do": "mettle.action.cover", "cover": "guard", "character": yard.who("Ann")}
    asked = yard.take(ana, **guard, ward=yard.who("Cai")).result["piece"]
    assert (yard.statuses("Ann"), yard.statuses("Cai")) == ({}, {})
    with pytest.raises(Forbidden, match="not yours"):
        yard.take(ana, do="mettle.guard.accept", guard=asked)
    yard.take(ben, do="mettle.guard.accept", guard=asked)
    assert (yard.statuses("Ann"), yard.statuses("Cai")) == ({"Guard Cover": 1}, {"Guarded": 1})
    yard.take(ana, do="mettle.action.cover", character=yard.who("Ann"), cover="none")
    assert (yard.statuses("Ann"), yard.statuses("Cai")) == ({}, {})
    again = yard.take(ana, **guard, ward=yard.who("Cai")).result["piece"]
    yard.take(ben, do="mettle.guard.refuse", guard=again)
    assert "Cai stands alone" in yard.lines("player")[0]
    assert "guard" not in [each["kind"] for each in yard.sees()["pieces"]]


def test_who_leaves_the_table_shields_nobody(yard: Brawl) -> None:
    ann, cai, bog = (yard.who(name) for name in ("Ann", "Cai", "Bog"))
    guard = {"do": "mettle.action.cover", "cover": "guard"}
    yard.gm(**guard, character=ann, ward=cai)
    yard.take(yard.play("Ana", "Ann"), **guard, character=ann, ward=bog)
    yard.gm(do="character.remove", character=ann)
    assert yard.statuses("Cai") == {}
    assert "guard" not in [each["kind"] for each in yard.sees()["pieces"]]


def test_the_gm_answers_for_whoever_has_no_seat_and_a_guard_ends_in_another_zone(yard: Brawl) -> None:
    ana, bog = yard.play("Ana", "Ann"), yard.who("Bog")
    guard = {"do": "mettle.action.cover", "cover": "guard", "character": yard.who("Ann"), "ward": bog}
    yard.gm(do="mettle.guard.accept", guard=yard.take(ana, **guard).result["piece"])
    assert yard.statuses("Bog") == {"Guarded": 1}
    yard.gm(do="mettle.zone.move", character=bog, zone=yard.zone("Left range"))
    assert (yard.statuses("Ann"), yard.statuses("Bog")) == ({}, {})
