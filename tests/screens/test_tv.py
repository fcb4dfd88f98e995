"""How the TV lays itself out: everything on some page, nothing on two, and no page too full to read."""

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.oak import Oak
from webapp.screens.audience import TV
from webapp.screens.draw import draw
from webapp.screens.panels import panels
from webapp.screens.tv import BESIDE, CLOCKS, LINES, TAGS, Layout, Paged, lay_out
from webapp.screens.views import CharacterView, ClockView, Masked, Rumour, TableView, Turn
from webapp.table.projections import Projection


def laid_out(oak: Oak) -> Layout:
    return lay_out(oak.view("tv"))


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
    layout = laid_out(filled(oak, clocks, tags))
    assert (layout.form, layout.side, layout.pages) == (form, side, 1)


def test_a_masked_clocks_name_is_not_cut_for_its_word(oak: Oak) -> None:
    filled(oak, clocks=4, tags=1)
    named = oak.clock("The heir", 6, visibility="masked")
    assert not laid_out(oak).long
    oak.gm(do="clock.edit", clock=named, name="What they hide")
    assert laid_out(oak).long


def test_long_tags_in_the_column_have_two_lines_while_it_holds_them(oak: Oak) -> None:
    filled(oak, clocks=5)
    for number in range(6):
        oak.tag(f"Thick fog from the sea {number}")
    assert laid_out(oak).wraps
    oak.gm(do="condition.add", character=oak.character("Mara"), name="Frightened")
    assert not laid_out(oak).wraps


def test_nine_clocks_stand_on_two_pages_of_five_and_four(oak: Oak) -> None:
    layout = laid_out(filled(oak, clocks=9))
    assert layout.pages == 2
    assert layout.clocks == ((0, 1, 2, 3, 4), (5, 6, 7, 8))


def test_thirteen_tags_take_turns_while_the_clocks_stay(oak: Oak) -> None:
    layout = laid_out(filled(oak, clocks=5, tags=13))
    assert layout.pages == 2
    assert [len(page) for page in layout.tags] == [7, 6]
    assert Paged(layout.clocks, 2).open == 1


def test_two_that_race_are_never_parted(oak: Oak) -> None:
    filled(oak, clocks=8)
    rival = oak.clock("Hunter", 6, opposes=oak.view().clocks[0].id)
    ids = [clock.id for clock in oak.view("tv").clocks]
    first = laid_out(oak).clocks[0]
    assert first[:2] == (0, ids.index(rival))


def test_the_spotlight_stands_still_and_three_at_a_time_stand_beside_it(oak: Oak) -> None:
    filled(oak, clocks=6)
    oak.gm(do="tv.spotlight", clock=oak.view().clocks[2].id)
    layout = laid_out(oak)
    assert (layout.form, layout.spot, layout.pages) == ("spot", 2, 2)
    assert layout.clocks == ((0, 1, 3), (4, 5))


def test_the_spotlight_ends_and_undo_brings_it_back(oak: Oak) -> None:
    filled(oak, clocks=3)
    oak.gm(do="tv.spotlight", clock=oak.view().clocks[1].id)
    oak.gm(do="tv.spotlight")
    assert laid_out(oak).form == "row"
    oak.gm(do="undo")
    assert laid_out(oak).spot == 1
    oak.gm(do="undo")
    assert laid_out(oak).form == "row"


def test_a_secret_clock_in_the_spotlight_changes_nothing_for_the_tv(oak: Oak) -> None:
    filled(oak, clocks=3)
    ambush = oak.clock("Ambush", visibility="secret")
    before = oak.revisions()[2]
    oak.gm(do="tv.spotlight", clock=ambush)
    assert laid_out(oak).form == "row"
    assert oak.revisions()[2] == before


def test_people_who_ail_come_first_and_the_well_fill_what_is_left(oak: Oak) -> None:
    filled(oak, clocks=6, tags=3)
    oak.character("Tomas")
    mara = oak.character("Mara")
    oak.gm(do="condition.add", character=mara, name="Frightened")
    assert [who.name for who in laid_out(oak).cast[0]] == ["Mara", "Tomas"]


def test_a_full_side_shows_people_after_the_tags(oak: Oak) -> None:
    filled(oak, clocks=8, tags=12)
    for name in ("Mara", "Tomas", "Ilse"):
        oak.gm(do="condition.add", character=oak.character(name), name="Frightened")
    layout = laid_out(oak)
    assert [len(page) for page in layout.tags] == [12, 0]
    assert [len(page) for page in layout.cast] == [0, 3]


