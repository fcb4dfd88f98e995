"""Initiative: passing to the target, Rounds, Wait, Surge, surprise, and every refusal."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.mettle.people import ANN, BO, CAT, DOG, EVE, WOLF
from webapp.games.mettle.rules import Initiative, Phase, start
from webapp.rules.errors import RuleError

FOUR = [ANN, BO, CAT, DOG]


def fight(**more: Any) -> Initiative:
    return start(FOUR, ANN, **more)


def test_the_first_attack_seizes_initiative() -> None:
    begun = fight()
    assert (begun.holder, begun.phase, begun.round) == (ANN, Phase.ACTING, 1)
    assert begun.ready == {ANN, BO, CAT, DOG}


def test_the_target_goes_next_if_they_have_an_action() -> None:
    after = fight().act(BO)
    assert (after.holder, after.phase) == (BO, Phase.ACTING)
    assert after.acted == {ANN}


def test_a_target_without_an_action_lets_the_holder_pick_anyone_who_has_one() -> None:
    after = fight().act(BO).act(ANN)
    assert after.phase is Phase.PASSING
    assert after.choices == (CAT, DOG)
    assert after.pass_to(DOG).holder == DOG


def test_an_action_on_oneself_or_nobody_lets_the_holder_pick() -> None:
    assert fight().act(ANN).choices == (BO, CAT, DOG)
    assert fight().act().choices == (BO, CAT, DOG)


def test_initiative_passes_to_a_friend_as_well() -> None:
    assert start([ANN, BO, WOLF], ANN).act(BO).holder == BO


def test_when_nobody_has_an_action_left_a_new_round_begins_with_the_last_target() -> None:
    over = fight().act(BO).act(CAT).act(DOG).act(BO)
    assert over.phase is Phase.ROUND_OVER
    begun = over.next_round()
    assert (begun.round, begun.holder, begun.phase) == (2, BO, Phase.ACTING)
    assert begun.ready == set(FOUR)


def test_in_a_new_round_the_last_to_go_may_pick_if_there_was_no_target() -> None:
    begun = fight().act(BO).act(CAT).act(DOG).act().next_round()
    assert begun.phase is Phase.PASSING
    assert begun.choices == (ANN, BO, CAT)


def test_an_area_attack_passes_to_any_survivor_with_an_action() -> None:
    after = fight().act(BO, CAT)
    assert after.choices == (BO, CAT)
    with pytest.raises(RuleError, match=f"Pass Initiative to {BO} or {CAT} first"):
        after.pass_to(DOG)


def test_a_split_with_one_survivor_passes_to_that_one() -> None:
    assert fight().drop(BO).act(BO, CAT).holder == CAT


def test_a_target_who_falls_does_not_go_next() -> None:
    fallen = fight().act(BO).drop(BO)
    assert (fallen.holder, fallen.phase, fallen.choices) == (ANN, Phase.PASSING, (CAT, DOG))


def test_the_fallen_have_no_action_in_later_rounds_until_restored() -> None:
    over = fight().drop(DOG).act(BO).act(CAT).act(ANN)
    assert over.phase is Phase.ROUND_OVER
    second = over.next_round()
    assert second.ready == {ANN, BO, CAT}
    over = second.restore(DOG).act(BO).act(CAT).act(ANN)
    assert over.next_round().ready == set(FOUR)


def test_waiting_passes_on_and_may_interrupt_later() -> None:
    waiting = fight().wait("attack")
    assert (waiting.waits, waiting.choices) == ({ANN: "attack"}, (BO, CAT, DOG))
    turn = waiting.pass_to(BO).interrupt(ANN, "attack")
    assert (turn.holder, turn.phase, turn.waits) == (BO, Phase.ACTING, {})
    assert ANN in turn.acted


def test_the_type_of_a_waiting_action_is_fixed() -> None:
    with pytest.raises(RuleError, match="cannot change that to heal"):
        fight().wait("attack").interrupt(ANN, "heal")


def test_nobody_passes_to_one_who_waits() -> None:
    after = fight().wait("attack").pass_to(BO).act(ANN)
    assert after.choices == (CAT, DOG)
    with pytest.raises(RuleError, match=f"{ANN} waits"):
        after.pass_to(ANN)


def test_one_who_waits_rejoins_or_keeps_waiting_in_the_next_round() -> None:
    second = fight().wait("attack").pass_to(BO).act(CAT).act(DOG).act().next_round()
    assert second.deciding == {ANN}
    assert second.ready == {BO, CAT, DOG}
    assert second.rejoin(ANN).ready == set(FOUR)
    kept = second.pass_to(BO).act(CAT)
    assert kept.waits == {ANN: "attack"}
    with pytest.raises(RuleError, match="only at the start of a Round"):
        kept.rejoin(ANN)


def test_if_all_wait_the_next_round_lets_them_rejoin() -> None:
    over = start([ANN, BO], ANN).wait("attack").pass_to(BO).wait("heal")
    assert over.phase is Phase.ROUND_OVER
    second = over.next_round()
    assert second.phase is Phase.ROUND_OVER
    assert second.rejoin(ANN).choices == (ANN,)


def test_a_surge_gives_an_action_back_and_makes_eligible_again() -> None:
    """Seed 003:57 has an Attack, 003:171 "an extra Action": any will do."""
    after = fight().act(BO).surge(ANN).act(ANN)
    assert after.holder == ANN


def test_a_surge_at_the_end_of_the_round_keeps_it_going() -> None:
    over = start([ANN, BO], ANN).act(BO).act(ANN)
    assert over.phase is Phase.ROUND_OVER
    surged = over.surge(ANN)
    assert (surged.round, surged.holder, surged.phase) == (1, ANN, Phase.ACTING)


def test_a_surge_needs_an_action_spent_this_round() -> None:
    with pytest.raises(RuleError, match="must have acted"):
        fight().surge(BO)


def test_a_lone_surger_may_go_on() -> None:
    over = start([ANN, BO], ANN).act(BO).act()
    assert over.surge(BO).choices == (BO,)


def test_the_surprised_have_no_action_in_the_first_round_only() -> None:
    begun = fight(surprised=[CAT, DOG])
    assert begun.ready == {ANN, BO}
    over = begun.act(CAT).pass_to(BO).act(CAT)
    assert over.phase is Phase.ROUND_OVER
    second = over.next_round()
    assert (second.holder, second.surprised) == (CAT, frozenset())
    with pytest.raises(RuleError, match=f"{CAT} is surprised"):
        begun.act(CAT).pass_to(CAT)


def test_the_surprised_cannot_begin() -> None:
    with pytest.raises(RuleError, match="cannot go first"):
        start(FOUR, ANN, surprised=[ANN])


def test_delay_takes_the_action_of_this_round_or_else_of_the_next() -> None:
    assert fight().delay(BO).ready == {ANN, CAT, DOG}
    after = fight().act(BO).delay(ANN).act(CAT).act(DOG).act(ANN).next_round()
    assert after.ready == {BO, CAT, DOG}
    over = after.pass_to(BO).act(CAT).act(DOG).act()
    assert over.next_round().ready == set(FOUR)


def test_a_refusal_says_what_the_character_waits_for() -> None:
    over = start([ANN, BO], ANN).act(BO).act(ANN)
    assert str(over.refusal(BO)) == "The Round is over; the GM must start the next one first."
    assert str(fight().drop(BO).refusal(BO)) == f"{BO} is out of this fight."
    with pytest.raises(RuleError, match="The Round is over; nobody can Wait until the next one starts"):
        over.wait("attack")


def test_the_delayed_cannot_surge_out_of_it() -> None:
    with pytest.raises(RuleError, match=f"{ANN} cannot Surge: a Delay takes their next Action"):
        fight().act(BO).delay(ANN).surge(ANN)


def test_a_delay_is_marked_on_the_round_whose_action_it_takes() -> None:
    acted = fight().act(BO).delay(ANN)
    assert (acted.delayed, acted.lost) == ({ANN}, set())
    over = replace(acted, ready=frozenset(), phase=Phase.ROUND_OVER)
    assert (over.next_round().delayed, over.next_round().lost) == (set(), {ANN})
    assert fight().delay(BO).lost == {BO}


def test_delay_takes_a_waiting_action_too() -> None:
    assert fight().wait("attack").delay(ANN).waits == {}


def test_somebody_joins_with_an_action() -> None:
    assert fight().act(BO).join(EVE).act(EVE).holder == EVE
    over = start([ANN, BO], ANN).act(BO).act(ANN)
    assert over.join(EVE).choices == (EVE,)


def test_it_ends_with_the_conflict() -> None:
    ended = fight().end()
    assert ended.phase is Phase.ENDED
    for step in (lambda: ended.act(), lambda: ended.end(), lambda: ended.surge(ANN)):
        with pytest.raises(RuleError, match="fight is over"):
            step()


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (lambda: fight().pass_to(BO), f"{ANN} must act before"),
        (lambda: fight().next_round(), "A new Round starts only when nobody has an Action left"),
        (lambda: fight().act(EVE), f"no combatant “{EVE}”"),
        (lambda: fight().act().act(), "must pass Initiative before"),
        (lambda: fight().act().wait("attack"), "must pass Initiative before"),
        (lambda: fight().act().next_round(), "only when nobody has an Action left"),
        (lambda: fight().act().pass_to(ANN), "has no Action left"),
        (lambda: fight().drop(BO).act().pass_to(BO), f"{BO} is out"),
        (lambda: fight().wait(" "), "kind of Action to hold back"),
        (lambda: fight().interrupt(ANN, "attack"), "not waiting"),
        (lambda: fight().restore(ANN), f"{ANN} is not out of this fight"),
        (lambda: fight().act(BO).drop(ANN).surge(ANN), f"{ANN} is out of this fight"),
        (lambda: fight().join(ANN), "named only once"),
        (lambda: start([], ANN), f"no combatant “{ANN}”"),
        (lambda: start([ANN], ANN, surprised=[EVE]), f"no combatant “{EVE}”"),
        (lambda: start([ANN, BO], ANN).act(BO).act(ANN).act(), "Round is over"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(step: Any, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        step()


@pytest.mark.parametrize("field", ["surprised", "out"])
def test_a_stranger_is_named_with_the_list_they_stand_in(field: str) -> None:
    with pytest.raises(RuleError) as wrong:
        fight(**{field: [EVE]})
    assert (wrong.value.field, wrong.value.value) == (field, EVE)


STEPS = ["act", "pass_to", "wait", "interrupt", "rejoin", "surge", "delay", "drop", "restore", "next_round"]


def stepped(state: Initiative, step: str, who: int, targets: list[int]) -> Initiative:
    """One step of any kind; most are refused most of the time."""
    match step:
        case "act":
            return state.act(*targets)
        case "wait":
            return state.wait("attack")
        case "interrupt":
            return state.interrupt(who, "attack")
        case "next_round":
            return state.next_round()
    return getattr(state, step)(who)  # type: ignore[no-any-return]


@pytest.mark.thorough
@given(st.data())
def test_nobody_acts_twice_in_a_round_without_a_surge(data: st.DataObject) -> None:
    people, state = st.sampled_from(FOUR), fight(surprised=data.draw(st.sets(st.sampled_from(FOUR[1:]))))
    acted, allowed = Counter[int](), Counter(FOUR)
    for _ in range(60):
        step, chosen = data.draw(st.sampled_from(STEPS)), data.draw(people)
        who = state.holder if step == "act" else chosen
        try:
            state = stepped(state, step, chosen, data.draw(st.lists(people, max_size=2)))
        except RuleError:
            continue
        if step == "next_round":
            acted, allowed = Counter(), Counter(FOUR)
        acted[who] += step in ("act", "interrupt")
        allowed[who] += step == "surge"
        assert acted <= allowed
        holds_together(state)


def holds_together(state: Initiative) -> None:
    """What is true of a fight between any two steps."""
    for others in (state.acted, state.out, state.surprised, state.delayed, frozenset(state.waits)):
        assert not state.ready & others
    assert not frozenset(state.waits) & (state.out | state.delayed)
    assert state.deciding <= frozenset(state.waits)
    if state.phase is Phase.ACTING:
        assert state.holder in state.ready
    if state.phase is Phase.PASSING:
        assert state.choices
        assert set(state.choices) <= state.ready
    if state.phase is Phase.ROUND_OVER:
        assert not state.ready
