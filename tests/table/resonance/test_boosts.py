"""The ten boosts at the table: offered for what happens, spent by choice."""

import pytest

from tests.table.resonance.rolling import attack, call, roll, view
from tests.table.resonance.sparks import Sparks
from tests.table.resonance.turning import begin
from webapp.games.resonance.views.boosts import at_checks
from webapp.table.refusals import Invalid, Refused


def test_no_enhance_is_offered_on_a_miss(sparks: Sparks) -> None:
    """Seed 001:73: a Miss fails whatever is added."""
    for tag in ("Enhance", "Curse"):
        sparks.give(tag)
    for dice, offered in (([[8, 1]], []), ([[8, 3]], ["Enhance"])):
        sparks.give("Curse")
        asked = {"character": sparks.sparks, "stat": "technique", "tn": 30}
        check = sparks.gm(do="check.call", **asked).result["check"]
        sparks.gm(do="check.roll", check=check, dice=dice)
        assert [each for each in sparks.offers() if each == "Enhance"] == offered
        if not offered:
            with pytest.raises(
                Refused, match="the roll is not a Miss, and none of its effects has been applied"
            ):
                sparks.spends("Enhance")


def test_boosts_are_offered_for_what_happens_and_only_then(sparks: Sparks) -> None:
    for name in ("Augment", "Regen", "Bless", "Ward"):
        sparks.give(name)
    assert sparks.offers() == []
    sparks.happens("acts", rolls=True)
    assert sparks.offers() == ["Augment", "Bless", "Regen"]
    with pytest.raises(Refused, match=r"Ward cannot be spent now\. Trigger: An action targets you"):
        sparks.spends("Ward")


def test_a_bless_is_offered_before_the_roll_and_not_after_it(sparks: Sparks) -> None:
    sparks.give("Bless", 2)
    sparks.give("Daze")
    check = call(sparks, tn=9)
    assert sparks.offers() == ["Bless"]
    assert "has Advantage" in sparks.spends("Bless").summary
    roll(sparks, check, 4, 9)
    assert view(sparks, check)["result"]["data"]["sr"] == 8  # the higher die, less one Daze
    assert sparks.offers() == []
    with pytest.raises(Refused, match="Bless cannot be spent now"):
        sparks.spends("Bless")


def test_a_boost_stands_at_the_check_that_it_would_be_spent_on(sparks: Sparks) -> None:
    sparks.give("Bless")
    sparks.give("Ward")
    own, upon = call(sparks, tn=9), attack(sparks)
    at = {
        check: [boost["key"] for _, _, boost in found]
        for check, found in at_checks(sparks.oak.view()).items()
    }
    assert at == {own: ["bless"], upon: ["ward"]}


@pytest.mark.parametrize(
    ("name", "event", "says"),
    [
        ("Liberate", "would be immobilised", "not immobilised"),
        ("Augment", "acts", "any one keyword"),
        ("Haste", "on the own turn", "One more action|one more action"),
        ("Ward", "is targeted", "has no effect on them"),
        ("Charge", "pays EP", "cost 1 EP less"),
        ("Enhance", "has rolled", "higher by 3"),
    ],
)
def test_a_boost_is_spent_by_its_player(sparks: Sparks, name: str, event: str, says: str) -> None:
    sparks.give(name)
    sparks.happens(event)
    done = sparks.oak.dispatch(sparks.alex(), do="resonance.pool.spend", character=sparks.sparks, tag=name)
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


def test_a_liberate_negates_the_whole_effect_and_no_older_one(sparks: Sparks) -> None:
    sparks.give("Bind", 2)
    sparks.give("Liberate")
    sparks.give("Bind", 2)
    sparks.spends("Liberate")
    assert sparks.pool() == {"Bind": 2}
    sparks.give("Bind", 2)
    sparks.give("Liberate")
    sparks.give("Bind", 3)  # one fits, two are lost
    sparks.spends("Liberate")
    assert sparks.pool() == {"Bind": 4}


def test_a_regen_without_a_value_is_refused(sparks: Sparks) -> None:
    sparks.give("Regen")
    sparks.happens("acts")
    with pytest.raises(Invalid, match="Choose what Regen restores: hp, sp or ep"):
        sparks.spends("Regen")
    assert sparks.pool() == {"Regen": 1}


def test_a_second_ward_against_one_action_is_not_needed(sparks: Sparks) -> None:
    sparks.give("Ward", 2)
    attack(sparks)
    sparks.spends("Ward")
    with pytest.raises(Refused, match="The action no longer affects this character"):
        sparks.spends("Ward")


def test_one_of_each_boost_goes_on_one_roll(sparks: Sparks) -> None:
    for tag in ("Regen", "Charge", "Enhance"):
        sparks.give(tag, 2)
    sparks.set(hp=5)
    check = call(sparks, tn=9, ep=3)
    assert sparks.offers() == ["Charge", "Regen"]
    sparks.spends("Regen", restore="hp")
    sparks.spends("Charge")
    assert sparks.offers() == []
    with pytest.raises(Refused, match=r"^Charge has already been spent on this roll"):
        sparks.spends("Charge")
    roll(sparks, check, 4, 9)
    assert sparks.left() == (6, 10, 8)
    sparks.spends("Enhance")
    assert (view(sparks, check)["result"]["data"]["total"], sparks.offers()) == (12, [])


@pytest.mark.parametrize(("kind", "offered"), [("effort", []), ("hide", []), ("effect", ["Augment"])])
def test_augment_goes_with_an_ability_that_is_activated_and_obscure_is_an_action_of_its_own(
    sparks: Sparks, kind: str, offered: list[str]
) -> None:
    sparks.give("Augment")
    sparks.give("Obscure")
    call(sparks, roll=kind, target=sparks.rook if kind == "effect" else None, tn=9)
    assert sparks.offers() == offered
    sparks.happens("acts")
    assert "Obscure" in sparks.offers()


def test_obscure_is_built_on_a_stat_of_the_sheet(sparks: Sparks) -> None:
    sparks.give("Obscure")
    sparks.happens("acts")
    with pytest.raises(Refused, match="No stat has the value 5"):
        sparks.spends("Obscure", stat=5)


def test_a_refused_boost_says_what_is_in_its_way(sparks: Sparks) -> None:
    for name, count in (("Haste", 5), ("Cure", 1), ("Bless", 1)):
        sparks.give(name, count)
    begin(sparks)
    with pytest.raises(Refused, match="Sparks has no status tag that Cure could remove"):
        sparks.spends("Cure")
    with pytest.raises(Refused, match="Trigger: You are about to roll"):
        sparks.spends("Bless")
    for _ in range(3):
        sparks.spends("Haste")
    with pytest.raises(Refused, match="Sparks cannot have more than 6 actions in a round"):
        sparks.spends("Haste")
