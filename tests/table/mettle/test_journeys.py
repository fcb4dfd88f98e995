"""Races, journeys, time, sessions and Downtime at the table."""

from typing import Any

import pytest

from tests.table.mettle.brawl import Brawl, numbers
from webapp.games.mettle.views.map import pieces
from webapp.games.mettle.views.panels import seat_panels
from webapp.games.mettle.views.pending import own_ride
from webapp.games.mettle.views.stage import stage_of
from webapp.state.audience import PLAYER, Audience, Role
from webapp.table.refusals import Forbidden, Invalid, Refused
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table
from webapp.views.table_view_factory import project, project_prepared


def race(yard: Brawl, *names: str, speed: int = 2, name: str = "Race") -> None:
    drivers = [{"character": yard.who(each), "speed": speed} for each in names]
    yard.gm(do="mettle.stretch.start", drivers=drivers, name=name)


def drive(yard: Brawl, who: str, *dice: int) -> int:
    check: int = yard.gm(do="mettle.stretch.check", character=yard.who(who)).result["check"]
    yard.roll(check, *dice)
    return check


def racer(yard: Brawl, who: str) -> dict[str, Any]:
    found: dict[str, Any] = next(
        each for each in yard.piece("race")["racers"] if each["character"] == yard.who(who)
    )
    return found


def test_who_has_yet_to_drive_is_told_so_at_the_dock(yard: Brawl) -> None:
    seat = yard.play("Ana", "Ann").seat
    assert seat is not None

    def asked() -> list[str]:
        made = (make() for make in seat_panels(yard.view(Audience(Role.PLAYER, seat)), seat))
        return [each.words for each in next(panel.it for panel in made if panel.id == "m-turn")]

    race(yard, "Ann", "Bog")
    assert asked() == ["Your turn to drive"]
    check = yard.gm(do="mettle.stretch.check", character=yard.who("Ann")).result["check"]
    assert asked() == []
    yard.roll(check, 1, 2, 4, 4)
    assert asked() == []


def test_a_race_leaves_the_screens_with_its_scene(yard: Brawl) -> None:
    beach = yard.gm(do="scene.add", name="The beach").result["scene"]
    yard.gm(do="scene.activate", scene=beach)
    race(yard, "Ann", "Bog")
    assert stage_of(yard.view("tv")) == "race"
    later = yard.gm(do="scene.add", name="The tavern").result["scene"]
    assert pieces(project_prepared(yard.view(), later), "race") == []
    yard.gm(do="scene.end", scene=beach)
    assert stage_of(yard.view("tv")) == ""
    yard.gm(do="undo")
    assert racer(yard, "Ann")["speed"] == 2


def test_who_was_called_to_drive_need_not_when_the_race_is_over(yard: Brawl) -> None:
    beach = yard.gm(do="scene.add", name="The beach").result["scene"]
    yard.gm(do="scene.activate", scene=beach)
    race(yard, "Ann", "Bog")
    attack = yard.call("Bog", "attack", "Ann")
    called = yard.gm(do="mettle.stretch.check", character=yard.who("Ann")).result["check"]

    def to_roll() -> set[int]:
        return {each["id"] for each in yard.sees()["checks"] if each["state"] == "called"}

    for command in ({"do": "mettle.stretch.end"}, {"do": "scene.end", "scene": beach}):
        assert to_roll() == {called, attack}
        yard.gm(**command)
        assert to_roll() == {attack}
        yard.gm(do="undo")


def test_a_race_is_driven_against_speed_and_won_by_speed_then_edge(yard: Brawl) -> None:
    race(yard, "Ann", "Bog")
    check = yard.gm(do="mettle.stretch.check", character=yard.who("Ann")).result["check"]
    seen = numbers(yard, check)
    assert (seen["numbers"]["pool"], seen["numbers"]["difficulty"]) == (4, 2)
    yard.roll(check, 2, 4, 5, 6)
    with pytest.raises(Refused, match="come after everyone has driven"):
        yard.gm(do="mettle.stretch.stunt", character=yard.who("Ann"), stunt="swerve")
    drive(yard, "Bog", 3, 4, 5)
    with pytest.raises(Refused, match="Ann has already driven this Stretch"):
        yard.gm(do="mettle.stretch.check", character=yard.who("Ann"))
    assert [racer(yard, name)["place"] for name in ("Ann", "Bog")] == [1, 2]
    assert yard.gm(do="mettle.stretch.end").result["first"] == [yard.who("Ann")]


