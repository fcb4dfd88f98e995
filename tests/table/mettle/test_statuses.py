"""Every status at the table: what it does to a check, to POISE, to Mettle, and how it ends."""

from typing import Any

import pytest

from tests.table.mettle.brawl import Brawl, numbers
from webapp.table.refusals import Refused


def on(yard: Brawl, name: str, count: int | None = None, who: str = "Ann") -> None:
    fields = {"count": count} if count is not None else {}
    yard.gm(do="mettle.status.add", character=yard.who(who), name=name, **fields)


def check(yard: Brawl, action: str = "attack", who: str = "Ann", **more: Any) -> dict[str, Any]:
    """A check as the GM sees it before the roll."""
    foes = () if action in ("use", "know") else ("Bog",)
    id = yard.call(who, action, *foes, **more)
    return numbers(yard, id)


@pytest.mark.parametrize(
    ("name", "count", "harder"),
    [
        ("Afflicted", 4, 4),
        ("Encumbered", None, 1),
        ("Overloaded", None, 2),
        ("Hungry", 2, 2),
        ("Thirsty", 2, 4),
        ("Grappled", 3, 3),
        ("Splattered", 6, 4),
    ],
)
def test_what_makes_every_check_harder(yard: Brawl, name: str, count: int | None, harder: int) -> None:
    on(yard, name, count)
    assert check(yard)["numbers"]["difficulty"] == 3 + harder


def test_blinded_adds_4_or_forbids_what_needs_eyes(yard: Brawl) -> None:
    on(yard, "Blinded")
    assert check(yard)["numbers"]["difficulty"] == 7
    assert check(yard, "use", attribute="POISE", difficulty=1, sight="needed")["blocked"] == [
        "Blinded: needs eyes."
    ]
    assert check(yard, "sway")["numbers"]["difficulty"] == 3


def test_deafened_forbids_what_needs_ears(yard: Brawl) -> None:
    on(yard, "Deafened")
    assert check(yard, "use", attribute="MOTIVE", difficulty=1, hearing=True)["blocked"] == [
        "Deafened: needs ears."
    ]
    assert check(yard)["blocked"] == []


def test_fatigue_is_a_least_difficulty(yard: Brawl) -> None:
    on(yard, "Fatigued", 4)
    assert check(yard)["numbers"]["difficulty"] == 4
    assert check(yard, "use", attribute="POISE", difficulty=6)["numbers"]["difficulty"] == 6


@pytest.mark.parametrize("name", ["Incapacitated", "Surprised", "Delayed", "Dead"])
def test_what_takes_the_action(yard: Brawl, name: str) -> None:
    on(yard, name)
    assert name in check(yard)["blocked"][0]


def test_the_incapacitated_are_hit_without_a_roll(yard: Brawl) -> None:
    on(yard, "Incapacitated", who="Bog")
    assert check(yard)["numbers"]["difficulty"] == 0


def test_rattled_and_shaken_discard(yard: Brawl) -> None:
    on(yard, "Rattled")
    assert check(yard)["numbers"]["discard"] == "lowest"
    on(yard, "Shaken")
    assert check(yard)["numbers"]["discard"] == "both"
    yard.gm(do="mettle.status.end", character=yard.who("Ann"), status="Rattled")
    assert check(yard)["numbers"]["discard"] == "highest"


def test_starving_lowers_maximum_mettle_and_food_gives_it_back(yard: Brawl) -> None:
    on(yard, "Starving", 3)
    yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=1)
    assert yard.mettle("Ann") == 6
    on(yard, "Hungry", 1)
    assert yard.statuses("Ann") == {"Hungry": 1}


def test_the_suffocating_lose_mettle_each_round(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    on(yard, "Suffocating")
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, bog])
    yard.gm(do="mettle.initiative.act", character=ann, targets=[bog])
    yard.gm(do="mettle.initiative.act", character=bog, targets=[ann])
    yard.gm(do="mettle.initiative.round")
    assert yard.mettle("Ann") == 9


def test_whoever_keeps_still_loses_breath_every_second_round(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.status.add", character=bog, name="Suffocating")
    yard.gm(do="mettle.initiative.start", first=ann, combatants=[ann, bog], surprised=[bog])
    yard.gm(do="mettle.initiative.act", character=ann)
    yard.gm(do="mettle.initiative.round")
    assert yard.mettle("Bog") is None
    yard.gm(do="mettle.initiative.pass", character=bog)
    yard.gm(do="mettle.initiative.wait", character=bog, action="attack")
    yard.gm(do="mettle.initiative.pass", character=ann)
    yard.gm(do="mettle.initiative.act", character=ann)
    yard.gm(do="mettle.initiative.round")
    assert yard.mettle("Bog") == 8


def test_aiming_halves_poise_until_the_next_action(yard: Brawl) -> None:
    yard.does("Ann", "attack", "Bog", manner="ranged", aiming=True, dice=[1, 1, 4])
    assert yard.statuses("Ann") == {"Aiming": 1}
    assert check(yard, who="Bog", action="rattle")["numbers"]["difficulty"] == 3
    id = yard.call("Bog", "attack", "Ann")
    seen = numbers(yard, id)
    assert seen["numbers"]["difficulty"] == 2
    yard.gm(do="mettle.initiative.end")
    yard.does("Ann", "attack", "Bog", dice=[1, 1, 4, 4, 4])
    assert yard.statuses("Ann") == {}


def test_the_fallen_may_only_try_to_heal_themselves(yard: Brawl) -> None:
    yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=15)
    assert yard.statuses("Ann") == {"Fallen": 5}
    assert check(yard)["blocked"] != []
    own = yard.call("Ann", "heal")
    seen = numbers(yard, own)
    assert (seen["blocked"], seen["numbers"]["pool"]) == ([], 0)


