"""Cover at the table, and who shields whom."""

from typing import Any

import pytest

from tests.table.mettle.brawl import Brawl, numbers
from webapp.games.mettle.views.panels import seat_panels
from webapp.store.models import Condition
from webapp.table.actor import Actor
from webapp.table.refusals import Forbidden, Refused


def test_total_cover_stops_damage_and_shooting_from_it_leaves_partial(yard: Brawl) -> None:
    yard.gm(do="mettle.action.cover", character=yard.who("Bog"), cover="total")
    yard.does("Ann", "attack", "Bog", dice=[1, 2, 4, 4, 4], damage="9")
    assert yard.mettle("Bog") is None
    yard.does("Bog", "attack", "Ann", dice=[1, 4, 4, 4])
    assert yard.statuses("Bog") == {"Partial Cover": 1}


def _it_is_bogs_turn_again(yard: Brawl) -> None:
    """Ann and Cai act, the next Round begins, and Bog holds Initiative."""
    ann, cai, bog = (yard.who(name) for name in ("Ann", "Cai", "Bog"))
    yard.gm(do="mettle.initiative.act", character=ann)
    yard.gm(do="mettle.initiative.pass", character=cai)
    yard.gm(do="mettle.initiative.act", character=cai)
    yard.gm(do="mettle.initiative.round")
    yard.gm(do="mettle.initiative.pass", character=bog)


def test_popping_out_is_partial_until_the_next_action(yard: Brawl) -> None:
    """Seed 003:348: an Attack again leaves it Partial, any other Action ends it."""
    yard.gm(do="mettle.action.cover", character=yard.who("Bog"), cover="total")
    for _ in range(2):
        yard.does("Bog", "attack", "Ann", dice=[1, 4, 4, 4])
        assert yard.statuses("Bog") == {"Partial Cover": 1}
        _it_is_bogs_turn_again(yard)
    yard.does("Bog", "rattle", "Ann", dice=[1, 1, 1, 4])
    assert yard.statuses("Bog") == {"Total Cover": 1}
    _it_is_bogs_turn_again(yard)
    yard.gm(do="mettle.action.cover", character=yard.who("Bog"), cover="partial")
    yard.does("Bog", "rattle", "Ann", dice=[1, 1, 1, 4])
    assert yard.statuses("Bog") == {"Partial Cover": 1}, "taken so, it stays so"


def test_guard_shields_another_in_the_same_zone(yard: Brawl) -> None:
    yard.gm(do="mettle.action.cover", character=yard.who("Ann"), cover="guard", ward=yard.who("Cai"))
    assert yard.statuses("Ann") == {"Guard Cover": 1}
    assert numbers(yard, yard.call("Bog", "attack", "Cai"))["numbers"]["difficulty"] == 4
    assert numbers(yard, yard.call("Bog", "attack", "Ann"))["numbers"]["difficulty"] == 2
    yard.gm(do="mettle.zone.move", character=yard.who("Cai"), zone=yard.zone("Left range"))
    with pytest.raises(Refused, match="same Zone"):
        yard.gm(do="mettle.action.cover", character=yard.who("Ann"), cover="guard", ward=yard.who("Cai"))


@pytest.mark.parametrize("status", ["Fallen", "Incapacitated", "Dead"])
def test_a_guard_who_is_down_shields_nobody(yard: Brawl, status: str) -> None:
    """Seed 003:346: it takes somebody who stands there."""
    yard.gm(do="mettle.action.cover", character=yard.who("Ann"), cover="guard", ward=yard.who("Cai"))
    if status == "Fallen":
        yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=30)
    else:
        yard.gm(do="mettle.status.add", character=yard.who("Ann"), name=status)
    assert status in yard.statuses("Ann")
    assert numbers(yard, yard.call("Bog", "attack", "Cai"))["numbers"]["difficulty"] == 2


def test_a_guard_who_was_set_down_in_another_zone_shields_nobody(yard: Brawl) -> None:
    """Seed 003:346: the 2 less are the price of the 2 more, so nobody pays for a Guard that is none."""
    yard.gm(do="mettle.action.cover", character=yard.who("Ann"), cover="guard", ward=yard.who("Cai"))
    for where, shielded, shields in (("Melee", 4, 2), ("Left range", 2, 4), ("Melee", 4, 2)):
        yard.gm(do="character.edit", character=yard.who("Ann"), zone=yard.zone(where))
        assert numbers(yard, yard.call("Bog", "attack", "Cai"))["numbers"]["difficulty"] == shielded
        assert numbers(yard, yard.call("Bog", "attack", "Ann"))["numbers"]["difficulty"] == shields


