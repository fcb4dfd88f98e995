"""Several in one check, and how long somebody lasts in a fight."""

import pytest

from tests.rules.razorweave.rolls import outcome
from webapp.rules import razorweave as rw
from webapp.rules.clocks import Clock
from webapp.rules.errors import RuleError
from webapp.rules.razorweave import Check, Tier


def test_a_leader_with_two_helpers_has_two_edge() -> None:
    check = rw.assisted(Check(16), ["Ada", "Bo", "Cy"])
    assert [source.name for source in check.sources] == ["Help from Ada", "Help from Bo", "Help from Cy"]
    assert check.level.name == "+2 Edge"


def test_one_check_stands_for_the_group() -> None:
    assert rw.representative(["Ada", "Bo"], outcome(Tier.PARTIAL_SUCCESS)) == {
        "Ada": "partial_success",
        "Bo": "partial_success",
    }
    with pytest.raises(RuleError, match="at least one member"):
        rw.representative([], outcome(Tier.FAILURE))


def test_split_risks_show_the_best_and_the_worst() -> None:
    risks = rw.split_risks({"Ada": outcome(Tier.FULL_SUCCESS), "Bo": outcome(Tier.FAILURE)})
    assert (risks.best, risks.worst, risks.mixed) == ("Ada", "Bo", True)
    assert risks.says == "Ada: full success; Bo: failure."
    alike = rw.split_risks({"Ada": outcome(Tier.FAILURE), "Bo": outcome(Tier.FAILURE)})
    assert (alike.mixed, alike.says) == (False, "All alike: failure.")
    with pytest.raises(RuleError, match="two or more"):
        rw.split_risks({"Ada": outcome(Tier.FAILURE)})


def test_resolve_clocks() -> None:
    assert rw.resolve_clock("character") == Clock(4, 0)
    assert rw.resolve_clock("minor", 2) == Clock(2, 0)
    assert rw.resolve_clock("boss").tick(rw.strike_ticks(Tier.CRITICAL_SUCCESS)).clock.filled == 3
    with pytest.raises(RuleError, match="a Resolve clock of 2 to 3 segments, not 4"):
        rw.resolve_clock("minor", 4)
    with pytest.raises(RuleError, match="for minor, character, boss; not 'dragon'"):
        rw.resolve_clock("dragon")
    assert rw.rolled_order({"Ada": 12, "Bo": 17, "Cy": 12}) == ("Bo", "Ada", "Cy")