def test_muscle_takes_edge_and_swerve_makes_the_vehicle_hard_to_hit(yard: Brawl) -> None:
    race(yard, "Ann", "Bog")
    drive(yard, "Ann", 2, 4, 5, 6)
    drive(yard, "Bog", 3, 4, 5)
    stunt = {"do": "mettle.stretch.stunt", "character": yard.who("Ann")}
    yard.gm(**stunt, stunt="muscle", on=yard.who("Bog"), edge=1)
    yard.gm(**stunt, stunt="swerve", edge=2)
    assert (racer(yard, "Ann")["edge"], racer(yard, "Bog")["edge"], racer(yard, "Ann")["swerve"]) == (0, 1, 2)
    shot = yard.call("Bog", "attack", "Ann", manner="ranged", reach=3)
    seen = numbers(yard, shot)
    assert seen["numbers"]["difficulty"] == 4 + 2
    with pytest.raises(Refused, match="has 0 Edge left"):
        yard.gm(**stunt, stunt="swerve", edge=1)
    yard.gm(do="mettle.stretch.next")
    assert (racer(yard, "Ann")["swerve"], racer(yard, "Ann")["driven"]) == (0, False)


def test_a_new_stretch_may_change_a_vehicles_speed(yard: Brawl) -> None:
    race(yard, "Ann", "Bog")
    drive(yard, "Ann", 2, 4, 5, 6)
    drive(yard, "Bog", 3, 4, 5)
    with pytest.raises(Invalid, match="the id of a character"):
        yard.gm(do="mettle.stretch.next", speeds={"Ann": 5})
    with pytest.raises(Refused, match="no racer"):
        yard.gm(do="mettle.stretch.next", speeds={"7": 5})
    slow = racer(yard, "Bog")["speed"]
    yard.gm(do="mettle.stretch.next", speeds={str(yard.who("Ann")): 5})
    assert (racer(yard, "Ann")["speed"], racer(yard, "Bog")["speed"]) == (5, slow)


def test_splatter_is_wiped_off_with_the_action_of_a_steady(yard: Brawl) -> None:
    race(yard, "Ann", "Bog")
    drive(yard, "Ann", 2, 4, 5, 6)
    drive(yard, "Bog", 3, 4, 5)
    ann, bog = yard.who("Ann"), yard.who("Bog")
    yard.gm(do="mettle.stretch.stunt", character=ann, stunt="splatter", on=bog, edge=2)
    assert racer(yard, "Bog")["aboard"][0]["mud"] == 2
    with pytest.raises(Refused, match="the driver must use Steady first"):
        yard.gm(do="mettle.stretch.clean", character=bog)
    yard.gm(do="mettle.stretch.stunt", character=bog, stunt="steady")
    yard.gm(do="mettle.status.add", character=bog, name="Rattled")
    yard.gm(do="mettle.stretch.clean", character=bog)
    assert yard.statuses("Bog") == {}
    assert racer(yard, "Bog")["aboard"][0]["mud"] == 0


def test_muscle_answers_a_stunt_that_was_just_called(yard: Brawl) -> None:
    race(yard, "Ann", "Bog")
    drive(yard, "Ann", 2, 4, 5, 6)
    drive(yard, "Bog", 3, 4, 5)
    yard.gm(do="mettle.stretch.stunt", character=yard.who("Ann"), stunt="swerve", edge=2)
    yard.gm(do="mettle.stretch.counter", character=yard.who("Bog"), which=0, edge=1)
    assert racer(yard, "Ann")["swerve"] == 1


