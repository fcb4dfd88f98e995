"""The card deck: whose turn it is, and how many actions are left."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.resonance.people import CAPTAIN, DRONE, HORSE, ROOK, SPARKS, TRAP
from webapp.games.resonance import rules as resonance
from webapp.games.resonance.rules import Rounds
from webapp.games.resonance.rules.rounds import why_no_action, why_no_focus
from webapp.games.resonance.rules.values import Values
from webapp.rules.dice import Loaded
from webapp.rules.errors import RuleError

ACTIONS = {SPARKS: 2, ROOK: 3, CAPTAIN: 1}
ONLY_ON_THE_TURN = (
    "Recharge and Recover are possible only on the character's own turn, with an action left and "
    "before any other action."
)


def start(**more):
    return Rounds.start(ACTIONS, [SPARKS, ROOK, CAPTAIN], **more)


def test_the_top_card_has_priority():
    drawn = start().draw()
    assert (drawn.who, drawn.first, drawn.actions) == (SPARKS, True, 2)
    assert drawn.rounds.deck == (ROOK, CAPTAIN)


def test_actions_are_a_pool_for_the_round():
    rounds = start().draw().rounds.act().act()
    assert rounds.left[SPARKS] == 0
    with pytest.raises(RuleError, match="1 has no actions left"):
        rounds.act()


def test_a_round_is_over_when_every_card_was_drawn():
    rounds = start()
    for _ in ACTIONS:
        rounds = rounds.draw().rounds.act().end_turn()
    assert rounds.over
    assert rounds.discard == (SPARKS, ROOK, CAPTAIN)
    second = rounds.next_round([CAPTAIN, ROOK, SPARKS])
    assert (second.number, second.deck, second.left) == (2, (CAPTAIN, ROOK, SPARKS), ACTIONS)


def test_passing_with_actions_left_puts_the_card_to_the_bottom():
    rounds = start().draw().rounds.act().pass_turn()
    assert rounds.deck == (ROOK, CAPTAIN, SPARKS)
    rounds = rounds.draw().rounds.end_turn().draw().rounds.end_turn()
    again = rounds.draw()
    assert (again.who, again.first, again.actions) == (SPARKS, False, 1)


def test_passing_with_none_left_discards_the_card():
    rounds = start().draw().rounds.act().act().pass_turn()
    assert rounds.deck == (ROOK, CAPTAIN)
    assert rounds.discard == (SPARKS,)


def test_the_last_card_cannot_pass():
    rounds = start().draw().rounds.end_turn().draw().rounds.end_turn().draw().rounds
    with pytest.raises(RuleError, match="last of the round"):
        rounds.pass_turn()


def test_slow_takes_one_action_but_not_the_last():
    assert start().draw(slowed=True).actions == 1
    assert Rounds.start({CAPTAIN: 1}).draw(slowed=True).actions == 1
    assert Rounds.start({TRAP: 0}).draw(slowed=True).actions == 0


def test_haste_adds_an_action_up_to_six_in_the_round():
    rounds = Rounds.start({ROOK: 5}).draw().rounds.act().hastened(ROOK)
    assert rounds.left[ROOK] == 5
    with pytest.raises(RuleError, match="more than 6 actions"):
        rounds.hastened(ROOK)


def test_focus_takes_the_whole_turn():
    rounds = start().draw().rounds.focus()
    assert rounds.left[SPARKS] == 0
    assert rounds.active is None
    assert rounds.discard == (SPARKS,)


def test_focus_must_be_the_only_action():
    with pytest.raises(RuleError, match="has already acted this turn"):
        start().draw().rounds.act().focus()
    with pytest.raises(RuleError, match="has no action left"):
        Rounds.start({TRAP: 0}).draw().rounds.focus()


def test_a_reaction_does_not_count_as_acting_on_the_turn():
    rounds = start().draw().rounds.react(ROOK)
    assert rounds.left[ROOK] == 2
    assert rounds.focus().left[SPARKS] == 0


def test_a_rider_may_spend_the_mounts_actions():
    rounds = Rounds.start({SPARKS: 1, HORSE: 2}).draw().rounds.act(pool=HORSE)
    assert rounds.left == {SPARKS: 1, HORSE: 1}


def test_seizing_priority_takes_the_card_from_deck_or_discard():
    rounds = start().draw().rounds
    seized = rounds.seize(CAPTAIN)
    assert (seized.who, seized.rounds.deck, seized.free) == (CAPTAIN, (SPARKS, ROOK), 0)
    back = seized.rounds.act().end_turn().draw()
    assert (back.who, back.first) == (SPARKS, False)


def test_seizing_with_no_action_left_gives_a_free_one():
    rounds = start().draw().rounds.act().act().end_turn().draw().rounds
    seized = rounds.seize(SPARKS)
    assert (seized.actions, seized.free) == (1, 1)
    assert seized.rounds.act().left[SPARKS] == 0
    assert seized.rounds.discard == ()
    assert seized.rounds.deck == (ROOK, CAPTAIN)


def test_a_slowed_one_seizes_with_an_action_less_and_never_below_one():
    rounds = start().draw().rounds
    seized = rounds.seize(CAPTAIN, slowed=True)
    assert seized.actions == max(1, rounds.left[CAPTAIN] - 1)
    assert seized.rounds.slowed == CAPTAIN
    assert seized.rounds.end_turn().slowed is None


def test_whoever_of_several_has_actions_left_pays():
    rounds = start().draw().rounds
    assert rounds.payer((SPARKS, CAPTAIN)) == SPARKS
    empty = rounds.act(actions=rounds.left[SPARKS])
    assert empty.payer((SPARKS, CAPTAIN)) == CAPTAIN
    assert empty.payer((SPARKS,)) == SPARKS


def test_one_cannot_seize_what_one_has():
    with pytest.raises(RuleError, match="already has priority"):
        start().draw().rounds.seize(SPARKS)


def test_surprise_puts_the_surprised_below_and_lasts_one_round():
    rounds = start(surprised=[SPARKS])
    assert rounds.deck == (ROOK, CAPTAIN, SPARKS)
    assert rounds.surprised == {SPARKS}
    for _ in ACTIONS:
        rounds = rounds.draw().rounds.end_turn()
    assert rounds.next_round().surprised == frozenset()


def test_someone_joins_among_the_cards_still_to_come():
    rounds = start().draw().rounds.join(DRONE, 1, 1)
    assert rounds.deck == (ROOK, DRONE, CAPTAIN)
    assert rounds.left[DRONE] == 1
    with pytest.raises(RuleError, match="already has a card"):
        rounds.join(DRONE, 1, 0)
    with pytest.raises(RuleError, match="from 0 to 3, not 4"):
        rounds.join(HORSE, 1, 4)


def test_the_fallen_leave_the_deck():
    rounds = start().draw().rounds.leave(SPARKS).leave(CAPTAIN)
    assert rounds.active is None
    assert rounds.deck == (ROOK,)


def test_nobody_draws_while_someone_acts_or_when_the_round_is_over():
    with pytest.raises(RuleError, match="1 is still acting: end that turn first"):
        start().draw().rounds.draw()
    done = Rounds.start({ROOK: 1}).draw().rounds.end_turn()
    with pytest.raises(RuleError, match="Shuffle the cards for the next"):
        done.draw()
    with pytest.raises(RuleError, match="still running"):
        start().next_round()
    with pytest.raises(RuleError, match="Nobody has priority"):
        start().act()


@pytest.mark.parametrize(
    "make",
    [
        lambda: Rounds.start({ROOK: 7}),
        lambda: Rounds.start({ROOK: 1}, [ROOK, ROOK]),
        lambda: Rounds.start({ROOK: 1}, [SPARKS]),
        lambda: Rounds.start({ROOK: 1}, surprised=[SPARKS]),
        lambda: start().react(TRAP),
        lambda: start().draw().rounds.act(actions=-1),
    ],
)
def test_rounds_that_cannot_be_are_refused(make):
    with pytest.raises(RuleError):
        make()


def test_shuffling_follows_the_dice():
    assert resonance.shuffled([SPARKS, ROOK, CAPTAIN], Loaded(3, 1)) == (CAPTAIN, SPARKS, ROOK)
    assert resonance.place_among([SPARKS, ROOK], Loaded(3)) == 2
    assert resonance.place_among([], Loaded()) == 0


def test_every_order_is_as_likely():
    orders = Counter(
        resonance.shuffled([SPARKS, ROOK, CAPTAIN], Loaded(*dice)) for dice in product((1, 2, 3), (1, 2))
    )
    assert len(orders) == 6
    assert set(orders.values()) == {1}


def test_who_took_six_actions_has_none_free_for_seizing():
    rounds = Rounds.start({SPARKS: 4, CAPTAIN: 6}).draw().rounds
    for _ in range(6):
        rounds = rounds.react(CAPTAIN)
    rounds = rounds.end_turn() if rounds.active == CAPTAIN else rounds
    drawn = rounds.seize(CAPTAIN)
    assert (drawn.free, drawn.rounds.left[CAPTAIN]) == (0, 0)


people = st.sampled_from([SPARKS, ROOK, CAPTAIN])
steps = st.lists(
    st.tuples(st.sampled_from(["act", "pass", "end", "seize", "haste", "react"]), people), max_size=25
)


@given(steps)
def test_no_card_is_lost_and_nobody_takes_a_seventh_action(moves):
    rounds = Rounds.start({SPARKS: 4, ROOK: 5, CAPTAIN: 6})
    for move, who in moves:
        if rounds.over:
            break
        if rounds.active is None:
            rounds = rounds.draw().rounds
        try:
            rounds = {
                "act": lambda: rounds.act(),  # noqa: B023
                "pass": lambda: rounds.pass_turn(),  # noqa: B023
                "end": lambda: rounds.end_turn(),  # noqa: B023
                "seize": lambda: rounds.seize(who).rounds,  # noqa: B023
                "haste": lambda: rounds.hastened(who),  # noqa: B023
                "react": lambda: rounds.react(who),  # noqa: B023
            }[move]()
        except RuleError:
            continue
        cards = [*rounds.deck, *rounds.discard, *([rounds.active] if rounds.active else [])]
        assert sorted(cards) == [SPARKS, ROOK, CAPTAIN]
        assert all(rounds.taken.get(who, 0) + rounds.left[who] <= 6 for who in rounds.each)
        assert all(left >= 0 for left in rounds.left.values())


def test_a_focus_takes_1_sp_and_the_whole_of_the_own_turn():
    rounds = start().draw().rounds
    assert why_no_focus(Values(), rounds, SPARKS) == ""
    assert why_no_focus(Values(), None, SPARKS) == ""
    assert why_no_focus(Values(), rounds, ROOK) == ONLY_ON_THE_TURN
    assert why_no_focus(Values(), rounds.act(), SPARKS) == ONLY_ON_THE_TURN
    assert why_no_focus(Values(sp=0), rounds, SPARKS) == "That costs 1 SP, with none left."
    assert why_no_focus(Values(hp=0), rounds, SPARKS) == "Unconscious: no actions."


def test_who_is_down_or_asleep_can_do_nothing() -> None:
    assert why_no_action(Values()) == ""
    for held in (Values(hp=0), Values().sleep()):
        assert why_no_action(held) == "Unconscious: no actions."
    assert why_no_action(Values(hp=0, dead=True)) == "Dead: no actions."
