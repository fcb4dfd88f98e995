"""A page kept by its stream shows what a page opened just now shows."""

import pytest

from tests.live.watching import Watcher, everybody
from tests.table.mettle.brawl import ANN
from tests.table.oak import Oak
from webapp.services import services
from webapp.table.snapshot_cache import SnapshotCache


@pytest.fixture
def watchers(oak: Oak) -> dict[str, Watcher]:
    oak.sit("Ana", oak.character("Mira"))
    return everybody(oak.app, oak.id, oak.made.tokens, oak.seats)


def in_the_wrong(watchers: dict[str, Watcher]) -> dict[str, list[str]]:
    """Who shows something else than a fresh page, and what."""
    told = {name: each.misses() for name, each in watchers.items()}
    return {name: found for name, found in told.items() if found}


def test_a_panel_that_is_not_sent_is_noticed(oak: Oak, watchers: dict[str, Watcher]) -> None:
    """The measure itself: what did not come shows."""
    oak.clock("Alarm")
    assert all(each.live_page.differences(each.fresh()) for each in watchers.values())
    assert in_the_wrong(watchers) == {}


def test_everybody_follows_a_few_commands(oak: Oak, watchers: dict[str, Watcher]) -> None:
    alarm = oak.clock("Alarm")
    oak.tag("Slick")
    oak.gm(do="clock.tick", clock=alarm)
    assert in_the_wrong(watchers) == {}
    oak.gm(do="clock.edit", clock=alarm, visibility="secret")
    oak.gm(do="undo")
    assert in_the_wrong(watchers) == {}


def test_a_reply_starts_where_its_page_stands_and_the_stream_goes_on_from_there(
    oak: Oak, watchers: dict[str, Watcher]
) -> None:
    """Half-open: another GM ticks A and the stream is silent; this page presses B."""
    first, second = oak.clock("Alarm"), oak.clock("Escape")
    gm = watchers["gm"]
    gm.catches_up()
    stood = gm.live_page.cursor
    oak.gm(do="clock.tick", clock=first, by=2)
    gm.presses(do="clock.tick", clock=second)
    assert gm.live_page.differences(gm.fresh()) == [], (
        "what another did is in the reply as well, in its order"
    )
    assert gm.live_page.cursor == stood, "the reconnect resumes where the stream left off"
    assert gm.misses() == []


def test_a_press_of_a_page_that_hears_its_stream_is_answered_without_panels_which_the_stream_brings(
    oak: Oak, watchers: dict[str, Watcher]
) -> None:
    alarm, gm = oak.clock("Alarm"), watchers["gm"]
    gm.catches_up()
    stood, before = gm.live_page.cursor, gm.live_page.root.find(f"clock-{alarm}")
    shows = gm.presses_live(do="clock.tick", clock=alarm)
    notice = gm.live_page.root.find("notice")
    assert notice is not None
    assert "Alarm: +1, now 1 of 6" in " ".join(notice.lines_within())
    assert gm.live_page.root.find(f"clock-{alarm}") is before, "no panel came with the reply"
    assert gm.live_page.cursor == stood
    assert gm.misses() == []
    assert gm.live_page.cursor == shows


def test_a_page_whose_stream_is_silent_fetches_its_news_from_where_it_stands(
    oak: Oak, watchers: dict[str, Watcher]
) -> None:
    """Half-open, not known yet: another GM ticks A, this page presses B and is answered without panels."""
    first, second = oak.clock("Alarm"), oak.clock("Escape")
    gm, ana = watchers["gm"], watchers["Ana"]
    for each in (gm, ana):
        each.catches_up()
    stood = gm.live_page.cursor
    oak.gm(do="clock.tick", clock=first, by=2)
    shows = gm.presses_live(do="clock.tick", clock=second)
    for each in (gm, ana):
        assert each.live_page.differences(each.fresh()) != []
        each.fetches_its_news()
        assert each.live_page.differences(each.fresh()) == []
    assert gm.live_page.cursor == stood, "the reconnect resumes where the stream left off"
    assert gm.fetches_its_news() == shows
    assert gm.misses() == ana.misses() == []
    assert gm.fetches_its_news() == "", "there is no more"


