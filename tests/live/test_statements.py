"""A press asks the database five times at most, nothing after its commit: the streams send from memory."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from tests.live.opened import page
from tests.pages.visitor import SCRIPT, Visitor
from tests.table.oak import Oak
from webapp.services import services
from webapp.store.db import db
from webapp.table import recent_entries

MOST = 5
COMMIT = "COMMIT"
OF_A_DEVICE = "entry.device ="
NEXT = 'id="own-undo" class="unseen">'


@contextmanager
def statements() -> Iterator[list[str]]:
    """Collect what the database is asked meanwhile, and each commit."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        asked.append(statement)

    def committed(_connection: Any) -> None:
        asked.append(COMMIT)

    event.listen(db.engine, "before_cursor_execute", note)
    event.listen(db.engine, "commit", committed)
    try:
        yield asked
    finally:
        event.remove(db.engine, "before_cursor_execute", note)
        event.remove(db.engine, "commit", committed)


@pytest.fixture
def tablet(oak: Oak) -> Visitor:
    """A GM's device whose page stands where the table is, in a process that knows the table."""
    oak.clock("Alarm")
    tablet = Visitor(oak, "gm")
    tablet.page()
    return tablet


def pressed(tablet: Visitor, **command: Any) -> list[str]:
    """Return what a press on a page whose stream is alive asks, until all who watch have what it changed."""
    viewers = [page(tablet.oak, role) for role in ("player", "tv", "gm")]
    headers = {
        **SCRIPT,
        "Tableside-Live": "1",
        "Tableside-Cursor": tablet.cursor(),
        "Idempotency-Key": "a key",
    }
    with statements() as asked:
        answer = tablet.client.post(f"/t/{tablet.oak.id}/do", data=command, headers=headers)
        for viewer in viewers:
            assert b"hx-partial" in next(viewer)
    assert answer.status_code == 200, answer.text
    return asked


@pytest.mark.parametrize(
    "command",
    [
        {"do": "clock.tick"},
        {"do": "clock.set", "filled": 2},
        {"do": "clock.edit", "segments": 8},
        {"do": "tag.add", "name": "Slick"},
        {"do": "clock.add", "name": "Escape", "segments": 4},
        {"do": "character.add", "name": "Mara", "kind": "pc"},
    ],
    ids=lambda command: command["do"],
)
def test_a_press_asks_five_times_and_nothing_after_its_commit(
    oak: Oak, tablet: Visitor, command: dict[str, Any]
) -> None:
    (alarm,) = (each["id"] for each in oak.sees()["clocks"])
    about = {} if command["do"].endswith(".add") else {"clock": alarm}
    asked = pressed(tablet, **command, **about)
    assert asked[-1] == COMMIT, "nothing is asked after it"
    assert asked.count(COMMIT) == 1
    assert len(asked) - 1 <= MOST, asked


def test_a_new_name_makes_open_pages_read_their_journal_again(oak: Oak, tablet: Visitor) -> None:
    """Older lines have it too; what else is asked then are the things that they name."""
    (alarm,) = (each["id"] for each in oak.sees()["clocks"])
    asked = pressed(tablet, do="clock.edit", clock=alarm, name="Fire")
    before, after = asked[: asked.index(COMMIT)], asked[asked.index(COMMIT) + 1 :]
    assert len(before) <= MOST, before
    assert any("FROM entry" in each for each in after)
    assert [each for each in after if not each.startswith("SELECT")] == []


def test_a_tick_that_goes_on_from_the_one_before_asks_no_more(oak: Oak, tablet: Visitor) -> None:
    (alarm,) = (each["id"] for each in oak.sees()["clocks"])
    for number in range(2):
        tablet.post(do="clock.tick", clock=str(alarm), press=f"key {number}")
    asked = pressed(tablet, do="clock.tick", clock=str(alarm))
    assert len(asked) - 1 <= MOST, asked
    assert "+3, now 3 of 6" in tablet.page().text, "it is told as one with them"


def test_what_the_next_undo_takes_back_is_in_memory_after_an_undo(oak: Oak, tablet: Visitor) -> None:
    """The journal alone is read again then, as older lines read differently."""
    (alarm,) = (each["id"] for each in oak.sees()["clocks"])
    tablet.post(do="tag.add", name="Slick")
    tablet.post(do="clock.tick", clock=str(alarm))
    asked = pressed(tablet, do="undo", mine="true")
    assert [each for each in asked[asked.index(COMMIT) :] if OF_A_DEVICE in each] == []
    with statements() as asked:
        assert f"{NEXT}Slick: tag added" in tablet.page().text
    assert [each for each in asked if OF_A_DEVICE in each] != [], "a page that is opened asks"


def test_a_gms_device_that_did_nothing_for_long_asks_nothing_while_others_play(
    oak: Oak, tablet: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent_entries, "MOST", 3)
    for name in ("Slick", "Dark", "Loud", "Cold"):
        oak.tag(name)
    other = Visitor(oak, "gm")
    asked = pressed(other, do="tag.add", name="Wet")
    assert asked[-1] == COMMIT
    assert "own-undo" not in tablet.client.get(f"/t/{oak.id}/news").text.partition("own-undo")[2]


def test_a_press_is_drawn_once_for_each_audience_that_has_viewers(oak: Oak, tablet: Visitor) -> None:
    viewers = [page(oak, role) for role in ("player", "player", "gm")]
    headers = {**SCRIPT, "Tableside-Live": "1", "Tableside-Cursor": tablet.cursor()}
    alarm = oak.sees()["clocks"][0]["id"]
    before = services().figures.drawn._value.get()
    tablet.client.post(f"/t/{oak.id}/do", data={"do": "clock.tick", "clock": alarm}, headers=headers)
    for viewer in viewers:
        assert b"hx-partial" in next(viewer)
    assert services().figures.drawn._value.get() - before == 2, (
        "players, and the GM; not the TV, nor the reply"
    )
