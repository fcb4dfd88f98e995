"""Twists at the table: offered, taken or refused, once, before anything follows."""

import pytest

from tests.table.mettle.brawl import Brawl, arm, numbers
from tests.table.mettle.test_journeys import drive, race
from webapp.games.mettle.views.pending import twists as open_to_a_twist
from webapp.state.audience import GM
from webapp.state.proposal_sentences import describe_proposal
from webapp.table.refusals import Forbidden, Refused
from webapp.views.panels import make_panels
from webapp.views.table_view_factory import project


def test_a_twist_rerolls_edge_once_if_both_agree(yard: Brawl) -> None:
    """5 dice against MOTIVE 3: [1, 4, 4, 5, 6] fails; the four again as [1, 3, 5, 5] give 5/2."""
    ana = yard.play("Ana", "Ann")
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    check = yard.call("Ann", "rattle", "Bog")
    yard.roll(check, 1, 4, 4, 5, 6)
    with pytest.raises(Refused, match="Nobody has offered"):
        yard.dispatch(ana, do="mettle.twist.accept", check=check)
    yard.gm(do="mettle.twist.offer", check=check, text="Delay: lose the next Action", delay=True)
    done = yard.dispatch(ana, do="mettle.twist.accept", check=check, dice=[1, 3, 5, 5])
    taken = "Ann takes the Twist “Delay: lose the next Action”; Edge dice rerolled: 1, 3, 5, 5"
    came = "Ann, “Rattle Bog”: Great. Score 5 against Difficulty 3, 2 Edge: a success, Great."
    assert done.summary == f"{taken}; {came} Ann loses their next Action"
    seen = numbers(yard, check)
    assert (seen["result"]["success"], seen["result"]["data"]["score"]) == (True, 5)
    yard.apply(check)
    assert yard.statuses("Bog") == {"Rattled": 3}
    ann = next(each for each in yard.piece("fight")["combatants"] if each["character"] == yard.who("Ann"))
    assert ann["state"] == "delayed"
    with pytest.raises(Refused, match="not been twisted yet"):
        yard.gm(do="mettle.twist.offer", check=check, text="again")


def test_a_twist_without_words_is_delay(yard: Brawl) -> None:
    """Seed 003:94: "The default Twist for Actions is Delay"."""
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    check = yard.call("Ann", "rattle", "Bog")
    yard.roll(check, 1, 4, 4, 5, 6)
    yard.gm(do="mettle.twist.offer", check=check)
    assert yard.piece("twist")["text"] == "Delay: lose the next Action"
    yard.gm(do="mettle.twist.accept", check=check, dice=[1, 3, 5, 5])
    ann = next(each for each in yard.piece("fight")["combatants"] if each["character"] == yard.who("Ann"))
    assert ann["state"] == "delayed"


def test_a_twist_may_be_refused_and_belongs_to_who_rolled(yard: Brawl) -> None:
    ben = yard.play("Ben", "Cai")
    check = yard.call("Ann", "rattle", "Bog")
    yard.roll(check, 1, 4, 4, 5, 6)
    yard.gm(do="mettle.twist.offer", check=check, text="a friend takes offence")
    with pytest.raises(Forbidden, match="Only the GM and this character"):
        yard.dispatch(ben, do="mettle.twist.accept", check=check)
    yard.gm(do="mettle.twist.refuse", check=check)
    assert [each for each in yard.sees()["pieces"] if each["kind"] == "twist"] == []


def test_anybody_at_the_table_suggests_a_twist_in_their_own_words_and_the_gm_offers_it(yard: Brawl) -> None:
    ana, ben = yard.play("Ana", "Ann"), yard.play("Ben", "Cai")
    check = yard.call("Ann", "rattle", "Bog")
    yard.roll(check, 1, 4, 4, 5, 6)
    twist = {"do": "mettle.twist.offer", "check": check, "text": "Bog laughs at you"}
    asked = yard.dispatch(ben, do="proposal.make", command=twist).result["proposal"]
    with pytest.raises(Refused, match="Nobody has offered"):
        yard.dispatch(ana, do="mettle.twist.accept", check=check)
    yard.gm(do="proposal.accept", proposal=asked)
    assert (
        yard.dispatch(ana, do="mettle.twist.accept", check=check, dice=[1, 3, 5, 5]).result["check"] == check
    )


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "a Twist: Delay"),
        ({"stop": "The mine"}, "a Twist: lost, arriving at The mine"),
        ({"text": "the rope tears", "stop": "The mine"}, "a Twist: the rope tears"),
    ],
)
def test_a_proposed_twist_says_what_it_is_without_words(yard: Brawl, sent: dict[str, str], said: str) -> None:
    assert describe_proposal(yard.state(), {"do": "mettle.twist.offer", "check": 1, **sent}, GM) == said


