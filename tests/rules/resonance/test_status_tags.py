"""The ten status tags: each bites on its trigger, once, and says what happened."""

import pytest

from webapp.games.resonance.rules import Event, TagPool, Value, fire
from webapp.games.resonance.rules.triggers import standing
from webapp.rules.errors import RuleError


def one(pool, event):
    """The only thing that happens, and the pool after it."""
    fired = fire(TagPool(pool), event)
    (happened,) = fired.happened
    return happened, dict(fired.pool)


def test_mark_gives_the_attacker_advantage_once():
    happened, left = one({"Mark": 2}, Event("attacked"))
    assert (happened.effect, happened.amount, happened.removed) == ("advantage_to_attacker", 1, 1)
    assert happened.text == "Mark: the attack against you has Advantage."
    assert left == {"mark": 1}


def test_impair_makes_the_action_cost_one_sp_more():
    happened, left = one({"Impair": 2}, Event("sp_paid", sp=3))
    assert (happened.effect, happened.amount, happened.data) == ("sp_cost", 1, {"cost": 4})
    assert left == {"impair": 1}


def test_impair_waits_for_an_action_that_costs_sp():
    assert fire(TagPool({"Impair": 1}), Event("sp_paid", sp=0)).happened == ()
    assert fire(TagPool({"Impair": 1}), Event("acts")).happened == ()
    assert fire(TagPool({"Impair": 1}), Event("acts", sp=1)).pool == TagPool()


def test_impair_does_not_mind_reactions():
    assert fire(TagPool({"Impair": 1}), Event("reacts", sp=1)).pool == TagPool({"Impair": 1})


def test_slow_takes_one_action_and_goes_at_the_end_of_that_turn():
    happened, left = one({"Slow": 3}, Event("turn_start", actions=3))
    assert (happened.effect, happened.amount, happened.removed) == ("actions", -1, 0)
    assert happened.data == {"actions": 2}
    assert left == {"slow": 3}
    happened, left = one(left, Event("turn_end"))
    assert happened.removed == 1
    assert left == {"slow": 2}


def test_slow_never_takes_the_last_action():
    assert one({"Slow": 1}, Event("turn_start", actions=1))[0].data == {"actions": 1}
    assert one({"Slow": 1}, Event("turn_start", actions=0))[0].data == {"actions": 0}


def test_a_slow_that_came_during_the_turn_waits_for_the_next():
    fired = fire(TagPool({"Slow": 1}), Event("turn_end", slowed=False))
    assert fired.happened == ()
    assert fired.pool == TagPool({"Slow": 1})


def test_daze_takes_its_count_off_the_sr_and_one_goes():
    happened, left = one({"Daze": 3}, Event("roll", sr=9))
    assert (happened.effect, happened.amount, happened.data) == ("sr", -3, {"sr": 6})
    assert left == {"daze": 2}


def test_a_dazed_sr_stops_at_zero():
    assert one({"Daze": 5}, Event("roll", sr=3))[0].data == {"sr": 0}


def test_curse_gives_disadvantage_and_one_goes():
    happened, left = one({"Curse": 2}, Event("roll"))
    assert happened.effect == "disadvantage"
    assert happened.source.name == "Curse"
    assert left == {"curse": 1}


def test_bind_holds_until_an_action_and_one_sp_remove_one():
    happened, left = one({"Bind": 2}, Event("break_free"))
    assert happened.effect == "freed"
    assert happened.text == "Bind: an action and 1 SP remove one. Still immobilised (1 left)."
    assert left == {"bind": 1}
    assert (
        one(left, Event("break_free"))[0].text == "Bind: an action and 1 SP remove one. You can move again."
    )


def test_without_a_bind_there_is_nothing_to_break():
    with pytest.raises(RuleError, match="no Bind to break free of"):
        fire(TagPool(), Event("break_free"))


def test_breaking_free_is_an_action_that_pays_sp():
    pool = TagPool({"Bind": 1, "Blight": 1, "Impair": 1, "Silence": 1})
    fired = fire(pool, Event("break_free"))
    assert [happened.tag for happened in fired.happened] == ["blight", "impair", "silence", "bind"]
    assert fired.happened[1].data == {"cost": 2}
    assert fired.pool == TagPool()


def test_weaken_lowers_resistance_by_its_count_and_one_goes():
    happened, left = one({"Weaken": 2}, Event("value_loss", ev=9, resistance=6))
    assert (happened.effect, happened.amount) == ("resistance", -2)
    assert happened.data == {"resistance": 4, "loss": 5}
    assert left == {"weaken": 1}


def test_weaken_stays_if_nothing_got_through():
    happened, left = one({"Weaken": 2}, Event("value_loss", ev=4, resistance=6))
    assert happened.data == {"resistance": 4, "loss": 0}
    assert happened.removed == 0
    assert left == {"weaken": 2}


def test_a_doubled_loss_is_doubled_after_weaken():
    happened, _ = one({"Weaken": 2}, Event("value_loss", ev=9, resistance=6, doubled=True))
    assert happened.data == {"resistance": 4, "loss": 10}