def test_a_failed_race_check_crashes_vehicle_and_all_aboard(yard: Brawl) -> None:
    drivers = [{"character": yard.who("Ann"), "speed": 4, "aboard": [yard.who("Cai")]}]
    yard.gm(do="mettle.stretch.start", drivers=drivers, name="The dunes", obstacles=1)
    yard.rolls(5)
    drive(yard, "Ann", 1, 1, 4, 4)
    assert racer(yard, "Ann")["crashed"]
    lines = [line["command"] for line in yard.sees()["proposals"]]
    hurt = [(each["character"], each["by"]) for each in lines if each["do"] == "mettle.hurt"]
    assert hurt == [(yard.who("Ann"), 9 - 3), (yard.who("Cai"), 9 - 2)]


def test_a_crash_hurts_the_vehicle_and_a_use_mends_it(yard: Brawl) -> None:
    """Seed 003:183, "crash damage to vehicle and occupants"; its size is the GM's to set."""
    race(yard, "Ann", speed=4)
    yard.rolls(5)
    check = drive(yard, "Ann", 1, 1, 4, 4)
    line = next(each for each in yard.sees()["proposals"] if each["command"]["do"] == "clock.add")
    assert (line["command"]["name"], line["command"]["filled"]) == ("Ann's vehicle", 9)
    yard.gm(do="check.resolve", check=check, edits={str(line["id"]): {"segments": 20}})
    (body,) = yard.sees("tv")["clocks"]
    assert (body["kind"], body["filled"], body["segments"]) == ("vehicle", 9, 20)
    yard.gm(do="mettle.stretch.end")
    use = yard.call("Ann", "use", attribute="MOTIVE", difficulty=3, targets=[body["id"]])
    yard.roll(use, 3, 4, 5, 1)
    yard.apply(use)
    assert yard.sees("tv")["clocks"][0]["filled"] == 9 - 2
    again = yard.call("Ann", "use", attribute="MOTIVE", difficulty=9, targets=[body["id"]])
    yard.roll(again, 1, 1, 4, 4)
    assert [each for each in yard.sees()["proposals"] if each["check"] == again] == [], "no worse for it"


def test_a_vehicle_that_has_a_body_takes_the_next_crash_on_it(yard: Brawl) -> None:
    body = yard.clock("Ann's vehicle", 20, kind="vehicle", character=yard.who("Ann"), filled=3)
    race(yard, "Ann", speed=4)
    yard.rolls(2)
    drive(yard, "Ann", 1, 1, 4, 4)
    line = next(each for each in yard.sees()["proposals"] if each["command"]["do"] == "clock.tick")
    assert (line["command"]["clock"], line["command"]["by"], line["range"]) == (body, 6, [0, 6])


def test_a_secret_check_to_drive_counts_once_it_is_told_in_its_stretch(yard: Brawl) -> None:
    yard.gm(do="table.edit", settings={"secret_checks": True})
    race(yard, "Ann", "Bog")
    call = {"do": "mettle.stretch.check"}
    first, second = (yard.gm(**call, character=yard.who(name)).result["check"] for name in ("Ann", "Bog"))
    yard.roll(first, 2, 4, 5, 6)
    yard.roll(second, 1, 4, 4)
    assert [racer(yard, name)["driven"] for name in ("Ann", "Bog")] == [False, False]
    yard.rolls(5)
    for check in (first, second):
        yard.gm(do="check.edit", check=check, visibility="shown")
    assert (racer(yard, "Ann")["edge"], racer(yard, "Bog")["crashed"]) == (3, True)
    assert yard.lines("player")[0].endswith("Bog crashes: 7 damage to the vehicle and all aboard")
    lines = [line["command"] for line in yard.sees()["proposals"]]
    assert [line["by"] for line in lines if line["do"] == "mettle.hurt"] == [7 - 3]
    yard.gm(do="undo")
    assert racer(yard, "Bog")["driven"] is False


def test_a_check_to_drive_that_is_told_late_or_again_counts_for_no_other_stretch(yard: Brawl) -> None:
    race(yard, "Ann")
    secret, shown = (
        yard.gm(do="check.call", character=yard.who("Ann"), action="race", secret=secret).result["check"]
        for secret in (True, False)
    )
    yard.roll(secret, 2, 4, 5, 6)
    yard.roll(shown, 2, 4, 5, 6)
    yard.gm(do="mettle.stretch.next")
    for check, visibility in ((secret, "shown"), (shown, "secret"), (shown, "shown")):
        yard.gm(do="check.edit", check=check, visibility=visibility)
    assert racer(yard, "Ann")["driven"] is False


