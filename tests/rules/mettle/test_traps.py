"""Traps: what sets them off, whom they catch, and what they do to them."""

from typing import Any

import pytest

from tests.rules.mettle.people import ANN, BO, EVERYBODY
from webapp.games.mettle.rules import Cover, Hazard, Trap, spring_on_zone, trap
from webapp.games.mettle.rules.check_request import Body
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError


def there(cover: Cover = Cover.NONE, **poises: int) -> dict[int, Body]:
    """Somebody with this POISE each, behind this."""
    return {EVERYBODY[name]: Body(1, name, poise=poise, cover=cover) for name, poise in poises.items()}


@pytest.mark.parametrize(
    ("name", "hazard", "targets", "soak", "rounds"),
    [
        ("Anti-personnel mine", "6D+8", "zone", "frame", 0),
        ("Flooding room", "None", "room", "none", 5),
        ("Pitfall", "4D+4", "one", "poise", 0),
        ("Scything blade", "5D+7", "one", "frame", 0),
        ("Tripwire", "4D", "none", "none", 0),
    ],
)
def test_the_five_traps(name: str, hazard: str, targets: str, soak: str, rounds: int) -> None:
    found = trap(name)
    assert found.trigger
    assert (str(found.hazard), found.targets, found.soak, found.rounds) == (hazard, targets, soak, rounds)


def test_a_trap_checks_against_poise_and_only_success_hurts() -> None:
    hit = spring_on_zone(trap("Scything blade"), there(ann=4), [3, 2, 4, 6, 5])[ANN]
    assert (hit.caught, hit.result.score, hit.damage) == (True, 5, 10)
    missed = spring_on_zone(trap("Scything blade"), there(ann=6), Loaded(3, 2, 4, 6, 5))[ANN]
    assert (missed.caught, missed.damage) == (False, 0)


def test_a_mine_takes_in_the_whole_zone_each_with_their_own_poise() -> None:
    caught = spring_on_zone(trap("Anti-personnel mine"), there(ann=3, bo=6), [2, 2, 4, 4, 4, 6])
    assert {who: one.damage for who, one in caught.items()} == {ANN: 12, BO: 0}


def test_a_trap_meets_cover_as_a_regular_attack_does() -> None:
    mine, dice = trap("Anti-personnel mine"), [2, 2, 4, 4, 4, 6]
    assert not spring_on_zone(mine, there(Cover.PARTIAL, ann=3), dice)[ANN].caught
    assert spring_on_zone(mine, there(Cover.GUARD, ann=6), dice)[ANN].damage == 12
    assert spring_on_zone(mine, there(Cover.TOTAL, ann=3), dice)[ANN].damage == 0


def test_a_tripwire_alerts_and_does_not_hurt() -> None:
    sprung = spring_on_zone(trap("Tripwire"), there(ann=3), [3, 4, 5, 6])[ANN]
    assert (sprung.caught, sprung.damage) == (True, 0)
    assert not trap("Tripwire").harms


def test_a_flooding_room_counts_five_rounds() -> None:
    room = trap("Flooding room")
    assert room.countdown is not None
    assert (room.countdown.segments, room.countdown.filled) == (5, 0)
    assert trap("Pitfall").countdown is None
    with pytest.raises(RuleError, match="counts Rounds"):
        spring_on_zone(room, there(ann=3), [])


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"trigger": " ", "hazard": Hazard(3)}, "what sets off"),
        ({"trigger": "A step", "hazard": Hazard(3), "targets": "all"}, "“targets” must be one of one, zone"),
        ({"trigger": "A step", "hazard": Hazard(3), "soak": "luck"}, "“soak” must be one of frame, poise"),
        ({"trigger": "A step"}, "either a hazard or a number of Rounds"),
        ({"trigger": "A step", "hazard": Hazard(3), "rounds": 3}, "either a hazard or a number of Rounds"),
    ],
)
def test_a_trap_with_a_slip_is_refused(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        Trap("Pit", **fields)
