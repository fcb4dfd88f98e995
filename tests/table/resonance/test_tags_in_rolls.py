"""Tags of a pool in a roll: said before it, used up by it, spent after it, given back by undo."""

import pytest

from tests.table.resonance.rolling import apply, attack, call, counted, lines, roll, view
from tests.table.resonance.sparks import Sparks
from webapp.table.refusals import Refused


def test_a_silence_forbids_innate_keywords_and_goes_with_the_action(sparks: Sparks) -> None:
    says = "Silence: no innate keywords on this action."
    sparks.give("Silence")
    check = call(sparks, tn=9, keywords=True)
    assert view(sparks, check, "player")["blocked"] == [says]
    with pytest.raises(Refused, match="no innate keywords"):
        roll(sparks, check, 9, 3)
    assert sparks.pool() == {"Silence": 1}
    sparks.gm(do="check.edit", check=check, keywords=False)
    assert view(sparks, check, "player")["notes"] == [says]
    roll(sparks, check, 9, 3)
    assert sparks.pool() == {}


def test_mark_helps_an_attack_and_is_used_up_by_it(sparks: Sparks) -> None:
    sparks.give("Mark", 2)
    check = attack(sparks)
    assert counted(sparks, check) == [("Mark", "advantage")]
    roll(sparks, check, 6, 2)
    assert sparks.pool() == {"Mark": 1}


def test_whoever_is_unknown_rolls_with_what_they_carry(sparks: Sparks) -> None:
    """Curse, Mark and conditions count whoever may see them; players hear of something at most."""
    unknown = sparks.oak.character("Shade", kind="npc", stats={"level": 2})
    sparks.give("Curse", who=unknown)
    check = call(sparks, unknown, roll="attack", target=sparks.sparks)
    assert counted(sparks, check) == [("Curse", "disadvantage")]
    sparks.gm(do="condition.add", character=unknown, name="High Ground")
    aimed = call(sparks, unknown, roll="attack", target=sparks.sparks, band="near")
    assert ("High Ground", "advantage") in counted(sparks, aimed)
    sparks.give("Mark", who=unknown)
    sparks.gm(do="condition.add", character=unknown, name="Exposed")
    theirs = call(sparks, roll="attack", target=unknown)
    assert counted(sparks, theirs) == [("Mark", "advantage"), ("Exposed", "advantage")]
    assert {each["name"] for each in view(sparks, theirs, "player")["counted"]} == {"something"}


def test_a_curse_in_a_pool_that_players_do_not_see_counts(sparks: Sparks) -> None:
    sparks.gm(do="resonance.pool.edit", character=sparks.captain, visibility="secret")
    sparks.give("Curse", who=sparks.captain)
    check = attack(sparks)
    assert counted(sparks, check) == [("Curse", "disadvantage")]
    assert [each["name"] for each in view(sparks, check, "player")["counted"]] == ["something"]


def test_what_the_table_made_forbids_and_calls_to_mind(sparks: Sparks) -> None:
    """Tags of the table's own forbid or are noted; a condition of its own on the target hinders."""
    blocks = {"on": "attack", "modifier": "blocks", "note": "no room to swing"}
    web = sparks.gm(do="tag.add", name="Webs", effects=[blocks]).result["tag"]
    sparks.gm(do="tag.add", name="Echoes", effects=[{"on": "attack", "modifier": "note"}])
    effects = [{"on": "attack", "modifier": "disadvantage"}]
    sparks.gm(do="condition.add", character=sparks.sparks, name="Blurred", effects=effects)
    check = attack(sparks)
    assert view(sparks, check)["blocked"] == ["Webs: no room to swing."]
    assert view(sparks, check)["notes"] == ["Echoes: attack."]
    assert counted(sparks, check) == [("Blurred", "disadvantage")]
    sparks.gm(do="tag.remove", tag=web)
    assert view(sparks, check)["ready"]


