"""The reader of events: names, numbers and text as each audience may know them, with the names of today."""

from typing import Any

import pytest

from tests.live.test_statements import statements
from tests.table.oak import Oak
from webapp.rules.events import load_event
from webapp.state.audience import GM, PLAYER, TV, Audience
from webapp.state.house_events import ClockMoved
from webapp.state.reader import Reader
from webapp.store.db import db
from webapp.store.models import Entry, Proposal
from webapp.table.refusals import load_table
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table
from webapp.views.journal import journal_lines
from webapp.views.panel_rendering import rewrites_older_lines


def newest(oak: Oak) -> Entry:
    entry = oak.state().session.query(Entry).order_by(Entry.serial.desc()).first()
    assert entry is not None
    return entry


def read(oak: Oak, audience: Audience = PLAYER) -> str | None:
    return Reader(oak.state(), audience).line(map(load_event, newest(oak).events))


def test_the_journal_stores_what_happened_and_no_name(oak: Oak) -> None:
    clock = oak.clock("The flood")
    oak.gm(do="clock.tick", clock=clock, by=2)
    assert newest(oak).events == [
        ["clock.moved", ["clock", clock], 2, 2, 6, "progress", False, 0, False, "filling"]
    ]


def test_a_line_has_the_name_of_today_also_of_what_is_removed(oak: Oak) -> None:
    clock = oak.clock("The flood")
    oak.gm(do="clock.tick", clock=clock)
    oak.gm(do="clock.edit", clock=clock, name="The deluge")
    assert "The deluge: +1, now 1 of 6" in oak.lines("player")
    oak.gm(do="clock.remove", clock=clock)
    assert "The deluge: +1, now 1 of 6" in oak.lines("player")


def test_a_line_keeps_the_size_of_then(oak: Oak) -> None:
    clock = oak.clock("The flood")
    oak.gm(do="clock.tick", clock=clock)
    oak.gm(do="clock.edit", clock=clock, segments=10)
    assert "The flood: +1, now 1 of 6" in oak.lines("player")


@pytest.mark.parametrize("audience", [PLAYER, TV])
@pytest.mark.parametrize(
    ("visibility", "line"),
    [
        ("shown", "The flood: +2, now 2 of 6"),
        ("masked", "The flood: filling"),
        ("rumoured", None),
        ("secret", None),
    ],
)
def test_a_move_at_each_level(oak: Oak, audience: Audience, visibility: str, line: str | None) -> None:
    clock = oak.clock("The flood", visibility=visibility)
    oak.gm(do="clock.tick", clock=clock, by=2)
    assert read(oak, audience) == line
    assert read(oak, GM) == "The flood: +2, now 2 of 6"


def test_a_foes_own_clock_is_told_in_its_word_or_not_at_all(oak: Oak) -> None:
    foe = oak.gm(do="character.add", name="Goblin", kind="npc", visibility="shown").result["character"]
    clock = oak.clock("Fury", character=foe)
    oak.gm(do="clock.tick", clock=clock, by=2)
    told = []
    for foes in ("exact", "words", "absent"):
        oak.gm(do="table.edit", settings={"foes": foes})
        told.append(Reader(oak.state(), PLAYER).words(moved(clock)))
    assert told == ["Fury: +2, now 2 of 6", "Fury: filling", None]


def moved(clock: int, **facts: Any) -> ClockMoved:
    values: dict[str, Any] = {"by": 2, "filled": 2, "of": 6, "clock_kind": "progress", "word": "filling"}
    return ClockMoved(("clock", clock), **(values | facts))


def test_a_move_that_completes_weighs_more_for_whoever_knows_the_numbers(oak: Oak) -> None:
    shown, masked = oak.clock("Shown"), oak.clock("Masked", visibility="masked")
    full = {"by": 6, "filled": 6, "completed": True, "word": "full"}
    weights = [
        Reader(oak.state(), PLAYER).weight(event)
        for event in (moved(shown), moved(shown, **full), moved(masked, **full))
    ]
    assert weights == ["line", "stage", "line"]


@pytest.mark.parametrize(("said", "read"), [({"name": "The deluge"}, True), ({"segments": 10}, False)])
def test_a_new_name_is_read_in_older_lines_of_open_pages_too(
    oak: Oak, said: dict[str, Any], read: bool
) -> None:
    oak.gm(do="clock.edit", clock=oak.clock("The flood"), **said)
    assert rewrites_older_lines(newest(oak), oak.state()) is read


def test_a_new_name_of_a_link_is_read_in_older_lines_too(oak: Oak) -> None:
    link = oak.sees()["keys"][0]["id"]
    oak.gm(do="key.edit", key=link, name="Hall")
    assert rewrites_older_lines(newest(oak), oak.state())


def test_an_event_of_something_unknown_is_dropped(oak: Oak) -> None:
    assert Reader(oak.state(), GM).words(moved(12345)) is None


def test_a_kind_that_nobody_here_can_read_has_no_line(oak: Oak) -> None:
    clock = oak.clock("The flood")
    events = [load_event(["gone.game", ["clock", clock], 7]), moved(clock)]
    assert Reader(oak.state(), GM).line(events) == "The flood: +2, now 2 of 6"


def test_events_go_out_with_the_table_and_come_in_again(oak: Oak) -> None:
    clock = oak.clock("The flood")
    oak.gm(do="clock.tick", clock=clock)
    document = export_table(oak.id)
    document["journal"][-1]["events"].append(["gone.game", ["clock", clock], "a fact of its own"])  # type: ignore[index]
    made = import_table(document)
    entry = db.session.query(Entry).filter_by(table_id=made.table).order_by(Entry.serial.desc()).first()
    assert entry is not None
    assert entry.events == document["journal"][-1]["events"]  # type: ignore[index]
    found = Reader(load_table(made.table), PLAYER).line(map(load_event, entry.events))
    assert found == "The flood: +1, now 1 of 6"


def test_an_imported_table_has_no_links_of_the_first_one(oak: Oak) -> None:
    link = oak.gm(do="key.add", role="tv", name="Hall").result["key"]
    oak.gm(do="key.revoke", key=link)
    assert read(oak, GM) == "Link “Hall” revoked"
    made = import_table(export_table(oak.id))
    assert journal_lines(load_table(made.table), GM)[0].summary == "A link was revoked"


def test_a_page_of_old_proposals_is_read_with_few_statements(
    oak: Oak, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Proposal, "newest", 10)
    ana = oak.sit("Ana")
    for number in range(45):
        command = {"do": "tag.add", "name": f"Tag {number}"}
        made = oak.dispatch(ana, do="proposal.make", command=command).result["proposal"]
        oak.gm(do="proposal.decline", proposal=made)
    state = load_table(oak.id)
    assert len(state.all(Proposal)) < 45, "some are too old to be in memory"
    with statements() as asked:
        lines = journal_lines(state, GM, limit=90)
    assert len(lines) == 90
    assert len(asked) <= 4, "\n".join(asked)


def test_entries_that_quote_one_another_say_nothing(oak: Oak) -> None:
    clock = oak.clock("The flood")
    oak.gm(do="clock.tick", clock=clock)
    document: Any = export_table(oak.id)
    ids = [entry["id"] for entry in document["journal"]]
    for entry, quoted in zip(document["journal"][-2:], reversed(ids[-2:]), strict=True):
        entry["events"] = [["change.undone", quoted]]
    made = import_table(document)
    state = load_table(made.table)
    assert not [line for line in journal_lines(state, GM) if "Undid" in line.summary]
    assert Reader(state, GM).words_of_entry(ids[-1]) is None