def test_the_worst_wounds_and_poison_still_leave_a_check(yard: Brawl) -> None:
    """Far below 0 Mettle there are no dice, and no error."""
    yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=40)
    yard.gm(do="mettle.status.add", character=yard.who("Ann"), name="Afflicted", count=32)
    seen = check(yard, action="heal")["numbers"]
    assert (seen["pool"], seen["difficulty"]) == (0, 3 + 32)


def test_days_without_food_and_water_add_up_and_kill(yard: Brawl) -> None:
    ann = yard.who("Ann")
    day = {"do": "mettle.time.pass", "span": "day", "characters": [ann]}
    yard.gm(**day, food=False, water=False, sleep="none")
    assert yard.statuses("Ann") == {"Hungry": 1, "Thirsty": 1, "Fatigued": 2}
    yard.gm(**day, sleep="good")
    assert yard.statuses("Ann") == {}
    yard.gm(**day, count=4, water=False)
    assert "Dead" in yard.statuses("Ann")


def test_the_harsher_rule_starves_instead(yard: Brawl) -> None:
    yard.gm(
        do="mettle.time.pass", span="day", count=2, characters=[yard.who("Ann")], food=False, starving=True
    )
    assert yard.statuses("Ann") == {"Starving": 2}


def test_a_new_scene_refills_mettle_except_for_the_staggered(yard: Brawl) -> None:
    yard.gm(do="mettle.hurt", character=yard.who("Ann"), by=4)
    yard.gm(do="mettle.hurt", character=yard.who("Bog"), by=9)
    on(yard, "Surprised", who="Cai")
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    next_one = yard.gm(do="scene.add", name="The road").result["scene"]
    yard.gm(do="scene.activate", scene=next_one)
    assert (yard.mettle("Ann"), yard.mettle("Bog")) == (10, 0)
    assert (yard.statuses("Cai"), yard.statuses("Bog")) == ({}, {"Staggered": 0})
    assert [each for each in yard.sees()["pieces"] if each["kind"] == "fight"] == []


def test_an_unknown_status_is_refused(yard: Brawl) -> None:
    with pytest.raises(Refused, match="no status named"):
        on(yard, "Sleepy")
    yard.gm(do="mettle.status.end", character=yard.who("Ann"), status="Shaken")
    assert yard.lines()[0] == "Ann was not Shaken"


def test_mending_stops_at_the_maximum(yard: Brawl) -> None:
    ann = yard.who("Ann")
    yard.gm(do="mettle.hurt", character=ann, by=12)
    assert yard.gm(do="mettle.mend", character=ann, by=3, because="a night's rest").result["mettle"] == 1
    assert yard.statuses("Ann") == {}
    assert yard.gm(do="mettle.mend", character=ann, by=40).result["mettle"] == 10


def test_a_condition_of_the_book_added_by_hand_does_what_the_book_says(yard: Brawl) -> None:
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.initiative.start", first=ann)
    shaken = yard.gm(do="condition.add", character=ann, name="Shaken").result["condition"]
    assert check(yard)["numbers"]["discard"] == "highest"
    yard.gm(do="condition.clear", condition=shaken)
    out = yard.gm(do="condition.add", character=bog, name="Incapacitated").result["condition"]
    states = {each["character"]: each["state"] for each in yard.piece("fight")["combatants"]}
    assert states[bog] == "out"
    yard.gm(do="condition.clear", condition=out)
    states = {each["character"]: each["state"] for each in yard.piece("fight")["combatants"]}
    assert states[bog] == "acted"


def test_what_a_status_counts_is_seen_by_all(yard: Brawl) -> None:
    on(yard, "Rattled", 3)
    ann = next(each for each in yard.sees("tv")["cast"] if each["name"] == "Ann")
    assert [(each["name"], each["count"]) for each in ann["conditions"]] == [("Rattled", 3)]


def test_a_condition_with_a_clock_of_its_own_has_one_of_a_kind_that_the_game_has(yard: Brawl) -> None:
    yard.gm(do="condition.add", character=yard.who("Ann"), name="Bitten", own_clock=True)
    (clock,) = yard.sees()["clocks"]
    assert (clock["kind"], clock["name"]) == ("project", "Bitten (Ann)")


def test_a_status_is_told_with_its_count_only_if_it_has_one(yard: Brawl) -> None:
    on(yard, "Shaken")
    on(yard, "Shaken")
    assert yard.lines()[0] == "Ann is still Shaken"
    on(yard, "Hungry", 1)
    on(yard, "Hungry", 2)
    assert yard.lines()[0] == "Ann: Hungry is now 2"