def test_whoever_is_to_be_shielded_is_asked_first(yard: Brawl) -> None:
    ana, ben = yard.play("Ana", "Ann"), yard.play("Ben", "Cai")
    guard = {"do": "mettle.action.cover", "cover": "guard", "character": yard.who("Ann")}
    asked = yard.dispatch(ana, **guard, ward=yard.who("Cai")).result["piece"]
    assert (yard.statuses("Ann"), yard.statuses("Cai")) == ({}, {})
    with pytest.raises(Forbidden, match="You cannot act for"):
        yard.dispatch(ana, do="mettle.guard.accept", guard=asked)
    yard.dispatch(ben, do="mettle.guard.accept", guard=asked)
    assert (yard.statuses("Ann"), yard.statuses("Cai")) == ({"Guard Cover": 1}, {"Guarded": 1})
    yard.dispatch(ana, do="mettle.action.cover", character=yard.who("Ann"), cover="none")
    assert (yard.statuses("Ann"), yard.statuses("Cai")) == ({}, {})
    again = yard.dispatch(ana, **guard, ward=yard.who("Cai")).result["piece"]
    yard.dispatch(ben, do="mettle.guard.refuse", guard=again)
    assert "Cai declines the Guard" in yard.lines("player")[0]
    assert "guard" not in [each["kind"] for each in yard.sees()["pieces"]]


def test_who_leaves_the_table_shields_nobody(yard: Brawl) -> None:
    ann, cai, bog = (yard.who(name) for name in ("Ann", "Cai", "Bog"))
    guard = {"do": "mettle.action.cover", "cover": "guard"}
    yard.gm(**guard, character=ann, ward=cai)
    yard.dispatch(yard.play("Ana", "Ann"), **guard, character=ann, ward=bog)
    yard.gm(do="character.remove", character=ann)
    assert yard.statuses("Cai") == {}
    assert "guard" not in [each["kind"] for each in yard.sees()["pieces"]]


def test_the_gm_answers_for_whoever_has_no_seat_and_a_guard_ends_in_another_zone(yard: Brawl) -> None:
    ana, bog = yard.play("Ana", "Ann"), yard.who("Bog")
    guard = {"do": "mettle.action.cover", "cover": "guard", "character": yard.who("Ann"), "ward": bog}
    yard.gm(do="mettle.guard.accept", guard=yard.dispatch(ana, **guard).result["piece"])
    assert yard.statuses("Bog") == {"Guarded": 1}
    yard.gm(do="mettle.zone.move", character=bog, zone=yard.zone("Left range"))
    assert (yard.statuses("Ann"), yard.statuses("Bog")) == ({}, {})


def scenery(yard: Brawl, zone: str, name: str, **more: Any) -> int:
    sent = {"do": "mettle.zone.scenery", "zone": yard.zone(zone), "name": name, "what": "cover"}
    id: int = yard.gm(**{**sent, **more}).result["piece"]
    return id


def test_a_player_takes_cover_behind_what_the_zone_holds(yard: Brawl) -> None:
    ana, cover = yard.play("Ana", "Ann"), {"do": "mettle.action.cover", "character": yard.who("Ann")}
    with pytest.raises(Refused, match="Nothing in this Zone gives Cover"):
        yard.dispatch(ana, **cover, cover="partial")
    fence = scenery(yard, "Melee", "Chain link fence", penetrable=True)
    assert yard.dispatch(ana, **cover, cover="total", behind=fence).result["cover"] == "partial"
    wall = scenery(yard, "Melee", "Stone wall", what="obstacle", difficulty=2)
    assert yard.dispatch(ana, **cover, cover="total").result["cover"] == "total"
    (held,) = [row for row in yard.state().find_all(Condition) if row.character == yard.who("Ann")]
    assert (held.name, held.source) == ("Total Cover", "Stone wall")
    with pytest.raises(Refused, match="same Zone"):
        yard.dispatch(ana, **cover, cover="total", behind=scenery(yard, "Left range", "Cart"))
    assert yard.dispatch(ana, **cover, cover="total", behind=wall).summary.endswith(
        "Ann takes Total Cover behind Stone wall"
    )


def test_in_a_fight_cover_is_called_at_the_start_of_ones_action(yard: Brawl) -> None:
    ana, ben = yard.play("Ana", "Ann"), yard.play("Ben", "Cai")
    scenery(yard, "Melee", "Stone wall")
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    cover = {"do": "mettle.action.cover", "cover": "total"}
    with pytest.raises(Refused, match="start of your Action"):
        yard.dispatch(ben, **cover, character=yard.who("Cai"))
    yard.dispatch(ana, **cover, character=yard.who("Ann"))
    guard = {"do": "mettle.action.cover", "cover": "guard", "character": yard.who("Cai")}
    yard.dispatch(ben, **guard, ward=yard.who("Ann"))
    with pytest.raises(Refused, match="start of your Action"):
        yard.dispatch(ben, **guard, ward=yard.who("Bog"))
    yard.dispatch(ana, do="mettle.initiative.act", character=yard.who("Ann"), targets=[yard.who("Bog")])
    with pytest.raises(Refused, match="start of your Action"):
        yard.dispatch(ana, do="mettle.action.cover", character=yard.who("Ann"), cover="partial")


