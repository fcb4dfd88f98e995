"""Clocks in clocks at the table: Situations in a Scene, rest, travel and downtime."""

from typing import Any

import pytest

from tests.table.resonance.challenges import DOORS, bomb, clocks, situation
from tests.table.resonance.sparks import Sparks
from tests.table.test_moments import told
from webapp.games.resonance.views.nested_clocks import nests
from webapp.state.audience import GM, TV, Audience, Role
from webapp.table.refusals import Refused
from webapp.views.journal import journal_lines
from webapp.views.panels import make_panels


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
    checks = make_panels(sparks.oak.view(), GM)["checks"]
    assert [words for _, words in checks.it[1]] == ["Outer door", "Inner door", "Alarm"]


@pytest.mark.parametrize(("seen", "cause"), [("secret", None), ("shown", "They look for the key")])
def test_why_a_situation_began_is_told_to_whoever_may_know_all_in_it(
    sparks: Sparks, seen: str, cause: str | None
) -> None:
    sparks.gm(do="character.edit", character=sparks.captain, visibility=seen)
    parts = [{"name": "The Captain", "kind": "foe", "character": sparks.captain}]
    why = "They look for the key"
    sparks.gm(do="resonance.situation.start", name="The fight", parts=parts, because=why)
    read = [journal_lines(sparks.oak.state(), Audience(role))[0] for role in (Role.PLAYER, Role.GM)]
    assert [each.summary for each in read] == ["The fight: a Situation with 1 part begins"] * 2
    assert [each.because for each in read] == [cause, why]


def staged(sparks: Sparks) -> tuple[str, str, tuple[str, ...], str]:
    newest, *_ = told(sparks.oak, TV)
    assert newest.stages
    return newest.stages[0].kind, newest.stages[0].name, newest.stages[0].words, newest.tone


def test_a_won_situation_is_told_as_a_success_and_a_lost_one_as_run_out(sparks: Sparks) -> None:
    race = bomb(sparks)
    for part in range(len(DOORS)):
        sparks.gm(do="resonance.situation.resolve", situation=race["situation"], part=part)
    won = ("The bomb: success", "The Situation Clock is at 0")
    assert staged(sparks) == ("resonance.situation_ended", "The bomb", won, "good")
    newest, *_ = told(sparks.oak, TV)
    assert newest.head == won[0]
    assert [line.words for line in newest.lines] == [won[1], "Sentry Turret is dealt with"]
    assert [(each.name, each.by) for each in newest.changes] == [("The bomb", -1), ("Scene", -1)]
    sparks.gm(do="undo")
    sparks.gm(do="clock.tick", clock=race["threat"], by=15)
    lost = "The bomb: failure. The Threat Clock is at 0."
    assert staged(sparks) == ("clock.moved", "Threat", (lost,), "bad")


def test_a_scene_that_is_won_has_the_stage_and_not_its_clock(sparks: Sparks) -> None:
    sparks.gm(do="resonance.scene.start", length=1)
    sparks.gm(do="resonance.travel")
    assert staged(sparks) == ("resonance.scene_won", "Scene", ("The Scene is a success",), "good")


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


def test_a_situation_that_lost_its_clock_is_not_lost_but_put_away(sparks: Sparks) -> None:
    made = sparks.gm(do="resonance.situation.start", name="Get in", parts=DOORS).result
    sparks.gm(do="clock.remove", clock=made["clock"])
    with pytest.raises(Refused, match="The clock of “Get in” was removed"):
        sparks.gm(do="resonance.situation.fail", situation=made["situation"])
    sparks.gm(do="resonance.situation.remove", situation=made["situation"])


def test_an_edit_says_what_it_changed(sparks: Sparks) -> None:
    made = sparks.gm(do="resonance.situation.start", name="Get in", parts=DOORS).result["situation"]
    edit = {"do": "resonance.situation.edit", "situation": made}
    said = [
        sparks.gm(**edit, **more).summary
        for more in ({"name": "Get out"}, {"visibility": "secret"}, {"complication": False})
    ]
    assert said == ["Get out: name changed", "Get out: secret", "Get out: no Complication"]


def test_a_complication_is_spent_once_and_undone_with_its_tag(sparks: Sparks) -> None:
    made = sparks.gm(do="resonance.situation.start", name="The talk", parts=DOORS[:1]).result["situation"]
    sparks.gm(do="resonance.situation.fail", situation=made)
    spent = {"do": "resonance.situation.complicate", "situation": made, "name": "More enemies arrive"}
    sparks.gm(**spent)
    assert [each["name"] for each in sparks.oak.sees()["tags"]] == ["More enemies arrive"]
    assert situation(sparks)["complication"] is False
    with pytest.raises(Refused, match="only once, right after it fails"):
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
        goes_on = {**goes_on, "scene": sparks.oak.state().table.active_scene}
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


def test_a_situation_fails_once_the_players_are_all_defeated(sparks: Sparks) -> None:
    sparks.gm(do="resonance.scene.start", length=8)
    sparks.gm(do="resonance.situation.start", name="The fight", parts=DOORS)
    sparks.gm(do="resonance.value.lose", character=sparks.sparks, amount=10)
    assert situation(sparks)["state"] == "running"
    done = sparks.gm(do="resonance.value.lose", character=sparks.rook, amount=12)
    assert "The fight: failed. The whole party is down." in done.summary
    assert (situation(sparks)["complication"], clocks(sparks)["Scene"]) == (True, 8)
    sparks.gm(do="undo")
    assert situation(sparks)["state"] == "running"


def test_a_situation_counts_for_a_scene_clock_that_began_after_it(sparks: Sparks) -> None:
    made = sparks.gm(do="resonance.situation.start", name="The talk", parts=DOORS[:1]).result
    sparks.gm(do="resonance.scene.start", length=8)
    assert nests(sparks.oak.view())[0].scene is not None
    sparks.gm(do="resonance.situation.resolve", situation=made["situation"], part=0)
    assert clocks(sparks)["Scene"] == 7


def test_a_situation_that_runs_as_its_scene_ends_is_not_won(sparks: Sparks) -> None:
    sparks.gm(do="resonance.situation.start", name="The talk", parts=DOORS[:1])
    sparks.gm(do="scene.end", scene=sparks.oak.state().table.active_scene)
    ended = situation(sparks)
    assert (ended["state"], ended["why"]) == ("failed", "The Scene ended before the Situation was won.")


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


def test_a_puzzle_with_a_task_clock_says_that_it_is_one_roll(sparks: Sparks) -> None:
    parts = [{"name": "Lock", "kind": "puzzle", "length": 2}, {"name": "Door", "length": 4}]
    done = sparks.gm(do="resonance.situation.start", name="Vault", parts=parts)
    assert done.summary.endswith("A Puzzle is one roll, so the task clock is 1 for Lock")
    one = sparks.gm(do="resonance.situation.start", name="Safe", parts=parts[:1]).result
    with pytest.raises(Refused, match="This Situation has 1 part, counted from 0"):
        sparks.gm(do="resonance.situation.resolve", situation=one["situation"], part=1)