def twists(yard: Brawl) -> list[str]:
    """Whose failed Checks the GM may still twist."""
    return [check.who for check, _, _ in open_to_a_twist(yard.view())]


def docked(yard: Brawl) -> list[str]:
    """What waits for the GM, wherever they have scrolled."""
    return [each.words for each in make_panels(yard.view(), GM)["waits"].it.first]


def test_a_twist_stays_on_offer_once_what_follows_was_applied_and_takes_that_back(yard: Brawl) -> None:
    yard.gm(do="mettle.travel.map", name="The island", stops=["Bay", "Temple"])
    yard.gm(do="mettle.travel.path", one="Bay", other="Temple", difficulty=5)
    check = yard.gm(do="mettle.travel.go", stop="Temple", character=yard.who("Ann")).result["check"]
    yard.roll(check, 1, 1, 5, 6)
    yard.gm(do="mettle.twist.offer", check=check, text="lose supplies or goods")
    assert twists(yard) == ["Ann"]
    yard.apply(check)
    assert yard.piece("map")["way"] == "Temple"
    assert (twists(yard), yard.piece("twist")["text"]) == (["Ann"], "lose supplies or goods")
    yard.gm(do="mettle.twist.accept", check=check, dice=[3, 3])
    assert (yard.piece("map")["way"], yard.piece("map")["at"]) == (None, "Bay")
    yard.apply(check)
    assert (yard.piece("map")["way"], yard.piece("map")["at"]) == (None, "Temple")
    yard.gm(do="undo")
    assert (yard.piece("map")["way"], yard.piece("map")["at"]) == (None, "Bay")


def test_a_twist_may_still_be_offered_once_what_follows_was_applied(yard: Brawl) -> None:
    yard.gm(do="mettle.hurt", character=yard.who("Bog"), by=9)
    check = yard.call("Ann", "heal", "Bog")
    yard.roll(check, 1, 4, 4)
    yard.apply(check)
    assert "Dead" in yard.statuses("Bog")
    assert (twists(yard), docked(yard)) == ([], [])
    yard.gm(do="mettle.twist.offer", check=check, text="the tools are spoilt")
    yard.gm(do="mettle.twist.accept", check=check, dice=[3, 4])
    assert "Dead" not in yard.statuses("Bog")
    yard.apply(check)
    assert yard.statuses("Bog") == {"Staggered": 0, "Stable": 1}


def test_a_twist_waits_until_later_changes_are_taken_back(yard: Brawl) -> None:
    yard.gm(do="mettle.hurt", character=yard.who("Bog"), by=9)
    check = yard.call("Ann", "heal", "Bog")
    yard.roll(check, 1, 4, 4)
    yard.apply(check)
    yard.gm(do="mettle.twist.offer", check=check, text="the tools are spoilt")
    yard.gm(do="mettle.status.end", character=yard.who("Bog"), status="dead")
    with pytest.raises(Refused, match="has since been removed"):
        yard.gm(do="mettle.twist.accept", check=check, dice=[3, 4])
    assert yard.piece("twist")["text"] == "the tools are spoilt"


def test_the_newest_roll_waits_for_a_twist_and_is_docked_until_the_next(yard: Brawl) -> None:
    yard.roll(yard.call("Ann", "rattle", "Bog"), 1, 4, 4, 5, 6)
    assert docked(yard) == ["Ann failed with 4 Edge: offer a Twist?"]
    newest = yard.call("Cai", "rattle", "Bog")
    assert docked(yard) == ["Cai: Rattle Bog", "Ann failed with 4 Edge: offer a Twist?"]
    yard.roll(newest, 1, 4, 4)
    assert (twists(yard), docked(yard)) == (["Cai"], ["Cai failed with 2 Edge: offer a Twist?"])
    yard.gm(do="mettle.twist.offer", check=newest, text="Bog laughs")
    yard.roll(yard.call("Bog", "rattle", "Cai"), 1, 4, 4, 4)
    assert (twists(yard), docked(yard)) == (["Cai", "Bog"], ["Bog failed with 3 Edge: offer a Twist?"])


