"""What METTLE's book leaves no choice about applies by itself, in an entry that undo takes back."""

import pytest

from tests.table.mettle.brawl import Brawl, arm
from webapp.store.models import Check

HITS = (1, 2, 4, 4, 1, 1, 1)
"""Ann's dice with a Sword: 2 Edge, so Bog loses 5."""


@pytest.fixture
def yard(yard: Brawl) -> Brawl:
    yard.at_once()
    arm(yard, "Ann", name="Sword", damage="FRAME+3", dice=2)
    return yard


def test_damage_is_applied_when_the_dice_have_fallen(yard: Brawl) -> None:
    check = yard.call("Ann", "attack", "Bog")
    proposals = yard.roll(check, *HITS).result["proposals"]
    assert proposals
    assert yard.state().require(Check, check).state == "resolved"
    assert yard.mettle("Bog") == 9 - 5
    entry = yard.state().entry(yard.lately())
    assert entry is not None
    assert (entry.command, entry.who, entry.undoable) == ("check.resolve", "The book", True)


def test_undo_opens_the_outcome_for_the_gm_and_it_stays_open(yard: Brawl) -> None:
    check = yard.call("Ann", "attack", "Bog")
    (line,) = yard.roll(check, *HITS).result["proposals"]
    yard.gm(do="undo", check=check)
    yard.tag("Slick")
    assert yard.mettle("Bog") in (9, None)
    assert yard.state().require(Check, check).state == "rolled"
    yard.gm(do="check.resolve", check=check, edits={str(line): {"by": 1}})
    assert yard.mettle("Bog") == 8


def test_resolving_what_was_applied_changes_nothing(yard: Brawl) -> None:
    check = yard.call("Ann", "attack", "Bog")
    yard.roll(check, *HITS)
    left = yard.mettle("Bog")
    again = yard.gm(do="check.resolve", check=check)
    assert again.summary.startswith("This outcome was applied by itself.")
    assert yard.mettle("Bog") == left
    yard.gm(do="undo", check=check)
    assert yard.state().require(Check, check).state == "rolled"


def test_what_kills_is_asked(yard: Brawl) -> None:
    yard.gm(do="mettle.hurt", character=yard.who("Bog"), by=9)
    check = yard.call("Ann", "heal", "Bog")
    yard.roll(check, 1, 4, 4)
    yard.tag("Slick")
    assert "Dead" not in yard.statuses("Bog")
    (line,) = (each for each in yard.sees()["proposals"] if each["check"] == check)
    assert line["range"] == [None, None]
    yard.apply(check)
    assert "Dead" in yard.statuses("Bog")


def test_a_secret_outcome_and_one_of_a_table_that_asks_wait_for_the_gm(yard: Brawl) -> None:
    check = yard.call("Ann", "attack", "Bog", secret=True)
    yard.roll(check, *HITS)
    assert yard.state().require(Check, check).state == "rolled"
    yard.gm(do="check.resolve", check=check)
    yard.gm(do="table.edit", settings={"outcomes": "ask"})
    check = yard.call("Ann", "attack", "Bog")
    yard.roll(check, *HITS)
    assert yard.state().require(Check, check).state == "rolled"


def test_a_failure_that_kills_says_so_before_the_roll(yard: Brawl) -> None:
    """Scenes, "Heal": whoever is healed in vain dies."""
    yard.gm(do="mettle.hurt", character=yard.who("Bog"), by=9)
    yard.call("Ann", "heal", "Bog")
    assert [each.stakes for each in yard.view("player").checks] == ["If this fails, Bog dies."]
    assert [each.stakes for each in yard.view().checks] == ["If this fails, Bog dies."]


def test_a_failure_that_kills_nobody_says_nothing(yard: Brawl) -> None:
    yard.call("Ann", "rattle", "Bog")
    assert [each.stakes for each in yard.view("player").checks] == [""]


def test_the_gm_reads_what_is_still_open(yard: Brawl) -> None:
    yard.gm(do="mettle.hurt", character=yard.who("Bog"), by=9)
    check = yard.call("Ann", "heal", "Bog")
    yard.roll(check, 1, 4, 4)
    assert [each.open for each in yard.view().checks] == ["A Twist may be offered"]
    assert [each.open for each in yard.view("player").checks] == [""]
    yard.gm(do="mettle.twist.offer", check=check, text="the tools are spoilt")
    assert [each.open for each in yard.view().checks] == ["Ann may take the Twist"]
    yard.gm(do="mettle.twist.refuse", check=check)
    assert [each.open for each in yard.view().checks] == [""]