def test_news_of_somebody_else_than_the_page_is_of_is_none(oak: Oak, watchers: dict[str, Watcher]) -> None:
    """A guest's page on a device that has sat down meanwhile."""
    oak.clock("Alarm")
    guest = watchers["guest"]
    guest.client.set_cookie(f"tableside-{oak.id}", f"{oak.made.tokens['player']}.{oak.seats['Ana']}")
    assert guest.fetches_its_news() == ""


def test_a_press_that_is_sent_again_names_the_same_cursor(oak: Oak, watchers: dict[str, Watcher]) -> None:
    """Its first answer was lost on the way, and others went on meanwhile."""
    alarm, gm = oak.clock("Alarm"), watchers["gm"]
    press = {"do": "clock.tick", "clock": alarm, "press": "the-same-key"}
    shows = gm.presses_live(**press)
    oak.tag("Slick")
    assert gm.presses_live(**press) == shows
    assert [each["filled"] for each in oak.sees()["clocks"]] == [1]


@pytest.mark.parametrize("processes", [1, 2])
def test_what_a_reply_showed_goes_when_it_was_taken_back_before_the_stream_came(
    oak: Oak, watchers: dict[str, Watcher], processes: int
) -> None:
    """The stream misses both, and nothing seems to have changed: the page shows what was in between."""
    alarm, gm, road = oak.clock("Alarm"), watchers["gm"], services().dispatcher
    gm.catches_up()
    where_the_stream_is = road.snapshots
    road.snapshots = SnapshotCache() if processes == 2 else road.snapshots
    gm.presses(do="clock.tick", clock=alarm)
    oak.gm(do="undo")
    road.snapshots = where_the_stream_is
    assert gm.live_page.differences(gm.fresh()) != []
    assert gm.misses() == []


def test_presses_that_overtake_one_another_and_the_stream_end_in_order(
    oak: Oak, watchers: dict[str, Watcher]
) -> None:
    alarm, gm = oak.clock("Alarm", 8), watchers["gm"]
    gm.catches_up()
    replies = [gm.is_replied(do="clock.tick", clock=alarm) for _ in range(3)]
    oak.gm(do="clock.edit", clock=alarm, visibility="secret")
    replies.append(gm.is_replied(do="clock.tick", clock=alarm))
    for reply in reversed(replies):
        gm.live_page.swap(reply)
    assert gm.live_page.differences(gm.fresh()) == []
    assert gm.misses() == []


def test_a_line_taken_back_does_not_come_again_by_a_stream_behind_the_reply(
    oak: Oak, watchers: dict[str, Watcher]
) -> None:
    """The stream is slow: it sends the line, and that the line is gone, after a reply that knows of both."""
    ana = watchers["Ana"]
    ana.catches_up()
    late, cursor = [], ana.live_page.cursor
    for command in ({"do": "clock.add", "name": "Alarm", "segments": 6}, {"do": "undo"}):
        oak.gm(**command)
        update = services().updates.render_delta(ana.viewer, cursor)
        assert update is not None
        late.append(update.data)
        cursor = update.cursor
    ana.presses(do="clock.own", name="My debt", segments=4)
    assert ana.live_page.differences(ana.fresh()) == []
    for data in late:
        ana.live_page.hears(data)
        assert ana.live_page.differences(ana.fresh()) == []
    assert ana.misses() == []


def test_an_undo_that_changes_nothing_shows_that_it_was_made(oak: Oak, watchers: dict[str, Watcher]) -> None:
    """Its line, and the line it takes back."""
    alarm = oak.clock("Alarm")
    ticked = oak.lately(oak.gm(do="clock.tick", clock=alarm))
    oak.gm(do="clock.tick", clock=alarm, by=-1)
    in_the_wrong(watchers)
    before = oak.revisions()
    oak.gm(do="undo", entry=ticked)
    assert in_the_wrong(watchers) == {}
    assert [now - then for now, then in zip(oak.revisions(), before, strict=True)] == [1, 1, 0]
    assert "Undid Alarm +1 (0 of 6)" in oak.lines("player")


