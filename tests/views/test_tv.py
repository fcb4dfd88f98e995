"""What the TV is sent: its form by how much there is, everything in its order."""

from dataclasses import replace

import pytest
from flask import Flask

from tests.table.oak import Oak
from webapp.services import services
from webapp.state.audience import TV
from webapp.table.audience_views import Projection
from webapp.views.game_screens import GameScreens
from webapp.views.panel import Panel
from webapp.views.panel_rendering import draw_panel
from webapp.views.panels import make_panels
from webapp.views.panels_tv import TvClockOrder, TvLayout
from webapp.views.view_types import Turn


def shape(oak: Oak) -> TvLayout:
    found: TvLayout = make_panels(oak.view("tv"), TV)["layout"].it
    return found


def order(oak: Oak) -> TvClockOrder:
    found: TvClockOrder = make_panels(oak.view("tv"), TV)["clocks"].it
    return found


def filled(oak: Oak, clocks: int = 0, tags: int = 0) -> Oak:
    for number in range(clocks):
        oak.clock(f"Clock {number}", 6)
    for number in range(tags):
        oak.tag(f"Tag {number}")
    return oak


@pytest.mark.parametrize(
    ("clocks", "tags", "form", "side"),
    [
        (0, 0, "idle", False),
        (0, 3, "words", False),
        (1, 4, "one", False),
        (1, 5, "one", True),
        (3, 12, "row", False),
        (4, 0, "row", False),
        (5, 0, "grid", False),
        (8, 12, "grid", True),
    ],
)
def test_the_form_follows_how_much_there_is(oak: Oak, clocks: int, tags: int, form: str, side: bool) -> None:
    assert shape(filled(oak, clocks, tags))[:2] == (form, side)


@pytest.mark.parametrize(
    ("place", "form", "side"), [("strip", "grid", True), ("side", "grid", False), ("stage", "stage", False)]
)
def test_a_game_has_the_place_that_it_names(
    oak: Oak, monkeypatch: pytest.MonkeyPatch, place: str, form: str, side: bool
) -> None:
    """Tags leave the column at the side to the game; a spotlight leaves it the strip of the stage."""
    monkeypatch.setattr(GameScreens, "tv_place", lambda self, view: place)
    filled(oak, clocks=6, tags=4)
    assert shape(oak) == TvLayout(form, side, 6, place)
    oak.gm(do="tv.spotlight", clock=oak.view().clocks[2].id)
    assert shape(oak) == TvLayout("spot", False, 5, "strip" if place == "stage" else place)


def test_few_clocks_leave_the_stage_to_a_game_for_it(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameScreens, "tv_place", lambda self, view: "stage")
    assert shape(filled(oak, clocks=2)) == TvLayout("stage", False, 2, "stage")


def test_two_that_race_stand_side_by_side(oak: Oak) -> None:
    filled(oak, clocks=8)
    rival = oak.clock("Hunter", 6, opposes=oak.view().clocks[0].id)
    place = [clock.id for clock in oak.view("tv").clocks].index(rival)
    assert order(oak) == (None, (0, place, *(each for each in range(1, 9) if each != place)))


def test_the_spotlight_is_one_and_the_others_stand_beside_it(oak: Oak) -> None:
    filled(oak, clocks=6)
    oak.gm(do="tv.spotlight", clock=oak.view().clocks[2].id)
    assert shape(oak) == TvLayout("spot", False, 5, "strip")
    assert order(oak) == (2, (0, 1, 3, 4, 5))


def test_the_spotlight_ends_and_undo_brings_it_back(oak: Oak) -> None:
    filled(oak, clocks=3)
    oak.gm(do="tv.spotlight", clock=oak.view().clocks[1].id)
    oak.gm(do="tv.spotlight")
    assert shape(oak).form == "row"
    oak.gm(do="undo")
    assert order(oak).spot == 1
    oak.gm(do="undo")
    assert shape(oak).form == "row"


def test_a_secret_clock_in_the_spotlight_changes_nothing_for_the_tv(oak: Oak) -> None:
    filled(oak, clocks=3)
    ambush = oak.clock("Ambush", visibility="secret")
    before = oak.revisions()[2]
    oak.gm(do="tv.spotlight", clock=ambush)
    assert shape(oak).form == "row"
    assert oak.revisions()[2] == before


def test_people_who_ail_come_first(oak: Oak) -> None:
    filled(oak, clocks=6)
    oak.character("Tomas")
    mara = oak.character("Mara")
    assert not shape(oak).side
    oak.gm(do="condition.add", character=mara, name="Frightened")
    assert shape(oak).side
    assert [who.name for who in make_panels(oak.view("tv"), TV)["cast"].it] == ["Mara", "Tomas"]


def test_a_turn_is_said_where_a_game_has_one_and_absent_elsewhere(oak: Oak) -> None:
    view = oak.view("tv")
    assert not make_panels(view, TV)["turn"].it
    seen = Projection(TV, replace(view, turn=Turn("Mara", "Tomas")), at="x-1")
    turn = make_panels(seen.view, TV)["turn"]
    html = draw_panel(turn, seen)
    assert "Mara" in html
    assert "then <bdi>Tomas" in html


def test_the_two_newest_checks_that_are_to_be_rolled_stand_there(app: Flask) -> None:
    oak = Oak.start(app, "Wall", "razorweave")
    mara = oak.character("Mara")

    def call() -> int:
        id: int = oak.gm(do="check.call", character=mara, attribute="AGI", dc=14).result["check"]
        return id

    def list_checks() -> list[int]:
        return [each.check.id for each in make_panels(oak.view("tv"), TV)["checks"].it]

    first, second, third = call(), call(), call()
    assert list_checks() == [third, second]
    oak.gm(do="check.roll", check=third, dice=[6, 6, 5, 5])
    oak.gm(do="check.cancel", check=second)
    assert list_checks() == [first]


def test_a_full_clock_has_the_stage_with_what_happens_then_until_it_is_no_longer_full(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 2, on_full="The gates close.")
    other = oak.clock("Tide", 8)
    oak.gm(do="clock.tick", clock=alarm, by=2)
    assert "The gates close." in drawn_moments(oak)
    before = moments(oak).key
    oak.gm(do="clock.tick", clock=other)
    assert moments(oak).key == before, "a tick sends it again"
    oak.gm(do="clock.tick", clock=alarm, by=-1)
    assert "The gates close." not in drawn_moments(oak)
    assert "Alarm: +2" in drawn_moments(oak)


def kept(oak: Oak) -> Projection:
    """What the dispatcher keeps for the TV."""
    newest = services().dispatcher.snapshots.newest_projections(oak.id)
    assert newest is not None
    found: Projection = newest.seen[TV.key]
    return found


def moments(oak: Oak) -> Panel:
    panel: Panel = make_panels(kept(oak).view, TV)["moments"]
    return panel


def drawn_moments(oak: Oak) -> str:
    return draw_panel(moments(oak), kept(oak))
