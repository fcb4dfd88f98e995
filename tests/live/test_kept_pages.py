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
