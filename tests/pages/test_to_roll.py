"""The TV says whose dice a check waits for and what their sheet adds, also while real dice are rolled."""

import re

import pytest
from flask import Flask

from tests.pages.visitor import Visitor
from tests.table.investigation import Case


@pytest.fixture
def case(app: Flask) -> Case:
    return Case.open(app)


def to_roll(case: Case) -> list[str]:
    """What the TV says of whoever is to roll, without marks."""
    page = Visitor(case, "tv").page().text.partition('id="checks"')[2].partition("</section>")[0]
    told = re.findall(r'<p class="tv-(?:roller|adds)">(.*?)</p>', page, re.DOTALL)
    return [re.sub(r"<[^>]+>", "", each) for each in told]


def test_a_check_waits_for_the_dice_of_a_player(case: Case) -> None:
    check = case.gm_call(attribute="AGI", skill="Investigation", intent="Search the desk")
    assert to_roll(case) == [], "the DC is missing"
    case.edit(check, dc=14)
    assert to_roll(case) == ["Ana to roll", "+2: Agility +1, Investigation +1"]
    case.roll(check, 3, 4, 5, 6)
    assert to_roll(case) == []


def test_nobody_holds_the_dice_of_an_npc_and_nothing_is_said_of_a_secret_check(case: Case) -> None:
    guard = case.character("Guard", kind="npc", visibility="shown", stats={"MIG": 2})
    case.gm_call(character=guard, dc=14, attribute="MIG")
    assert to_roll(case) == []
    case.gm_call(dc=14, attribute="AGI", visibility="secret")
    assert to_roll(case) == []