def test_a_roll_and_a_danger_wait_for_the_gm(yard: Brawl) -> None:
    yard.gm(do="mettle.hazard.add", name="Bonfire", zone=yard.zone("Melee"))
    assert docked(yard) == []
    check = yard.call("Ann", "attack", "Bog")
    assert docked(yard) == ["Ann: Attack on Bog", "Ann is within reach of Bonfire"]
    yard.roll(check, 3, 3, 3, 4, 4)
    assert docked(yard)[0] == "Ann hits Bog: 2 Mettle; GM decides"
    yard.apply(check)
    assert docked(yard) == ["Bog is within reach of Bonfire"]


def test_both_halves_of_a_split_attack_wait_for_a_twist(yard: Brawl) -> None:
    split = {"do": "mettle.action.split", "character": yard.who("Ann"), "dice": 3}
    halves = yard.gm(**split, foes=[yard.who("Bog"), yard.who("Cai")]).result["checks"]
    yard.roll(halves[0], 1, 1, 4)
    yard.roll(halves[1], 3, 3)
    assert twists(yard) == ["Ann"]


def test_a_delay_without_a_fight_is_a_status(yard: Brawl) -> None:
    check = yard.call("Ann", "rattle", "Bog")
    yard.roll(check, 1, 4, 4, 5, 6)
    yard.gm(do="mettle.twist.offer", check=check, text="Delay", delay=True)
    yard.gm(do="mettle.twist.accept", check=check, dice=[4, 4, 4, 4])
    assert yard.statuses("Ann") == {"Delayed": 1}


def test_the_odds_say_what_a_twist_would_save(yard: Brawl) -> None:
    """One die against 1: half at once, half of the rest by a Twist."""
    check = yard.call("Ann", "use", attribute="POISE", pool=1, difficulty=1)
    odds = [(each["name"], each["chance"]) for each in numbers(yard, check)["odds"]["outcomes"]]
    assert odds == [("Success", 0.5), ("By a Twist", 0.25), ("Failure", 0.25)]


def test_a_twist_that_was_taken_is_undone_and_redone(yard: Brawl) -> None:
    check = yard.call("Ann", "rattle", "Bog")
    yard.roll(check, 1, 4, 4, 5, 6)
    yard.gm(do="mettle.twist.offer", check=check, text="a friend takes offence")
    yard.gm(do="mettle.twist.accept", check=check, dice=[3, 3, 3, 3])
    yard.gm(do="undo")
    assert yard.gm(do="redo").summary.startswith("Redid")
    assert numbers(yard, check)["result"]["success"]


def twists_open(yard: Brawl) -> list[int]:
    return [check.id for check, _, _ in open_to_a_twist(project(yard.state(), GM))]


def test_every_driver_of_the_stretch_who_failed_may_get_a_twist(yard: Brawl) -> None:
    race(yard, "Ann", "Cai", speed=10)
    first, second = drive(yard, "Ann", 1, 4, 4, 5), drive(yard, "Cai", 1, 6)
    assert twists_open(yard) == [first, second]
    yard.gm(do="mettle.twist.offer", check=first)
    yard.gm(do="mettle.twist.offer", check=second)
    assert len([each for each in yard.sees()["pieces"] if each["kind"] == "twist"]) == 2


def test_the_gm_says_no_to_a_twist_that_nobody_offered(yard: Brawl) -> None:
    check = yard.call("Ann", "rattle", "Bog")
    yard.roll(check, 1, 4, 4, 5, 6)
    assert twists_open(yard) == [check]
    yard.gm(do="mettle.twist.refuse", check=check)
    assert twists_open(yard) == []


@pytest.mark.parametrize("over", ["fight", "race"])
def test_an_offer_ends_with_its_fight_or_race(yard: Brawl, over: str) -> None:
    if over == "fight":
        yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
        check = yard.call("Ann", "rattle", "Bog")
        yard.roll(check, 1, 4, 4, 5, 6)
    else:
        race(yard, "Ann", speed=10)
        check = drive(yard, "Ann", 1, 4, 4, 5)
    yard.gm(do="mettle.twist.offer", check=check)
    yard.gm(do="mettle.initiative.end" if over == "fight" else "mettle.stretch.end")
    assert [each for each in yard.sees()["pieces"] if each["kind"] == "twist"] == []
    assert twists(yard) == []
    yard.gm(do="undo")
    assert twists(yard) == ["Ann"]


