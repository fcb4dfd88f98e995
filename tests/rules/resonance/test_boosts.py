"""The ten boost tags: offered on their trigger, spent by choice, one at a time."""

import pytest

from webapp.games.resonance.rules import Event, TagPool, Value, fire
from webapp.rules.errors import RuleError


def offered(pool, event):
    return [choice.tag for choice in fire(TagPool(pool), event).choices]


def spent(pool, event):
    """What the boost did, and the pool after it."""
    fired = fire(TagPool(pool), event)
    return fired.happened[-1], dict(fired.pool)


ALL = dict.fromkeys(
    ["Liberate", "Augment", "Haste", "Ward", "Bless", "Charge", "Cure", "Regen", "Enhance", "Obscure"], 1
)


@pytest.mark.parametrize(
    ("event", "boosts"),
    [
        (Event("immobilised"), ["liberate"]),
        (Event("action_declared"), ["augment", "haste", "regen", "obscure"]),
        (Event("action_declared", action="Move"), ["haste", "regen"]),
        (
            Event("action_declared", ep=2, rolls=True),
            ["augment", "haste", "bless", "charge", "regen", "obscure"],
        ),
        (Event("reaction_declared"), []),
        (Event("turn_start"), ["haste"]),
        (Event("own_turn"), ["haste"]),
        (Event("own_turn", actions=6), []),
        (Event("turn_end"), []),
        (Event("targeted"), ["ward"]),
        (Event("attacked"), []),
        (Event("roll"), ["bless"]),
        (Event("roll_resolved"), ["enhance"]),
        (Event("ep_paid", ep=1), ["charge"]),
        (Event("ep_paid", ep=0), []),
        (Event("sp_paid"), []),
        (Event("round_start"), []),
        (Event("value_loss"), []),
    ],
)
def test_when_each_boost_is_offered(event, boosts):
    assert offered(ALL, event) == boosts


def test_a_boost_is_never_spent_by_itself():
    assert fire(TagPool(ALL), Event("roll")).pool == TagPool(ALL)


def test_liberate_negates_what_would_immobilise():
    happened, left = spent({"Liberate": 1}, Event("immobilised", spend=("Liberate",)))
    assert happened.text == "Liberate: the effect does not immobilise you."
    assert left == {}


def test_liberate_keeps_a_bind_out_of_the_pool():
    assert offered({"Liberate": 1}, Event("tag_gained", tag="Bind")) == ["liberate"]
    happened, left = spent({"Liberate": 2}, Event("tag_gained", tag="Bind", spend=("Liberate",)))
    assert happened.effect == "ignored"
    assert left == {"liberate": 1}


def test_augment_adds_a_keyword():
    happened, left = spent({"Augment": 1}, Event("acts", action="Activate", spend=("Augment",)))
    assert happened.effect == "keyword"
    assert left == {}


def test_haste_adds_an_action():
    happened, left = spent({"Haste": 2}, Event("own_turn", actions=2, spend=("Haste",)))
    assert (happened.effect, happened.amount, happened.data) == ("actions", 1, {"actions": 3})
    assert left == {"haste": 1}


def test_haste_comes_on_top_of_what_slow_left():
    fired = fire(TagPool({"Haste": 1, "Slow": 1}), Event("turn_start", actions=3, spend=("Haste",)))
    assert [happened.data["actions"] for happened in fired.happened] == [2, 3]


def test_haste_never_makes_a_seventh_action():
    with pytest.raises(RuleError, match="Haste cannot be spent now"):
        fire(TagPool({"Haste": 1}), Event("own_turn", actions=6, spend=("Haste",)))


def test_ward_ignores_the_action():
    happened, left = spent({"Ward": 2}, Event("targeted", spend=("Ward",)))
    assert (happened.effect, happened.text) == ("ignored", "Ward: the action has no effect on you.")
    assert left == {"ward": 1}