def test_a_racer_whom_nobody_knows_leaves_no_place_missing(yard: Brawl) -> None:
    race(yard, "Ann", "Bog")
    yard.gm(do="character.edit", character=yard.who("Bog"), visibility="secret")
    drive(yard, "Ann", 3, 4, 1, 1)
    drive(yard, "Bog", 3, 4, 4)
    seen = next(each for each in yard.sees("tv")["pieces"] if each["kind"] == "race")
    assert [each["place"] for each in seen["racers"]] == [1]
    assert [racer(yard, name)["place"] for name in ("Ann", "Bog")] == [2, 1]


def test_a_delay_in_a_race_costs_speed_until_the_next_stretch(yard: Brawl) -> None:
    race(yard, "Ann", speed=5)
    check = yard.gm(do="mettle.stretch.check", character=yard.who("Ann")).result["check"]
    yard.rolls(3)
    yard.roll(check, 1, 4, 4, 4)
    yard.gm(do="mettle.twist.offer", check=check)  # 003:94 and 003:184: Delay, and it costs a Speed
    yard.gm(do="mettle.twist.accept", check=check, dice=[3, 3, 3])
    assert racer(yard, "Ann")["speed"] == 4


@pytest.mark.parametrize(("fell", "crashed", "hurt"), [([3, 3, 3], False, []), ([4, 4, 4], True, [11 - 3])])
def test_a_twist_in_a_race_says_anew_whether_it_was_a_crash(
    yard: Brawl, fell: list[int], crashed: bool, hurt: list[int]
) -> None:
    race(yard, "Ann", speed=5)
    check = yard.gm(do="mettle.stretch.check", character=yard.who("Ann")).result["check"]
    yard.rolls(3, 6)
    yard.roll(check, 1, 4, 4, 4)
    assert racer(yard, "Ann")["crashed"]
    yard.gm(do="mettle.twist.offer", check=check, text="parts fall off")
    yard.gm(do="mettle.twist.accept", check=check, dice=fell)
    assert racer(yard, "Ann")["crashed"] is crashed
    lines = [line["command"] for line in yard.sees()["proposals"]]
    assert [each["by"] for each in lines if each["do"] == "mettle.hurt"] == hurt
    assert [each["filled"] for each in lines if each["do"] == "clock.add"] == [11] * crashed


def journey(yard: Brawl) -> int:
    made = yard.gm(do="mettle.travel.map", name="The island", stops=["The bay", "The mine"])
    yard.gm(do="mettle.travel.path", one="The bay", other="The mine", difficulty=4)
    id: int = made.result["map"]
    return id


def test_a_journey_arrives_safely(yard: Brawl) -> None:
    journey(yard)
    check = yard.gm(do="mettle.travel.go", character=yard.who("Ann"), stop="The mine").result["check"]
    yard.roll(check, 3, 1, 5, 6)
    yard.apply(check)
    assert yard.piece("map")["at"] == "The mine"


def test_a_failed_journey_meets_something_first(yard: Brawl) -> None:
    map_ = journey(yard)
    check = yard.gm(do="mettle.travel.go", character=yard.who("Ann"), stop="The mine").result["check"]
    yard.roll(check, 1, 1, 5, 6)
    (line,) = yard.sees()["proposals"]
    yard.gm(do="check.resolve", check=check, edits={str(line["id"]): {"text": "a hostile patrol"}})
    seen = yard.piece("map")
    assert (seen["at"], seen["way"], seen["met"]) == ("The bay", "The mine", ["a hostile patrol"])
    assert stage_of(yard.view("tv")) == "travel"
    yard.gm(do="mettle.initiative.start", first=yard.who("Bog"))
    assert stage_of(yard.view("tv")) == "zones"
    yard.gm(do="mettle.initiative.end")
    yard.gm(do="mettle.travel.arrive", map=map_, stop="The mine")
    assert (yard.piece("map")["at"], yard.piece("map")["way"]) == ("The mine", None)


