"""Rows kept between commands: never old ones that another process overtook, nor those of a refused one."""

from collections.abc import Iterator

import pytest
from sqlalchemy import delete, event
from sqlalchemy.engine import Engine
from sqlalchemy.orm.exc import StaleDataError

from tests.table.oak import Oak
from webapp.services import services
from webapp.store.db import db
from webapp.store.models import THINGS, Clock, Proposal
from webapp.table.command import parse
from webapp.table.dispatcher import Dispatcher
from webapp.table.refusals import Refused


@pytest.fixture
def read() -> Iterator[list[str]]:
    """The statements that read things, as they are sent to the database."""
    seen: list[str] = []
    tables = {f"FROM {model.__tablename__} " for model in THINGS.values()}

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        plain = " ".join(statement.split()) + " "
        if plain.startswith("SELECT") and any(table in plain for table in tables):
            seen.append(plain)

    event.listen(Engine, "before_cursor_execute", note)
    yield seen
    event.remove(Engine, "before_cursor_execute", note)


def test_a_second_command_reads_no_thing_again(oak: Oak, read: list[str]) -> None:
    alarm = oak.clock("Alarm")
    actor = oak.actor("gm")
    oak.dispatch(actor, do="clock.tick", clock=alarm)
    read.clear()
    assert oak.dispatch(actor, do="clock.tick", clock=alarm).result["filled"] == 2
    assert read == []


def test_what_another_process_wrote_is_read_before_the_next_command(oak: Oak) -> None:
    alarm = oak.clock("Alarm")
    other = Dispatcher(services().bus)
    other.dispatch(parse({"do": "clock.tick", "clock": alarm, "by": 2}), oak.id, oak.actor("gm"))
    assert oak.gm(do="clock.tick", clock=alarm).result["filled"] == 3


def test_a_command_that_was_refused_leaves_nothing_behind(oak: Oak) -> None:
    alarm, tag = oak.clock("Alarm", 4), oak.tag("Slick")
    with pytest.raises(Refused):
        oak.gm(do="things.edit", ids=[alarm, 1], visibility="secret")
    assert oak.gm(do="clock.tick", clock=alarm).result["filled"] == 1
    assert oak.sees("player")["clocks"][0]["visibility"] == "shown"
    assert oak.gm(do="tag.edit", tag=tag, name="Slippery").summary != ""


def test_a_command_whose_row_is_not_there_any_more_writes_nothing_at_all(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 4)
    before = oak.revisions()
    db.session.execute(delete(Clock).where(Clock.id == alarm))
    db.session.commit()  # by a hand that knows no road, and so raises no counter
    with pytest.raises(StaleDataError):
        oak.gm(do="clock.tick", clock=alarm)
    assert oak.revisions() == before
    assert oak.gm(do="tag.add", name="Slick").revision == before[0] + 1


@pytest.mark.thorough
def test_proposals_settled_long_ago_are_let_go(oak: Oak) -> None:
    """A board made of kept rows holds what one read from the database would hold."""
    alarm, ana = oak.clock("Alarm"), oak.sit("Ana")
    for _ in range(THINGS["proposal"].newest + 5):
        made = oak.dispatch(ana, do="proposal.make", command={"do": "clock.tick", "clock": alarm, "by": 1})
        oak.gm(do="proposal.decline", proposal=made.result["proposal"])
    rows = services().dispatcher.snapshots._known[oak.id].rows.things
    assert set(rows["proposal"]) == set(oak.state().all(Proposal))


def test_tables_unused_for_longest_are_let_go_when_the_budget_is_spent(oak: Oak, read: list[str]) -> None:
    kept = services().dispatcher.snapshots
    kept.kilobytes = 280
    tables = [Oak.start(oak.app, f"Oak {number}") for number in range(12)]
    alarms = [each.clock("Alarm") for each in tables]
    assert 1 < len(kept) < len(tables)
    last, first, actors = tables[-1], tables[0], [each.actor("gm") for each in tables]
    last.dispatch(actors[-1], do="clock.tick", clock=alarms[-1])
    read.clear()
    last.dispatch(actors[-1], do="clock.tick", clock=alarms[-1])
    assert read == []
    assert first.dispatch(actors[0], do="clock.tick", clock=alarms[0]).result["filled"] == 1
    assert read != []
    assert first.sees("player")["clocks"][0]["filled"] == 1