def test_daze_lowers_the_roll_and_weaken_the_resistance(sparks: Sparks) -> None:
    sparks.give("Daze", 2, sparks.captain)
    sparks.give("Weaken", 3)
    check = attack(sparks)
    assert view(sparks, check)["numbers"]["against"] == 6
    assert roll(sparks, check, 6, 2)["data"]["total"] == 10  # 6 - 2 + 2 + 4
    assert sparks.pool(sparks.captain) == {"Daze": 1}
    apply(sparks, check)
    assert (sparks.left()[0], sparks.pool()) == (6, {"Weaken": 2})


def test_blight_bites_as_she_rolls_and_costs_are_paid_with_impair(sparks: Sparks) -> None:
    sparks.give("Blight")
    sparks.give("Impair")
    check = call(sparks, tn=9, sp=1, ep=2)
    result = roll(sparks, check, 9, 3)
    assert [each["says"] for each in result["happened"]] == [
        "Sparks, Blight: a loss that nothing can prevent",
        "Sparks, Impair: the action costs 1 SP more, 2 in all",
        "Sparks loses 1 HP, now 9 of 10",
        "Sparks pays 2 SP, now 8",
        "Sparks pays 2 EP, now 8",
    ]
    assert (sparks.left(), sparks.pool()) == ((9, 8, 8), {})


def test_a_blight_that_takes_the_last_hp_takes_the_roll(sparks: Sparks) -> None:
    sparks.set(hp=1)
    sparks.give("Blight")
    check = call(sparks, tn=9, sp=2)
    result = sparks.gm(do="check.roll", check=check).result
    assert (result["outcome"], sparks.left()) == ("lost", (0, 10, 10))
    assert view(sparks, check)["state"] == "resolved"


def test_a_charge_takes_an_ep_off_what_waits_to_be_paid(sparks: Sparks) -> None:
    sparks.give("Charge")
    check = call(sparks, tn=9, ep=2)
    sparks.spends("Charge")
    roll(sparks, check, 9, 3)
    assert sparks.left()[2] == 9


def test_enhance_after_the_roll_turns_a_failure_and_proposes_anew(sparks: Sparks) -> None:
    sparks.give("Enhance")
    door = sparks.oak.clock("Door", 8, kind="task", direction="drain")
    check = call(sparks, tn=12, targets=[door])
    assert roll(sparks, check, 6, 3)["success"] is False  # 11
    sparks.spends("Enhance")  # Influence 3
    assert view(sparks, check)["result"]["data"]["total"] == 14
    apply(sparks, check)
    assert sparks.oak.sees()["clocks"][0]["filled"] == 6


def test_ward_keeps_what_was_aimed_at_one_away(sparks: Sparks) -> None:
    sparks.give("Ward")
    check = attack(sparks)
    roll(sparks, check, 6, 2)
    sparks.oak.dispatch(sparks.alex(), do="resonance.pool.spend", character=sparks.sparks, tag="Ward")
    assert lines(sparks) == []
    apply(sparks, check)
    assert sparks.left()[0] == 10


def test_a_ward_spent_before_the_roll_ignores_what_comes_of_it(sparks: Sparks) -> None:
    sparks.give("Ward", 2)
    check = attack(sparks, others=[sparks.rook], gives="curse")
    sparks.oak.dispatch(sparks.alex(), do="resonance.pool.spend", character=sparks.sparks, tag="Ward")
    assert sparks.offers() == []
    roll(sparks, check, 7, 7, 9, 2)
    sparks.gm(do="resonance.critical", check=check, pick="surface")
    apply(sparks, check)
    assert (sparks.left(), sparks.pool()) == ((10, 10, 10), {"Ward": 1})
    assert sparks.left(sparks.rook)[0] == 0
    assert sparks.pool(sparks.rook) == {"Curse": 1, "Daze": 1}


def test_undo_of_a_whole_check_gives_tags_and_values_back(sparks: Sparks) -> None:
    sparks.give("Blight", who=sparks.captain)
    sparks.give("Mark")
    check = attack(sparks)
    roll(sparks, check, 6, 2)
    apply(sparks, check)
    sparks.gm(do="undo")
    sparks.gm(do="undo")
    assert (sparks.left(), sparks.pool(), sparks.pool(sparks.captain)) == (
        (10, 10, 10),
        {"Mark": 1},
        {"Blight": 1},
    )
    assert sparks.left(sparks.captain) == (10, 10, 10)