def test_the_edge_of_rivals_says_who_was_there_first(yard: Brawl) -> None:
    journey(yard)
    rival = {"do": "mettle.travel.rival", "stop": "The mine"}
    yard.gm(**rival, name="The Red Hand", pool=4, dice=[4, 5, 6, 1])
    yard.gm(**rival, name="Grey company", edge=2, visibility="shown")
    yard.gm(**rival, name="Grey company", edge=1, visibility="shown")
    seen = [each["name"] for each in yard.sees("player")["pieces"] if each["kind"] == "rival"]
    assert seen == ["Grey company"]
    with pytest.raises(Refused, match="no stop “Nowhere”"):
        yard.gm(do="mettle.travel.rival", name="Ghosts", stop="Nowhere", edge=1)
    check = yard.gm(do="mettle.travel.go", character=yard.who("Ann"), stop="The mine").result["check"]
    yard.roll(check, 1, 1, 5, 6)
    yard.apply(check)
    done = yard.gm(do="mettle.travel.arrive", map=yard.piece("map")["id"], stop="The mine")
    assert "with 2 Edge" in done.summary
    assert "The Red Hand arrived first: 3 Edge to 2" in done.summary
    assert "Grey company will arrive later: 1 Edge to 2" in yard.lines("player")[0]
    assert "Red Hand" not in str(yard.lines("player"))
    assert "rival" not in [each["kind"] for each in yard.sees()["pieces"]]


@pytest.mark.parametrize(("fell", "way"), [([3, 3], None), ([4, 4], "The tower")])
def test_the_lost_come_out_at_a_neighbouring_stop(yard: Brawl, fell: list[int], way: str | None) -> None:
    """Safe or after what they meet: 4 dice against 4, the Edge dice rolled again by the Twist."""
    journey(yard)
    yard.gm(do="mettle.travel.path", one="The mine", other="The tower", difficulty=6)
    check = yard.gm(do="mettle.travel.go", character=yard.who("Ann"), stop="The mine").result["check"]
    yard.roll(check, 1, 1, 5, 6)
    offer = {"do": "mettle.twist.offer", "check": check, "text": "lost"}
    with pytest.raises(Refused, match="only at a neighbouring stop: The tower"):
        yard.gm(**offer, stop="The bay")
    yard.gm(**offer, stop="The tower")
    yard.gm(do="mettle.twist.accept", check=check, dice=fell)
    yard.apply(check)
    seen = yard.piece("map")
    assert (seen["at"], seen["way"]) == ("The bay" if way else "The tower", way)
    assert import_table(export_table(yard.id)).ruleset == "mettle"  # it travels with the check


def test_a_delay_on_a_journey_is_a_day_and_eats(yard: Brawl) -> None:
    journey(yard)
    yard.gm(do="mettle.travel.provisions", food=3, water=0)
    check = yard.gm(do="mettle.travel.go", character=yard.who("Ann"), stop="The mine").result["check"]
    yard.roll(check, 1, 1, 5, 6)
    yard.gm(do="mettle.twist.offer", check=check, text="Delay", delay=True)
    yard.gm(do="mettle.twist.accept", check=check, dice=[3, 3])
    assert (yard.piece("time")["words"], dict(yard.piece("map")["carried"])["food"]) == ("day 2, 00:00", 2)
    assert yard.statuses("Ann") == {"Thirsty": 1}


def test_only_a_journey_gets_lost(yard: Brawl) -> None:
    journey(yard)
    check = yard.call("Ann", "rattle", "Bog")
    yard.roll(check, 1, 4, 4, 5, 6)
    with pytest.raises(Refused, match="Only a group on a journey"):
        yard.gm(do="mettle.twist.offer", check=check, text="lost", stop="The mine")


def test_pins_and_paths_grow_the_map(yard: Brawl) -> None:
    journey(yard)
    yard.gm(do="mettle.travel.pin", name="Old camp", near="The bay", difficulty=2)
    seen = yard.piece("map")
    assert (seen["pins"], seen["next"]) == (["Old camp"], ["The mine", "Old camp"])
    yard.gm(do="mettle.travel.path", one="The mine", other="Old camp", difficulty=5)
    with pytest.raises(Refused, match="No path joins"):
        yard.gm(do="mettle.travel.go", character=yard.who("Ann"), stop="Atlantis")


