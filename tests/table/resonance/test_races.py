"""The bomb race at the table: three clocks, what moves each, and how it ends."""

from typing import Any

import pytest

from tests.pages.visitor import Visitor
from tests.table.resonance.challenges import DOORS, apply, bomb, clocks, roll_at, situation
from tests.table.resonance.sparks import Sparks
from webapp.table.refusals import Invalid, Refused


def test_the_bomb_race_of_the_seeds(sparks: Sparks) -> None:
    race = bomb(sparks)
    assert (race["category"], race["budget"]) == ("normal", 15)
    outer, inner, _ = race["parts"]
    check = roll_at(sparks, outer, 10, 10, 5, 3)  # 25 + 5 - 12: the door is down
    assert clocks(sparks)["Threat"] == 14
    apply(sparks, check)
    sparks.gm(do="resonance.race.happen", on="round ends")
    assert (clocks(sparks)["Threat"], clocks(sparks)["The bomb"]) == (13, 2)
    apply(sparks, roll_at(sparks, inner, 9, 3))
    assert (clocks(sparks)["Threat"], clocks(sparks)["The bomb"]) == (12, 1)
    for _ in range(2):
        sparks.gm(do="resonance.race.happen", on="round ends")
    done = sparks.gm(do="resonance.situation.resolve", situation=race["situation"], part=2)
    assert "The bomb: success" in done.summary
    assert (clocks(sparks)["Threat"], clocks(sparks)["The bomb"], clocks(sparks)["Scene"]) == (10, 0, 4)
    assert (situation(sparks)["state"], situation(sparks)["outcome"]) == ("success", "success")


def test_every_effort_roll_at_a_door_costs_one_whether_it_succeeds_or_not(sparks: Sparks) -> None:
    outer = bomb(sparks)["parts"][0]
    roll_at(sparks, outer, 2, 3)
    assert (clocks(sparks)["Threat"], clocks(sparks)["Outer door"]) == (14, 6)
    sparks.gm(do="undo")
    assert clocks(sparks)["Threat"] == 15


def test_a_roll_at_something_else_costs_nothing(sparks: Sparks) -> None:
    bomb(sparks)
    roll_at(sparks, sparks.oak.clock("A friend", 4, kind="personal"), 9, 3)
    assert clocks(sparks)["Threat"] == 15


def test_the_last_point_of_threat_is_paid_before_the_last_door_falls(sparks: Sparks) -> None:
    race = bomb(sparks, threat=1, parts=[DOORS[1]])
    roll_at(sparks, race["parts"][0], 9, 3)
    assert (situation(sparks)["outcome"], situation(sparks)["state"]) == ("failure", "failed")
    assert situation(sparks, "tv")["why"] == "The Threat Clock is at 0."


@pytest.mark.parametrize(
    ("scene", "threat", "outcome"), [(3, 5, "partial_success"), (5, 5, "failure"), (6, 4, "failure")]
)
def test_a_scene_that_ends_early_is_held_against_the_threat(
    sparks: Sparks, scene: int, threat: int, outcome: str
) -> None:
    sparks.gm(do="resonance.scene.start", length=scene)
    sparks.gm(do="resonance.race.start", name="Out", parts=DOORS, threat=threat)
    sparks.gm(do="scene.end", scene=sparks.oak.sees()["scene"])
    rows = sparks.oak.sees()["pieces"]
    assert next(each["outcome"] for each in rows if each["kind"] == "situation") == outcome


def test_a_race_that_lost_a_clock_is_refused_for_that(sparks: Sparks) -> None:
    race = bomb(sparks)
    sparks.gm(do="clock.remove", clock=race["threat"])
    with pytest.raises(Refused, match="A clock of the Race “The bomb” was removed"):
        sparks.gm(do="resonance.race.happen", situation=race["situation"], on="round ends")
    sparks.gm(do="clock.remove", clock=race["clock"])
    with pytest.raises(Refused, match="Remove “The bomb” too"):
        sparks.gm(do="resonance.race.happen", situation=race["situation"], on="round ends")
    made = sparks.gm(do="resonance.situation.start", name="The talk", parts=DOORS[:1]).result["situation"]
    with pytest.raises(Refused, match="“The talk” is not a Race"):
        sparks.gm(do="resonance.race.happen", situation=made, on="round ends")


