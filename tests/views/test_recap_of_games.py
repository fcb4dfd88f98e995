"""The evening afterwards in every game: its own rolls, its own rules, the same story."""

import pytest
from flask import Flask

from tests.table.mettle.brawl import Brawl, brawl
from tests.table.mettle.test_journeys import drive, race
from tests.table.oak import Oak
from webapp.state import audience
from webapp.views.charts import make_figures
from webapp.views.recap import tell_story, to_markdown
from webapp.views.session_record import Record

ROLLS = {
    "resonance": ({"roll": "effort", "stat": "technique", "tn": 4}, [[7, 3]]),
    "mettle": ({"action": "sneak", "pool": 3, "difficulty": 6}, [5, 4, 2]),
}


@pytest.mark.parametrize("game", ROLLS)
def test_a_roll_is_told_and_counted_beside_its_odds(app: Flask, game: str) -> None:
    fields, dice = ROLLS[game]
    oak = Oak.start(app, ruleset=game)
    rook = oak.character("Rook")
    check = oak.gm(do="check.call", character=rook, intent="Slip away", **fields).result["check"]
    label = oak.gm(do="check.roll", check=check, dice=dice).result["label"]
    for who in (audience.GM, audience.PLAYER):
        record = Record(oak.state(), who)
        assert f"- Rook, Slip away: {label.lower()} (real dice)." in to_markdown(
            tell_story(record), "As it was"
        )
        drawn = make_figures(record)
        assert drawn.rolls == 1
        assert sum(bar.seen for bar in drawn.outcomes) == 1
    told = [bar.expected for bar in make_figures(Record(oak.state(), audience.GM)).outcomes]
    assert sum(each for each in told if each is not None) == pytest.approx(1, abs=0.2)


def test_a_race_is_told_to_its_end_and_a_rest_as_a_rest(app: Flask) -> None:
    oak = Oak.start(app, ruleset="resonance")
    oak.gm(do="resonance.scene.start", length=5)
    parts = [{"name": "Lock", "kind": "puzzle"}]
    race = oak.gm(do="resonance.race.start", name="The bomb", parts=parts, threat=15).result
    oak.gm(do="resonance.situation.resolve", situation=race["situation"], part=0, because="Sparks cuts it")
    oak.gm(do="resonance.rest")
    told = to_markdown(tell_story(Record(oak.state(), audience.PLAYER)), "As it was")
    assert "Lock is dealt with" in told
    assert "(Sparks cuts it)" in told
    assert "The bomb: success" in told
    assert "rests" in told
    assert "Scene went" not in told
    assert "The bomb reached 0." in told


def test_turns_that_pass_are_no_story_but_the_threat_they_cost_is_drawn_after_the_race(app: Flask) -> None:
    oak = Oak.start(app, ruleset="resonance")
    oak.character("Rook", stats={"brawn": 2})
    race = oak.gm(do="resonance.race.start", name="The bomb", parts=[{"name": "Lock"}], threat=15).result
    oak.gm(do="resonance.round.start")
    oak.gm(do="resonance.round.turn")
    oak.gm(do="resonance.situation.fail", situation=race["situation"])
    oak.gm(do="resonance.situation.remove", situation=race["situation"])
    record = Record(oak.state(), audience.PLAYER)
    told = to_markdown(tell_story(record), "As it was")
    assert "the turn ends" not in told
    assert "Threat went from 15 to 14 of 15" in told
    [threat] = [each for each in make_figures(record).clocks if each.name == "Threat"]
    assert (threat.threat, [(each.before, each.after) for each in threat.steps]) == (True, [(15, 14)])
    assert threat.steps[0].why == "Round 1 ends"


def test_hp_over_time_is_drawn_for_those_whose_values_are_known(app: Flask) -> None:
    oak = Oak.start(app, ruleset="resonance")
    rook, foe = oak.character("Rook"), oak.character("Canary", kind="npc", visibility="shown")
    oak.gm(do="resonance.value.set", character=foe, visibility="masked")
    for who in (rook, foe):
        oak.gm(do="resonance.value.lose", character=who, amount=3, because="a trap")
    oak.gm(do="resonance.rest")
    [course] = make_figures(Record(oak.state(), audience.PLAYER)).meters
    assert (course.name, course.what, course.stands) == ("Rook", "HP", "8 of 10")
    assert [(each.before, each.after, each.why) for each in course.steps] == [(10, 7, "a trap"), (7, 8, "")]
    assert len(make_figures(Record(oak.state(), audience.GM)).meters) == 2


