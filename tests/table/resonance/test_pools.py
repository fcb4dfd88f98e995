"""Tag pools at the table: their limits, every tag of both lists, and boosts that are spent."""

import pytest

from tests.table.resonance.sparks import Sparks
from webapp.rules.resonance.book import catalogue, events
from webapp.table.refusals import Forbidden, Invalid, Refused

NAMES = [entry.name for kind in ("status", "boost") for entry in catalogue().entries(kind)]


@pytest.mark.parametrize("name", NAMES)
def test_every_tag_can_be_gained_and_is_shown_with_name_kind_colour_and_count(
    sparks: Sparks, name: str
) -> None:
    sparks.give(name, 2)
    [tag] = sparks.piece("pool", audience="player")["tags"]
    entry = catalogue().find(name)
    assert (tag["name"], tag["kind"], tag["colour"], tag["count"]) == (
        *(name, entry.kind, entry.data["colour"]),
        2,
    )


def test_the_sixth_curse_is_refused_in_a_sentence(sparks: Sparks) -> None:
    sparks.give("Curse", 5)
    with pytest.raises(Refused, match="Sparks cannot take Curse: nobody holds more than 5 Curse"):
        sparks.give("Curse")
    assert sparks.pool() == {"Curse": 5}


def test_the_eleventh_status_tag_is_refused_but_ten_boosts_still_fit(sparks: Sparks) -> None:
    sparks.give("Curse", 5)
    sparks.give("Daze", 5)
    with pytest.raises(Refused, match="nobody holds more than 10 status tags"):
        sparks.give("Mark")
    sparks.give("Bless", 5)
    sparks.give("Regen", 5)
    with pytest.raises(Refused, match="nobody holds more than 10 boost tags"):
        sparks.give("Ward")


def test_what_does_not_fit_is_lost_and_said(sparks: Sparks) -> None:
    sparks.give("Curse", 4)
    done = sparks.give("Curse", 3)
    assert "2 Curse lost: nobody holds more than 5 Curse" in done.summary
    assert done.result["added"] == 1


def test_an_unknown_tag_is_refused_with_the_nearest_name(sparks: Sparks) -> None:
    with pytest.raises(Invalid, match="Did you mean Blight"):
        sparks.give("Blihgt")


@pytest.mark.parametrize("event", [row["name"] for row in events() if not str(row["key"]).startswith("tag")])
def test_everything_that_can_happen_may_be_said_of_an_empty_pool(sparks: Sparks, event: str) -> None:
    if event == "breaks free":
        with pytest.raises(Invalid, match="no Bind"):
            sparks.happens(event)
        return
    assert sparks.happens(event).summary.replace(":", "") == f"Sparks {event}"


# ---- the ten status tags ---------------------------------------------------------------------------


def test_blight_takes_a_point_as_she_acts_and_goes(sparks: Sparks) -> None:
    sparks.give("Blight")
    done = sparks.happens("acts")
    assert "Blight: 1 HP lost" in done.summary
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
    with pytest.raises(Refused, match="costs 2 SP, and only 1"):
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
    assert "the attack against you has Advantage" in sparks.happens("is attacked").summary
    assert sparks.pool() == {}


def test_weaken_goes_with_a_loss_but_not_with_one_that_nothing_prevents(sparks: Sparks) -> None:
    sparks.give("Weaken", 2)
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, amount=1, unavoidable=True)
    assert sparks.pool() == {"Weaken": 2}
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, amount=1)
    assert sparks.pool() == {"Weaken": 1}


def test_slow_takes_an_action_and_goes_when_the_turn_ends(sparks: Sparks) -> None:
    sparks.give("Slow", 2)
    assert "one action less" in sparks.happens("turn starts").summary
    assert sparks.pool() == {"Slow": 2}
    sparks.happens("turn ends")
    assert sparks.pool() == {"Slow": 1}


def test_nullify_takes_the_only_boost_along_and_goes_at_the_first_priority(sparks: Sparks) -> None:
    sparks.give("Bless")
    sparks.give("Nullify")
    assert sparks.pool() == {"Nullify": 1}
    assert "Passive keywords work again" in sparks.happens("first priority of the round").summary
    assert sparks.pool() == {}


def test_nullify_lets_the_holder_pick_which_boost_goes(sparks: Sparks) -> None:
    sparks.give("Bless")
    sparks.give("Ward")
    sparks.give("Nullify")
    assert sparks.piece("pool")["must"] == {"count": 1, "options": ["Ward", "Bless"]}
    sparks.oak.take(sparks.alex(), do="resonance.pool.remove", character=sparks.sparks, tags=["Bless"])
    assert sparks.pool() == {"Nullify": 1, "Ward": 1}
    assert sparks.piece("pool")["must"] is None


def test_bind_is_shed_by_an_action_and_one_sp(sparks: Sparks) -> None:
    sparks.give("Bind", 2)
    sparks.happens("breaks free")
    assert (sparks.pool(), sparks.left()[1]) == ({"Bind": 1}, 9)


# ---- the ten boosts --------------------------------------------------------------------------------


def test_boosts_are_offered_for_what_happens_and_only_then(sparks: Sparks) -> None:
    for name in ("Augment", "Regen", "Bless", "Ward"):
        sparks.give(name)
    assert sparks.offers() == []
    sparks.happens("acts", rolls=True)
    assert sparks.offers() == ["Augment", "Bless", "Regen"]
    with pytest.raises(Refused, match="Ward cannot be spent now: An action targets you"):
        sparks.spends("Ward")