def test_the_gm_may_overrule_how_it_ends(sparks: Sparks) -> None:
    bomb(sparks, threat=1)
    race = situation(sparks)["id"]
    sparks.gm(do="resonance.race.happen", on="round ends")
    assert situation(sparks)["outcome"] == "failure"
    sparks.gm(do="resonance.race.happen", situation=race, on="overrule", outcome="partial_success")
    assert situation(sparks)["outcome"] == "partial_success"


def test_the_scene_clock_follows_an_overrule_and_one_undo_takes_both_back(sparks: Sparks) -> None:
    race = bomb(sparks, threat=1)["situation"]
    sparks.gm(do="resonance.race.happen", on="round ends")
    done = sparks.gm(do="resonance.race.happen", situation=race, on="overrule", outcome="success")
    assert "Scene: -1, now 4 of 5" in done.summary
    assert (clocks(sparks)["Scene"], situation(sparks)["outcome"]) == (4, "success")
    sparks.gm(do="undo")
    assert (clocks(sparks)["Scene"], situation(sparks)["outcome"]) == (5, "failure")
    sparks.gm(do="redo")
    done = sparks.gm(do="resonance.race.happen", situation=race, on="overrule", outcome="failure")
    assert "Scene: +1, now 5 of 5" in done.summary
    assert clocks(sparks)["Scene"] == 5


@pytest.mark.parametrize(
    ("level", "party", "category", "threat"),
    [(3, [3, 3], "normal", 15), (5, [4, 4], "hard", 12), (8, [9, 9, 9], "easy", 40), (2, [1], "hard", 8)],
)
def test_the_budget_follows_from_levels(
    sparks: Sparks, level: int, party: list[int], category: str, threat: int
) -> None:
    race = bomb(sparks, level=level, party=party)
    assert (race["category"], race["budget"]) == (category, threat)


def test_a_level_that_the_table_does_not_have_is_refused_until_a_category_is_picked(sparks: Sparks) -> None:
    sparks.gm(do="resonance.scene.start", length=5)
    with pytest.raises(Refused, match="pick hard, normal or easy"):
        sparks.gm(do="resonance.race.start", name="Out", parts=DOORS, level=9)
    race = sparks.gm(do="resonance.race.start", name="Out", parts=DOORS, level=9, category="hard").result
    assert race["budget"] == 16


def test_a_race_without_level_or_threat_is_refused(sparks: Sparks) -> None:
    with pytest.raises(Invalid, match="Situation's level"):
        sparks.gm(do="resonance.race.start", name="Out", parts=DOORS)


def test_one_race_at_a_time(sparks: Sparks) -> None:
    bomb(sparks)
    with pytest.raises(Refused, match="already running"):
        sparks.gm(do="resonance.race.start", name="Another", parts=DOORS, level=2)


def test_the_threat_is_set_for_the_whole_scene(sparks: Sparks) -> None:
    first = bomb(sparks, parts=DOORS[1:2])
    for _ in range(3):
        sparks.gm(do="resonance.race.happen", on="round ends")
    apply(sparks, roll_at(sparks, first["parts"][0], 9, 3))
    assert clocks(sparks)["Threat"] == 11
    done = sparks.gm(do="resonance.race.start", name="Out", parts=DOORS, level=9)
    assert "continues at 11" in done.summary
    assert (done.result["threat"], done.result["budget"]) == (first["threat"], 11)
    assert [each["name"] for each in sparks.oak.sees()["clocks"]].count("Threat") == 1
    sparks.gm(do="resonance.race.happen", on="round ends")
    assert clocks(sparks)["Threat"] == 10


def test_a_race_that_was_put_away_leaves_its_threat_to_the_next(sparks: Sparks) -> None:
    first = bomb(sparks, parts=DOORS[:1], threat=9)
    sparks.gm(do="resonance.race.happen", on="part resolved")
    sparks.gm(do="resonance.situation.remove", situation=first["situation"])
    assert clocks(sparks) == {"Scene": 4}
    second = sparks.gm(do="resonance.race.start", name="Out", parts=DOORS, level=2).result
    assert (second["budget"], clocks(sparks)["Threat"]) == (9, 9)
    sparks.gm(do="undo")
    assert clocks(sparks) == {"Scene": 4}


