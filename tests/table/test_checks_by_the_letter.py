"""Sentences of the book that are easily played a little differently, at the table."""

import re

import pytest

from tests.table.investigation import Case
from webapp.table.refusals import Refused

NO_DICE = "This check needs no dice: the GM says yes or no."


def test_what_fails_the_gate_is_answered_without_dice(case: Case) -> None:
    check = case.gm_call(intent="Cross the sturdy bridge", dc=12)
    case.edit(check, gate={"uncertainty": False})
    assert case.check(check, "player").waits == NO_DICE
    with pytest.raises(Refused, match=NO_DICE):
        case.roll(check, 6, 6, 6, 6)
    case.edit(check, gate={"uncertainty": True, "consequence": True, "agency": True})
    assert case.roll(check, 3, 3, 3, 3)["outcome"] == "full_success"


def test_a_failure_touches_the_threat_that_the_gm_says_it_touches(case: Case) -> None:
    evacuate = case.clock("Evacuation", 6)
    case.clock("Looters", 4, kind="threat")
    flood = case.clock("Flood", 4, kind="danger")
    check = case.gm_call(dc=16, targets=[evacuate], affected=[flood])
    case.roll(check, 3, 3, 3, 2)
    assert [each.command["clock"] for each in case.lines_of(check)] == [flood]


@pytest.mark.parametrize(("faces", "ranges"), [((6, 6, 6, 6), []), ((3, 3, 2, 2), [(1, 2)])])
def test_care_that_comes_off_never_makes_a_wound_bleed_on(
    case: Case, faces: tuple[int, ...], ranges: list[tuple[int, int]]
) -> None:
    bleeding = case.gm(do="condition.add", character=case.mara, name="Bleeding").result["condition"]
    wound = case.clock("Bleed Out", 4, kind="personal", condition=bleeding)
    check = case.gm_call(intent="Press the cloth on it", dc=14, targets=[wound])
    case.roll(check, *faces)
    ticks = [each for each in case.lines_of(check) if each.command["do"] == "clock.tick"]
    assert [each.range for each in ticks] == ranges


def test_a_goal_of_ones_own_is_worked_on_as_any_other(case: Case) -> None:
    case.dispatch(case.ana, do="clock.own", name="Learn the song", segments=4)
    song = next(each["id"] for each in case.sees()["clocks"] if each["name"] == "Learn the song")
    check = case.gm_call(dc=14, targets=[song])
    case.roll(check, 6, 4, 3, 2)
    assert [each.range for each in case.lines_of(check)] == [(1, 2)]


def test_a_marked_foe_is_offered_as_edge_to_whoever_goes_for_them(case: Case) -> None:
    guard = case.character("Guard", kind="npc", visibility="shown")
    marked = case.gm(do="condition.add", character=guard, name="Marked").result["condition"]
    case.gm(do="condition.add", character=guard, name="Exhausted")
    check = case.gm_call(dc=14, attribute="AGI", intent="Shoot the guard")
    (offered,) = case.check(check).offered or ()
    assert (offered.name, offered.modifier, offered.use) == ("Marked (Guard)", "edge", "off")
    case.edit(check, uses={f"condition:{marked}:Marked (Guard):edge": "edge"})
    assert case.check(check, "player").dice == "5d6, keep the best 4"


def test_a_scene_that_carries_much_is_said_to(case: Case) -> None:
    assert small(case) == ""
    for name in ("Slick", "Dim Light"):
        case.tag(name)
    expose = case.clock("Expose the Official", 6)
    case.clock("Cover-Up", 4, opposes=expose)
    assert small(case) == "", "a race of two is one thing to watch"
    case.tag("Tense")
    case.clock("The storm", 4, kind="danger")
    said = "Start small: this scene has 3 tags and 3 clocks; the book advises at most 2 tags and 1 clock."
    assert small(case) == said


def small(case: Case) -> str:
    """What the GM reads where rest and care are given; "" without such a word."""
    device = case.app.test_client()
    device.get(f"/k/{case.made.tokens['gm']}")
    opened = device.get(f"/t/{case.id}/moves/care").text
    return (re.findall("Start small:[^<]*", opened) or [""])[0]
