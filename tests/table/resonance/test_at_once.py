"""What Resonance's book leaves no choice about applies by itself, once nothing can change it any more."""

import pytest

from tests.table.resonance.rolling import attack, call, lines, roll
from tests.table.resonance.sparks import Sparks
from webapp.store.models import Check
from webapp.table.refusals import Forbidden, Refused


@pytest.fixture
def sparks(sparks: Sparks) -> Sparks:
    sparks.oak.at_once()
    return sparks


def state_of(sparks: Sparks, check: int) -> str:
    return sparks.oak.state().require(Check, check).state


def test_a_loss_is_applied_when_nobody_can_react(sparks: Sparks) -> None:
    check = attack(sparks)
    roll(sparks, check, 4, 9)  # 13 + 6 against 9, and nobody plays Sparks
    assert sparks.left()[0] < 10
    assert state_of(sparks, check) == "resolved"


def test_a_player_is_asked_for_a_reaction_before(sparks: Sparks) -> None:
    alex, check = sparks.alex(), attack(sparks)
    roll(sparks, check, 4, 9)
    assert state_of(sparks, check) == "rolled"
    assert sparks.left()[0] == 10
    with pytest.raises(Forbidden):
        sparks.oak.dispatch(sparks.sam(), do="resonance.take", check=check, character=sparks.sparks)
    sparks.oak.dispatch(alex, do="resonance.take", check=check, character=sparks.sparks)
    assert state_of(sparks, check) == "resolved"
    assert sparks.left()[0] < 10


def test_nobody_takes_what_is_not_aimed_at_them(sparks: Sparks) -> None:
    check = attack(sparks)
    with pytest.raises(Refused, match="Rook has nothing to react to here"):
        sparks.gm(do="resonance.take", check=check, character=sparks.rook)


def test_a_reaction_decides_it(sparks: Sparks) -> None:
    alex, check = sparks.alex(), attack(sparks)
    roll(sparks, check, 4, 9)
    sent = sparks.oak.dispatch(alex, do="check.call", deed="avoid", stat="alacrity").result
    sparks.dice = [1, 3]
    sparks.oak.dispatch(alex, do="check.roll", check=sent["check"])
    assert state_of(sparks, check) == "resolved"
    assert sparks.left()[0] < 10


def test_the_next_roll_ends_a_choice_that_nobody_made(sparks: Sparks) -> None:
    sparks.alex()
    check = attack(sparks)
    roll(sparks, check, 4, 9)
    call(sparks, sparks.rook, tn=9)
    assert state_of(sparks, check) == "resolved"


def test_a_critical_waits_for_its_choice(sparks: Sparks) -> None:
    check = attack(sparks)
    roll(sparks, check, 1, 1, 2, 3)
    assert state_of(sparks, check) == "rolled"
    sparks.gm(do="resonance.critical", check=check, pick="edge")
    assert state_of(sparks, check) == "resolved"
    assert sparks.pool() == {"Weaken": 1}


def test_a_boost_that_fits_is_a_choice(sparks: Sparks) -> None:
    sparks.give("Enhance", who=sparks.captain)
    check = attack(sparks)
    roll(sparks, check, 4, 9)
    assert (state_of(sparks, check), len(lines(sparks))) == ("rolled", 1)
    sparks.spends("Enhance", who=sparks.captain)
    assert state_of(sparks, check) == "resolved"


def test_a_loss_that_kills_is_asked(sparks: Sparks) -> None:
    sparks.set(hp=0)
    check = attack(sparks)
    roll(sparks, check, 4, 9)
    assert state_of(sparks, check) == "rolled"
    assert len(lines(sparks)) == 1
    sparks.gm(do="check.resolve", check=check)
    assert sparks.piece("values")["values"]["hp"]["left"] == 0


def test_progress_is_applied_and_undo_keeps_it_open(sparks: Sparks) -> None:
    clock = sparks.oak.clock("Gate", 6)
    check = call(sparks, tn=5, targets=[clock])
    roll(sparks, check, 4, 9)
    assert sparks.oak.sees()["clocks"][0]["filled"] > 0
    sparks.gm(do="undo")
    sparks.oak.tag("Slick")
    assert (state_of(sparks, check), sparks.oak.sees()["clocks"][0]["filled"]) == ("rolled", 0)


def test_nobody_is_asked_to_react_to_what_helps_them(sparks: Sparks) -> None:
    sparks.alex()
    check = call(sparks, sparks.rook, roll="effect", stat="influence", target=sparks.sparks, gives="enhance")
    roll(sparks, check, 8, 9)
    assert state_of(sparks, check) == "resolved"
    assert sparks.pool() == {"Enhance": 1}


def test_the_gm_reads_which_loss_kills(sparks: Sparks) -> None:
    """Layer 3, 1.1: at 0 HP, any loss of HP is death."""
    sparks.set(hp=0)
    roll(sparks, attack(sparks), 4, 9)
    (line,) = sparks.oak.view().proposals
    assert (line.words, line.deadly) == ("Sparks loses 1 HP", True)


def test_a_proposed_loss_of_the_usual_size_is_read_by_the_gm(sparks: Sparks) -> None:
    """A player's own proposal has only the fields that were sent."""
    alex = sparks.alex()
    lost = {"do": "resonance.value.lose", "character": sparks.sparks, "value": "hp"}
    for hp, deadly in ((3, False), (0, True)):
        sparks.set(hp=hp)
        sparks.oak.dispatch(alex, do="proposal.make", command=lost)
        assert sparks.oak.view().proposals[-1].deadly is deadly


def test_a_roll_is_answered_though_its_outcome_cannot_be_applied(
    sparks: Sparks, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("webapp.table.settling.ResolveByItself.execute", fails)
    check = attack(sparks)
    roll(sparks, check, 4, 9)
    assert state_of(sparks, check) == "rolled"
    monkeypatch.undo()
    sparks.gm(do="check.resolve", check=check)
    assert state_of(sparks, check) == "resolved"
