"""Know, Sneak, Sway and Use at the table, projects, and what is in vain."""

import pytest

from tests.table.mettle.brawl import Brawl, numbers
from webapp.store.models import Condition
from webapp.table.refusals import Refused


def test_what_is_in_vain_is_refused_with_the_reason(yard: Brawl) -> None:
    """Nobody who stands is healed; nobody is Rattled twice at once."""
    heal = yard.call("Ann", "heal", "Cai")
    assert numbers(yard, heal)["blocked"] == ["Heal: the patient must be at 0 Mettle or below."]
    with pytest.raises(Refused, match="must be at 0 Mettle"):
        yard.roll(heal, 1, 2, 3)
    yard.gm(do="mettle.hurt", character=yard.who("Cai"), by=9)
    assert yard.roll(heal, 1, 2, 3).result["success"]
    yard.gm(do="mettle.status.add", character=yard.who("Bog"), name="Rattled")
    assert numbers(yard, yard.call("Ann", "rattle", "Bog"))["blocked"] == [
        "Rattled: the target cannot be Rattled again until the Rattle ends."
    ]


def test_a_sneak_for_surprise_leaves_them_without_an_action(yard: Brawl) -> None:
    yard.does("Ann", "sneak", "Bog", manner="surprise", dice=[1, 2, 4, 4])
    assert yard.statuses("Bog") == {"Surprised": 1}
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    yard.does("Ann", "attack", "Bog", dice=[1, 2, 1, 1, 1])
    assert yard.mettle("Bog") == 9 - 2
    with pytest.raises(Refused, match="is surprised"):
        yard.gm(do="mettle.initiative.pass", character=yard.who("Bog"))


def test_the_highest_motive_of_a_group_is_what_a_sneak_meets(yard: Brawl) -> None:
    check = yard.call("Cai", "sneak", "Bog", "Ann")
    assert numbers(yard, check)["numbers"]["difficulty"] == 4


def test_the_group_sneaks_with_its_lowest_pool(yard: Brawl) -> None:
    party = [yard.who("Ann"), yard.who("Cai")]
    made = yard.gm(do="mettle.action.sneak", characters=party, foes=[yard.who("Bog")])
    seen = numbers(yard, made.result["check"])
    assert seen["character"] == yard.who("Cai")
    assert (seen["numbers"]["pool"], seen["numbers"]["difficulty"]) == (2, 3)


def test_a_sway_is_noted_and_harder_to_undo_if_the_gm_says_so(yard: Brawl) -> None:
    yard.does("Ann", "sway", "Bog", about="The bridge is safe", dice=[1, 2, 4, 4, 4])
    assert yard.statuses("Bog") == {"Convinced": 3}
    check = yard.call("Cai", "sway", "Bog")
    (offered,) = numbers(yard, check)["offered"]
    yard.gm(do="check.edit", check=check, uses={offered["key"]: "difficulty"})
    assert numbers(yard, check)["numbers"]["difficulty"] == 6


def test_a_know_of_a_fact_waits_for_its_difficulty(yard: Brawl) -> None:
    check = yard.call("Ann", "know", about="what car the part fits")
    assert numbers(yard, check)["waits"] == "The GM still has to set the Difficulty."
    yard.gm(do="check.edit", check=check, difficulty=3, attribute="CALLING")
    assert yard.roll(check, 1, 2, 4, 4, 4, 4).result["success"]


def test_a_trivial_use_takes_the_action_and_no_check(yard: Brawl) -> None:
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    yard.gm(do="mettle.action.use", character=yard.who("Ann"), what="the lever")
    assert yard.piece("fight")["phase"] == "passing"
    assert yard.lines("gm")[0] == "Ann: the lever (an Action without a Check); Ann passes Initiative"


def test_a_check_without_a_difficulty_does_not_say_that_success_may_be_granted(yard: Brawl) -> None:
    for name in ("Hungry", "Rattled"):
        yard.gm(do="mettle.status.add", character=yard.who("Ann"), name=name)
    check = yard.call("Ann", "use")
    shown = next(each for each in yard.sees()["checks"] if each["id"] == check)
    assert (shown["waits"], shown["notes"]) == ("The GM still has to set the Difficulty.", [])


def test_a_project_fills_by_edge_and_starts_again_on_a_failure(yard: Brawl) -> None:
    clocks = yard.gm(do="mettle.project.add", name="Engine", difficulty=3, edge=6).result["clocks"]
    use = {"targets": clocks, "attribute": "MOTIVE"}
    yard.does("Ann", "use", dice=[1, 2, 4, 4], **use)
    (clock,) = yard.sees()["clocks"]
    assert (clock["kind"], clock["filled"]) == ("project", 2)
    yard.does("Ann", "use", dice=[1, 1, 4, 4], **use)
    assert yard.sees()["clocks"][0]["filled"] == 0


def test_a_project_goes_with_its_clock(yard: Brawl) -> None:
    (clock,) = yard.gm(do="mettle.project.add", name="Engine", difficulty=3, edge=6).result["clocks"]
    yard.gm(do="clock.remove", clock=clock)
    assert [each for each in yard.sees()["pieces"] if each["kind"] == "project"] == []