def test_an_undo_of_what_nobody_else_knows_tells_nobody_else(oak: Oak, watchers: dict[str, Watcher]) -> None:
    alarm = oak.clock("Alarm")
    ticked = oak.lately(oak.gm(do="clock.tick", clock=alarm))
    oak.gm(do="clock.tick", clock=alarm, by=-1)
    oak.gm(do="clock.edit", clock=alarm, visibility="secret")
    _, *before = oak.revisions()
    oak.gm(do="undo", entry=ticked)
    _, *now = oak.revisions()
    assert now == before
    assert in_the_wrong(watchers) == {}


def test_an_undo_of_what_one_seat_alone_knows_is_told_to_that_seat(
    oak: Oak, watchers: dict[str, Watcher]
) -> None:
    debt = oak.dispatch(oak.sit("Ana"), do="clock.own", name="My debt").result["clock"]
    oak.gm(do="clock.edit", clock=debt, visibility="secret")
    ticked = oak.lately(oak.gm(do="clock.tick", clock=debt))
    oak.gm(do="clock.tick", clock=debt, by=-1)
    in_the_wrong(watchers)
    guest, seat = (watchers[name].live_page.cursor for name in ("guest", "Ana"))
    oak.gm(do="undo", entry=ticked)
    assert in_the_wrong(watchers) == {}
    assert (watchers["guest"].live_page.cursor == guest, watchers["Ana"].live_page.cursor == seat) == (
        True,
        False,
    )


@pytest.mark.parametrize("game", ["freeform", "razorweave"])
def test_what_stands_beside_the_panels_follows_as_well(oak: Oak, game: str) -> None:
    """The name in the rename box, the scene that ends, the first steps, the invitation."""
    oak = Oak.start(oak.app, "Oak", game)
    watchers = everybody(oak.app, oak.id, oak.made.tokens, oak.seats)
    oak.gm(do="table.edit", name="Ash & Elm")
    assert in_the_wrong(watchers) == {}
    first = oak.sees()["scene"]
    twin = oak.gm(do="scene.add", name=oak.sees()["scenes"][0]["name"]).result["scene"]
    oak.gm(do="scene.activate", scene=twin)
    assert in_the_wrong(watchers) == {}
    oak.gm(do="scene.end", scene=twin)
    assert in_the_wrong(watchers) == {}
    oak.gm(do="scene.activate", scene=first)
    oak.gm(do="join.set", on=True)
    assert in_the_wrong(watchers) == {}
    oak.gm(do="join.set", on=False)
    assert in_the_wrong(watchers) == {}


def test_whoever_comes_near_can_be_guarded_from_ones_own_phone(oak: Oak) -> None:
    oak = Oak.start(oak.app, "Oak", "mettle")
    loft = oak.gm(do="zone.add", name="Loft").result["zone"]
    mara, cai = oak.character("Mara", zone=loft, stats=ANN), oak.character("Cai")
    oak.sit("Ana", mara)
    watchers = everybody(oak.app, oak.id, oak.made.tokens, oak.seats)
    oak.gm(do="character.edit", character=cai, zone=loft)
    assert in_the_wrong(watchers) == {}
    near = watchers["Ana"].live_page.root.find(f"does-{cai}")
    assert near is not None
    assert any("Guard Cai" in str(child) for node in near.each() for child in node.children)


def test_a_line_that_came_with_nothing_else_is_told_together_with_the_one_before(
    oak: Oak, watchers: dict[str, Watcher]
) -> None:
    """A page that hears of both at once: the second command changed nothing that stands on the table."""
    alarm = oak.clock("Alarm", 6)
    for each in watchers.values():
        each.catches_up()
    oak.gm(do="clock.set", clock=alarm, filled=2)
    oak.gm(do="tv.code")
    for name, each in watchers.items():
        each.catches_up()
        assert each.live_page.differences(each.fresh()) == [], name
