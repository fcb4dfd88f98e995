"""A command makes again the views of what it changed, and of nothing else."""

from typing import Any

import pytest

from tests.table.investigation import Case
from webapp.store.models import Check
from webapp.views.check_view_factory import CheckViewFactory


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The checks whose views are made, in turn."""
    found: list[int] = []
    view: Any = CheckViewFactory.view

    def noting(self: CheckViewFactory, row: Check) -> object:
        found.append(row.id)
        return view(self, row)

    monkeypatch.setattr(CheckViewFactory, "view", noting)
    return found


def rolled_by_mara(case: Case, clock: int) -> int:
    check = case.gm_call(dc=14, targets=[clock])
    case.roll(check, 5, 5, 4, 4)
    return check


def test_a_roll_and_its_outcome_leave_the_views_of_earlier_checks(case: Case, made: list[int]) -> None:
    dig, escape = case.clock("Dig", 20), case.clock("Escape", 20)
    earlier = rolled_by_mara(case, dig)
    made.clear()
    check = rolled_by_mara(case, escape)
    assert check in made
    assert earlier not in made
    proposal = case.lines_of(check)[0].id
    made.clear()
    case.gm(do="proposal.accept", proposal=proposal)
    assert check in made
    assert earlier not in made