def test_a_player_leads_the_way(yard: Brawl) -> None:
    journey(yard)
    ana = yard.play("Ana", "Ann")
    check = yard.dispatch(ana, do="mettle.travel.go", stop="The mine").result["check"]
    yard.rolls(3, 2, 1, 1)
    assert yard.dispatch(ana, do="check.roll", check=check).result["success"]


def test_vouchers_go_to_those_who_are_free_and_are_spent_once(yard: Brawl) -> None:
    ana = yard.play("Ana", "Ann")
    with pytest.raises(Refused, match="Bog is not a player character"):
        yard.gm(do="mettle.voucher.give", busy=[yard.who("Bog")])
    cai = yard.gm(do="mettle.voucher.give", busy=[yard.who("Cai")]).result["vouchers"]
    assert (len(cai), yard.lines()[0]) == (1, "Ann gets a Downtime Voucher")
    ben = yard.play("Ben", "Cai")
    spend = {"do": "mettle.voucher.spend", "voucher": cai[0], "deed": "I bought a speedboat"}
    with pytest.raises(Forbidden, match="You cannot act for"):
        yard.dispatch(ben, **spend)
    yard.dispatch(ana, **spend)
    assert "I bought a speedboat" in yard.lines("player")[0]
    with pytest.raises(Refused, match="already been spent"):
        yard.dispatch(ana, **spend)
    with pytest.raises(Refused, match="No player character is free for Downtime"):
        yard.gm(do="mettle.voucher.give", busy=[yard.who("Ann"), yard.who("Cai")])


def test_sessions_and_campaigns_are_counted(yard: Brawl) -> None:
    assert yard.gm(do="mettle.time.session").result == {"session": 2, "campaign": 1}
    assert yard.gm(do="mettle.time.session", campaign=True).result == {"session": 1, "campaign": 2}


def test_all_of_it_goes_out_and_in_again(yard: Brawl) -> None:
    from tests.table.oak import Oak
    from webapp.table.table_export import export_table
    from webapp.table.table_import import import_table

    journey(yard)
    race(yard, "Ann", "Bog")
    yard.gm(do="mettle.initiative.start", first=yard.who("Ann"))
    yard.gm(do="mettle.hazard.expose", character=yard.who("Bog"), name="Cobra venom", dice=[4, 4, 1, 1])
    yard.gm(do="mettle.hazard.trap", zone=yard.zone("Melee"), name="Pitfall")
    yard.gm(do="mettle.voucher.give")
    yard.call("Ann", "attack", "Bog")
    again = Oak(yard.app, import_table(export_table(yard.id)))
    assert again.sees("gm")["pieces"] == yard.sees("gm")["pieces"]
    assert again.sees("gm")["checks"] == yard.sees("gm")["checks"]


def test_a_clock_is_of_the_games_first_kind_where_nobody_says(yard: Brawl) -> None:
    yard.gm(do="clock.add", name="The camp wakes")
    assert [each["kind"] for each in yard.sees()["clocks"]] == ["project"]


def test_nothing_waits_on_the_way_to_a_stop_that_is_not_on_the_map(yard: Brawl) -> None:
    made = yard.gm(do="mettle.travel.map", name="The island", stops=["The bay", "The mine"]).result["map"]
    with pytest.raises(Refused, match="no stop “The moon”"):
        yard.gm(do="mettle.travel.encounter", map=made, stop="The moon")


def test_a_driver_who_crashed_reads_why_there_is_no_roll(yard: Brawl) -> None:
    race(yard, "Ann", "Cai", speed=10)
    drive(yard, "Ann", 1, 1, 1, 1)
    ride = own_ride(project(yard.state(), PLAYER), yard.who("Ann"))
    assert ride is not None
    assert (ride["waits"], ride["may_drive"]) == ("Your vehicle crashed and cannot race on.", False)
