"""The ten status tags at the table: each bites on what happens, and says so."""

import pytest

from tests.table.resonance.sparks import Sparks
from webapp.table.refusals import Refused


def test_blight_takes_a_point_as_she_acts_and_goes(sparks: Sparks) -> None:
    sparks.give("Blight")
    done = sparks.happens("acts")
    assert "Sparks loses 1 HP, now 9 of 10" in done.summary
    assert (sparks.left()[0], sparks.pool()) == (9, {})


def test_blight_that_takes_the_last_hp_takes_the_action_too(sparks: Sparks) -> None:
    sparks.set(hp=1)
    sparks.give("Blight")
    assert sparks.happens("acts", sp=2).result["lost"] is True
    assert sparks.left() == (0, 10, 10)
    assert sparks.conditions() == ["Unconscious"]


def test_blight_bites_on_a_reaction_and_takes_what_the_gm_says(sparks: Sparks) -> None:
    sparks.give("Blight")
    sparks.happens("reacts", value="ep")
    assert sparks.left() == (10, 10, 9)


def test_impair_makes_an_action_cost_one_sp_more(sparks: Sparks) -> None:
    sparks.give("Impair")
    sparks.happens("pays SP", sp=1)
    assert (sparks.left()[1], sparks.pool()) == (8, {})


def test_a_cost_that_cannot_be_paid_is_refused_whole(sparks: Sparks) -> None:
    sparks.set(sp=1)
    sparks.give("Impair")
    with pytest.raises(Refused, match="costs 2 SP, with only 1 left"):
        sparks.happens("pays SP", sp=1)
    assert (sparks.left()[1], sparks.pool()) == (1, {"Impair": 1})


def test_silence_goes_with_the_next_action(sparks: Sparks) -> None:
    sparks.give("Silence", 2)
    assert "no innate keywords" in sparks.happens("acts").summary
    assert sparks.pool() == {"Silence": 1}


def test_curse_gives_disadvantage_once(sparks: Sparks) -> None:
    sparks.give("Curse", 2)
    assert "Curse: this roll has Disadvantage" in sparks.happens("rolls").summary
    assert sparks.pool() == {"Curse": 1}


def test_daze_counts_all_and_takes_one(sparks: Sparks) -> None:
    sparks.give("Daze", 3)
    assert "the SR is 3 lower" in sparks.happens("rolls", sr=9).summary
    assert sparks.pool() == {"Daze": 2}


def test_mark_helps_the_attacker_and_goes(sparks: Sparks) -> None:
    sparks.give("Mark")
    assert "the attack on them has Advantage" in sparks.happens("is attacked").summary
    assert sparks.pool() == {}


def test_weaken_goes_with_a_loss_but_not_with_one_that_nothing_prevents(sparks: Sparks) -> None:
    sparks.give("Weaken", 2)
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, amount=1, unavoidable=True)
    assert sparks.pool() == {"Weaken": 2}
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, amount=1)
    assert sparks.pool() == {"Weaken": 1}


def test_slow_takes_an_action_and_goes_when_the_turn_ends(sparks: Sparks) -> None:
    sparks.give("Slow", 2)
    assert "one action fewer" in sparks.happens("turn starts").summary
    assert sparks.pool() == {"Slow": 2}
    sparks.happens("turn ends")
    assert sparks.pool() == {"Slow": 1}


def test_nullify_lets_the_holder_pick_which_boost_goes(sparks: Sparks) -> None:
    sparks.give("Bless")
    sparks.give("Ward")
    sparks.give("Nullify")
    assert sparks.piece("pool")["must"] == {"count": 1, "options": ["Ward", "Bless"]}
    sparks.oak.dispatch(sparks.alex(), do="resonance.pool.remove", character=sparks.sparks, tags=["Bless"])
    assert sparks.pool() == {"Nullify": 1, "Ward": 1}
    assert sparks.piece("pool")["must"] is None


def test_bind_is_shed_by_an_action_and_one_sp(sparks: Sparks) -> None:
    sparks.give("Bind", 2)
    sparks.happens("breaks free")
    assert (sparks.pool(), sparks.left()[1]) == ({"Bind": 1}, 9)


def test_a_bind_keeps_one_from_moving_until_the_last_is_shed(sparks: Sparks) -> None:
    sparks.gm(do="character.edit", character=sparks.sparks, stats={"movement": 4})
    assert sparks.piece("values")["movement"] == 4
    sparks.give("Bind")
    assert (sparks.piece("values")["movement"], sparks.piece("pool")["immobilised"]) == (0, True)
    sparks.happens("breaks free")
    assert (sparks.piece("values")["movement"], sparks.piece("pool")["immobilised"]) == (4, False)


def test_a_nullify_keeps_passive_keywords_off(sparks: Sparks) -> None:
    sparks.give("Nullify")
    assert sparks.piece("pool")["passives_off"] is True
