"""The turn order at the table: cards, actions, passing, Haste and Slow, rounds that end."""

from typing import Any

import pytest

from tests.table.oak import Oak
from tests.table.resonance.sparks import Sparks
from tests.table.resonance.turning import begin, order, rounds
from webapp.state.audience import Audience, Role
from webapp.table.refusals import Refused
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table
from webapp.views.journal import journal_lines


def test_the_cards_are_shuffled_and_the_first_has_priority(sparks: Sparks) -> None:
    begin(sparks, 2, 1)
    assert order(sparks) == [("Rook", "active", 1), ("Sparks", "deck", 3), ("Captain", "deck", 1)]
    assert sparks.left(sparks.rook)[1] == 14  # Brawn 4 on top


def test_why_rounds_begin_is_not_told_to_who_may_not_know_whom_it_names(sparks: Sparks) -> None:
    sparks.gm(do="character.edit", character=sparks.captain, visibility="secret")
    begin(sparks, 1, 1, surprised=[sparks.captain], because="The Captain sneaks up")
    state = sparks.oak.state()
    told = {role: journal_lines(state, Audience(role))[0] for role in (Role.PLAYER, Role.GM)}
    assert told[Role.PLAYER].summary.startswith("The rounds begin")
    assert [each.because for each in told.values()] == [None, "The Captain sneaks up"]


def test_undo_straight_after_gives_the_same_table(sparks: Sparks) -> None:
    """What a pool remembers of the moment is put back too, as long as nothing came after."""

    def pieces() -> list[dict[str, Any]]:
        rows = export_table(sparks.oak.id)["things"]["piece"]
        return [each for each in rows if not each["removed"]]

    sparks.give("Slow")
    sparks.happens("acts")
    before = pieces()
    begin(sparks)
    begun = pieces()
    assert begun != before
    sparks.gm(do="undo")
    assert pieces() == before
    sparks.gm(do="redo")
    assert pieces() == begun


def test_what_happened_since_stays_what_happened_last(sparks: Sparks) -> None:
    sparks.happens("acts")
    first = journal_lines(sparks.oak.state(), Audience(Role.GM))[0].id
    sparks.happens("pays SP")
    sparks.gm(do="undo", entry=first)
    assert sparks.piece("pool")["last"]["event"] == "pays SP"


def test_one_tap_ends_the_turn_and_after_the_last_the_round(sparks: Sparks) -> None:
    begin(sparks)
    for _ in range(2):
        sparks.gm(do="resonance.round.turn")
    sparks.dice = [1, 1]
    done = sparks.gm(do="resonance.round.turn")
    assert "Round 1 ends" in done.summary
    assert (rounds(sparks)["round"], order(sparks)[0]) == (2, ("Sparks", "active", 3))


def test_the_end_of_a_round_costs_a_race_one(sparks: Sparks) -> None:
    sparks.gm(do="resonance.race.start", name="Out", parts=[{"name": "Door"}], threat=5)
    begin(sparks)
    sparks.dice = [1, 1]
    for _ in range(3):
        sparks.gm(do="resonance.round.turn")
    assert next(each["filled"] for each in sparks.oak.sees()["clocks"] if each["kind"] == "threat") == 4


def test_passing_puts_the_card_to_the_bottom(sparks: Sparks) -> None:
    begin(sparks)
    sparks.oak.dispatch(sparks.alex(), do="resonance.round.pass")
    assert [name for name, _, _ in order(sparks)] == ["Rook", "Captain", "Sparks"]


def test_slow_takes_one_action_of_the_turn_and_haste_adds_one(sparks: Sparks) -> None:
    sparks.give("Slow", 2)
    sparks.give("Haste")
    begin(sparks)
    assert order(sparks)[0] == ("Sparks", "active", 2)
    sparks.oak.dispatch(sparks.alex(), do="resonance.pool.spend", character=sparks.sparks, tag="Haste")
    assert order(sparks)[0] == ("Sparks", "active", 3)
    sparks.gm(do="resonance.round.turn")
    assert sparks.pool() == {"Slow": 1}


def test_a_slow_that_comes_during_the_turn_waits_for_the_next(sparks: Sparks) -> None:
    begin(sparks)
    sparks.give("Slow")
    sparks.gm(do="resonance.round.turn")
    assert sparks.pool() == {"Slow": 1}


def test_a_nullify_goes_at_the_first_priority_of_the_round(sparks: Sparks) -> None:
    sparks.give("Nullify", 2)
    begin(sparks)
    assert sparks.pool() == {"Nullify": 1}
    assert "Passive keywords work again" in sparks.happens("first priority of the round").summary


def test_cure_is_offered_on_the_own_turn(sparks: Sparks) -> None:
    sparks.give("Cure")
    sparks.give("Mark")
    assert sparks.offers() == []
    begin(sparks)
    assert sparks.offers() == ["Cure"]


def test_the_surprised_come_last(sparks: Sparks) -> None:
    begin(sparks, 1, 1, surprised=[sparks.sparks])
    assert [name for name, _, _ in order(sparks)] == ["Rook", "Captain", "Sparks"]


