"""Several characters, one moment: one leads, one stands for all, or each takes a risk."""

import pytest

from tests.table.investigation import Case
from webapp.state.audience import GM
from webapp.table.actor import Actor
from webapp.table.refusals import Refused
from webapp.views.journal import journal_lines


def company(case: Case) -> tuple[int, int, Actor]:
    ben, cleo = case.character("Ben"), case.character("Cleo")
    return ben, cleo, case.sit("Boris", ben)


def split(case: Case, **fields: object) -> tuple[int, int, int]:
    """Mara, Ben and Cleo each take the risk; their checks in that order."""
    ben, cleo, _ = company(case)
    settings = {"intent": "Cross the bridge", "dc": 14, **fields}
    first = case.gm_call(group="split_risks", helpers=[ben, cleo], **settings)
    by = {each.character: each.id for each in case.view().checks}
    return first, by[ben], by[cleo]


def roll(case: Case, check: int, *faces: int) -> None:
    case.dice(*faces)
    case.gm(do="check.roll", check=check)


def test_one_roll_stands_for_all(case: Case) -> None:
    ben, cleo, _ = company(case)
    """Seed 004:127; it is the roller's own conditions that count."""
    case.gm(do="condition.add", character=ben, name="Suppressed")
    check = case.gm_call(dc=14, group="representative", helpers=[ben, cleo])
    assert case.check(check).dice == "4d6"
    case.roll(check, 4, 4, 4, 4)
    assert case.check(check, "tv").members == ("Ben", "Cleo")


def test_each_has_a_check_of_the_same_kind(case: Case) -> None:
    checks = split(case)
    seen = [case.check(each, "player") for each in checks]
    assert [(each.who, each.intent, each.ready) for each in seen] == [
        ("Mara", "Cross the bridge", True),
        ("Ben", "Cross the bridge", True),
        ("Cleo", "Cross the bridge", True),
    ]


def test_what_the_gm_sets_on_the_first_is_set_for_all(case: Case) -> None:
    first, ben, cleo = split(case)
    case.edit(first, dc=18, intent="Cross the burning bridge")
    assert {case.check(each).asked["dc"] for each in (first, ben, cleo)} == {18}
    case.edit(ben, dc=12)
    assert [case.check(each).asked["dc"] for each in (first, ben, cleo)] == [18, 12, 18]
    assert case.check(cleo).intent == "Cross the burning bridge"


def test_each_rolls_the_own_and_the_most_interesting_combination_counts(case: Case) -> None:
    safe = case.clock("Across", 6)
    fall = case.clock("The bridge gives", 4, kind="threat", opposes=safe)
    first, ben, cleo = split(case, targets=[safe])
    case.roll(first, 6, 6, 6, 4)
    boris = case.sit("Boris")
    case.dice(4, 3, 2, 1)
    case.dispatch(boris, do="check.roll", check=ben)
    assert case.check(first).proposals == case.check(ben).proposals == ()
    roll(case, cleo, 4, 4, 4, 4)
    result = case.check(first, "tv").result
    assert result is not None
    assert result.combined == "Mara: critical success; Ben: failure."
    assert case.words_of(first) == ["+3 on “Across”", "+2 on “The bridge gives”"]
    case.apply(first)
    assert (case.stands(safe), case.stands(fall)) == ("3/6", "2/4")
    assert journal_lines(case.state(), GM)[0].because == "Mara: critical success; Ben: failure"


def test_all_of_it_is_taken_back_together(case: Case) -> None:
    safe = case.clock("Across", 6)
    checks = split(case, targets=[safe])
    for check in checks:
        roll(case, check, 5, 5, 4, 4)
    case.apply(checks[0])
    case.gm(do="undo")
    assert case.stands(safe) == "0/6"
    case.gm(do="undo")
    assert {case.check(each).state for each in checks} == {"void"}


def test_nothing_follows_while_somebody_has_yet_to_roll(case: Case) -> None:
    first, *_ = split(case)
    case.roll(first, 4, 4, 4, 4)
    with pytest.raises(Refused, match="Not everyone"):
        case.apply(first)


def test_whoever_holds_back_is_out_of_it(case: Case) -> None:
    safe = case.clock("Across", 6)
    first, ben, cleo = split(case, targets=[safe])
    roll(case, ben, 5, 5, 4, 4)
    roll(case, cleo, 4, 4, 4, 3)
    case.dispatch(case.ana, do="check.cancel", check=first)
    assert [each.who for each in case.view().checks] == ["Ben", "Cleo"]
    assert case.words_of(ben) == ["+2 on “Across”"]


def test_cancelling_before_anybody_rolled_calls_it_all_off(case: Case) -> None:
    first, *_ = split(case)
    case.gm(do="check.cancel", check=first)
    assert case.view().checks == ()


def test_who_is_no_longer_named_is_out_of_it(case: Case) -> None:
    first, ben, cleo = split(case)
    case.edit(first, helpers=[case.check(ben).character])
    assert [each.id for each in case.view().checks] == [first, ben]
    assert cleo not in [each.id for each in case.view().checks]


def test_two_of_one_name_are_told_apart(case: Case) -> None:
    twin = case.character("Mara")
    first = case.gm_call(dc=14, group="split_risks", helpers=[twin])
    second = next(each.id for each in case.view().checks if each.id != first)
    roll(case, first, 5, 5, 4, 4)
    roll(case, second, 1, 1, 1, 2)
    result = case.check(first).result
    assert result is not None
    assert result.combined == "Mara: full success; Mara 2: critical failure."
