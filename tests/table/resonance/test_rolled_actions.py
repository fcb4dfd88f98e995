"""The book's actions as rolls: what each costs, what a reaction has to beat, what the sheet adds."""

from typing import Any

import pytest

from tests.table.resonance.rolling import apply, attack, call, lines, roll, view
from tests.table.resonance.sparks import Sparks
from tests.table.resonance.turning import begin, order
from webapp.games.resonance.views.panels import seat
from webapp.state.audience import GM
from webapp.table.actor import Actor
from webapp.table.refusals import Refused
from webapp.views.panels import make_panels


def test_to_search_costs_1_sp_and_the_whole_turn(sparks: Sparks) -> None:
    begin(sparks, 1, 1, 1)
    before = sparks.left()[1]
    (name, _, actions) = next(each for each in order(sparks) if each[1] == "active")
    assert (name, actions) == ("Sparks", 3)
    sparks.gm(do="resonance.hide", character=sparks.captain, tn=13)
    roll(sparks, call(sparks, roll="search", target=sparks.captain), 9, 3)
    assert sparks.left()[1] == before - 1
    assert order(sparks)[0] == ("Sparks", "active", 0)


def test_what_a_roll_costs_may_be_said_otherwise(sparks: Sparks) -> None:
    sparks.gm(do="resonance.hide", character=sparks.captain, tn=13)
    roll(sparks, call(sparks, roll="search", target=sparks.captain, sp=0), 9, 3)
    assert sparks.left()[1] == 10


def test_an_action_of_the_book_brings_its_roll_its_tag_and_its_cost(sparks: Sparks) -> None:
    alex = sparks.alex()
    asked: dict[str, Any] = {"do": "check.call", "stat": "influence", "target": sparks.captain}
    check = sparks.oak.dispatch(alex, deed="restrain", **asked).result["check"]
    seen = view(sparks, check)
    assert (seen["roll"], seen["gives"], seen["intent"]) == ("effect", "bind", "Restrain Captain")
    roll(sparks, check, 9, 3)
    assert sparks.left()[1] == 9
    assert "1 Bind for Captain" in lines(sparks)


def test_an_improvise_gives_a_tag_and_takes_no_value(sparks: Sparks) -> None:
    asked: dict[str, Any] = {"do": "check.call", "stat": "influence", "target": sparks.captain}
    check = sparks.oak.dispatch(sparks.alex(), deed="improvise", gives="daze", **asked).result["check"]
    roll(sparks, check, 9, 3)
    assert [line for line in lines(sparks) if "Captain" in line] == ["1 Daze for Captain"]


def test_a_reaction_has_to_beat_what_the_effect_came_to(sparks: Sparks) -> None:
    roll(sparks, attack(sparks), 7, 2)  # 7 + 2 + 4
    avoids = sparks.oak.dispatch(sparks.alex(), do="check.call", deed="avoid", stat="alacrity").result[
        "check"
    ]
    assert view(sparks, avoids)["numbers"]["against"] == 13
    roll(sparks, avoids, 9, 3)  # 9 + 2 + 3
    assert view(sparks, avoids)["result"]["success"]
    assert view(sparks, avoids)["outcome"]["sentence"] == "Sparks stops the effect"
    assert sparks.left()[1] == 9


def test_what_a_sheet_adds_to_real_dice_is_said_to_whoever_rolls_and_not_of_an_npc(sparks: Sparks) -> None:
    own = call(sparks, roll="effort", tn=9)
    theirs = call(sparks, sparks.captain, roll="effort", stat="power", tn=9)
    told = {each.id: each.adds for each in sparks.oak.view("player").checks}
    assert told == {own: "+5: Level +2, Technique +3", theirs: ""}
    assert "adds" not in view(sparks, own, "player")


