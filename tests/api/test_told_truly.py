"""After each documented command no screen says a number that its own bars deny, or one thing twice.

Whoever something befell reads of it. The commands are those of the documentation's examples.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.api.desk import Desk
from tests.api.stories.example_tables import GAMES, begun_alone, retold
from tests.table.test_cached_views import untrue
from webapp.api.calls import command_examples
from webapp.services import services
from webapp.state.audience import GM, Audience, Role
from webapp.store.db import db
from webapp.store.models import Character, Condition, Entry, GameDocument, Seat
from webapp.store.table_state import TableState
from webapp.table.recent_entries import RecentEntries
from webapp.views.journal import journal_lines
from webapp.views.moment_views import MomentView
from webapp.views.view_types import TableView, to_json

GONE = {"table.remove", "key.revoke", "key.clear", "seat.leave", "seat.remove"}
"""After these there is nobody left to read, or no table."""
BY_A_SEAT = {"seat.code", "clock.own", "clock.drop"}
NOW = re.compile(r"\bnow [−-]?(\d+)\b")
KINDS = {"house": 30, "mettle": 40, "resonance": 28, "razorweave": 3}
"""How many kinds of events the examples of each group tell at least."""


@pytest.mark.parametrize("group", KINDS)
def test_what_a_command_did_is_told_truly_and_once(app: Flask, group: str) -> None:
    told: set[str] = set()
    for name in sorted(set(command_examples()) - GONE):
        game = name.partition(".")[0]
        if (game if game in GAMES else "house") == group:
            desk, ids = begun_alone(app, name)
            _played(desk, name, ids)
            told |= {event[0] for event in _newest(desk).events}
            assert list(_wrong(desk)) == [], name
    assert len(told) >= KINDS[group], sorted(told)


def test_a_number_that_a_bar_denies_is_found(app: Flask) -> None:
    """The control: a sentence of another evening."""
    desk = Desk.start(app)
    desk.do("gm", do="clock.tick", clock=desk.add("clock", name="Alarm", segments=4))
    view = _view(_state(desk), GM)
    assert _stale(view, "Alarm is now 1") == []
    assert _stale(view, "Alarm is now 7") == ["Alarm is now 7"]


def _played(desk: Desk, name: str, ids: dict[int, int]) -> None:
    who = {"seat.ask": "player"}.get(name, "Ana" if name in BY_A_SEAT else "gm")
    desk.do(who, do=name, **retold(command_examples()[name].send, ids))


def _state(desk: Desk) -> TableState:
    db.session.rollback()
    state = TableState.load(desk.id)
    assert state is not None
    state.recent = RecentEntries.read(state).entries
    return state


def _newest(desk: Desk) -> Entry:
    state = _state(desk)
    entry = state.entry(state.recent[0].id)
    assert entry is not None
    return entry


def _view(state: TableState, audience: Audience) -> TableView:
    return services().dispatcher.snapshots.for_reading(state).seen[audience.key].view


def _wrong(desk: Desk) -> Iterator[str]:
    """What is said wrongly on any screen, twice, or not to whom it befell."""
    state, entry = _state(desk), _newest(desk)
    kept = services().dispatcher.snapshots.for_reading(state)
    for key, seen in kept.seen.items():
        yield from (f"{key}: {change}" for change in untrue(seen.view))
        for moment in seen.view.moments:
            if moment.entry == entry.id:
                sentences = _sentences(moment)
                yield from (f"{key}: stale: {said}" for said in _stale(seen.view, *sentences))
                yield from (f"{key}: twice: {said}" for said in set(sentences) if sentences.count(said) > 1)
    befell = _befell(state, entry)
    for seat in (seat for seat in state.find_all(Seat) if seat.character in befell):
        if entry.id not in {line.id for line in journal_lines(state, Audience(Role.PLAYER, seat.id))}:
            yield f"{seat.name} hears nothing of {entry.command}"


def _sentences(moment: MomentView) -> list[str]:
    return [moment.head, *(line.words for line in moment.lines)]


def _stale(view: TableView, *sentences: str) -> list[str]:
    """The sentences that say "now 7" where nothing on the screen stands at 7."""
    numbers = {str(number) for number in _numbers(to_json(view))}
    return [said for said in sentences if not numbers.issuperset(NOW.findall(said))]


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, dict):
        for name, each in value.items():
            if name not in ("journal", "moments"):
                yield from _numbers(each)
    elif isinstance(value, list):
        for each in value:
            yield from _numbers(each)
    elif type(value) is int:
        yield abs(value)


def _befell(state: TableState, entry: Entry) -> set[int | None]:
    """The characters whose numbers or conditions the entry changed."""
    models = {"character": Character, "condition": Condition, "piece": GameDocument}
    rows = [
        (change, state.find_ever(models[change["kind"]], change["id"]))
        for change in entry.changes
        if change["kind"] in models
    ]
    return {
        row.id if isinstance(row, Character) else row.character
        for change, row in rows
        if row is not None and {"stats", "data", "removed"} & change["after"].keys() and "new" not in change
    }
