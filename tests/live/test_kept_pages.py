"""A page kept by its stream shows what a page opened just now shows."""

import pytest

from tests.live.watching import Watcher, everybody
from tests.table.oak import Oak


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
    assert all(each.kept.differences(each.fresh()) for each in watchers.values())
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
    stood = gm.kept.cursor
    oak.gm(do="clock.tick", clock=first, by=2)
    gm.presses(do="clock.tick", clock=second)
    assert gm.kept.differences(gm.fresh()) == [], "what another did is in the reply as well, in its order"
    assert gm.kept.cursor == stood, "the reconnect resumes where the stream left off"
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
        gm.kept.swap(reply)
    assert gm.kept.differences(gm.fresh()) == []
    assert gm.misses() == []
