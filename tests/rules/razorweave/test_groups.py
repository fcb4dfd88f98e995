"""Several in one check."""

import pytest

from tests.rules.razorweave.rolls import outcome
from webapp.games.razorweave import rules as rw
from webapp.games.razorweave.rules import Tier
from webapp.rules.errors import RuleError


def test_split_risks_show_the_best_and_the_worst() -> None:
    risks = rw.split_risks({"Ada": outcome(Tier.FULL_SUCCESS), "Bo": outcome(Tier.FAILURE)})
    assert (risks.best, risks.worst) == ("Ada", "Bo")
    assert risks.says == "Ada: full success; Bo: failure."
    alike = rw.split_risks({"Ada": outcome(Tier.FAILURE), "Bo": outcome(Tier.FAILURE)})
    assert alike.says == "Everyone: failure."
    with pytest.raises(RuleError, match="two or more"):
        rw.split_risks({"Ada": outcome(Tier.FAILURE)})
