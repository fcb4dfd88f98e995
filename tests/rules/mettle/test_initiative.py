"""Initiative: passing to the target, Rounds, Wait, Surge, surprise, and every refusal."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.games.mettle.rules import Initiative, Phase, start
from webapp.rules.errors import RuleError

FOUR = ["Ann", "Bo", "Cat", "Dog"]


def fight(**more: Any) -> Initiative:
    return start(FOUR, "Ann", **more)


def test_the_first_attack_seizes_initiative() -> None:
    begun = fight()
    assert (begun.holder, begun.phase, begun.round) == ("Ann", Phase.ACTING, 1)
    assert begun.ready == {"Ann", "Bo", "Cat", "Dog"}


def test_the_target_goes_next_if_they_have_an_action() -> None:
    after = fight().act("Bo")
    assert (after.holder, after.phase) == ("Bo", Phase.ACTING)
    assert after.acted == {"Ann"}


def test_a_target_without_an_action_lets_the_holder_pick_anyone_who_has_one() -> None:
    after = fight().act("Bo").act("Ann")
    assert after.phase is Phase.PASSING
    assert after.choices == ("Cat", "Dog")
    assert after.pass_to("Dog").holder == "Dog"


def test_an_action_on_oneself_or_nobody_lets_the_holder_pick() -> None:
    assert fight().act("Ann").choices == ("Bo", "Cat", "Dog")
    assert fight().act().choices == ("Bo", "Cat", "Dog")


def test_initiative_passes_to_a_friend_as_well() -> None:
    assert start(["Ann", "Bo", "Wolf"], "Ann").act("Bo").holder == "Bo"


def test_when_nobody_has_an_action_left_a_new_round_begins_with_the_last_target() -> None:
    over = fight().act("Bo").act("Cat").act("Dog").act("Bo")
    assert over.phase is Phase.ROUND_OVER
    begun = over.next_round()
    assert (begun.round, begun.holder, begun.phase) == (2, "Bo", Phase.ACTING)
    assert begun.ready == set(FOUR)


def test_in_a_new_round_the_last_to_go_may_pick_if_there_was_no_target() -> None:
    begun = fight().act("Bo").act("Cat").act("Dog").act().next_round()
    assert begun.phase is Phase.PASSING
    assert begun.choices == ("Ann", "Bo", "Cat")


def test_an_area_attack_passes_to_any_survivor_with_an_action() -> None:
    after = fight().act("Bo", "Cat")
    assert after.choices == ("Bo", "Cat")
    with pytest.raises(RuleError, match="Pass Initiative to Bo or Cat first"):
        after.pass_to("Dog")


def test_a_split_with_one_survivor_passes_to_that_one() -> None:
    assert fight().drop("Bo").act("Bo", "Cat").holder == "Cat"


def test_a_target_who_falls_does_not_go_next() -> None:
    fallen = fight().act("Bo").drop("Bo")
    assert (fallen.holder, fallen.phase, fallen.choices) == ("Ann", Phase.PASSING, ("Cat", "Dog"))


def test_the_fallen_have_no_action_in_later_rounds_until_restored() -> None:
    over = fight().drop("Dog").act("Bo").act("Cat").act("Ann")
    assert over.phase is Phase.ROUND_OVER
    second = over.next_round()
    assert second.ready == {"Ann", "Bo", "Cat"}
    over = second.restore("Dog").act("Bo").act("Cat").act("Ann")
    assert over.next_round().ready == set(FOUR)


def test_waiting_passes_on_and_may_interrupt_later() -> None:
    waiting = fight().wait("attack")
    assert (waiting.waits, waiting.choices) == ({"Ann": "attack"}, ("Bo", "Cat", "Dog"))
    turn = waiting.pass_to("Bo").interrupt("Ann", "attack")
    assert (turn.holder, turn.phase, turn.waits) == ("Bo", Phase.ACTING, {})
    assert "Ann" in turn.acted


def test_the_type_of_a_waiting_action_is_fixed() -> None:
    with pytest.raises(RuleError, match="cannot change that to heal"):
        fight().wait("attack").interrupt("Ann", "heal")


def test_nobody_passes_to_one_who_waits() -> None:
    after = fight().wait("attack").pass_to("Bo").act("Ann")
    assert after.choices == ("Cat", "Dog")
    with pytest.raises(RuleError, match="Ann waits"):
        after.pass_to("Ann")


def test_one_who_waits_rejoins_or_keeps_waiting_in_the_next_round() -> None:
    second = fight().wait("attack").pass_to("Bo").act("Cat").act("Dog").act().next_round()
    assert second.deciding == {"Ann"}
    assert second.ready == {"Bo", "Cat", "Dog"}
    assert second.rejoin("Ann").ready == set(FOUR)
    kept = second.pass_to("Bo").act("Cat")
    assert kept.waits == {"Ann": "attack"}
    with pytest.raises(RuleError, match="only at the start of a Round"):
        kept.rejoin("Ann")


def test_if_all_wait_the_next_round_lets_them_rejoin() -> None:
    over = start(["Ann", "Bo"], "Ann").wait("attack").pass_to("Bo").wait("heal")
    assert over.phase is Phase.ROUND_OVER
    second = over.next_round()
    assert second.phase is Phase.ROUND_OVER
    assert second.rejoin("Ann").choices == ("Ann",)


def test_a_surge_gives_an_action_back_and_makes_eligible_again() -> None:
    """Seed 003:57 has an Attack, 003:171 "an extra Action": any will do."""
    after = fight().act("Bo").surge("Ann").act("Ann")
    assert after.holder == "Ann"


def test_a_surge_at_the_end_of_the_round_keeps_it_going() -> None:
    over = start(["Ann", "Bo"], "Ann").act("Bo").act("Ann")
    assert over.phase is Phase.ROUND_OVER
    surged = over.surge("Ann")
    assert (surged.round, surged.holder, surged.phase) == (1, "Ann", Phase.ACTING)


def test_a_surge_needs_an_action_spent_this_round() -> None:
    with pytest.raises(RuleError, match="must have acted"):
        fight().surge("Bo")


def test_a_lone_surger_may_go_on() -> None:
    over = start(["Ann", "Bo"], "Ann").act("Bo").act()
    assert over.surge("Bo").choices == ("Bo",)


def test_the_surprised_have_no_action_in_the_first_round_only() -> None:
    begun = fight(surprised=["Cat", "Dog"])
    assert begun.ready == {"Ann", "Bo"}
    over = begun.act("Cat").pass_to("Bo").act("Cat")
    assert over.phase is Phase.ROUND_OVER
    second = over.next_round()
    assert (second.holder, second.surprised) == ("Cat", frozenset())
    with pytest.raises(RuleError, match="Cat is surprised"):
        begun.act("Cat").pass_to("Cat")


def test_the_surprised_cannot_begin() -> None:
    with pytest.raises(RuleError, match="cannot go first"):
        start(FOUR, "Ann", surprised=["Ann"])


def test_delay_takes_the_action_of_this_round_or_else_of_the_next() -> None:
    assert fight().delay("Bo").ready == {"Ann", "Cat", "Dog"}
    after = fight().act("Bo").delay("Ann").act("Cat").act("Dog").act("Ann").next_round()
    assert after.ready == {"Bo", "Cat", "Dog"}
    over = after.pass_to("Bo").act("Cat").act("Dog").act()
    assert over.next_round().ready == set(FOUR)


def test_a_refusal_says_what_the_character_waits_for() -> None:
    over = start(["Ann", "Bo"], "Ann").act("Bo").act("Ann")
    assert over.explain_refusal("Bo") == "The Round is over; the GM must start the next one first."
    assert fight().drop("Bo").explain_refusal("Bo") == "Bo is out of this fight."
    with pytest.raises(RuleError, match="The Round is over; nobody can Wait until the next one starts"):
        over.wait("attack")


def test_the_delayed_cannot_surge_out_of_it() -> None:
    with pytest.raises(RuleError, match="Ann cannot Surge: a Delay takes their next Action"):
        fight().act("Bo").delay("Ann").surge("Ann")


def test_a_delay_is_marked_on_the_round_whose_action_it_takes() -> None:
    acted = fight().act("Bo").delay("Ann")
    assert (acted.delayed, acted.lost) == ({"Ann"}, set())
    over = replace(acted, ready=frozenset(), phase=Phase.ROUND_OVER)
    assert (over.next_round().delayed, over.next_round().lost) == (set(), {"Ann"})
    assert fight().delay("Bo").lost == {"Bo"}


def test_delay_takes_a_waiting_action_too() -> None:
    assert fight().wait("attack").delay("Ann").waits == {}


def test_somebody_joins_with_an_action() -> None:
    assert fight().act("Bo").join("Eve").act("Eve").holder == "Eve"
    over = start(["Ann", "Bo"], "Ann").act("Bo").act("Ann")
    assert over.join("Eve").choices == ("Eve",)


def test_it_ends_with_the_conflict() -> None:
    ended = fight().end()
    assert ended.phase is Phase.ENDED
    for step in (lambda: ended.act(), lambda: ended.end(), lambda: ended.surge("Ann")):
        with pytest.raises(RuleError, match="fight is over"):
            step()


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (lambda: fight().pass_to("Bo"), "Ann must act before"),
        (lambda: fight().next_round(), "A new Round starts only when nobody has an Action left"),
        (lambda: fight().act("Eve"), "no combatant “Eve”"),
        (lambda: fight().act().act(), "must pass Initiative before"),
        (lambda: fight().act().wait("attack"), "must pass Initiative before"),
        (lambda: fight().act().next_round(), "only when nobody has an Action left"),
        (lambda: fight().act().pass_to("Ann"), "has no Action left"),
        (lambda: fight().drop("Bo").act().pass_to("Bo"), "Bo is out"),
        (lambda: fight().wait(" "), "kind of Action to hold back"),
        (lambda: fight().interrupt("Ann", "attack"), "not waiting"),
        (lambda: fight().restore("Ann"), "Ann is not out of this fight"),
        (lambda: fight().act("Bo").drop("Ann").surge("Ann"), "Ann is out of this fight"),
        (lambda: fight().join("Ann"), "named only once"),
        (lambda: start([], "Ann"), "no combatant “Ann”"),
        (lambda: start(["Ann", ""], "Ann"), "needs a name"),
        (lambda: start(["Ann"], "Ann", surprised=["Eve"]), "no combatant “Eve”"),
        (lambda: fight().wait(None), "“action” must be text"),  # type: ignore[arg-type]
        (lambda: fight().act(["Bo"]), "“targets” must be text"),  # type: ignore[arg-type]
        (lambda: start(["Ann", "Bo"], "Ann").act("Bo").act("Ann").act(), "Round is over"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(step: Any, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        step()


@pytest.mark.parametrize("field", ["surprised", "out"])
def test_a_stranger_is_named_with_the_list_they_stand_in(field: str) -> None:
    with pytest.raises(RuleError) as wrong:
        fight(**{field: ["Eve"]})
    assert (wrong.value.field, wrong.value.value) == (field, "Eve")


STEPS = ["act", "pass_to", "wait", "interrupt", "rejoin", "surge", "delay", "drop", "restore", "next_round"]


def stepped(state: Initiative, step: str, name: str, targets: list[str]) -> Initiative:
    """One step of any kind; most are refused most of the time."""
    match step:
        case "act":
            return state.act(*targets)
        case "wait":
            return state.wait("attack")
        case "interrupt":
            return state.interrupt(name, "attack")
        case "next_round":
            return state.next_round()
    return getattr(state, step)(name)  # type: ignore[no-any-return]


@pytest.mark.thorough
@given(st.data())
def test_nobody_acts_twice_in_a_round_without_a_surge(data: st.DataObject) -> None:
    names, state = st.sampled_from(FOUR), fight(surprised=data.draw(st.sets(st.sampled_from(FOUR[1:]))))
    acted, allowed = Counter[str](), Counter(FOUR)
    for _ in range(60):
        step, name = data.draw(st.sampled_from(STEPS)), data.draw(names)
        who = state.holder if step == "act" else name
        try:
            state = stepped(state, step, name, data.draw(st.lists(names, max_size=2)))
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