def test_somebody_seizes_priority_joins_and_leaves(sparks: Sparks) -> None:
    begin(sparks, 1, characters=[sparks.sparks, sparks.rook])
    sparks.gm(do="resonance.round.seize", character=sparks.rook)
    assert [name for name, _, _ in order(sparks)] == ["Rook", "Sparks"]
    sparks.dice = [2]
    sparks.gm(do="resonance.round.join", character=sparks.captain)
    assert [name for name, _, _ in order(sparks)] == ["Rook", "Sparks", "Captain"]
    sparks.gm(do="resonance.round.react", character=sparks.captain)
    sparks.gm(do="resonance.round.leave", character=sparks.sparks)
    assert order(sparks) == [("Rook", "active", 1), ("Captain", "deck", 0)]
    sparks.gm(do="resonance.round.end")
    assert not [each for each in sparks.oak.sees()["pieces"] if each["kind"] == "rounds"]


def test_a_slow_bites_on_a_turn_that_was_seized_and_goes_with_it(sparks: Sparks) -> None:
    sparks.give("Slow", 2)
    begin(sparks, 2, 1)  # Rook is first
    sparks.gm(do="resonance.round.seize", character=sparks.sparks)
    assert order(sparks)[:2] == [("Sparks", "active", 2), ("Rook", "deck", 1)]
    sparks.gm(do="resonance.round.turn")
    assert sparks.pool() == {"Slow": 1}


def test_the_slow_of_whoever_is_interrupted_goes_with_their_turn(sparks: Sparks) -> None:
    sparks.give("Slow", 2)
    begin(sparks)
    assert order(sparks)[0] == ("Sparks", "active", 2)
    sparks.gm(do="resonance.round.seize", character=sparks.rook)
    assert sparks.pool() == {"Slow": 1}


def test_seizing_with_no_action_left_gives_one(sparks: Sparks) -> None:
    begin(sparks)
    sparks.gm(do="resonance.round.react", character=sparks.rook)
    sparks.gm(do="resonance.round.seize", character=sparks.rook)
    sparks.gm(do="resonance.round.act")
    assert order(sparks)[0] == ("Rook", "active", 0)


def test_who_is_rumoured_has_a_card_without_a_name(sparks: Sparks) -> None:
    sparks.gm(do="character.edit", character=sparks.captain, visibility="rumoured")
    begin(sparks, 3, 1)
    seen = rounds(sparks, "player")
    assert (seen["active"], seen["somebody"]) == (None, True)
    assert [name for name, _, _ in order(sparks, "player")] == ["Sparks", "Rook"]


def test_who_is_secret_has_no_card_on_other_screens(sparks: Sparks) -> None:
    sparks.gm(do="character.edit", character=sparks.captain, visibility="secret")
    begin(sparks, 3, 1)
    seen = rounds(sparks, "tv")
    assert (seen["active"], seen["somebody"]) == (None, True)
    assert [name for name, _, _ in order(sparks, "tv")] == ["Sparks", "Rook"]


def test_a_round_is_undone_whole(sparks: Sparks) -> None:
    begin(sparks)
    before = order(sparks)
    sparks.gm(do="resonance.round.turn")
    sparks.gm(do="undo")
    assert order(sparks) == before


def test_a_table_with_all_of_it_goes_out_and_in_again(sparks: Sparks) -> None:
    sparks.gm(do="resonance.race.start", name="Out", parts=[{"name": "Door"}], threat=5)
    sparks.give("Blight")
    sparks.happens("acts")
    sparks.gm(do="resonance.hide", character=sparks.rook, tn=12)
    begin(sparks)
    again = Oak(sparks.oak.app, import_table(export_table(sparks.oak.id)))
    assert again.sees()["pieces"] == sparks.oak.sees()["pieces"]


def test_with_the_last_card_the_rounds_are_over(sparks: Sparks) -> None:
    begin(sparks)
    for who in (sparks.sparks, sparks.rook, sparks.captain):
        sparks.gm(do="resonance.round.leave", character=who)
    with pytest.raises(Refused, match="No rounds are running"):
        sparks.gm(do="resonance.round.turn")


def test_who_cannot_act_is_passed_over_with_a_word(sparks: Sparks) -> None:
    begin(sparks, 2, 1)  # Rook, Sparks, the Captain
    sparks.gm(do="resonance.value.set", character=sparks.sparks, hp=0)
    done = sparks.gm(do="resonance.round.turn")
    assert "Sparks cannot act and is passed over" in done.summary
    assert ("Captain", "active", 1) in order(sparks)


def test_where_nobody_can_act_the_cards_still_turn(sparks: Sparks) -> None:
    begin(sparks, 2, 1)
    for who in (sparks.sparks, sparks.rook, sparks.captain):
        sparks.gm(do="resonance.value.set", character=who, hp=0)
    assert "Sparks has priority" in sparks.gm(do="resonance.round.turn").summary


def test_a_clock_set_to_every_round_ticks_as_the_round_ends_also_by_a_players_tap(sparks: Sparks) -> None:
    torch = sparks.oak.clock("Torch", 6, tempo="round")
    begin(sparks, 2, 2)
    for _ in range(2):
        sparks.gm(do="resonance.round.turn")
    assert next(name for name, where, _ in order(sparks) if where == "active") == "Sparks"
    sparks.dice = [1, 1]
    sparks.oak.dispatch(sparks.alex(), do="resonance.round.turn")
    assert next(row["filled"] for row in sparks.oak.sees()["clocks"] if row["id"] == torch) == 1
