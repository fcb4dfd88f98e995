"""A table in memory is one SQLAlchemy session: what is known to go wrong with one does not."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from sqlalchemy import event, inspect
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import object_session

from tests.table.oak import Oak
from webapp.services import services
from webapp.store.db import db
from webapp.store.models import Clock, Entry, Scene
from webapp.store.table_state import TableState
from webapp.table.changes import collect_changes
from webapp.table.command import parse
from webapp.table.commands.clocks import TickClock
from webapp.table.dispatcher import Dispatcher
from webapp.table.refusals import OutOfSpace, Refused, write_or_refuse
from webapp.table.snapshot_cache import Snapshot, SnapshotCache


def snapshot_of(oak: Oak) -> Snapshot:
    return services().dispatcher.snapshots._known[oak.id]


@pytest.fixture
def read(oak: Oak) -> Iterator[list[str]]:
    """The tables that are read from here on, one word for each statement."""
    seen: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("SELECT"):
            seen.append(statement.partition("FROM ")[2].split()[0])

    event.listen(db.engine, "before_cursor_execute", note)
    yield seen
    event.remove(db.engine, "before_cursor_execute", note)


@contextmanager
def working_on(oak: Oak) -> Iterator[Snapshot]:
    """A table's session within a transaction that writes; nothing of it is kept."""
    with suppress(ZeroDivisionError), write_or_refuse(oak.id) as connection:
        snapshot = services().dispatcher.snapshots.checkout(oak.id, connection)
        snapshot.changes.begin()
        yield snapshot
        raise ZeroDivisionError


@contextmanager
def ticking(
    monkeypatch: pytest.MonkeyPatch, does: Callable[[TableState], None], error: Exception
) -> Iterator[None]:
    """For a while a tick does something else, and then goes wrong."""

    def execute(_command: TickClock, state: TableState, _actor: object) -> None:
        does(state)
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(TickClock, "execute", execute)
        yield


def test_every_row_of_a_table_is_of_its_one_session(oak: Oak) -> None:
    alarm, mara = oak.clock("Alarm"), oak.character("Mara")
    snapshot = snapshot_of(oak)
    rows = [snapshot.rows.table, *(each for kind in snapshot.rows.things.values() for each in kind.values())]
    assert {object_session(row) for row in rows} == {snapshot.session}
    assert {alarm, mara} < {row.id for row in rows}


