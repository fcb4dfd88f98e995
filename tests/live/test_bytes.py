"""A tick is small on the wire, so that phones on a slow line see it at once."""

import pytest

from tests.live.opened import page
from tests.table.oak import Oak
from webapp.rules.playable_games import ruleset, rulesets

MOST = 2048
GAMES = list(rulesets())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("who", ["guest", "seat", "tv"])
def test_a_tick_of_a_clock_in_a_race_fits_into_two_kilobytes(oak: Oak, game: str, who: str) -> None:
    """The demo table's clocks, at a table of every game."""
    oak = Oak.start(oak.app, "The Warehouse on Tar Street", game)
    kind = {each.role: each.key for each in ruleset(game).catalogue.clock_kinds}
    proof = oak.clock("Expose the Official", 6, kind=kind["progress"], scene=None)
    ashes = oak.clock("Cover-Up Complete", 4, kind=kind["threat"], scene=None, opposes=proof)
    oak.sit("Mara", oak.character("Mara Venn"))
    frames = page(oak, "tv" if who == "tv" else "player", "Mara" if who == "seat" else None)
    oak.gm(do="clock.tick", clock=ashes, by=1, because="the clerk runs to warn his master")
    news = next(frames)
    on_one_line = b" ".join(news.replace(b"\ndata:", b"").split())
    assert f'data-clock="{ashes}" data-filled="1" data-segments="4"'.encode() in on_one_line
    assert len(news) <= MOST


@pytest.mark.parametrize(("segments", "filled"), [(24, 11), (24, 22), (100, 49)])
def test_a_long_clock_is_as_small(oak: Oak, segments: int, filled: int) -> None:
    siege = oak.clock("The siege of the upper town", segments, filled=filled, kind="danger", direction="fill")
    frames = page(oak, "player")
    oak.gm(do="clock.tick", clock=siege, by=1, because="three days of rain drown the fires on the wall")
    assert len(next(frames)) <= MOST
