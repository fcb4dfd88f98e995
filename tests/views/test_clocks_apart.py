"""Clocks of one name in the lists that forms choose from: told apart in words, those in play first."""

import pytest
from flask import Flask

from tests.table.oak import Oak
from webapp.state.audience import GM, PLAYER, Audience
from webapp.views.clock_groups import clock_options, clock_words
from webapp.views.panels import make_panels


@pytest.fixture
def table(app: Flask) -> Oak:
    return Oak.start(app, "Oak", "razorweave")


def words(oak: Oak, who: str = "gm") -> list[str]:
    return list(clock_words(oak.view(who)).values())


def test_a_name_of_its_own_stays_as_it_is(table: Oak) -> None:
    table.clock("Alarm", 6)
    table.clock("Flood", 6)
    assert words(table) == ["Alarm", "Flood"]


def test_the_first_words_that_differ_tell_two_of_one_name_apart(table: Oak) -> None:
    table.clock("Alarm", 6)
    table.clock("Alarm", 4)
    assert words(table) == ["Alarm (6 segments)", "Alarm (4 segments)"]
    table.clock("Guards", 6, group="Factions")
    table.clock("Guards", 4)
    assert words(table)[2:] == ["Guards (Factions)", "Guards (no group)"]
    later = table.gm(do="scene.add", name="The vault").result["scene"]
    table.clock("Flood", 6)
    table.clock("Flood", 6, scene=later)
    table.clock("Flood", 6, scene=None)
    assert words(table)[4:] == ["Flood (this scene)", "Flood (The vault)", "Flood (whole table)"]


def test_what_changes_comes_last_and_twins_are_counted(table: Oak) -> None:
    one, _ = table.clock("Alarm", 6), table.clock("Alarm", 6)
    assert words(table) == ["Alarm (no. 1)", "Alarm (no. 2)"]
    table.gm(do="clock.tick", clock=one)
    assert words(table) == ["Alarm (1 filled)", "Alarm (0 filled)"]


def test_only_what_an_audience_knows_is_told(table: Oak) -> None:
    table.clock("Alarm", 6, visibility="secret")
    table.clock("Alarm", 6, visibility="masked", filled=5)
    table.clock("Alarm", 4)
    assert words(table, "player") == ["Alarm (nearly full)", "Alarm (0 filled)"]


def test_those_in_play_stand_first_wherever_all_are_offered(table: Oak) -> None:
    later = table.gm(do="scene.add", name="The vault").result["scene"]
    table.clock("Lasers", 6, scene=later)
    table.clock("Alarm", 6)
    assert [words for _, words in clock_options(table.view())] == ["Alarm", "Lasers"]


def test_a_check_aims_at_what_runs_in_the_scene(table: Oak) -> None:
    for size in (6, 4):
        table.clock("Alarm", size)
    table.clock("Done", 4, filled=4)
    checks = make_panels(table.view(), GM)["checks"]
    assert [words for _, words in checks.it[1]] == ["Alarm (6 segments)", "Alarm (4 segments)"]


@pytest.mark.parametrize("who", [GM, PLAYER])
def test_a_race_that_is_declared_later_stands_side_by_side_on_open_pages(table: Oak, who: Audience) -> None:
    saved, flood = table.clock("Evacuation", 6), table.clock("Flood", 4)
    before = make_panels(table.view(who), who)["clocks"]
    table.gm(do="clock.edit", clock=flood, opposes=saved)
    assert make_panels(table.view(who), who)["clocks"].key != before.key, "the frame draws them as a pair"
