"""What one character may do to another: what reaches, what is at hand, what is for friends."""

import pytest

from webapp.games.mettle.rules import Mettle, Status
from webapp.games.mettle.rules.check_request import Weapon
from webapp.games.mettle.rules.choices import Choice, Fighter, choices

SWORD, BOW = Weapon("Sword", "FRAME+3"), Weapon("Bow", "7", range=1)
ANN = Fighter("pc", frame=3, carried={4: SWORD, 5: BOW})
BOG = Fighter("npc")


def words(found: tuple[Choice, ...]) -> list[str]:
    return [choice.words for choice in found]


def test_beside_a_foe_blades_come_first_and_hands_last() -> None:
    found = choices(ANN, BOG, 0)
    assert words(found.first) == ["Attack with Sword", "Attack with Bow", "Attack with bare hands"]
    assert [(one.form, one.weapon, one.bare) for one in found.first] == [
        ("melee", 4, False),
        ("ranged", 5, False),
        ("melee", None, True),
    ]
    assert words(found.rest) == ["Rattle", "Sway", "Grapple", "Disarm", "Shove"]


def test_beyond_range_a_shot_is_harder() -> None:
    found = choices(ANN, BOG, 3)
    assert [(one.words, one.note) for one in found.first] == [("Attack with Bow", "Difficulty +2")]
    assert words(found.rest) == ["Rattle", "Sway"]


@pytest.mark.parametrize(("zones", "far"), [(1, "1 Zone"), (2, "2 Zones")])
def test_what_does_not_reach_is_said(zones: int, far: str) -> None:
    found = choices(Fighter("pc", carried={4: SWORD}), BOG, zones)
    assert (found.first, found.why) == ((), f"{far} away: no carried weapon reaches that far.")


def test_without_a_map_everything_is_at_hand() -> None:
    assert words(choices(BOG, ANN, None).first) == ["Attack with bare hands"]
    assert "Grapple" in words(choices(BOG, ANN, None).rest)


def test_nobody_is_rattled_twice() -> None:
    rattled = Fighter("npc", statuses=(Status("rattled"),))
    assert words(choices(ANN, rattled, 1).rest) == ["Sway"]


def test_a_friend_at_0_is_healed_from_anywhere_and_guarded_in_the_same_zone() -> None:
    down = Fighter("pc", mettle=Mettle(0, 9, 3))
    assert words(choices(ANN, down, 0).first) == ["Heal", "Guard"]
    assert words(choices(ANN, down, 2).first) == ["Heal"]
    assert words(choices(ANN, Fighter("pc", mettle=Mettle(1, 9, 3)), 0).first) == ["Guard"]
    (guard,) = choices(ANN, Fighter("pc"), 0).first
    assert guard.note == "−2 POISE, +2 for them"


def test_whoever_waits_has_no_choice_but_the_reason() -> None:
    found = choices(ANN, BOG, 0, "Bog holds Initiative and must act first.")
    assert (found.first, found.rest, found.why) == ((), (), "Bog holds Initiative and must act first.")
