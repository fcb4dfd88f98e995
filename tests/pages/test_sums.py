"""What a roll adds up to is said once on each screen, as far as its reader may know it."""

import pytest
from flask import Flask

from tests.pages.visitor import Visitor
from tests.table.investigation import Case
from tests.table.resonance.sparks import Sparks
from webapp.state.audience import GM, PLAYER, TV, Audience
from webapp.views.table_view_factory import project


def added_up(oak: object, check: int, audience: Audience) -> str:
    """What stands beside the dice, and the first number: "Dice 18, Agility +1: 19"."""
    view = next(each for each in project(oak.state(), audience).checks if each.id == check)  # type: ignore[attr-defined]
    if view.card is None or not view.card.facts:
        return ""
    return (
        f"{', '.join(f'{each.label} {each.value}' for each in view.card.parts)}: {view.card.facts[0].value}"
    )


@pytest.mark.parametrize("role", ["gm", "player", "tv"])
def test_every_screen_says_once_what_was_added_to_the_dice(app: Flask, role: str) -> None:
    case = Case.open(app)
    check = case.gm_call(dc=14, attribute="AGI", skill="Investigation", targets=[case.clock("Alarm")])
    case.roll(check, 3, 4, 5, 6)
    visitor = Visitor(case, role)
    _, _, moments = visitor.page().text.partition('id="checks"' if role == "gm" else 'id="moments"')
    page = moments.partition("</section>")[0]
    said = "<li><bdi>Dice</bdi> <b>18</b></li> <li><bdi>Agility</bdi> <b>+1</b></li>"
    assert page.count(said) == 1
    assert page.count("<b>20</b>") == 1


def test_what_an_npc_s_sheet_adds_is_one_number_for_players(app: Flask) -> None:
    case = Case.open(app)
    guard = case.character("Guard", kind="npc", visibility="shown", stats={"MIG": 2, "Watching": 1})
    check = case.gm_call(character=guard, dc=14, attribute="MIG", skill="Watching")
    case.gm(do="check.roll", check=check, dice=[3, 4, 5, 6])
    assert added_up(case, check, GM) == "Dice 18, Might +2, Watching +1: 21"
    assert added_up(case, check, PLAYER) == added_up(case, check, TV) == "Dice 18, added +3: 21"
    case.gm(do="table.edit", settings={"foes": "words"})
    assert added_up(case, check, GM) == "Dice 18, Might +2, Watching +1: 21"
    assert added_up(case, check, PLAYER) == added_up(case, check, TV) == ""


def test_a_roll_at_a_foe_whose_numbers_are_hidden_adds_up_and_says_nothing_of_the_foe(app: Flask) -> None:
    sparks = Sparks.open(app)
    sparks.gm(do="table.edit", settings={"foes": "absent"})
    aimed = {"roll": "attack", "stat": "force", "target": sparks.captain}
    check = sparks.gm(do="check.call", character=sparks.sparks, **aimed).result["check"]
    sparks.dice = [9, 3]
    sparks.gm(do="check.roll", check=check)
    for audience in (PLAYER, TV):
        assert added_up(sparks.oak, check, audience) == "SR 9, Level +2, Force +2: 13"
        (view,) = project(sparks.oak.state(), audience).checks
        assert view.card is not None
        assert [(each.label, each.note) for each in view.card.facts] == [("Total", "")]
    back = {"roll": "attack", "stat": "force", "target": sparks.sparks}
    theirs = sparks.gm(do="check.call", character=sparks.captain, **back).result["check"]
    sparks.dice = [9, 3]
    sparks.gm(do="check.roll", check=theirs)
    assert added_up(sparks.oak, theirs, GM) == "SR 9, Level +2, Force +3: 14"
    assert added_up(sparks.oak, theirs, PLAYER) == added_up(sparks.oak, theirs, TV) == ""


def test_who_hides_reads_how_well_and_nobody_else_reads_what_adds_up(app: Flask) -> None:
    sparks = Sparks.open(app)
    seat = sparks.alex().seat
    check = sparks.gm(do="check.call", character=sparks.sparks, roll="hide", stat="wit", tn=9).result["check"]
    sparks.dice = [9, 3]
    sparks.gm(do="check.roll", check=check)
    view = project(sparks.oak.state(), Audience(PLAYER.role, seat))
    assert view.mine
    (own,) = view.mine.checks
    assert own.card is not None
    assert [each.value for each in own.card.facts] == [13]
    assert own.card.sentences == ("Out of sight.",)
    assert added_up(sparks.oak, check, GM) == "SR 9, Level +2, Wit +2: 13"
    assert added_up(sparks.oak, check, PLAYER) == added_up(sparks.oak, check, TV) == ""