def test_a_refused_command_rolls_back_what_it_changed_and_that_alone(
    oak: Oak, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    alarm, tag, gm = oak.clock("Alarm", 4), oak.tag("Slick"), oak.actor("gm")
    oak.dispatch(gm, do="clock.tick", clock=alarm)

    def changes(state: TableState) -> None:
        state.require(Clock, alarm).filled = 4

    with ticking(monkeypatch, changes, Refused("No.")), pytest.raises(Refused):
        oak.dispatch(gm, do="clock.tick", clock=alarm)
    things = snapshot_of(oak).rows.things
    assert inspect(things["clock"][alarm]).expired_attributes
    assert not inspect(things["tag"][tag]).expired_attributes
    read.clear()
    assert oak.dispatch(gm, do="clock.tick", clock=alarm).result["filled"] == 2
    assert (read.count("clock"), read.count("tag")) == (1, 0)
    oak.dispatch(gm, do="undo")
    assert oak.sees()["clocks"][0]["filled"] == 1


def test_what_a_refused_command_added_is_gone(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    alarm = oak.clock("Alarm")

    def adds(state: TableState) -> None:
        state.add(Clock(name="Another", segments=4, filled=0))

    with ticking(monkeypatch, adds, Refused("No.")), pytest.raises(Refused):
        oak.gm(do="clock.tick", clock=alarm)
    oak.tag("Slick")
    assert [row.name for row in snapshot_of(oak).rows.find_all(Clock)] == ["Alarm"]
    assert [each["name"] for each in oak.sees()["clocks"]] == ["Alarm"]


def test_after_any_other_error_the_table_is_read_anew(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    alarm = oak.clock("Alarm")
    before = snapshot_of(oak)

    def changes(state: TableState) -> None:
        state.require(Clock, alarm).filled = 5

    with ticking(monkeypatch, changes, ZeroDivisionError()), pytest.raises(ZeroDivisionError):
        oak.gm(do="clock.tick", clock=alarm)
    assert oak.gm(do="clock.tick", clock=alarm).result["filled"] == 1
    assert snapshot_of(oak).session is not before.session


def test_after_a_failed_commit_the_table_is_read_anew(oak: Oak) -> None:
    alarm, gm = oak.clock("Alarm"), oak.actor("gm")
    before = snapshot_of(oak)

    def fails(_: object) -> None:
        raise OperationalError("COMMIT", None, Exception("database or disk is full"))

    event.listen(db.engine, "commit", fails)
    try:
        with pytest.raises(OutOfSpace):
            oak.dispatch(gm, do="clock.tick", clock=alarm)
    finally:
        event.remove(db.engine, "commit", fails)
    assert oak.dispatch(gm, do="clock.tick", clock=alarm).result["filled"] == 1
    assert snapshot_of(oak).session is not before.session


def test_what_an_expired_column_held_before_is_not_lost(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6, filled=2)
    with working_on(oak) as snapshot:
        row = snapshot.state().require(Clock, alarm)
        snapshot.session.expire(row)
        row.name, row.filled = "Siren", 5
        assert snapshot.changes.before[row] == {"name": "Alarm", "filled": 2}


def test_what_a_new_row_was_not_given_was_nothing_before(oak: Oak) -> None:
    with working_on(oak) as snapshot:
        row = snapshot.state().add(Clock(name="Alarm", segments=4, filled=0))
        snapshot.changes.begin()
        row.on_full = "Run!"
        (change,) = collect_changes(snapshot.changes)
        assert (change["before"], change["after"]) == ({"on_full": None}, {"on_full": "Run!"})


def test_several_flushes_lose_nothing_of_what_was_before(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6, filled=2)
    with working_on(oak) as snapshot:
        state = snapshot.state()
        row = state.require(Clock, alarm)
        for filled in (3, 4):
            row.filled = filled
            scene = state.add(Scene(name=f"Scene {filled}"))  # it flushes
        assert snapshot.changes.before[row] == {"filled": 2}
        assert scene in snapshot.changes.added


def test_a_thing_that_is_removed_or_moved_is_in_its_new_place_at_once(oak: Oak) -> None:
    first, second = oak.clock("First"), oak.clock("Second")
    with working_on(oak) as snapshot:
        state = snapshot.state()
        assert [row.id for row in state.find_all(Clock)] == [first, second]
        state.require(Clock, first).order = 9
        assert [row.id for row in state.find_all(Clock)] == [second, first]
        state.require(Clock, second).removed = True
        assert [row.id for row in state.find_all(Clock)] == [first]


def test_a_read_holds_no_connection_when_it_is_done(oak: Oak) -> None:
    oak.clock("Alarm")
    others, most = SnapshotCache(), 0

    def count_connections(*_: object) -> None:
        nonlocal most
        most = max(most, db.engine.pool.checkedout())  # type: ignore[attr-defined]

    db.session.remove()
    event.listen(db.engine, "checkout", count_connections)
    try:
        assert others.for_reading(oak.state()).seen["gm"].view.clocks
    finally:
        event.remove(db.engine, "checkout", count_connections)
    assert most <= 1  # that of the request: whoever has one never waits for another
    assert not others._known[oak.id].session.in_transaction()
    db.session.remove()
    assert db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]


def test_a_command_holds_no_connection_when_it_is_done(oak: Oak) -> None:
    alarm, gm = oak.clock("Alarm"), oak.actor("gm")
    db.session.remove()
    oak.dispatch(gm, do="clock.tick", clock=alarm)
    assert not snapshot_of(oak).session.in_transaction()
    assert db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]


def test_what_another_process_changed_is_read_again_in_one_statement_a_kind(
    oak: Oak, read: list[str]
) -> None:
    clocks, gm = [oak.clock(name, 6) for name in ("Alarm", "Escape", "Flood")], oak.actor("gm")
    other = Dispatcher(services().bus)
    for clock in clocks:
        other.dispatch(parse({"do": "clock.tick", "clock": clock}), oak.id, gm)
    rows = dict(snapshot_of(oak).rows.things["clock"])
    read.clear()
    assert oak.dispatch(gm, do="clock.tick", clock=clocks[0]).result["filled"] == 2
    assert read.count("clock") == 1
    assert {id: row.filled for id, row in rows.items()} == dict(zip(clocks, (2, 1, 1), strict=True))
    oak.dispatch(gm, do="undo")
    assert oak.sees()["clocks"][0]["filled"] == 1


def test_a_table_that_somebody_works_on_is_nobody_elses(oak: Oak) -> None:
    oak.clock("Alarm")
    snapshots = services().dispatcher.snapshots
    with working_on(oak) as mine, db.engine.connect() as connection:
        theirs = snapshots.checkout(oak.id, connection)
        assert theirs.session is not mine.session
        assert theirs.rows.find_all(Clock)[0] is not mine.rows.find_all(Clock)[0]


def test_old_entries_come_through_the_tables_own_session(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    alarm, gm = oak.clock("Alarm"), oak.actor("gm")
    oak.dispatch(gm, do="clock.tick", clock=alarm)
    for name in ("get", "scalars", "scalar", "execute"):
        monkeypatch.setattr(db.session, name, None)
    oak.dispatch(gm, do="undo")
    oak.dispatch(gm, do="redo")
    monkeypatch.undo()
    assert oak.sees()["clocks"][0]["filled"] == 1


def test_an_entry_that_another_process_took_back_is_not_taken_back_again(oak: Oak) -> None:
    alarm = oak.clock("Alarm")
    entry = oak.lately(oak.gm(do="clock.tick", clock=alarm))
    held = snapshot_of(oak).session
    Dispatcher(services().bus).dispatch(parse({"do": "undo", "entry": entry}), oak.id, oak.actor("gm"))
    with pytest.raises(Refused, match="already been undone"):
        oak.gm(do="undo", entry=entry)
    assert snapshot_of(oak).session is held
    assert db.session.get(Entry, (oak.id, entry)).undone_by is not None  # type: ignore[union-attr]