def test_who_avoids_is_not_touched_and_a_parry_seizes_priority_too(sparks: Sparks) -> None:
    begin(sparks, 1, 1, 1)
    alex, hit = sparks.alex(), attack(sparks)
    roll(sparks, hit, 7, 2)  # 13 against Resistance 9
    roll(sparks, _reacts(sparks, alex, "avoid"), 2, 3)
    assert lines(sparks) == ["Sparks loses 4 HP"]
    roll(sparks, _reacts(sparks, alex, "avoid"), 9, 3)  # 14
    assert lines(sparks) == []
    assert view(sparks, hit)["state"] == "resolved"
    assert "Sparks is not affected" in sparks.oak.lines("player")[0]

    sparks.gm(do="resonance.round.turn")
    assert order(sparks)[0][0] != "Sparks"
    roll(sparks, attack(sparks), 7, 2)
    parries = _reacts(sparks, alex, "parry")
    roll(sparks, parries, 9, 3)
    assert lines(sparks) == ["Sparks seizes priority"]
    apply(sparks, parries)
    assert order(sparks)[0][:2] == ("Sparks", "active")


def test_a_reaction_waits_for_the_dice_of_what_it_answers_and_asks_for_no_number(
    sparks: Sparks,
) -> None:
    hit = attack(sparks)
    parries = _reacts(sparks, sparks.alex(), "parry")
    assert view(sparks, parries)["waits"] == "The action that this reaction answers must be rolled first."
    assert [each.check for each in make_panels(sparks.oak.view(), GM)["waits"].it.first] == [hit, parries]
    roll(sparks, hit, 7, 2)
    assert (view(sparks, parries)["waits"], view(sparks, parries)["numbers"]["against"]) == ("", 13)


def test_a_reaction_without_an_effect_asks_the_gm_for_its_number(sparks: Sparks) -> None:
    avoids = _reacts(sparks, sparks.alex(), "avoid")
    assert view(sparks, avoids)["waits"] == "The GM still has to set the TN."
    assert make_panels(sparks.oak.view(), GM)["waits"].it.first[0].rungs[0][:2] == ("tn", 3)
    attack(sparks)
    sparks.gm(do="check.edit", check=avoids, tn=12)
    assert view(sparks, avoids)["ready"]


def test_a_reaction_to_something_else_does_not_wait_for_an_attack_that_came_later(sparks: Sparks) -> None:
    avoids = _reacts(sparks, sparks.alex(), "avoid")  # a trap
    hit = attack(sparks)
    assert view(sparks, avoids)["waits"] == "The GM still has to set the TN."
    roll(sparks, hit, 1, 3)
    assert view(sparks, avoids)["state"] == "called"


def test_a_secret_attack_shows_in_nothing_of_a_players_reaction(sparks: Sparks) -> None:
    hit = attack(sparks, visibility="secret")
    avoids = _reacts(sparks, sparks.alex(), "avoid")
    theirs = call(sparks, sparks.sparks, roll="reaction", stat="wit", visibility="secret")
    told = sparks.oak.lines("player")
    assert view(sparks, avoids)["waits"] == "The GM still has to set the TN."
    assert view(sparks, theirs)["waits"] == "The action that this reaction answers must be rolled first."
    roll(sparks, hit, 7, 2)
    assert view(sparks, avoids)["waits"] == "The GM still has to set the TN."
    assert view(sparks, theirs)["numbers"]["against"] == 13
    for line in sparks.oak.view().proposals:
        sparks.gm(do="proposal.decline", proposal=line.id)
    assert [each.id for each in sparks.oak.view().checks if each.state == "called"] == [avoids]
    assert sparks.oak.lines("player") == told


@pytest.mark.parametrize("ends", ["fails", "is cancelled", "is decided", "is refused line by line"])
def test_what_was_to_be_answered_and_came_to_nothing_costs_nothing(sparks: Sparks, ends: str) -> None:
    hit, other = attack(sparks), attack(sparks)
    avoids = _reacts(sparks, sparks.alex(), "avoid")

    def called() -> list[int]:
        return [each.id for each in sparks.oak.view().checks if each.state == "called"]

    def end(check: int) -> None:
        if ends == "fails":
            roll(sparks, check, 1, 3)  # 1 + 2 + 4 against Resistance 9
        elif ends == "is cancelled":
            sparks.gm(do="check.cancel", check=check)
        elif ends == "is refused line by line":
            roll(sparks, check, 7, 2)
            for each in sparks.oak.view().proposals:
                sparks.gm(do="proposal.decline", proposal=each.id)
        else:
            sparks.gm(do="check.resolve", check=check, answer="no")

    end(other)
    assert avoids in called()
    end(hit)
    assert called() == []
    assert "Avoid”: nothing left to react to" in sparks.oak.lines("player")[0]
    assert sparks.left()[1] == 10
    sparks.gm(do="undo")
    assert avoids in called()