def test_a_turn_is_said_where_a_game_has_one_and_absent_elsewhere(oak: Oak) -> None:
    view = oak.view("tv")
    assert not panels(view, TV)["turn"].it
    seen = Projection(TV, _with_turn(view), at="x-1")
    turn = panels(seen.view, TV)["turn"]
    html = draw(turn, seen)
    assert "Mara" in html
    assert "then <bdi>Tomas" in html


def test_an_older_check_comes_out_beside_a_newer_one_that_is_open(app: Flask) -> None:
    oak = Oak.start(app, "Wall", "razorweave")
    mara = oak.character("Mara")

    def call() -> int:
        id: int = oak.gm(do="check.call", character=mara, attribute="AGI", dc=14).result["check"]
        return id

    def told() -> list[tuple[int, str]]:
        return [(check.id, check.state) for check in panels(oak.view("tv"), TV)["checks"].it]

    first, second = call(), call()
    oak.gm(do="check.resolve", check=first, answer="no")
    assert told() == [(second, "called"), (first, "resolved")]
    third = call()
    oak.gm(do="check.resolve", check=third, answer="yes")
    oak.gm(do="check.cancel", check=second)
    assert told() == [(third, "resolved"), (first, "resolved")]
    fourth = call()
    oak.gm(do="check.roll", check=fourth, dice=[6, 6, 5, 5])
    oak.gm(do="undo")
    assert [id for id, _ in told()] == [third]


def _with_turn(view: TableView) -> TableView:
    from dataclasses import replace

    return replace(view, turn=Turn("Mara", "Tomas"))


# ---- whatever stands on the table ---------------------------------------------------------------


@st.composite
def tables(make: st.DrawFn, plain: TableView) -> TableView:
    from dataclasses import replace

    clocks = make(st.integers(0, 40))
    cast = tuple(_person(make, 2000 + number) for number in range(make(st.integers(0, 12))))
    return replace(
        plain,
        clocks=tuple(_clock(make, 1 + number, clocks) for number in range(clocks)),
        tags=tuple(Rumour(1000 + number, "rumoured", True) for number in range(make(st.integers(0, 40)))),
        cast=cast,
        spotlight=make(st.none() | st.integers(1, 45)),
    )


def _clock(make: st.DrawFn, id: int, among: int) -> ClockView | Rumour:
    opposes = make(st.none() | st.integers(1, max(among, 1)))
    if opposes is None:
        return Rumour(id, "rumoured", True)
    return ClockView(
        id, "shown", "Name", 6, 2, "fill", "progress", None, None, opposes, None, None, None, None, None,
        None, "filling", False, True,
    )  # fmt: skip


def _person(make: st.DrawFn, id: int) -> CharacterView:
    ails = tuple(
        Masked(id * 10 + each, "masked", "x" * make(st.integers(1, 80)), True)
        for each in range(make(st.integers(0, 4)))
    )
    return CharacterView(id, "shown", "y" * make(st.integers(1, 80)), "pc", {}, None, ails)


@settings(max_examples=60)
@given(data=st.data())
def test_everything_stands_on_one_page_and_no_page_is_too_full(oak: Oak, data: st.DataObject) -> None:
    if not hasattr(oak, "plain"):
        oak.plain = oak.view("tv")  # type: ignore[attr-defined]
    view = data.draw(tables(oak.plain))  # type: ignore[attr-defined]
    layout = lay_out(view)
    places = [place for page in layout.clocks for place in page]
    spot = [] if layout.spot is None else [layout.spot]
    alone = layout.form == "one" and layout.spot is not None
    assert sorted(places + spot) == list(range(len(view.clocks)))
    assert all(len(page) <= (CLOCKS if layout.spot is None else BESIDE) for page in layout.clocks)
    assert not (alone and places)
    assert [tag for page in layout.tags for tag in page] == list(view.tags)
    assert all(len(page) <= TAGS for page in layout.tags)
    people = [who.id for page in layout.cast for who in page] + [who.id for who in layout.spare]
    assert sorted(people) == sorted(who.id for who in view.cast)
    if layout.side:
        assert all(len(page) <= LINES for page in layout.cast)
    drawn = [id for part in (layout.clocks, layout.tags) for id in range(len(part))]
    assert layout.pages >= max([1, *(n + 1 for n in drawn)])
