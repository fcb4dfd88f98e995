"""HP, SP, EP: losses, derived conditions, Injured, death, and what gives them back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.games.resonance import rules as resonance
from webapp.games.resonance.rules import Stats, Value, Values, values
from webapp.rules.errors import RuleError

SPARKS = Stats(brawn=2, wit=3, force=4, influence=3)


def test_everyone_starts_at_ten():
    fresh = Values()
    assert (fresh.hp, fresh.sp, fresh.ep) == (10, 10, 10)
    assert fresh.conditions == ()


@pytest.mark.parametrize(
    ("value", "condition"), [("hp", "unconscious"), ("sp", "exhausted"), ("ep", "silenced")]
)
def test_a_value_at_zero_brings_its_condition_and_above_it_ends(value, condition):
    empty = Values().lose(value, 10)
    assert empty.by == -10
    assert empty.gained == (condition,)
    assert empty.values.conditions == (condition,)
    back = empty.values.gain(value, 1)
    assert back.ended == (condition,)
    assert back.values.conditions == ()


def test_a_loss_stops_at_zero():
    assert Values(hp=3).lose("hp", 8).by == -3


def test_losing_hp_at_zero_kills():
    down = Values().lose("HP", 12)
    assert not down.died
    assert not down.values.may_act
    dead = down.values.lose("hp", 1)
    assert dead.died
    assert dead.values.dead


def test_losing_nothing_or_sp_at_zero_hp_does_not_kill():
    down = Values(hp=0)
    assert not down.lose("hp", 0).died
    assert not down.lose("sp", 3).died


def test_a_sleeper_cannot_act_and_a_loss_of_hp_may_be_fatal_as_the_curator_says():
    """Seed 001:24."""
    asleep = Values().sleep()
    assert asleep.conditions == ("unconscious",)
    assert not asleep.may_act
    assert (asleep.lose("hp", 1).died, asleep.lose("hp", 1).may_be_fatal) == (False, True)
    assert not asleep.lose("sp", 1).may_be_fatal
    assert not Values().lose("hp", 1).may_be_fatal
    assert asleep.wake().may_act


def test_injured_lowers_every_maximum_by_five():
    hurt = Values(hp=9, sp=3, ep=10).injure()
    assert (hurt.hp, hurt.sp, hurt.ep) == (5, 3, 5)
    assert [hurt.most(value) for value in Value] == [5, 5, 5]
    assert "injured" in hurt.conditions


def test_injured_twice_is_injured_once():
    assert Values().injure().injure() == Values().injure()


def test_injured_never_takes_a_maximum_below_one():
    assert Values(hp=3, most_hp=3).injure().most("hp") == 1


def test_gaining_stops_at_the_maximum():
    assert Values(hp=8).gain("hp", 5).values.hp == 10
    assert Values(hp=4).injure().gain("hp", 5).values.hp == 5


def test_a_situation_starts_with_brawn_sp_on_top():
    assert resonance.start_situation(Values(), SPARKS).sp == 12
    assert resonance.start_situation(Values(sp=4), SPARKS).sp == 6


def test_sp_above_the_maximum_is_not_lost_by_gaining():
    assert Values(sp=12).gain("sp", 3).values.sp == 12


def test_recharge_gives_brawn_in_sp_or_wit_in_ep():
    """Its 1 SP is paid as every action's is, so that there is none at 0 SP."""
    assert resonance.recharge(Values(sp=4), SPARKS, "sp").sp == 6
    after = resonance.recharge(Values(sp=4, ep=2), SPARKS, "ep")
    assert (after.sp, after.ep) == (4, 5)


def test_no_recharge_of_hp():
    with pytest.raises(RuleError, match="not HP"):
        resonance.recharge(Values(), SPARKS, "hp")


def test_rest_gives_one_hp_and_force_ep():
    after = resonance.rest(Values(hp=4, sp=4, ep=4), SPARKS)
    assert (after.hp, after.sp, after.ep) == (5, 4, 8)


def test_downtime_gives_everything_back_and_heals_injuries():
    after = resonance.downtime(Values(hp=1, sp=12, ep=2).injure())
    assert (after.hp, after.sp, after.ep) == (10, 10, 10)
    assert after.conditions == ()


def test_downtime_does_not_raise_the_dead():
    dead = Values(hp=0).lose("hp", 1).values
    assert resonance.downtime(dead) == dead


def test_a_critical_restore_fills_a_value_and_revives():
    dead = Values(hp=0).lose("hp", 1).values
    back = dead.restore("hp").values
    assert back.hp == 10
    assert not back.dead


def test_a_minion_has_one_hp():
    assert Values.minion().lose("hp", 1).gained == ("unconscious",)


def test_what_one_cannot_pay_is_not_paid():
    with pytest.raises(RuleError, match="That costs 3 SP, with only 2 left") as refused:
        Values(sp=2).pay("sp", 3)
    assert refused.value.field == "cost"


def test_recover_goes_by_brawn_wit_or_influence():
    assert values.recover_count(SPARKS, "Wit") == 3
    with pytest.raises(RuleError, match="Brawn, Wit or Influence"):
        values.recover_count(SPARKS, "force")


@pytest.mark.parametrize(
    "make",
    [
        lambda: Values(hp=-1),
        lambda: Values(hp=101),
        lambda: Values(most_hp=0),
        lambda: Values().lose("mana", 1),
        lambda: Values().lose("hp", -1),
        lambda: Values().gain("hp", 1001),
    ],
)
def test_values_outside_the_book_are_refused(make):
    with pytest.raises(RuleError):
        make()


moves = st.tuples(st.sampled_from(["hp", "sp", "ep"]), st.booleans(), st.integers(0, 12))


@given(st.lists(moves, max_size=12))
def test_values_stay_in_range_and_conditions_follow(steps):
    values = Values()
    for name, lose, amount in steps:
        values = (values.lose(name, amount) if lose else values.gain(name, amount)).values
    assert all(0 <= values[name] <= 10 for name in Value)
    assert ("exhausted" in values.conditions) == (values.sp == 0)
    assert ("silenced" in values.conditions) == (values.ep == 0)
    assert ("unconscious" in values.conditions) == (values.hp == 0)


@pytest.mark.parametrize(
    ("left", "word"),
    [
        (0, "none"),
        (1, "little"),
        (2, "little"),
        (3, "some"),
        (6, "some"),
        (7, "much"),
        (9, "much"),
        (10, "full"),
    ],
)
def test_what_is_left_has_a_word(left, word):
    assert values.share_word(left, 10) == word


def test_more_than_the_maximum_is_full():
    assert values.share_word(13, 10) == "full"
    assert values.share_words() == ("none", "little", "some", "much", "full")


@pytest.mark.parametrize(
    ("left", "most", "short"),
    [(0, 10, "spent"), (2, 10, "low"), (3, 10, ""), (25, 100, "low"), (26, 100, "")],
)
def test_a_quarter_or_less_is_low(left, most, short):
    assert values.shortage(left, most) == short


def test_a_recharge_gives_back_sp_by_brawn_or_ep_by_wit():
    assert values.recharges(SPARKS) == {Value.SP: 2, Value.EP: 3}
