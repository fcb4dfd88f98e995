"""A Twist is a stage of its own: undo bares the failure before it, with its dice and all that came of it."""

from itertools import product
from typing import Any

import pytest

from tests.table.mettle.brawl import Brawl, numbers
from tests.table.oak import Oak
from tests.table.stages import looks, walk
from webapp.store.models import Check
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table


def failed(yard: Brawl) -> int:
    yard.gm(do="mettle.hurt", character=yard.who("Bog"), by=9)
    check = yard.call("Ann", "heal", "Bog")
    yard.roll(check, 1, 4, 4)
    return check


def test_undoing_a_twist_bares_the_failure_and_what_had_come_of_it(yard: Brawl) -> None:
    check = failed(yard)
    yard.apply(check)
    yard.gm(do="mettle.twist.offer", check=check, text="the tools are spoilt")
    before = looks(yard)
    yard.gm(do="mettle.twist.accept", check=check, dice=[3, 4])
    assert "Dead" not in yard.statuses("Bog")
    assert yard.gm(do="undo").summary == "Undid the last change to Ann, “Heal Bog”: Failure"
    assert looks(yard) == before
    assert "Dead" in yard.statuses("Bog")
    assert numbers(yard, check)["result"]["data"]["kept"] == [1, 4, 4]
    assert yard.gm(do="undo").summary == "Undid the outcome of Ann, “Heal Bog”: Failure"
    assert yard.gm(do="undo").summary == "Undid Ann, “Heal Bog”: Failure"
    assert yard.statuses("Bog").keys() == {"Staggered"}


def test_each_stage_keeps_its_dice_and_outcome(yard: Brawl) -> None:
    check = failed(yard)
    yard.gm(do="mettle.twist.offer", check=check, text="the tools are spoilt")
    yard.gm(do="mettle.twist.accept", check=check, dice=[3, 4])
    row = yard.state().require(Check, check)
    (first,) = row.rolled.earlier
    assert (first.result.success, row.result.success) == (False, True)
    assert first.result.data["kept"] == [1, 4, 4]


@pytest.mark.parametrize("stage", range(5))
def test_a_check_in_each_stage_goes_out_and_comes_in_and_is_taken_back_there(yard: Brawl, stage: int) -> None:
    check = yard.call("Ann", "rattle", "Bog")
    steps: list[dict[str, Any]] = [
        {"do": "check.roll", "dice": [1, 4, 4, 5, 6]},
        {"do": "mettle.twist.offer", "text": "a friend takes offence"},
        {"do": "mettle.twist.accept", "dice": [3, 3, 3, 3]},
        {"do": "check.resolve"},
    ]
    for step in steps[:stage]:
        yard.gm(**step, check=check)
    there = Oak(yard.app, import_table(export_table(yard.id)))
    assert looks(there) == looks(yard)
    assert [there.lines(who) for who in ("gm", "player")] == [yard.lines(who) for who in ("gm", "player")]
    for step in steps[stage:]:
        there.gm(**step, check=check)
    told = [there.gm(do="undo", check=check).summary.partition(" Ann,")[0] for _ in range(3)]
    assert told == ["Undid the outcome of", "Undid the last change to", "Undid"]


@pytest.mark.parametrize(("first", "last"), list(product((False, True), repeat=2)))
def test_all_steps_go_back_one_by_one_and_forward_again(yard: Brawl, first: bool, last: bool) -> None:
    check = failed(yard)
    yard.gm(do="mettle.twist.offer", check=check, text="the tools are spoilt")
    resolve = {"do": "check.resolve", "check": check}
    twist = {"do": "mettle.twist.accept", "check": check, "dice": [3, 4]}
    steps = [*([resolve] if first else []), twist, *([resolve] if last else [])]
    assert walk(yard, check, steps) == len(steps)