def test_cover_counts_for_nothing_against_those_on_its_open_side(yard: Brawl) -> None:
    yard.gm(do="mettle.action.cover", character=yard.who("Bog"), cover="total")
    check = yard.call("Ann", "attack", "Bog", damage="9")
    wall = next(each for each in numbers(yard, check)["counted"] if each["name"] == "Total Cover")
    yard.gm(do="check.edit", check=check, uses={wall["key"]: "off"})
    yard.roll(check, 1, 2, 4, 4, 4)
    yard.apply(check)
    assert yard.mettle("Bog") == 9 - (9 + 3 - 3)


def test_cover_that_is_easily_penetrated_is_partial_at_most(yard: Brawl) -> None:
    fence = scenery(yard, "Melee", "Chain link fence", penetrable=True)
    sent = {"do": "mettle.action.cover", "character": yard.who("Bog"), "cover": "total", "behind": fence}
    assert yard.gm(**sent).result["cover"] == "partial"
    check = yard.call("Ann", "attack", "Bog", damage="9")
    counted = {each["name"]: each["amount"] for each in numbers(yard, check)["counted"]}
    assert counted["Partial Cover"] == 2
    yard.roll(check, 3, 3, 3, 3, 4)
    yard.apply(check)
    assert yard.mettle("Bog") == 9 - (9 + 1 - 3), "it gets through"


def test_a_page_offers_what_the_rules_let_one_do_now(yard: Brawl) -> None:
    ann, bog, wall = yard.who("Ann"), yard.who("Bog"), ("partial", "total")
    seat = yard.sit("Ann", ann)
    yard.gm(do="mettle.zone.scenery", zone=yard.zone("Melee"), name="Hedge", penetrable=True)
    yard.gm(do="mettle.zone.scenery", zone=yard.zone("Melee"), name="Wall")
    assert _offered(yard, seat)[0] is None, "nobody Rallies who is unhurt"
    yard.gm(do="mettle.hurt", character=ann, by=1)
    assert _offered(yard, seat) == ("", {"Hedge": ("partial",), "Wall": wall})
    yard.gm(do="mettle.status.add", character=ann, name="Rattled")
    assert "Rattled" in str(_offered(yard, seat)[0]), "nobody Rallies who is Rattled"
    yard.gm(do="mettle.initiative.start", first=bog, combatants=[ann, bog])
    assert _offered(yard, seat) == (None, {}), "nobody Rallies or takes Cover out of turn"


def _offered(yard: Brawl, seat: Actor) -> tuple[str | None, dict[str, tuple[str, ...]]]:
    """What keeps somebody's own page from offering a Rally, and what Cover behind what it offers."""
    assert seat.seat is not None
    made = (make() for make in seat_panels(yard.view(seat.audience), seat.seat))
    it = next(panel.it for panel in made if panel.id == "m-me")
    return it["rally"], {name: tuple(kind for kind, _ in kinds) for _, name, kinds in it["covers"]}


@pytest.mark.parametrize("over", ["fight", "race", "day"])
def test_cover_ends_with_its_fight_its_race_and_its_day(yard: Brawl, over: str) -> None:
    ann = yard.who("Ann")
    if over == "fight":
        yard.gm(do="mettle.initiative.start", first=ann)
    if over == "race":
        yard.gm(do="mettle.stretch.start", drivers=[{"character": ann, "speed": 2}])
    yard.gm(do="mettle.action.cover", character=ann, cover="partial")
    assert yard.statuses("Ann") == {"Partial Cover": 1}
    ends = {"fight": {"do": "mettle.initiative.end"}, "race": {"do": "mettle.stretch.end"}}
    yard.gm(**ends.get(over, {"do": "mettle.time.pass", "span": "day"}))
    assert yard.statuses("Ann") == {}


def test_a_guard_shields_somebody_else_and_both_ends_are_told(yard: Brawl) -> None:
    guard = {"do": "mettle.action.cover", "character": yard.who("Ann")}
    with pytest.raises(Refused, match="Ann can shield only another character"):
        yard.gm(**guard, cover="guard", ward=yard.who("Ann"))
    yard.gm(**guard, cover="guard", ward=yard.who("Cai"))
    yard.gm(**guard, cover="none")
    assert yard.lines()[0] == "Ann leaves Guard Cover; Cai is no longer Guarded"


def test_a_feature_gives_no_cover(yard: Brawl) -> None:
    well = scenery(yard, "Melee", "Old well", what="feature")
    with pytest.raises(Refused, match="Old well gives no Cover"):
        yard.gm(do="mettle.action.cover", character=yard.who("Ann"), cover="total", behind=well)
