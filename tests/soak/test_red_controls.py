"""The machine finds what it is there for: each kind of fault is planted once, and found as that kind."""

from typing import Any
from unittest.mock import patch

from tests.soak.evening import Begin, Step
from tests.soak.season import replayed
from webapp.screens import draw, stamps
from webapp.screens.sight import Sight
from webapp.store.models import Tag
from webapp.table import road, undo

ADD = Step(3, "take", "GM", {"do": "tag.add", "name": "Slick"})
PAUSE = Step(3, "take", "GM", {"do": "pause.set", "on": True})
LOOK = Step(4, "look")


def found(target: str, planted: Any, *steps: Step) -> str:
    """What the machine says of an evening of these steps on a server with this fault."""
    with patch(target, planted):
        failed = replayed(Begin(7, "freeform", "clock.tick"), list(steps))
    return failed.why if failed else ""


def test_without_a_fault_nothing_is_found() -> None:
    assert replayed(Begin(7, "freeform", "clock.tick"), [ADD, LOOK]) is None


def test_a_panel_that_is_not_sent_is_found() -> None:
    wanted = draw._wanted

    def forgetful(*args: Any) -> list[Any]:
        return [panel for panel in wanted(*args) if panel.id != "tags"]

    assert "[kept page]" in found("webapp.screens.draw._wanted", forgetful, ADD, LOOK)


def test_a_stamp_that_sends_a_right_page_to_fetch_itself_is_found() -> None:
    """The server keeps another stamp than the one that it printed."""

    def careless(*args: Any) -> tuple[str, int]:
        html, stamp = stamps.stamped(*args)
        return html, stamp + 1

    assert "[proof]" in found("webapp.screens.draw.stamped", careless, ADD, LOOK)


def test_a_counter_that_is_not_raised_is_found() -> None:
    count = road._count

    def forgetful(board: Any, news: Any, entry: Any) -> None:
        if entry.command != "pause.set":
            count(board, news, entry)

    assert "[cursor]" in found("webapp.table.road._count", forgetful, PAUSE, LOOK)


def test_a_word_that_leaks_is_found() -> None:
    level = Sight._level

    def careless(sight: Sight, row: Any) -> str:
        return "shown" if row.kind_name == "tag" else level(sight, row)

    assert "[leak]" in found("webapp.screens.sight.Sight._level", careless, LOOK)


def test_an_undo_that_leaves_something_behind_is_found() -> None:
    put_back = undo._put_back

    def careless(row: Any, change: Any) -> None:
        if not isinstance(row, Tag):
            put_back(row, change)

    again = Step(3, "take_and_undo", "GM", ADD.sent)
    assert "[document]" in found("webapp.table.undo._put_back", careless, again)


def test_an_answer_that_breaks_is_found() -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("planted")

    assert "[status] 500" in found("webapp.table.commands.tables.SetPause.take", broken, PAUSE)


def test_a_page_that_is_never_told_is_found() -> None:
    assert "never came to" in found("webapp.live.news.Newsroom.since", lambda *_: None, ADD, LOOK)