@pytest.mark.parametrize(
    ("name", "event", "says"),
    [
        ("Liberate", "would be immobilised", "not immobilised"),
        ("Augment", "acts", "any one keyword"),
        ("Haste", "on the own turn", "One more action|one more action"),
        ("Ward", "is targeted", "does nothing to you"),
        ("Bless", "rolls", "has Advantage"),
        ("Charge", "pays EP", "cost 1 EP less"),
        ("Enhance", "has rolled", "higher by 3"),
    ],
)
def test_a_boost_is_spent_by_its_player(sparks: Sparks, name: str, event: str, says: str) -> None:
    sparks.give(name)
    sparks.happens(event)
    done = sparks.oak.take(sparks.alex(), do="resonance.pool.spend", character=sparks.sparks, tag=name)
    assert any(word in done.summary for word in says.split("|"))
    assert sparks.pool() == {}


def test_a_charge_gives_an_ep_back_that_was_just_paid_once(sparks: Sparks) -> None:
    sparks.give("Charge", 2)
    sparks.happens("pays EP", ep=2)
    sparks.spends("Charge")
    assert (sparks.left()[2], sparks.pool(), sparks.offers()) == (9, {"Charge": 1}, [])


def test_any_number_of_cures_is_spent_on_one_turn(sparks: Sparks) -> None:
    sparks.give("Cure", 2)
    sparks.give("Curse", 2)
    sparks.happens("on the own turn")
    for _ in range(2):
        sparks.spends("Cure")
    assert sparks.pool() == {}


def test_cure_takes_a_status_tag_of_the_holders_choice(sparks: Sparks) -> None:
    sparks.give("Cure")
    sparks.give("Curse")
    sparks.give("Daze")
    sparks.happens("on the own turn")
    sparks.spends("Cure", remove=["Daze"])
    assert sparks.pool() == {"Curse": 1}


def test_regen_gives_a_point_back_to_the_value_that_is_picked(sparks: Sparks) -> None:
    sparks.set(sp=4)
    sparks.give("Regen")
    sparks.happens("acts")
    sparks.spends("Regen", restore="sp")
    assert sparks.left()[1] == 5


def test_obscure_hides_at_ten_and_level_and_stat(sparks: Sparks) -> None:
    sparks.give("Obscure")
    sparks.happens("acts", action="obscure")
    sparks.spends("Obscure", stat=3)
    assert sparks.conditions() == ["Hidden"]
    assert sparks.piece("hiding")["tn"] == 15
    assert not [row for row in sparks.oak.sees("player")["pieces"] if row["kind"] == "hiding"]


def test_a_liberate_keeps_a_bind_out(sparks: Sparks) -> None:
    sparks.give("Liberate")
    sparks.give("Bind")
    assert sparks.offers() == ["Liberate"]
    sparks.spends("Liberate")
    assert sparks.pool() == {}


def test_undo_takes_back_what_a_tap_did_and_leaves_what_came_after(sparks: Sparks) -> None:
    sparks.give("Blight")
    sparks.happens("acts")
    sparks.give("Curse")
    sparks.gm(do="undo")
    sparks.gm(do="undo")
    assert (sparks.left()[0], sparks.pool()) == (10, {"Blight": 1})


def test_a_player_says_what_happens_to_the_own_character_alone(sparks: Sparks) -> None:
    alex = sparks.alex()
    sparks.oak.take(alex, do="resonance.pool.happen", character=sparks.sparks, on="acts")
    with pytest.raises(Forbidden, match="Rook is not yours"):
        sparks.oak.take(alex, do="resonance.pool.happen", character=sparks.rook, on="acts")


def test_a_player_does_not_say_that_tags_just_leave_the_pool(sparks: Sparks) -> None:
    sparks.give("Curse", 3)
    with pytest.raises(Forbidden, match="ask the GM"):
        sparks.oak.take(
            sparks.alex(),
            do="resonance.pool.happen",
            character=sparks.sparks,
            on="loses tags",
            remove=["Curse"],
        )
    assert sparks.pool() == {"Curse": 3}


def test_a_field_that_an_event_does_not_have_is_refused(sparks: Sparks) -> None:
    with pytest.raises(Invalid, match="has no sp"):
        sparks.happens("is attacked", sp=1)


def test_a_bind_keeps_one_from_moving_until_the_last_is_shed(sparks: Sparks) -> None:
    sparks.gm(do="character.edit", character=sparks.sparks, stats={"movement": 4})
    assert sparks.piece("values")["movement"] == 4
    sparks.give("Bind")
    assert (sparks.piece("values")["movement"], sparks.piece("pool")["immobilised"]) == (0, True)
    sparks.happens("breaks free")
    assert (sparks.piece("values")["movement"], sparks.piece("pool")["immobilised"]) == (4, False)


@pytest.mark.parametrize("condition", ["Crouching", "Submerged"])
def test_movement_is_halved_by_what_one_is_in(sparks: Sparks, condition: str) -> None:
    sparks.gm(do="character.edit", character=sparks.sparks, stats={"movement": 4})
    sparks.gm(do="condition.add", character=sparks.sparks, name=condition)
    assert sparks.piece("values")["movement"] == 2


def test_a_nullify_keeps_passive_keywords_off(sparks: Sparks) -> None:
    sparks.give("Nullify")
    assert sparks.piece("pool")["passives_off"] is True


def test_a_player_may_ask_for_a_tag_and_the_gm_gives_it(sparks: Sparks) -> None:
    wanted = {"do": "resonance.pool.add", "character": sparks.sparks, "tag": "Bless"}
    proposed = sparks.oak.take(sparks.alex(), do="proposal.make", command=wanted)
    assert proposed.summary == "Proposed: 1 Bless for Sparks"
    sparks.gm(do="proposal.accept", proposal=proposed.result["proposal"])
    assert sparks.pool() == {"Bless": 1}
