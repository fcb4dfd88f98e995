"""Use and what takes longer: projects, helpers, Downtime."""

import pytest

from tests.rules.mettle.checks import HIT, MISS
from webapp.rules.errors import RuleError
from webapp.rules.mettle import Project, Vouchers, split
from webapp.rules.mettle.projects import trivial


def test_a_project_fills_by_edge_and_a_failure_starts_again() -> None:
    lock = Project.new("The vault", difficulty=4, edge_needed=5)
    worked = lock.work(HIT)
    assert (worked.project.clock.filled, worked.ticked.applied, worked.restarted) == (3, 3, False)
    done = worked.project.work(HIT)
    assert (done.project.done, done.ticked.surplus, done.ticked.completed) == (True, 1, True)
    failed = worked.project.work(MISS)
    assert (failed.project.clock.filled, failed.restarted) == (0, True)
    with pytest.raises(RuleError, match="is finished"):
        done.project.work(HIT)


def test_a_project_is_split_among_helpers() -> None:
    car = Project.new("The car", difficulty=4, edge_needed=6)
    parts = split(car, [("Engine", 6, 4), ("Tyres", 2, 2)])
    parts = parts.work("Tyres", HIT).work("Engine", MISS)
    assert [part.clock.filled for part in parts.parts] == [0, 2]
    assert not parts.done
    assert parts.work("Engine", HIT).work("Engine", HIT).done
    with pytest.raises(RuleError, match="need 6 Edge together"):
        split(car, [("Engine", 6, 4)])
    with pytest.raises(RuleError, match="before it is begun"):
        split(car.work(HIT).project, [("All", 4, 6)])
    with pytest.raises(RuleError, match="no part 'Roof'"):
        parts.work("Roof", HIT)


def test_a_trivial_use_takes_the_action_and_no_check() -> None:
    assert trivial("Reload") == "Reload: takes the Action, no Check."
    with pytest.raises(RuleError, match="what is used"):
        trivial("")


def test_those_left_out_of_a_long_scene_get_a_voucher_and_spend_it_later() -> None:
    vouchers = Vouchers().give(["Ann", "Bo", "Cat"], busy=["Ann"], unfit=["Cat"], span="week")
    assert vouchers.held == ("Bo",)
    spent = vouchers.spend("Bo", "I bought a speedboat")
    assert (spent.of("Bo"), spent.spent[0].deed) == (0, "I bought a speedboat")
    for step, sentence in [
        (lambda: spent.spend("Bo", "again"), "holds no Downtime Voucher"),
        (lambda: vouchers.spend("Bo", " "), "what helpful thing"),
        (lambda: Vouchers().give(["Ann"], busy=["Eve"]), "no member of the party"),
        (lambda: vouchers.spend("Bo", None), "what helpful thing"),  # type: ignore[arg-type]
        (lambda: Vouchers().give(["Ann"], busy=[], span="hour"), "is no Downtime"),
    ]:
        with pytest.raises(RuleError, match=sentence):
            step()