def test_what_was_answered_is_answered_once_and_only_what_can_be_paid_is_offered(sparks: Sparks) -> None:
    alex, all_three = sparks.alex(), ["Avoid", "Resist", "Parry"]
    begin(sparks, 1, 1, 1)
    older = attack(sparks)
    assert offered(sparks, alex) == {older: all_three}
    sparks.oak.dispatch(alex, do="check.cancel", check=_reacts(sparks, alex, "avoid"))
    assert offered(sparks, alex) == {older: all_three}
    newer = attack(sparks)
    assert offered(sparks, alex) == {older: all_three, newer: all_three}
    roll(sparks, newer, 7, 2)
    roll(sparks, _reacts(sparks, alex, "avoid"), 2, 3)
    assert offered(sparks, alex) == {older: all_three}

    resist = {"do": "resonance.round.react", "character": sparks.sparks, "sp": 1, "against": older}
    asked = sparks.oak.dispatch(alex, do="proposal.make", command=resist).result["proposal"]
    assert older not in offered(sparks, alex)
    sparks.gm(do="proposal.decline", proposal=asked)
    assert offered(sparks, alex)[older] == all_three
    sparks.gm(do="resonance.value.set", character=sparks.sparks, sp=2)
    assert offered(sparks, alex)[older] == ["Avoid", "Resist"]
    asked = sparks.oak.dispatch(alex, do="proposal.make", command=resist).result["proposal"]
    sparks.gm(do="proposal.accept", proposal=asked)
    assert older not in offered(sparks, alex)
    apply(sparks, newer)
    sparks.gm(do="check.cancel", check=older)
    assert offered(sparks, alex) == {}


def test_a_resist_adds_the_level_to_the_resistance_against_one_effect(sparks: Sparks) -> None:
    begin(sparks, 1, 1, 1)
    hit = attack(sparks, others=[sparks.rook])
    roll(sparks, hit, 7, 2)  # 13, against 9 and 9
    assert lines(sparks) == ["Sparks loses 4 HP", "Rook loses 4 HP"]
    _resists(sparks, sparks.rook, hit)
    assert lines(sparks) == ["Sparks loses 4 HP", "Rook loses 2 HP"]
    roll(sparks, _reacts(sparks, sparks.alex(), "avoid"), 9, 3)
    assert lines(sparks) == ["Rook loses 2 HP"]
    sparks.gm(do="undo")
    assert lines(sparks) == ["Sparks loses 4 HP", "Rook loses 2 HP"]
    sparks.gm(do="redo")
    assert lines(sparks) == ["Rook loses 2 HP"]
    sparks.gm(do="undo")
    sparks.gm(do="proposal.accept", proposal=sparks.oak.view().proposals[0].id)
    with pytest.raises(Refused, match=r"^Effects of this roll have already been applied"):
        _resists(sparks, sparks.sparks, hit)
    apply(sparks, hit)

    before = attack(sparks)
    _resists(sparks, sparks.sparks, before)
    assert view(sparks, before)["numbers"]["against"] == 11
    roll(sparks, before, 7, 2)
    assert lines(sparks) == ["Sparks loses 2 HP"]


def test_a_resist_takes_an_action_and_so_needs_rounds(sparks: Sparks) -> None:
    check = attack(sparks)
    assert offered(sparks, sparks.alex()) == {check: ["Avoid", "Parry"]}


def _reacts(sparks: Sparks, alex: Actor, deed: str) -> int:
    sent = {"do": "check.call", "deed": deed, "stat": "alacrity"}
    check: int = sparks.oak.dispatch(alex, **sent).result["check"]
    return check


def _resists(sparks: Sparks, who: int, effect: int) -> None:
    sparks.gm(do="resonance.round.react", character=who, sp=1, against=effect)


def offered(sparks: Sparks, alex: Actor) -> dict[int, list[str]]:
    """What Alex's phone offers against each effect upon Sparks."""
    made = (make() for make in seat(sparks.oak.view(alex.audience), alex.seat or 0))
    chances = next(each for each in made if each.id == "my-chances")
    return {check.id: [each.name for each in answers] for check, answers in chances.it["attacks"]}
