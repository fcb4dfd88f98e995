"""Clocks in clocks at the table: Situations in a Scene, the bomb race, rest, travel and downtime."""

from typing import Any

import pytest

from tests.table.resonance.sparks import Sparks
from webapp.screens.games.resonance.panels import nests
from webapp.screens.panels_gm import gm_panels
from webapp.table.refusals import Invalid, Refused

DOORS = [
    {"name": "Outer door", "kind": "barrier", "tn": 12, "length": 6},
    {"name": "Inner door", "kind": "puzzle", "tn": 12},
    {"name": "Sentry Turret", "kind": "foe"},
]


def clocks(sparks: Sparks) -> dict[str, int]:
    return {each["name"]: each["filled"] for each in sparks.oak.sees()["clocks"]}


def situation(sparks: Sparks, who: str = "gm") -> dict[str, Any]:
    rows = sparks.oak.sees(who)["pieces"]
    return next(each for each in rows if each["kind"] == "situation")


def bomb(sparks: Sparks, **fields: Any) -> dict[str, Any]:
    """The bomb of the seeds: Scene 5, three challenges, Threat 15."""
    sparks.gm(do="resonance.scene.start", length=5)
    sent = {"name": "The bomb", "parts": DOORS, "level": 2, **fields}
    return sparks.gm(do="resonance.race.start", **sent).result


def roll_at(sparks: Sparks, clock: int, *dice: int, who: int | None = None) -> int:
    """Somebody works on a door."""
    sent = {"character": who or sparks.sparks, "stat": "technique", "tn": 12, "targets": [clock]}
    check: int = sparks.gm(do="check.call", **sent).result["check"]
    sparks.dice = list(dice)
    sparks.gm(do="check.roll", check=check)
    return check


def apply(sparks: Sparks, check: int) -> None:
    sparks.gm(do="check.resolve", check=check)


# ---- the bomb --------------------------------------------------------------------------------------


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
    assert situation(sparks, "tv")["why"] == "The Threat Clock is at 0: failure."


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
    assert "Scene -1, 4 left" in done.summary
    assert (clocks(sparks)["Scene"], situation(sparks)["outcome"]) == (4, "success")
    sparks.gm(do="undo")
    assert (clocks(sparks)["Scene"], situation(sparks)["outcome"]) == (5, "failure")
    sparks.gm(do="redo")
    done = sparks.gm(do="resonance.race.happen", situation=race, on="overrule", outcome="failure")
    assert "Scene +1, 5 left" in done.summary
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
    with pytest.raises(Refused, match="running already"):
        sparks.gm(do="resonance.race.start", name="Another", parts=DOORS, level=2)


def test_the_threat_is_set_for_the_whole_scene(sparks: Sparks) -> None:
    first = bomb(sparks, parts=DOORS[1:2])
    for _ in range(3):
        sparks.gm(do="resonance.race.happen", on="round ends")
    apply(sparks, roll_at(sparks, first["parts"][0], 9, 3))
    assert clocks(sparks)["Threat"] == 11
    done = sparks.gm(do="resonance.race.start", name="Out", parts=DOORS, level=9)
    assert "goes on at 11" in done.summary
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
    with pytest.raises(Refused, match="new budget is the Curator's choice"):
        sparks.gm(do="resonance.race.start", name="Out", parts=DOORS, level=2)
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


# ---- Situations ------------------------------------------------------------------------------------


def test_a_foe_is_known_by_name_and_a_door_brings_its_number(sparks: Sparks) -> None:
    parts = [*DOORS[:1], {"name": "captain", "kind": "foe"}]
    made = sparks.gm(do="resonance.situation.start", name="Get in", parts=parts).result
    asked = {"character": sparks.sparks, "stat": "technique", "targets": [made["parts"][0]]}
    check = sparks.gm(do="check.call", **asked).result["check"]
    seen = next(each for each in sparks.oak.sees()["checks"] if each["id"] == check)
    assert (seen["ready"], seen["numbers"]["against"]) == (True, 12)
    sparks.gm(do="check.edit", check=check, tn=9)
    seen = next(each for each in sparks.oak.sees()["checks"] if each["id"] == check)
    assert seen["numbers"]["against"] == 9
    sparks.set(sparks.captain, hp=0)
    assert [part["done"] for part in situation(sparks)["parts"]] == [False, True]


def test_a_check_aims_at_the_parts_and_not_at_what_they_move(sparks: Sparks) -> None:
    bomb(sparks)
    sparks.oak.clock("Alarm", 6)
    checks = next(each for each in gm_panels(sparks.oak.view()) if each.id == "checks")
    assert [words for _, words in checks.it[1]] == ["Outer door", "Inner door", "Alarm"]


def test_a_foe_who_goes_down_counts_as_dealt_with(sparks: Sparks) -> None:
    sparks.gm(do="resonance.scene.start", length=8)
    parts = [{"name": "The Captain", "kind": "foe", "character": sparks.captain}]
    sparks.gm(do="resonance.situation.start", name="The fight", parts=parts)
    done = sparks.gm(do="resonance.value.lose", character=sparks.captain, value="hp", amount=10)
    assert "The fight: success" in done.summary
    assert (clocks(sparks)["The fight"], clocks(sparks)["Scene"]) == (0, 7)
    sparks.gm(do="undo")
    assert (clocks(sparks)["The fight"], clocks(sparks)["Scene"]) == (1, 8)
    assert situation(sparks)["state"] == "running"


