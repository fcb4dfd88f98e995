"""How soon a server answers after its start, and how long it draws a page: of the demo table, and of a full
one of each game, the first time, from rows alone, and from memory. Run by `make bench`; printed.
"""

from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import pytest
from flask import Flask

from tests.browser.server import Server
from tests.pages.visitor import Visitor
from tests.table.oak import Oak
from webapp.app import join_services
from webapp.rules.playable_games import ruleset, rulesets
from webapp.services import services
from webapp.table.demo import make_demo

START, PAGE = 1.0, 50.0  # seconds, milliseconds
TABLES = ["the demo table", *rulesets()]


def test_a_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first one makes the demo table; a restart in the middle of an evening is like the others."""
    took = [_started(tmp_path) for _ in range(6)]
    with capsys.disabled():
        print(
            f"\nfrom the start to the first answer: {took[0]:.2f} s at first, then {median(took[1:]):.2f} s"
        )
    assert median(took[1:]) <= START


def _started(folder: Path) -> float:
    server = Server(folder / "instance")
    server.folder.mkdir(exist_ok=True)
    before = perf_counter()
    server.start()
    took = perf_counter() - before
    server.stop()
    return took


@pytest.mark.parametrize("table", TABLES)
def test_a_page(app: Flask, table: str, capsys: pytest.CaptureFixture[str]) -> None:
    oak = _table(app, table)
    for role in ("gm", "player"):
        visitor = Visitor(oak, role)
        first = _drawn(visitor)
        from_rows = median(_drawn(visitor, forget=True) for _ in range(7))
        again = median(_drawn(visitor) for _ in range(7))
        with capsys.disabled():
            print(
                f"\n{table}, {role}: first {first:.0f} ms, from rows {from_rows:.1f} ms, again {again:.1f} ms"
            )
        assert from_rows <= PAGE


def _drawn(visitor: Visitor, forget: bool = False) -> float:
    """How long the processor works for one page, in milliseconds."""
    if forget:
        visitor.oak.app.extensions["tableside"] = join_services(visitor.oak.app, services().settings)
    before = process_time()
    assert visitor.page().status_code == 200
    return 1000 * (process_time() - before)


def _table(app: Flask, table: str) -> Oak:
    """With 8 clocks, 12 tags and 6 characters, four of them played."""
    if table not in rulesets():
        return Oak(app, make_demo(services().dispatcher))
    oak = Oak.start(app, "The Oak", table)
    kinds = [kind.key for kind in ruleset(table).catalogue.clock_kinds]
    for number in range(8):
        oak.clock(f"Clock {number}", 6, kind=kinds[number % len(kinds)])
    for number in range(12):
        oak.tag(f"Tag {number}")
    for number in range(6):
        kind = "pc" if number < 4 else "npc"
        who = oak.character(f"Person {number}", kind=kind, visibility="shown")
        oak.gm(do="condition.add", character=who, name=f"Worn {number}")
        if kind == "pc":
            oak.sit(f"Player {number}", who)
    return oak