def test_a_project_is_split_among_helpers(yard: Brawl) -> None:
    parts = [{"name": "Pistons", "difficulty": 2, "edge": 4}, {"name": "Wires", "difficulty": 4, "edge": 2}]
    split = {"do": "mettle.project.add", "name": "Engine", "difficulty": 3, "edge": 6}
    made = yard.gm(**split, parts=parts).result["clocks"]
    clocks = [(clock["name"], clock["segments"]) for clock in yard.sees()["clocks"]]
    assert clocks == [("Pistons", 4), ("Wires", 2)]
    check = yard.call("Ann", "use", attribute="MOTIVE", targets=[made[1]])
    assert numbers(yard, check)["numbers"]["difficulty"] == 4
    with pytest.raises(Refused, match="add up to 6 Edge"):
        yard.gm(**split, parts=parts[:1])


def test_a_second_sway_leaves_the_first_belief_standing(yard: Brawl) -> None:
    yard.does("Ann", "sway", "Bog", about="the mayor lies", dice=[3, 2, 1, 4, 4])
    yard.does("Ann", "sway", "Bog", about="the bridge is safe", dice=[3, 2, 1, 4, 4])
    held = [row for row in yard.state().find_all(Condition) if row.character == yard.who("Bog")]
    assert [(row.source, row.data["count"]) for row in held] == [
        ("the mayor lies", 2),
        ("the bridge is safe", 2),
    ]
    seen = numbers(yard, yard.call("Cai", "sway", "Bog"))
    assert [(each["name"], each["amount"]) for each in seen["offered"]] == [
        ("Convinced: the mayor lies", 2),
        ("Convinced: the bridge is safe", 2),
    ]


def test_nobody_hides_in_plain_sight(yard: Brawl) -> None:
    block = "Sneak: nobody hides in plain sight; find Cover first."
    check = yard.call("Ann", "sneak", "Bog")
    assert numbers(yard, check)["blocked"] == [block]
    yard.gm(do="mettle.action.cover", character=yard.who("Ann"), cover="partial")
    assert numbers(yard, check)["blocked"] == []
    yard.gm(do="mettle.action.cover", character=yard.who("Ann"), cover="none")
    yard.gm(do="mettle.zone.light", zone=yard.zone("Melee"), light="dark")
    assert numbers(yard, check)["blocked"] == []
    yard.gm(do="mettle.zone.light", zone=yard.zone("Melee"), light="clear")
    yard.gm(do="mettle.status.add", character=yard.who("Bog"), name="Blinded")
    assert numbers(yard, check)["blocked"] == []
    assert numbers(yard, yard.call("Cai", "sneak", manner="hiding"))["blocked"] == [block]


@pytest.mark.parametrize("light", ["dim", "dark", "total-dark"])
def test_the_dark_hinders_nobody_who_sneaks_or_wrestles(yard: Brawl, light: str) -> None:
    """Seed 003:406: "actions reliant on sight"; 003:226 is none: "moving silently".

    The GM may count it all the same.
    """
    yard.gm(do="mettle.zone.light", zone=yard.zone("Melee"), light=light)
    for action, form in (("sneak", {}), ("attack", {"manner": "grapple"})):
        check = yard.call("Ann", action, "Bog", **form)
        assert numbers(yard, check)["numbers"]["difficulty"] == 3
        (dark,) = [each["key"] for each in numbers(yard, check)["offered"] if each["name"] == "Poor light"]
        yard.gm(do="check.edit", check=check, uses={dark: "difficulty"})
        assert numbers(yard, check)["numbers"]["difficulty"] > 3


def test_the_blinded_see_no_less_in_the_dark(yard: Brawl) -> None:
    """Seed 003:368 and 003:406: the greater of both, +4."""
    yard.gm(do="mettle.zone.light", zone=yard.zone("Melee"), light="dark")
    yard.gm(do="mettle.status.add", character=yard.who("Ann"), name="Blinded")
    check = yard.call("Ann", "use", attribute="POISE", difficulty=3)
    assert numbers(yard, check)["numbers"]["difficulty"] == 3 + 4


def test_a_torch_helps_in_the_dark_and_not_in_smoke(yard: Brawl) -> None:
    zone = {"do": "mettle.zone.light", "zone": yard.zone("Melee"), "light": "total-dark"}
    yard.gm(**zone)
    check = yard.call("Ann", "use", attribute="POISE", difficulty=3)
    assert numbers(yard, check)["numbers"]["difficulty"] == 3 + 4
    yard.gm(do="check.edit", check=check, gear=2)
    assert numbers(yard, check)["numbers"]["difficulty"] == 3 + 2
    yard.gm(do="check.edit", check=check, gear=6)
    assert numbers(yard, check)["numbers"]["difficulty"] == 3
    yard.gm(**zone, smoke=True)
    assert numbers(yard, check)["numbers"]["difficulty"] == 3 + 4
