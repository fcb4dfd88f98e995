"""A long campaign: old checks and proposals are not loaded with every tick, and stay true all the same."""

import pytest

from tests.table.investigation import Case
from webapp.store.models import Check, Proposal
from webapp.table.refusals import Missing


@pytest.fixture(autouse=True)
def short_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Check, "newest", 2)
    monkeypatch.setattr(Proposal, "newest", 2)


def rolled(case: Case, intent: str, clock: int) -> int:
    check = case.gm_call(dc=14, intent=intent, targets=[clock])
    case.roll(check, 5, 5, 4, 4)
    case.apply(check)
    return check


def test_the_newest_and_the_open_ones_are_loaded(case: Case) -> None:
    clock = case.clock("Dig", 20)
    waiting = case.gm_call(dc=14, intent="Wait")
    for intent in ("one", "two", "three"):
        rolled(case, intent, clock)
    assert [row.intent for row in case.state().find_all(Check)] == ["Wait", "two", "three"]
    assert case.state().find(Check, waiting) is not None
    assert len(case.state().all_ever(Check)) == 4


def test_the_journal_still_tells_of_an_old_check(case: Case) -> None:
    clock = case.clock("Dig", 20)
    for intent in ("one", "two", "three", "four"):
        rolled(case, intent, clock)
    told = "Mara, one: full success. Dig: +2, now 2 of 20 (Full success, margin +4, on “one”)"
    assert told in case.causes("player")
    assert any("Mara, “one”: Full success" in line for line in case.lines("player"))


def test_an_old_check_is_still_taken_back_whole(case: Case) -> None:
    clock = case.clock("Dig", 20)
    for intent in ("one", "two", "three", "four"):
        rolled(case, intent, clock)
    for step in ("what it did", "its roll") * 4:
        assert case.gm(do="undo").result["check"], step
    assert case.stands(clock) == "0/20"
    assert {row.state for row in case.state().all_ever(Check)} == {"void"}


def test_what_piles_up_is_in_no_order_of_its_own(case: Case) -> None:
    check = case.gm_call(dc=14)
    with pytest.raises(Missing):
        case.gm(do="order.set", ids=[check])