@pytest.mark.parametrize(("chosen", "threat"), [({"new_budget": True}, 15), ({"threat": 6}, 6)])
def test_a_new_budget_is_the_curators_choice(sparks: Sparks, chosen: dict[str, Any], threat: int) -> None:
    bomb(sparks, threat=1)
    sparks.gm(do="resonance.race.happen", on="round ends")
    with pytest.raises(Refused, match="start the next Race with a new budget"):
        sparks.gm(do="resonance.race.start", name="Out", parts=DOORS, level=2)
    page = Visitor(sparks.oak, "gm").page("/moves/race").text
    assert "Threat Clock is at 0. Set a new budget for another Race." in page
    made = sparks.gm(do="resonance.race.start", name="Out", parts=DOORS, level=2, **chosen).result
    assert made["budget"] == threat


def test_a_new_scene_clock_has_a_threat_of_its_own(sparks: Sparks) -> None:
    bomb(sparks, parts=DOORS[:1], threat=9)
    sparks.gm(do="resonance.race.happen", on="part resolved")
    for _ in range(4):
        sparks.gm(do="resonance.travel")
    sparks.gm(do="resonance.scene.start", length=8)
    made = sparks.gm(do="resonance.race.start", name="Out", parts=DOORS, level=2).result
    assert made["budget"] == 15


def test_a_roll_at_a_foe_with_a_clock_costs_no_threat(sparks: Sparks) -> None:
    foe = {"name": "Sentry Turret", "kind": "foe", "length": 4}
    made = bomb(sparks, parts=[foe, DOORS[1]])
    roll_at(sparks, made["parts"][0], 9, 3)
    assert clocks(sparks)["Threat"] == 15
    roll_at(sparks, made["parts"][1], 2, 3)
    assert clocks(sparks)["Threat"] == 14


def test_only_a_players_effort_roll_costs_threat(sparks: Sparks) -> None:
    made = bomb(sparks)
    roll_at(sparks, made["parts"][0], 9, 3, who=sparks.captain)
    assert clocks(sparks)["Threat"] == 15


def test_a_barrier_without_a_number_has_that_of_its_level(sparks: Sparks) -> None:
    made = bomb(sparks, parts=[{"name": "Gate", "kind": "barrier", "length": 4}])
    asked = {"character": sparks.sparks, "stat": "technique", "targets": made["parts"]}
    check = sparks.gm(do="check.call", **asked).result["check"]
    seen = next(each for each in sparks.oak.sees()["checks"] if each["id"] == check)
    assert seen["numbers"]["against"] == 12  # 10 and the level, 2


def test_in_a_race_that_is_over_nothing_happens_any_more(sparks: Sparks) -> None:
    race = bomb(sparks, threat=1)["situation"]
    sparks.gm(do="resonance.race.happen", on="round ends")
    with pytest.raises(Refused, match="This Race is over: failure"):
        sparks.gm(do="resonance.race.happen", situation=race, on="attempt")


def test_a_race_is_lost_when_the_party_retreats(sparks: Sparks) -> None:
    race = bomb(sparks)["situation"]
    done = sparks.gm(do="resonance.situation.fail", situation=race, why="retreat")
    assert done.summary == "The bomb: failure. The party retreated."
    assert (situation(sparks)["outcome"], clocks(sparks)["Scene"]) == ("failure", 5)


def test_an_effort_aimed_at_no_part_of_a_race_is_asked_about_and_costs_nothing(sparks: Sparks) -> None:
    """Seed 002:45, "against a Barrier or Puzzle"."""
    made = bomb(sparks)
    sent = {"character": sparks.sparks, "stat": "technique", "tn": 12}
    check = sparks.gm(do="check.call", **sent).result["check"]
    seen = next(each for each in sparks.oak.sees("player")["checks"] if each["id"] == check)
    assert seen["notes"][0].startswith("A Race is running: choose the Barrier or Puzzle")
    before = clocks(sparks)
    sparks.gm(do="check.roll", check=check, dice=[[8, 2]])
    assert clocks(sparks) == before
    aimed = sparks.gm(do="check.call", **sent, targets=[made["parts"][0]]).result["check"]
    seen = next(each for each in sparks.oak.sees("player")["checks"] if each["id"] == aimed)
    assert seen["notes"] == []


# ---- a Race's clocks obey the laws of all clocks ----------------------------------------------------


def named(sparks: Sparks, name: str) -> dict[str, Any]:
    """A clock as the GM sees it."""
    return next(each for each in sparks.oak.sees()["clocks"] if each["name"] == name)


