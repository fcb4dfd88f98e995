"""The machine finds what it is there for: each kind of fault is planted once, and found as that kind."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import text

from tests.soak.evening import Begin, Evening, Step
from tests.soak.house import in_this_process
from tests.soak.people import CANARY
from webapp.live.update_cache import UpdateCache
from webapp.state.visibility import Visibility
from webapp.store import transaction
from webapp.store.db import db
from webapp.store.models import Tag
from webapp.table import dispatcher, table_import, undo
from webapp.table.commands.undo import Redo
from webapp.table.refusals import Refused
from webapp.views import panel_rendering

pytestmark = pytest.mark.soak

ADD = Step(3, "send", "GM", {"do": "tag.add", "name": "Slick"})
PAUSE = Step(3, "send", "GM", {"do": "pause.set", "on": True})
LOOK = Step(4, "compare_pages")


class Opened:
    """An evening that was opened once, and goes on from there as often as it is wanted."""

    def __init__(self, evening: Evening, file: Path) -> None:
        self.evening, self.file = evening, file
        for page in evening.table.pages:
            page.leave()
        evening.house.copy_database(file)

    def replay(self, *steps: Step) -> str:
        """Everybody comes to the same table again, and these steps are done; what is wrong then."""
        self.evening.house.begin_with(self.file)
        evening = deepcopy(self.evening, {id(self.evening.house): self.evening.house})
        evening.checks.last.clear()
        try:
            for page in evening.table.pages:
                page.load()
                evening.checks.risen(page, page.cursor, page.shown())
            evening.replay(steps)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return ""

    def found(self, target: str, planted: Any, *steps: Step) -> str:
        """What the machine says of these steps on a server with this fault."""
        with patch(target, planted):
            return self.replay(*steps)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    folder = tmp_path_factory.mktemp("evening")
    with in_this_process(folder / "instance") as house:
        yield Opened(Evening(house, Begin(7, "freeform", "clock.tick")).open(), folder / "opened.sqlite3")


def test_without_a_fault_nothing_is_found(evening: Opened) -> None:
    assert evening.replay(ADD, LOOK) == ""


def test_a_panel_that_is_not_sent_is_found(evening: Opened) -> None:
    wanted = panel_rendering._wanted

    def forgetful(*args: Any) -> list[Any]:
        return [panel for panel in wanted(*args) if panel.id != "tags"]

    assert "[kept page]" in evening.found("webapp.views.panel_rendering._wanted", forgetful, ADD, LOOK)


def test_a_stamp_that_sends_a_right_page_to_fetch_itself_is_found(evening: Opened) -> None:
    """The server keeps another stamp than the one that it printed."""
    add_stamp = panel_rendering.add_stamp

    def careless(*args: Any) -> tuple[str, int]:
        html, stamp = add_stamp(*args)
        return html, stamp + 1

    assert "[proof]" in evening.found("webapp.views.panel_rendering.add_stamp", careless, ADD, LOOK)


def test_a_counter_that_is_not_raised_is_found(evening: Opened) -> None:
    count = dispatcher._raise_revisions

    def forgetful(state: Any, news: Any, entry: Any) -> None:
        if entry.command != "pause.set":
            count(state, news, entry)

    assert "[cursor]" in evening.found("webapp.table.dispatcher._raise_revisions", forgetful, PAUSE, LOOK)


def test_a_word_that_leaks_is_found(evening: Opened) -> None:
    level = Visibility._level

    def careless(visibility: Visibility, kind: str, row: Any) -> str:
        return "shown" if kind == "tag" else level(visibility, kind, row)

    assert "[leak]" in evening.found("webapp.state.visibility.Visibility._level", careless, LOOK)


def test_an_undo_that_leaves_something_behind_is_found(evening: Opened) -> None:
    put_back = undo._put_back

    def careless(state: Any, row: Any, change: Any) -> None:
        if not isinstance(row, Tag):
            put_back(state, row, change)

    again = Step(3, "send_and_undo", "GM", ADD.sent)
    assert "[document]" in evening.found("webapp.table.undo._put_back", careless, again)


def test_an_answer_that_breaks_is_found(evening: Opened) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("planted")

    assert "[status] 500" in evening.found("webapp.table.commands.tables.SetPause.execute", broken, PAUSE)


def test_a_page_that_is_never_told_is_found(evening: Opened) -> None:
    assert "never came to" in evening.found(
        "webapp.live.update_cache.UpdateCache.render_delta", lambda *_: None, ADD, LOOK
    )


def test_a_journal_whose_stamps_are_not_those_of_its_lines_is_found(evening: Opened) -> None:
    def careless(stamps_: Any) -> tuple[int, int]:
        return len(stamps_), sum(stamps_)

    assert "[proof]" in evening.found("webapp.live.update_cache.combine_line_stamps", careless, ADD, LOOK)


# ---- cursors ---------------------------------------------------------------------------------------


def falls(state: Any, news: Any, entry: Any) -> None:
    COUNT(state, news, entry)
    if entry.command == "pause.set":
        state.table.rev_gm -= 5


COUNT = dispatcher._raise_revisions
PROPOSE = {"do": "proposal.make", "command": {"do": "tag.add", "name": "Wet"}}
ELSEWHERE = [
    Step(3, "send", "Ben", PROPOSE),
    LOOK,
    Step(5, "send", "Ben", {"do": "seat.claim", "name": None}),
    Step(6, "compare_pages"),
]


def test_a_cursor_that_falls_is_found(evening: Opened) -> None:
    assert "[cursor] GM stood at" in evening.found(
        "webapp.table.dispatcher._raise_revisions", falls, PAUSE, LOOK
    )


def test_whoever_sits_elsewhere_has_another_count_and_that_is_no_fault(evening: Opened) -> None:
    """What only a seat saw has raised its cursor; without the seat the same page stands lower."""
    assert evening.replay(*ELSEWHERE) == ""


def test_a_change_of_seat_hides_no_cursor_that_falls_elsewhere(evening: Opened) -> None:
    again = [*ELSEWHERE, Step(7, "send", "GM", PAUSE.sent), Step(8, "compare_pages")]
    assert "[cursor] GM stood at" in evening.found("webapp.table.dispatcher._raise_revisions", falls, *again)


# ---- answers, and what else can be read ------------------------------------------------------------


def test_an_answer_that_tells_too_much_is_found(evening: Opened) -> None:
    done = dispatcher._response_to

    def leaky(*args: Any) -> Any:
        return replace(done(*args), summary=CANARY)

    said = evening.found("webapp.table.dispatcher._response_to", leaky, Step(3, "send", "Ana", PROPOSE))
    assert "[leak] the answer to Ana" in said


def broken(*_: Any) -> None:
    raise RuntimeError("planted")


@pytest.mark.parametrize(
    ("planted", "said"),
    [(lambda *_: CANARY, "[leak] Ana at /t/{table}/after"), (broken, "[status] 500 for Ana at /t/{table}")],
    ids=["told", "broken"],
)
def test_what_is_wrong_with_another_page_than_the_table_is_found(
    evening: Opened, planted: Any, said: str
) -> None:
    looks = [Step(number, "compare_pages") for number in range(3, 7)]
    assert said in evening.found("webapp.pages.after_session.to_markdown", planted, *looks)


# ---- documents -------------------------------------------------------------------------------------


def test_a_redo_that_does_something_else_is_found(evening: Opened) -> None:
    execute = Redo.execute

    def careless(self: Redo, state: Any, actor: Any) -> Any:
        result = execute(self, state, actor)
        for tag in state.find_all(Tag):
            tag.name = "Planted"
        return result

    again = Step(3, "send_and_undo", "GM", ADD.sent)
    assert "[document] done again" in evening.found(
        "webapp.table.commands.undo.Redo.execute", careless, again
    )


def test_a_straight_undo_that_is_refused_is_found(evening: Opened) -> None:
    def refuse(*_: Any) -> None:
        raise Refused("No.")

    again = Step(3, "send_and_undo", "GM", ADD.sent)
    assert "a straight undo is refused" in evening.found(
        "webapp.table.commands.undo.reverse_changes", refuse, again
    )


def test_an_import_that_loses_something_is_found(evening: Opened) -> None:
    thing = table_import._thing_row

    def careless(kind: str, row: Any, document: Any) -> Any:
        return thing(kind, row, document) | ({"name": "Planted"} if kind == "tag" else {})

    assert "[import]" in evening.found("webapp.table.table_import._thing_row", careless, Step(3, "move"))


def test_a_removed_table_whose_pages_are_told_nothing_is_found(evening: Opened) -> None:
    render_delta = UpdateCache.render_delta

    def quiet(updates: UpdateCache, viewer: Any, last: str) -> Any:
        update = render_delta(updates, viewer, last)
        return replace(update, data=b": \n\n") if update and update.over else update

    said = evening.found("webapp.live.update_cache.UpdateCache.render_delta", quiet, Step(3, "remove"))
    assert "[gone] GM heard" in said


def test_a_removed_table_that_still_opens_is_found(evening: Opened) -> None:
    assert "[gone] 410" in evening.found("werkzeug.exceptions.NotFound.code", 410, Step(3, "remove"))


# ---- what befalls the database ---------------------------------------------------------------------


def harmed(how: str) -> Step:
    return Step(3, "harm", "GM", {"harm": how, "sent": {"do": "scene.add", "name": "The docks"}})


@pytest.mark.parametrize("how", ["full:1", "full:99", "broken:2", "broken:99", "locked:0.2"])
def test_whatever_befalls_the_database_under_a_command_leaves_nothing_half_done(
    evening: Opened, how: str
) -> None:
    assert evening.replay(harmed(how), LOOK) == ""


def test_a_full_disk_that_is_told_as_something_else_is_found(evening: Opened) -> None:
    said = evening.found(
        "webapp.store.transaction._busy_or_full", lambda error: RuntimeError("planted"), harmed("full:1")
    )
    assert "[status] 500 while full" in said


def test_what_a_full_disk_leaves_half_done_is_found(evening: Opened) -> None:
    busy_or_full = transaction._busy_or_full

    def careless(error: Any) -> Exception:
        db.session.execute(text("UPDATE tables SET name = 'Half'"))
        db.session.commit()
        return busy_or_full(error)

    assert "[document] full left something behind" in evening.found(
        "webapp.store.transaction._busy_or_full", careless, harmed("full:1")
    )
