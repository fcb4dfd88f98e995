"""Whatever is done to racing clocks, their finishes fit together, and undo and redo bring back what was."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask import Flask

from tests.rules.floor.test_races import PAIRS
from tests.table.oak import Oak
from webapp.state.audience import GM
from webapp.store.models import Clock
from webapp.table.refusals import Refused
from webapp.views.journal import journal_lines

FIELDS = ("segments", "filled", "direction", "kind", "race", "completed_by", "opposes", "follows", "removed")
Stands = dict[int, list[Any]]


def stands(oak: Oak) -> Stands:
    """Every clock, field by field; of those on the table, what is told of each race is ensured to fit."""
    state = oak.state()
    for row in state.find_all(Clock):
        rival = state.find(Clock, row.opposes)
        assert row.value.complete or (row.race, row.completed_by) == (None, None)
        if rival is not None and rival.opposes == row.id:
            assert (row.race, rival.race) in PAIRS
            assert (row.race is not None) == row.value.complete
    return {row.id: [getattr(row, name) for name in FIELDS] for row in state.all(Clock).values()}


def commands(oak: Oak, clocks: list[int], kinds: list[str], dice: Random) -> Iterator[dict[str, Any]]:
    """What a GM may do with three clocks, one thing after another."""
    while True:
        entries = [each.id for each in journal_lines(oak.state(), GM)][:12]
        clock, other = dice.choice(clocks), dice.choice(clocks)
        edit = {"do": "clock.edit", "clock": clock}
        ways = [
            *({"do": "clock.tick", "clock": clock, "by": by} for by in (-1, 1, 2)),
            {"do": "clock.set", "clock": clock, "filled": dice.randrange(2)},
            {**edit, "filled": dice.randrange(3)},
            {**edit, "segments": dice.randrange(1, 4)},
            {**edit, "opposes": dice.choice([None, other])},
            {**edit, "follows": dice.choice([None, None, other])},
            {**edit, "direction": dice.choice(["fill", "drain"])},
            {**edit, "kind": dice.choice(kinds)},
            {"do": "time.pass"},
            {"do": "undo"},
            {"do": "redo"},
            {"do": "undo", "entry": dice.choice(entries)},
            {"do": "clock.remove", "clock": clock},
        ]
        yield dice.choice(ways)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("game", "kinds"), [("freeform", ["progress", "threat"]), ("resonance", ["task", "threat"])]
)
def test_undo_and_redo_bring_back_every_finish(app: Flask, game: str, kinds: list[str], seed: int) -> None:
    oak, dice = Oak.start(app, ruleset=game), Random(seed)
    clocks = [oak.clock(name, 2, tempo="time", kind=dice.choice(kinds)) for name in "ABC"]
    left = 40
    for sent in commands(oak, clocks, kinds, dice):
        before, left = stands(oak), left - 1
        try:
            oak.gm(**sent)
        except Refused:
            assert stands(oak) == before
        else:
            _and_back(oak, sent, before, stands(oak))
        if not left:
            return


def _and_back(oak: Oak, sent: dict[str, Any], before: Stands, after: Stands) -> None:
    """Take back what was done, which leaves the clocks as they were, and do it again."""
    if before == after or (sent["do"] in ("undo", "redo") and "entry" not in sent):
        return
    steps = ("redo",) if sent["do"] == "undo" else ("undo", "redo")
    for step, expected in zip(steps, (before, after), strict=False):
        oak.gm(do=step)
        assert stands(oak) == expected, f"{step} after {sent}"