def test_mettle_is_a_line_over_the_evening_for_whoever_may_see_the_sheet(app: Flask) -> None:
    yard = brawl(app)
    hidden = yard.character("Dun", kind="npc", stats={"Threat": "3D+3"})
    for who, by in ((yard.who("Ann"), 7), (hidden, 2), (yard.who("Ann"), 5)):
        yard.gm(do="mettle.hurt", character=who, by=by, because="a beam falls")
    yard.gm(do="mettle.mend", character=yard.who("Ann"), by=1)
    yard.gm(do="undo")
    (ann,) = make_figures(Record(yard.state(), audience.PLAYER)).meters
    assert [(step.before, step.after, step.why) for step in ann.steps] == [
        (10, 3, "a beam falls"),
        (3, -2, "a beam falls"),
    ]
    assert (ann.name, ann.stands, ann.levels) == ("Ann", "-2 of 10", (64.7,))
    assert ann.line.startswith("M10.0,8.0L")
    assert [each.name for each in make_figures(Record(yard.state(), audience.GM)).meters] == ["Ann", "Dun"]


def test_a_fight_is_told_without_whose_turn_it_was(app: Flask) -> None:
    yard = brawl(app)
    ann, cai = yard.who("Ann"), yard.who("Cai")
    yard.gm(do="mettle.initiative.start", first=ann)
    yard.gm(do="mettle.initiative.act", character=ann)
    yard.gm(do="mettle.initiative.pass", character=cai)
    yard.does("Cai", "attack", "Bog", dice=[1, 2, 4], intent="Trip him")
    yard.gm(do="mettle.initiative.end")
    told = to_markdown(tell_story(Record(yard.state(), audience.PLAYER)), "As it was")
    assert "- Initiative starts.\n- Cai hits Bog: no damage (Trip him).\n" in told
    assert "The fight is over, after 1 Round." in told
    for turn in ("holds Initiative", "Ann acts", "Ann passes"):
        assert turn not in told


def test_a_crash_that_a_twist_averted_is_no_part_of_the_story(app: Flask) -> None:
    yard = brawl(app)
    race(yard, "Ann", "Cai", speed=10)
    averted = drive(yard, "Ann", 1, 4, 4, 5)
    drive(yard, "Cai", 1, 6)
    yard.gm(do="mettle.twist.offer", check=averted, text="a tyre bursts")
    yard.gm(do="mettle.twist.accept", check=averted, dice=[3, 3, 3])
    told = to_markdown(tell_story(Record(yard.state(), audience.PLAYER)), "As it was")
    assert "Ann crashes" not in told
    assert "takes the Twist “a tyre bursts”; Edge dice rerolled: 3, 3, 3. Ann is in control, 0 Edge." in told
    assert "Cai crashes" in told


def test_a_fall_is_told_without_its_dice(app: Flask) -> None:
    yard = brawl(app)
    yard.gm(do="mettle.hazard.fall", character=yard.who("Ann"), metres=5, dice=[4, 5, 1, 1, 2])
    told = to_markdown(tell_story(Record(yard.state(), audience.PLAYER)), "As it was")
    assert "- Ann falls 5 m; Ann loses 3 Mettle, now 7 of 10.\n" in told


def test_an_ok_is_told_as_it_is_written(app: Flask) -> None:
    yard = brawl(app)
    yard.roll(yard.call("Ann", "know", pool=3, difficulty=1, intent="Name the tune"), 1, 2, 3)
    told = to_markdown(tell_story(Record(yard.state(), audience.PLAYER)), "As it was")
    assert "- Ann, Name the tune: OK (real dice)." in told


def test_a_twist_is_counted_once_somebody_took_one(app: Flask) -> None:
    """One die against 1: half at once, half of the rest by a Twist."""
    yard = brawl(app)
    first = yard.call("Ann", "use", attribute="POISE", pool=1, difficulty=1)
    yard.roll(first, 4)
    assert counted(yard) == [("Success", 0, 0.5), ("Failure", 1, 0.5)]
    yard.gm(do="mettle.twist.offer", check=first)
    yard.gm(do="mettle.twist.accept", check=first, dice=[3])
    assert counted(yard) == [("Success", 0, 0.5), ("By a Twist", 1, 0.2), ("Failure", 0, 0.2)]


def counted(yard: Brawl) -> list[tuple[str, int, float | None]]:
    outcomes = make_figures(Record(yard.state(), audience.GM)).outcomes
    return [(each.name, each.seen, each.expected) for each in outcomes]
