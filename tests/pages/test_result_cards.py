"""A check whose dice cannot be drawn costs its own card; a result that no screen could draw is not stored."""

import pytest
from flask import Flask

from tests.pages.visitor import Visitor
from tests.table.investigation import Case
from webapp.games.razorweave.rules import RULESET
from webapp.rules.check import Resolved
from webapp.rules.result_card import DiceGroup, ResultCard
from webapp.table.refusals import Refused


@pytest.fixture
def case(app: Flask) -> Case:
    return Case.open(app)


def rolled(case: Case, intent: str, *dice: int) -> None:
    case.roll(case.gm_call(dc=14, attribute="AGI", intent=intent), *dice)


@pytest.mark.parametrize(
    ("role", "other"),
    [
        ("gm", "Jump the gap"),
        ("player", "Total <b>19</b><span> against DC 14"),
        ("tv", "<b>19</b> <span>against DC 14"),
    ],
)
@pytest.mark.usefixtures("something_unshown")
def test_a_check_that_cannot_be_drawn_costs_its_own_dice(
    case: Case, role: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(card: ResultCard) -> ResultCard:
        if card.facts[0].value == 14:
            raise KeyError("pool")
        return card

    monkeypatch.setattr("webapp.views.check_view_factory.ensure_drawn", broken)
    rolled(case, "Jump the gap", 3, 4, 5, 6)
    rolled(case, "Climb on", 2, 3, 4, 4)
    page = Visitor(case, role).page().text
    assert "These dice cannot be shown. The outcome is unchanged." in page
    assert other in page


@pytest.mark.parametrize(
    "result",
    [
        None,
        {"outcome": "failure"},
        Resolved("failure", "Failure", False, data={"total": "many", "margin": "few"}),
    ],
)
def test_a_result_that_cannot_be_drawn_is_refused_and_the_check_can_be_rolled_again(
    case: Case, result: object, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    check = case.gm_call(dc=14, attribute="AGI")
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(type(RULESET), "resolve", lambda game, check, dice: result)
        with pytest.raises(Refused, match="a result that cannot be shown, so nothing was rolled"):
            case.roll(check, 3, 4, 5, 6)
    assert "A result of razorweave cannot be drawn" in caplog.text
    assert case.check(check).state == "called"
    case.roll(check, 3, 4, 5, 6)
    assert case.check(check).state == "resolved"


@pytest.mark.usefixtures("something_unshown")
def test_dice_that_the_template_cannot_draw_leave_the_outcome(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(RULESET), "result_card", lambda game, result: ResultCard(groups=(DiceGroup(),)))
    monkeypatch.setattr(DiceGroup, "spoken", property(lambda group: 1 / 0))
    rolled(case, "Jump the gap", 3, 4, 5, 6)
    page = Visitor(case, "gm").page().text
    assert "This part cannot be shown right now." in page
    assert "Critical success" in page