def test_a_threat_that_runs_out_by_a_round_wins_its_race_as_by_a_tick(sparks: Sparks) -> None:
    bomb(sparks, threat=1)
    escape = sparks.oak.clock("Escape", 4, opposes=named(sparks, "Threat")["id"])
    done = sparks.gm(do="resonance.race.happen", on="round_end")
    assert (named(sparks, "Threat")["race"], named(sparks, "Escape")["race"]) == ("first", None)
    assert done.result["outcome"] == "failure"
    assert "“Threat” is complete first and wins the race against “Escape”" in sparks.oak.lines("player")[0]
    sparks.gm(do="undo")
    assert (named(sparks, "Threat")["filled"], named(sparks, "Threat")["race"]) == (1, None)
    sparks.gm(do="clock.tick", clock=escape, by=4)
    sparks.gm(do="resonance.race.happen", on="round_end")
    assert (named(sparks, "Threat")["race"], named(sparks, "Escape")["race"]) == ("second", "first")


def test_a_threat_that_runs_out_on_the_attempt_wins_over_what_the_roll_completes(sparks: Sparks) -> None:
    """Reading B4.5: the roll and its outcome are one moment, and the attempt's cost is paid first."""
    outer = bomb(sparks, threat=1)["parts"][0]
    sparks.gm(do="clock.edit", clock=outer, opposes=named(sparks, "Threat")["id"])
    apply(sparks, roll_at(sparks, outer, 10, 10, 5, 3))
    assert (named(sparks, "Threat")["race"], named(sparks, "Outer door")["race"]) == ("first", "second")


@pytest.mark.parametrize("name", ["Threat", "The bomb", "Scene"])
def test_a_clock_of_a_race_that_waits_for_another_is_not_moved(sparks: Sparks, name: str) -> None:
    outer = bomb(sparks)["parts"][0]
    leader = sparks.oak.clock("The alarm", 1)
    sparks.gm(do="clock.edit", clock=named(sparks, name)["id"], follows=leader)
    before = clocks(sparks)
    events = {"Threat": "round_end", "The bomb": "resolved", "Scene": "travel"}
    with pytest.raises(Refused, match=f"“{name}” follows “The alarm”, which is not complete yet"):
        sparks.gm(do="resonance.race.happen", on=events[name])
    apply(sparks, roll_at(sparks, outer, 10, 10, 5, 3))
    sparks.gm(do="resonance.travel")
    after = clocks(sparks)
    assert after[name] == before[name]
    assert after["Outer door"] == 0
    assert sum(before[each] - after[each] for each in ("Threat", "The bomb", "Scene")) == 2
    sparks.gm(do="clock.tick", clock=leader)
    sparks.gm(do="resonance.race.happen", on=events[name])
    assert clocks(sparks)[name] < before[name]


def test_a_part_that_is_done_while_the_situation_waits_is_counted_once_it_may(sparks: Sparks) -> None:
    outer = bomb(sparks)["parts"][0]
    leader = sparks.oak.clock("The alarm", 1)
    sparks.gm(do="clock.edit", clock=named(sparks, "The bomb")["id"], follows=leader)
    with pytest.raises(Refused, match="“The bomb” follows “The alarm”"):
        sparks.gm(do="resonance.situation.resolve", situation=situation(sparks)["id"], part=2)
    apply(sparks, roll_at(sparks, outer, 10, 10, 5, 3))
    assert clocks(sparks)["The bomb"] == 3
    sparks.gm(do="clock.tick", clock=leader)
    sparks.gm(do="resonance.travel")
    assert clocks(sparks)["The bomb"] == 2
    assert [part["done"] for part in situation(sparks)["parts"]] == [True, False, False]


def test_a_scene_clock_without_a_situation_waits_too(sparks: Sparks) -> None:
    sparks.gm(do="resonance.scene.start", length=5)
    leader = sparks.oak.clock("The storm ends", 1)
    scene = named(sparks, "Scene")["id"]
    sparks.gm(do="clock.edit", clock=scene, follows=leader)
    sparks.gm(do="resonance.travel")
    assert clocks(sparks)["Scene"] == 5
    sparks.gm(do="clock.edit", clock=scene, opposes=sparks.oak.clock("Hunters", 4, filled=3))
    sparks.gm(do="clock.tick", clock=leader)
    sparks.gm(do="clock.edit", clock=scene, filled=1)
    sparks.gm(do="resonance.travel")
    assert (named(sparks, "Scene")["race"], named(sparks, "Hunters")["race"]) == ("first", None)