def test_a_failed_situation_offers_a_complication_and_leaves_the_scene_as_it_is(sparks: Sparks) -> None:
    sparks.gm(do="resonance.scene.start", length=8)
    made = sparks.gm(do="resonance.situation.start", name="The talk", parts=DOORS[:1]).result
    sparks.gm(do="resonance.situation.fail", situation=made["situation"], why="retreat")
    assert (situation(sparks)["state"], situation(sparks)["complication"]) == ("failed", True)
    assert "complication" not in situation(sparks, "player")
    assert clocks(sparks)["Scene"] == 8
    with pytest.raises(Refused, match="is over"):
        sparks.gm(do="resonance.situation.fail", situation=made["situation"])


def test_a_complication_is_spent_once_and_undone_with_its_tag(sparks: Sparks) -> None:
    made = sparks.gm(do="resonance.situation.start", name="The talk", parts=DOORS[:1]).result["situation"]
    sparks.gm(do="resonance.situation.fail", situation=made)
    spent = {"do": "resonance.situation.complicate", "situation": made, "name": "More enemies arrive"}
    sparks.gm(**spent)
    assert [each["name"] for each in sparks.oak.sees()["tags"]] == ["More enemies arrive"]
    assert situation(sparks)["complication"] is False
    with pytest.raises(Refused, match="no Complication to come"):
        sparks.gm(**spent)
    sparks.gm(do="undo")
    assert (sparks.oak.sees()["tags"], situation(sparks)["complication"]) == ([], True)


@pytest.mark.parametrize(
    "goes_on",
    [
        {"do": "resonance.rest"},
        {"do": "resonance.travel"},
        {"do": "resonance.situation.start", "name": "The chase", "parts": DOORS[:1]},
        {"do": "scene.end"},
    ],
)
def test_a_complication_is_offered_no_more_once_play_goes_on(sparks: Sparks, goes_on: dict[str, Any]) -> None:
    made = sparks.gm(do="resonance.situation.start", name="The talk", parts=DOORS[:1]).result["situation"]
    sparks.gm(do="resonance.situation.fail", situation=made)
    if goes_on["do"] == "scene.end":
        goes_on = {**goes_on, "scene": sparks.oak.board().table.active_scene}
    sparks.gm(**goes_on)
    assert situation(sparks)["complication"] is False
    sparks.gm(do="undo")
    assert situation(sparks)["complication"] is True


def test_what_runs_stands_first_then_what_ended_the_newest_before_the_oldest(sparks: Sparks) -> None:
    for name in ("The gate", "The vault", "The way out"):
        sparks.gm(do="resonance.situation.start", name=name, parts=DOORS[:1])
    for name in ("The gate", "The vault"):
        row = next(each for each in sparks.oak.sees()["pieces"] if each["name"] == name)
        sparks.gm(do="resonance.situation.fail", situation=row["id"])
    assert [each.piece.name for each in nests(sparks.oak.view())] == ["The way out", "The vault", "The gate"]


def test_players_are_not_told_the_tn_of_a_door_nor_of_parts_they_do_not_know(sparks: Sparks) -> None:
    race = bomb(sparks)
    sparks.gm(do="clock.edit", clock=race["parts"][1], visibility="secret")
    seen = situation(sparks, "player")
    assert [part["name"] for part in seen["parts"]] == ["Outer door", "Sentry Turret"]
    assert all("tn" not in part for part in seen["parts"])


def test_a_clock_ticked_by_hand_decides_as_well(sparks: Sparks) -> None:
    race = bomb(sparks)
    sparks.gm(do="clock.tick", clock=race["clock"], by=3)
    assert (situation(sparks)["outcome"], clocks(sparks)["Scene"]) == ("success", 4)


def test_a_situation_is_put_away_with_its_clocks(sparks: Sparks) -> None:
    race = bomb(sparks)
    sparks.gm(do="resonance.situation.remove", situation=race["situation"])
    assert clocks(sparks) == {"Scene": 5}


# ---- rest, travel, downtime ------------------------------------------------------------------------


def test_rest_gives_hp_and_ep_back_and_costs_the_scene_one(sparks: Sparks) -> None:
    sparks.gm(do="resonance.scene.start", length=8)
    sparks.set(hp=4, ep=3)
    sparks.set(sparks.rook, hp=10, ep=1)
    sparks.gm(do="resonance.rest")
    assert (sparks.left(), sparks.left(sparks.rook)) == ((5, 10, 5), (10, 10, 4))
    assert clocks(sparks)["Scene"] == 7


def test_travel_costs_the_scene_one_and_at_nothing_the_scene_is_won(sparks: Sparks) -> None:
    sparks.gm(do="resonance.scene.start", length=1)
    assert "The Scene is a success" in sparks.gm(do="resonance.travel").summary
    assert clocks(sparks)["Scene"] == 0


def test_rest_in_a_race_takes_one_off_the_scene_alone(sparks: Sparks) -> None:
    bomb(sparks)
    sparks.gm(do="resonance.rest")
    assert (clocks(sparks)["Scene"], clocks(sparks)["Threat"]) == (4, 15)


def test_downtime_heals_wounds_and_fills_everything(sparks: Sparks) -> None:
    sparks.set(hp=1, sp=0, ep=2)
    sparks.gm(do="condition.add", character=sparks.sparks, name="Injured")
    assert sorted(sparks.conditions()) == ["Exhausted", "Injured"]
    sparks.gm(do="resonance.downtime")
    assert (sparks.left(), sparks.conditions()) == ((10, 10, 10), [])
