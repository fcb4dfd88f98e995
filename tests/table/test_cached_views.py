"""What is kept of a table from one command to the next is what one would make of it from nothing.

Commands of every game by chance, by everybody, with what they undo and do again, by another process as well,
and over an import and a restore: afterwards each audience's view is the one that is made of the rows alone. A
longer run: `KEPT_VIEWS=20000 python -m pytest tests/table/test_cached_views.py`.
"""

import os
import random
from collections import Counter
from dataclasses import replace

import pytest

from tests.soak.board import Board
from tests.soak.player import commands_of
from tests.soak.values import Values
from tests.table.oak import Oak
from webapp.api.openapi import build_openapi
from webapp.rules.dice import Dice
from webapp.rules.playable_games import rulesets
from webapp.services import services
from webapp.store.db import db
from webapp.store.models import Clock, Seat, Table
from webapp.store.transaction import write_transaction
from webapp.table.command import parse
from webapp.table.dispatcher import Dispatcher
from webapp.table.recent_entries import RecentEntries
from webapp.table.refusals import Refused
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table
from webapp.views.moment_views import MomentChange
from webapp.views.panels import make_panels
from webapp.views.table_view_factory import project
from webapp.views.view_types import ClockView, PieceView, TableView

pytestmark = pytest.mark.thorough
TIMES = int(os.environ.get("KEPT_VIEWS", "120")) // len(rulesets())
EVERYBODY = 8 if TIMES > 1000 else 1
"""After each of so many commands all audiences are compared, after the others one by chance."""
FOR_GOOD = ("table.remove", "key.revoke", "seat.remove", "seat.leave", "seat.claim", "seat.code")


class Chance:
    """Somebody at the table who does whatever the commands allow."""

    def __init__(self, oak: Oak, game: str, seed: int) -> None:
        self.oak, self.chance = oak, random.Random(seed)
        schemas = build_openapi()["components"]["schemas"]
        self.values = Values(self.chance, schemas)
        self.names = [each for each in commands_of(schemas, game) if each not in FOR_GOOD]
        self.roads = [services().dispatcher, Dispatcher(services().bus, services().dispatcher.dice)]
        self.took: Counter[str] = Counter()

    def acts(self) -> None:
        """One command, taken or refused, by way of this process or the other."""
        state, road = Board(self.oak.sees()), self.chance.choice((0, 0, 0, 1))
        ideas = self.chance.choices([*self.names, *["undo"] * 8, *["redo"] * 4], k=20)
        name = next(each for each in [*ideas, "undo"] if self.values.can(each, state))
        sent = {"do": name, **({} if name in ("undo", "redo") else self.values.fields(name, state))}
        who = self.chance.choice(("gm", "gm", "gm", "Ana", "Ben"))
        actor = self.oak.actor("gm") if who == "gm" else self.oak.sit(who)
        try:
            self.roads[road].dispatch(parse(sent), self.oak.id, actor)
            self.took[name] += 1
        except Refused:
            self.took["refused"] += 1


def dice_of(chance: random.Random) -> Dice:
    return lambda count, faces: [chance.randint(1, faces) for _ in range(count)]


def compare_with_fresh(oak: Oak, road: Dispatcher, chance: random.Random | None = None) -> None:
    """Every audience's kept view and panels, or one audience's by chance, beside those of the rows alone."""
    state = oak.state()
    kept = road.snapshots.for_reading(state)
    compared = [chance.choice([*kept.seen.items()])] if chance is not None else kept.seen.items()
    for key, seen in compared:
        anew = oak.state()
        anew.recent = RecentEntries.read(anew).entries
        fresh = project(anew, seen.audience)
        over = seen.view.moments[len(fresh.moments) :]  # what followed them has made them leave the memory
        if over and not {each.entry for each in over} & {entry.id for entry in anew.recent}:
            fresh = replace(fresh, moments=(*fresh.moments, *over))
        assert seen.view == fresh, key
        assert untrue(fresh) == [], key
        made = make_panels(fresh, seen.audience)
        assert {id: each.key for id, each in seen.panels.items()} == {
            id: each.key for id, each in made.items()
        }
    assert {each.audience.seat for each in kept.seen.values()} - {None} == {
        seat.id for seat in state.find_all(Seat)
    }


def untrue(view: TableView) -> list[MomentChange]:
    """The numbers that a moment says of clocks and characters and that are otherwise beside it."""
    clocks = {clock.id: clock.filled for clock in view.clocks if isinstance(clock, ClockView)}
    pieces = [piece for piece in view.pieces if isinstance(piece, PieceView) and "values" in piece.shown]
    values = {piece.character: piece.shown["values"] for piece in pieces}

    def stands(change: MomentChange) -> bool:
        kind, id = change.thing
        if kind == "clock":
            return clocks.get(id) == change.now
        if id in values:
            return bool(values[id][change.what.lower()]["left"] == change.now)
        return view.stats_of(id).get("current", change.now) == change.now

    told = (change for moment in view.moments for change in moment.changes if change.now is not None)
    return [change for change in told if not stands(change)]


def played(oak: Oak, game: str, times: int, seed: int) -> Counter[str]:
    one = Chance(oak, game, seed)
    for road in one.roads:
        road.dice = dice_of(one.chance)
    oak.at_once()
    for who in ("Ana", "Ben"):
        oak.sit(who, oak.character(who))
    for n in range(times):
        one.acts()
        compare_with_fresh(oak, one.roads[n % 2], one.chance if n % EVERYBODY else None)
    compare_with_fresh(oak, one.roads[0])
    compare_with_fresh(oak, one.roads[1])
    return one.took


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=() if game in ("freeform", "mettle") else pytest.mark.soak)
        for game in rulesets()
    ],
)
def test_kept_views_are_those_made_from_nothing(oak: Oak, game: str) -> None:
    took = played(Oak.start(oak.app, "Oak", game), game, TIMES, seed=TIMES)
    assert took.total() - took["refused"] > TIMES // 8


def test_kept_views_of_an_import_and_after_a_restore(oak: Oak) -> None:
    played(oak, "freeform", 20, seed=7)
    other = Oak(oak.app, import_table(export_table(oak.id)))
    played(other, "freeform", 10, seed=8)
    then, alarm = oak.state().table.rev_gm, oak.clock("Alarm")
    compare_with_fresh(oak, services().dispatcher)
    with write_transaction(oak.id):  # a backup of then is put in its place, and each table gets another epoch
        table, clock = db.session.get(Table, oak.id), db.session.get(Clock, (oak.id, alarm))
        assert table is not None
        assert clock is not None
        table.epoch, table.rev_gm, clock.name = "f00dcafe", then, "Another"
    compare_with_fresh(oak, services().dispatcher)


def test_a_command_that_is_refused_leaves_what_is_kept_as_it_was(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 4)
    before = services().dispatcher.snapshots.for_reading(oak.state())
    with pytest.raises(Refused):
        oak.gm(do="things.edit", ids=[alarm, 1], visibility="secret")
    assert (
        services().dispatcher.snapshots.for_reading(oak.state()).seen["player"].view
        == before.seen["player"].view
    )
    oak.gm(do="tag.add", name="Slick")
    compare_with_fresh(oak, services().dispatcher)
    db.session.rollback()