def test_bless_gives_advantage_before_the_roll_against_the_disadvantage_of_a_curse():
    fired = fire(TagPool({"Bless": 1, "Curse": 2}), Event("roll", spend=("Bless",)))
    assert [(source.name, source.modifier.value) for source in fired.sources] == [
        ("Curse", "disadvantage"),
        ("Bless", "advantage"),
    ]
    assert fired.pool == TagPool({"Curse": 1})


def test_charge_saves_one_ep():
    happened, left = spent({"Charge": 2}, Event("ep_paid", ep=2, spend=("Charge",)))
    assert (happened.effect, happened.amount, happened.data) == ("ep_cost", -1, {"cost": 1})
    assert left == {"charge": 1}


def test_cure_removes_the_status_tag_one_picks():
    event = Event("own_turn", spend=("Cure",), remove=("Blight",))
    happened, left = spent({"Cure": 1, "Blight": 1, "Curse": 2}, event)
    assert happened.data == {"cured": "Blight"}
    assert left == {"curse": 2}


def test_cure_needs_no_pick_if_there_is_only_one_kind():
    assert spent({"Cure": 1, "Curse": 2}, Event("own_turn", spend=("Cure",)))[1] == {"curse": 1}


def test_cure_asks_which():
    with pytest.raises(RuleError, match="Pick the status tag that Cure removes: Curse, Blight") as refused:
        fire(TagPool({"Cure": 1, "Blight": 1, "Curse": 2}), Event("own_turn", spend=("Cure",)))
    assert refused.value.field == "remove"


def test_cure_is_not_offered_without_a_status_tag():
    assert offered({"Cure": 1}, Event("own_turn")) == []
    (choice,) = fire(TagPool({"Cure": 1, "Curse": 1}), Event("own_turn")).choices
    assert (choice.needs, choice.options) == (("remove",), ("Curse",))


def test_cure_on_the_turn_keeps_blight_from_biting():
    cured = fire(TagPool({"Cure": 1, "Blight": 1}), Event("own_turn", spend=("Cure",)))
    assert fire(cured.pool, Event("acts")).happened == ()


def test_regen_gives_a_point_back():
    happened, left = spent({"Regen": 1}, Event("acts", spend=("Regen",), restore=Value.EP))
    assert (happened.effect, happened.amount, happened.data) == ("restored", 1, {"value": "ep"})
    assert left == {}


def test_enhance_adds_the_holders_influence_after_the_roll():
    happened, left = spent({"Enhance": 1}, Event("roll_resolved", spend=("Enhance",), influence=3))
    assert (happened.effect, happened.amount) == ("bonus", 3)
    assert left == {}


def test_obscure_hides_at_ten_plus_level_plus_stat():
    happened, left = spent({"Obscure": 1}, Event("acts", spend=("Obscure",), level=2, stat=3))
    assert (happened.effect, happened.data) == ("hidden", {"tn": 15})
    assert left == {}


def test_obscure_is_the_action_so_it_excludes_augment():
    with pytest.raises(RuleError, match="cannot be spent now"):
        fire(TagPool(ALL), Event("acts", spend=("Obscure", "Augment")))


def test_only_one_of_a_boost_goes_on_one_event():
    with pytest.raises(RuleError, match="Only one Bless"):
        Event("roll", spend=("Bless", "bless"))


def test_a_boost_just_spent_is_not_offered_again():
    fired = fire(TagPool({"Bless": 2}), Event("roll", spend=("Bless",)))
    assert fired.choices == ()
    assert fired.pool == TagPool({"Bless": 1})


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (Event("roll", spend=("Ward",)), "Ward cannot be spent now"),
        (Event("roll", spend=("Liberate",)), "no Liberate in the pool"),
    ],
)
def test_boosts_that_do_not_fit_are_refused(event, says):
    with pytest.raises(RuleError, match=says) as refused:
        fire(TagPool({"Ward": 1}), event)
    assert refused.value.field == "spend"


def test_a_status_tag_cannot_be_spent():
    with pytest.raises(RuleError, match="Curse is a status tag"):
        Event("roll", spend=("Curse",))