def test_who_did_not_fight_may_still_be_offered_a_twist_after_it(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, bog])
    yard.roll(yard.call("Cai", "use", attribute="POISE", difficulty=6), 1, 4)
    yard.gm(do="mettle.initiative.end")
    assert docked(yard) == ["Cai failed with 1 Edge: offer a Twist?"]


def test_the_new_dice_of_a_twist_are_the_outcome_from_then_on(yard: Brawl) -> None:
    check = yard.call("Ann", "rattle", "Bog")
    yard.roll(check, 1, 4, 4, 5, 6)
    before = next(each.outcome for each in project(yard.state(), GM).checks if each.id == check)
    yard.gm(do="mettle.twist.offer", check=check)
    yard.gm(do="mettle.twist.accept", check=check, dice=[1, 3, 5, 5])
    after = next(each.outcome for each in project(yard.state(), GM).checks if each.id == check)
    assert before is not None
    assert after is not None
    assert (before.sentence, after.sentence) == ("Ann fails to rattle Bog", "Ann rattles Bog: GM decides")
    assert (before.rolls, after.rolls) == (1, 2)


def test_a_gm_takes_a_twist_at_once_for_whom_nobody_plays(yard: Brawl) -> None:
    arm(yard, "Bog", name="Pistol", damage="7", range=2)
    check = yard.call("Bog", "attack", "Ann")
    yard.roll(check, 4, 4)
    yard.gm(do="mettle.twist.accept", check=check, text="the weapon jams", dice=[1, 1])
    assert numbers(yard, check)["result"]["data"]["twist"] == [1, 1]
    assert [each["kind"] for each in yard.sees()["pieces"]].count("twist") == 0


def test_a_weapon_that_jams_stands_in_the_way_of_the_next_attack_until_it_is_cleared(yard: Brawl) -> None:
    arm(yard, "Bog", name="Pistol", damage="7", range=2)
    check = yard.call("Bog", "attack", "Ann")
    yard.roll(check, 4, 4)
    yard.gm(do="mettle.twist.accept", check=check, text="the weapon jams", dice=[1, 1])
    (tag,) = yard.sees("player")["tags"]
    assert (tag["name"], tag["character"]) == ("The weapon jams", yard.who("Bog"))
    again = yard.call("Bog", "attack", "Ann")
    assert "jams" in " ".join(numbers(yard, again)["blocked"])
    yard.gm(do="tag.remove", tag=tag["id"])
    assert "jams" not in " ".join(numbers(yard, again)["blocked"])


def test_any_other_complication_stays_as_a_tag_that_is_shown_with_each_check(yard: Brawl) -> None:
    check = yard.call("Ann", "rattle", "Bog")
    yard.roll(check, 1, 4, 4, 5, 6)
    yard.gm(do="mettle.twist.accept", check=check, text="a friend takes offence.", dice=[1, 3, 5, 5])
    assert [tag["name"] for tag in yard.sees()["tags"]] == ["A friend takes offence"]
    known = numbers(yard, yard.call("Ann", "know"))["counted"]
    assert [(each["name"], each["modifier"]) for each in known] == [("A friend takes offence", "note")]
    assert numbers(yard, yard.call("Cai", "know"))["counted"] == []


def test_a_delay_leaves_no_tag_and_only_a_gm_takes_a_twist_without_an_offer(yard: Brawl) -> None:
    ana, check = yard.play("Ana", "Ann"), yard.call("Ann", "rattle", "Bog")
    yard.roll(check, 1, 4, 4, 5, 6)
    with pytest.raises(Forbidden, match="Only the GM takes a Twist that nobody"):
        yard.dispatch(ana, do="mettle.twist.accept", check=check, text="tracks are left")
    yard.gm(do="mettle.twist.accept", check=check, text="Delay: lose the next Action", dice=[1, 3, 5, 5])
    assert yard.sees()["tags"] == []
    assert yard.statuses("Ann") == {"Delayed": 1}