def test_weaken_takes_the_loss_as_it_is_told():
    assert fire(TagPool({"Weaken": 1}), Event("value_loss", loss=2)).pool == TagPool()
    assert fire(TagPool({"Weaken": 1}), Event("value_loss", loss=0)).pool == TagPool({"Weaken": 1})
    assert fire(TagPool({"Weaken": 1}), Event("value_loss")).pool == TagPool()


def test_a_loss_that_nothing_prevents_leaves_weaken_alone():
    fired = fire(TagPool({"Weaken": 1}), Event("value_loss", loss=1, unavoidable=True))
    assert fired.happened == ()
    assert fired.pool == TagPool({"Weaken": 1})


def test_blight_takes_one_hp_as_one_acts():
    happened, left = one({"Blight": 2}, Event("action_declared", hp=7))
    assert (happened.effect, happened.amount) == ("value_loss", 1)
    assert happened.data == {"value": "hp", "left": 6}
    assert left == {"blight": 1}


def test_blight_bites_on_reactions_too():
    assert one({"Blight": 1}, Event("reacts"))[1] == {}
    lost = one({"Blight": 1}, Event("reacts", hp=1))[0]
    assert lost.text.endswith("No HP is left, so the reaction is lost.")


def test_the_curator_may_let_blight_take_another_value():
    assert one({"Blight": 1}, Event("acts", value=Value.EP))[0].data == {"value": "ep"}


def test_a_value_may_be_said_as_a_word():
    assert one({"Blight": 1}, Event("acts", value="HP", hp=1))[0].ends_action
    with pytest.raises(RuleError, match="one of hp, sp, ep, not 'mana'"):
        Event("acts", value="mana")


def test_blight_that_takes_the_last_hp_takes_the_action_with_it():
    pool = TagPool({"Blight": 1, "Impair": 1, "Curse": 1, "Regen": 1})
    fired = fire(pool, Event("acts", hp=1, sp=1, rolls=True, spend=("Regen",)))
    assert [happened.tag for happened in fired.happened] == ["blight"]
    assert fired.action_lost
    assert fired.choices == ()
    assert fired.pool == TagPool({"Impair": 1, "Curse": 1, "Regen": 1})


def test_silence_forbids_innate_keywords_on_one_action():
    happened, left = one({"Silence": 2}, Event("acts"))
    assert happened.effect == "no_innate_keywords"
    assert left == {"silence": 1}


def test_silence_does_not_mind_reactions():
    assert fire(TagPool({"Silence": 1}), Event("reacts")).pool == TagPool({"Silence": 1})


def test_one_nullify_goes_at_the_first_priority_of_a_round():
    happened, left = one({"Nullify": 2}, Event("round_start"))
    assert happened.text == "Nullify: one is removed. Passive keywords stay off (1 left)."
    assert left == {"nullify": 1}
    assert one(left, Event("priority"))[0].text == "Nullify: one is removed. Passive keywords work again."


def test_nullify_takes_the_only_kind_of_boost_with_it():
    fired = fire(TagPool({"Bless": 2}), Event("tag_gained", tag="Nullify"))
    assert fired.pool == TagPool({"Nullify": 1, "Bless": 1})
    assert [happened.effect for happened in fired.happened] == ["gained", "boost_lost"]
    assert fired.happened[1].data == {"boost": "Bless"}


def test_nullify_takes_the_boost_its_holder_picks():
    fired = fire(TagPool({"Bless": 1, "Ward": 1}), Event("tag_gained", tag="Nullify", remove=("Ward",)))
    assert fired.pool == TagPool({"Nullify": 1, "Bless": 1})
    assert fired.choices == ()


def test_without_a_pick_nullify_asks_for_one():
    fired = fire(TagPool({"Bless": 1, "Ward": 1}), Event("tag_gained", tag="Nullify"))
    assert fired.pool == TagPool({"Nullify": 1, "Bless": 1, "Ward": 1})
    (choice,) = fired.choices
    assert (choice.tag, choice.must, choice.options) == ("nullify", True, ("Ward", "Bless"))


def test_nullify_without_boosts_takes_nothing():
    fired = fire(TagPool(), Event("tag_gained", tag="Nullify"))
    assert [happened.effect for happened in fired.happened] == ["gained"]


def test_a_nullify_that_does_not_fit_takes_no_boost():
    fired = fire(TagPool({"Nullify": 5, "Bless": 1}), Event("tag_gained", tag="Nullify"))
    assert fired.pool == TagPool({"Nullify": 5, "Bless": 1})
    assert [happened.effect for happened in fired.happened] == ["lost"]


def test_two_nullify_take_two_boosts():
    fired = fire(TagPool({"Bless": 3}), Event("tag_gained", tag="Nullify", count=2))
    assert fired.pool == TagPool({"Nullify": 2, "Bless": 1})


def test_gaining_too_many_is_said():
    fired = fire(TagPool({"Curse": 4}), Event("tag_gained", tag="Curse", count=3))
    assert fired.pool == TagPool({"Curse": 5})
    assert [happened.text for happened in fired.happened] == [
        "1 Curse gained.",
        "2 Curse not added: a pool holds at most 5 Curse tags.",
    ]


def test_looking_ahead_uses_nothing_up():
    pool = TagPool({"Curse": 1})
    assert [source.name for source in standing(pool)] == ["Curse"]
    assert pool == TagPool({"Curse": 1})
