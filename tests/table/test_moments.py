"""Moments: what screens tell, for whom, how long a number in them is true, and what takes them back."""

from typing import Any

from flask import Flask

from tests.table.oak import Oak
from webapp.services import services
from webapp.state.audience import GM, PLAYER, TV, Audience, Role
from webapp.views.moment_views import MomentView

STATS = {"CALLING": 5, "CULTURE": 4, "FRAME": 4, "MOTIVE": 4, "NATURE": 3, "POISE": 4}
SUCCESS, FAILURE = [6, 6, 6, 6], [1, 1, 2, 2]


def told(oak: Oak, audience: Audience = PLAYER) -> tuple[MomentView, ...]:
    """The moments that the dispatcher keeps for an audience."""
    kept = services().dispatcher.snapshots.newest_projections(oak.id)
    assert kept is not None
    return kept.seen[audience.key].view.moments


def heads(oak: Oak, audience: Audience = PLAYER) -> list[str]:
    return [each.head for each in told(oak, audience)]


def seat(oak: Oak, name: str) -> Audience:
    return Audience(Role.PLAYER, oak.sit(name).seat)


def mettle(app: Flask) -> Oak:
    return Oak.start(app, "Yard", "mettle")


def strike(yard: Oak, *characters: int) -> Any:
    zone = yard.gm(do="zone.add", name="Pit").result["zone"]
    for each in characters:
        yard.gm(do="character.edit", character=each, zone=zone)
    fire = yard.gm(do="mettle.hazard.add", name="Bonfire", zone=zone).result["piece"]
    return yard.gm(do="mettle.hazard.strike", hazard=fire, characters=list(characters))


def test_what_befalls_somebody_is_a_moment_for_everybody_who_reads_it(app: Flask) -> None:
    yard = mettle(app)
    ann = yard.character("Ann", stats=STATS)
    yard.sit("Ana", ann)
    yard.gm(do="mettle.hurt", character=ann, by=2)
    for audience in (GM, PLAYER, TV, seat(yard, "Ana")):
        first, *_ = told(yard, audience)
        assert first.head == "Ann loses 2 Mettle, now 7 of 9"
        assert (first.weight, first.concerns, first.check) == ("card", (ann,), None)
        (change,) = first.changes
        assert (change.thing, change.by, change.now, change.of) == (("character", ann), -2, 7, 9)
        assert first.is_about(ann)
        assert not first.is_about(None)


def test_a_tick_is_none_and_a_clock_that_completes_is_one_of_the_stage(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 2)
    oak.gm(do="clock.tick", clock=alarm)
    assert told(oak, GM) == ()
    oak.gm(do="clock.tick", clock=alarm)
    (full,) = told(oak)
    assert (full.weight, full.kind, full.about) == ("stage", "clock.moved", ("clock", alarm))
    assert full.head == "Alarm: +1, now 2 of 2. It is complete!"


def test_a_number_is_said_only_while_it_is_so(app: Flask) -> None:
    yard = mettle(app)
    ann, cai = yard.character("Ann", stats=STATS), yard.character("Cai", stats=STATS)
    for who in (ann, cai, ann):
        yard.gm(do="mettle.hurt", character=who, by=2)
    assert heads(yard) == [
        "Ann loses 2 Mettle, now 5 of 9",
        "Cai loses 2 Mettle, now 7 of 9",
        "Ann loses 2 Mettle",
    ]
    assert [each.changes[0].now for each in told(yard)] == [5, 7, None]
    yard.gm(do="character.edit", character=cai, name="Kai")
    assert heads(yard)[1] == "Kai loses 2 Mettle"


def test_a_clock_s_number_goes_with_its_next_tick(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 2)
    oak.gm(do="clock.tick", clock=alarm, by=2)
    oak.gm(do="clock.tick", clock=alarm, by=-1)
    assert heads(oak) == ["Alarm: +2. It is complete!"]


def test_a_check_is_one_moment_from_its_dice_to_its_outcome(app: Flask) -> None:
    oak = Oak.start(app, ruleset="razorweave")
    mara, alarm = oak.character("Mara"), oak.clock("Alarm", 6)
    check = oak.gm(
        do="check.call", character=mara, intent="Climb", attribute="AGI", dc=14, targets=[alarm]
    ).result["check"]
    assert told(oak) == ()
    oak.gm(do="check.roll", check=check, dice=SUCCESS)
    (rolled,) = told(oak)
    assert (rolled.check, rolled.tone, rolled.rolls, rolled.concerns) == (check, "good", 1, (mara,))
    assert (rolled.verdict, rolled.kind) == ("Critical success", "check.rolled")
    oak.gm(do="check.resolve", check=check)
    (decided,) = told(oak)
    assert (decided.id, decided.kind) == (rolled.id, "check.decided")
    assert "Alarm +" in decided.head.replace(":", "")
    assert "now" in decided.head
    oak.gm(do="clock.tick", clock=alarm)
    assert "now" not in heads(oak)[0]
    oak.gm(do="undo")
    oak.gm(do="undo")
    assert [each.kind for each in told(oak)] == ["check.rolled"]
    oak.gm(do="undo")
    assert told(oak) == ()


def test_what_is_undone_is_no_moment_and_none_when_it_is_done_again(app: Flask) -> None:
    yard = mettle(app)
    ann = yard.character("Ann", stats=STATS)
    yard.gm(do="mettle.hurt", character=ann, by=2)
    yard.gm(do="undo")
    assert told(yard) == told(yard, GM) == ()
    yard.gm(do="redo")
    assert told(yard) == told(yard, GM) == ()


def test_what_players_may_not_know_is_a_moment_of_the_gm_alone(app: Flask) -> None:
    yard = mettle(app)
    spy = yard.character("Spy", kind="npc", visibility="secret", stats=STATS)
    ben = yard.character("Ben", stats=STATS)
    yard.gm(do="mettle.hurt", character=spy, by=2)
    assert heads(yard, GM)
    assert told(yard) == told(yard, TV) == ()
    yard.gm(do="character.edit", character=spy, visibility="shown")
    assert heads(yard) == ["Spy: revealed"]
    yard.gm(do="mettle.hurt", character=ben, by=1)
    yard.gm(do="character.edit", character=ben, visibility="secret")
    assert heads(yard) == ["Spy: revealed"]


def test_a_secret_check_is_no_check_for_players_and_its_id_is_in_no_moment(app: Flask) -> None:
    oak = Oak.start(app, ruleset="razorweave")
    mara, alarm = oak.character("Mara"), oak.clock("Alarm", 1)
    asked = {"character": mara, "attribute": "AGI", "dc": 14, "targets": [alarm], "visibility": "secret"}
    check = oak.gm(do="check.call", **asked).result["check"]
    oak.gm(do="check.roll", check=check, dice=SUCCESS)
    assert told(oak) == ()
    oak.gm(do="check.resolve", check=check)
    assert [(each.check, each.kind) for each in told(oak)] == [(None, "clock.moved")]
    assert check not in [each.id for each in told(oak)]


def test_a_game_s_hurt_on_several_is_one_moment(app: Flask) -> None:
    yard = mettle(app)
    ann, cai = yard.character("Ann", stats=STATS), yard.character("Cai", stats=STATS)
    strike(yard, ann, cai)
    first, *_ = told(yard)
    assert set(first.concerns) == {ann, cai}
    assert len([each for each in told(yard) if each.id == first.id]) == 1


def test_at_most_eight_are_kept(app: Flask) -> None:
    yard = mettle(app)
    ann = yard.character("Ann", stats=STATS)
    for _ in range(9):
        yard.gm(do="mettle.hurt", character=ann, by=1)
    assert len(told(yard)) == 8


def test_an_answer_without_dice_concerns_who_asked(app: Flask) -> None:
    oak = Oak.start(app, ruleset="razorweave")
    ben = oak.character("Ben")
    check = oak.gm(do="check.call", character=ben, intent="Fly").result["check"]
    oak.gm(do="check.resolve", check=check, answer="no")
    (no,) = told(oak)
    assert (no.head, no.concerns) == ("No, without a roll: Ben, “Fly”", (ben,))


def test_a_check_that_is_shown_after_its_roll_is_the_check_s_moment(app: Flask) -> None:
    oak = Oak.start(app, ruleset="razorweave")
    mara = oak.character("Mara")
    asked = {"character": mara, "attribute": "AGI", "dc": 14, "visibility": "secret"}
    check = oak.gm(do="check.call", **asked).result["check"]
    oak.gm(do="check.roll", check=check, dice=SUCCESS)
    oak.gm(do="check.edit", check=check, visibility="shown")
    assert [(each.check, each.verdict) for each in told(oak)] == [(check, "Critical success")]
    oak.gm(do="check.edit", check=check, visibility="secret")
    assert told(oak) == ()
    assert [each.check for each in told(oak, GM)] == [check]


def test_a_full_clock_has_the_stage_with_who_won_its_race(oak: Oak) -> None:
    proof, cover = oak.clock("Proof", 4), oak.clock("Cover", 2)
    oak.gm(do="clock.edit", clock=cover, opposes=proof)
    oak.gm(do="clock.tick", clock=cover, by=2)
    stage = told(oak)[0].stages[0]
    assert stage is not None
    assert (stage.kind, stage.thing, stage.name) == ("clock.moved", ("clock", cover), "Cover")
    assert stage.words == ("“Cover” is complete first and wins the race against “Proof”",)


def test_what_is_revealed_and_a_scene_that_begins_have_the_stage_by_name(oak: Oak) -> None:
    spy, trap = oak.clock("Spy", 4, visibility="secret"), oak.tag("Trap", visibility="secret")
    oak.gm(do="things.edit", ids=[spy, trap], visibility="shown")
    pier = oak.gm(do="scene.add", name="The pier").result["scene"]
    oak.gm(do="scene.activate", scene=pier)
    began, revealed = (each.stages[0] for each in told(oak))
    assert began is not None
    assert revealed is not None
    assert (began.kind, began.name, began.words) == ("scene.began", "The pier", ())
    assert (revealed.kind, revealed.name, revealed.words) == ("thing.seen", "Spy and Trap", ())


def test_a_check_that_fills_a_clock_tells_its_dice_and_the_clock_has_the_stage(app: Flask) -> None:
    oak = Oak.start(app, ruleset="razorweave")
    mara, alarm = oak.character("Mara"), oak.clock("Alarm", 1)
    check = oak.gm(do="check.call", character=mara, attribute="AGI", dc=14, targets=[alarm]).result["check"]
    oak.gm(do="check.roll", check=check, dice=SUCCESS)
    assert told(oak)[0].stages == ()
    oak.gm(do="check.resolve", check=check)
    (decided,) = told(oak)
    assert decided.check == check
    assert [(stage.kind, stage.thing) for stage in decided.stages] == [("clock.moved", ("clock", alarm))]


def test_two_clocks_that_one_moment_fills_have_the_stage_one_after_the_other(oak: Oak) -> None:
    first, second = oak.clock("Escape", 1), oak.clock("Alarm", 1, on_full="The guard is here.")
    oak.gm(do="clock.edit", clock=second, tempo="time")
    oak.gm(do="clock.edit", clock=first, tempo="time")
    oak.gm(do="time.pass")
    (both,) = told(oak)
    assert {stage.thing for stage in both.stages} == {("clock", first), ("clock", second)}
    assert [stage.words for stage in both.stages] == [(), ()]


def test_who_falls_has_the_stage_and_it_is_bad_for_the_party_alone_who_lost_one_of_theirs(app: Flask) -> None:
    yard = mettle(app)
    ann = yard.character("Ann", stats=STATS)
    foe = yard.character("Foe", kind="npc", visibility="shown", stats=STATS)
    tones = {}
    for who in (ann, foe):
        yard.gm(do="mettle.hurt", character=who, by=2)
        hurt = told(yard)[0]
        assert hurt.stages == ()
        yard.gm(do="mettle.hurt", character=who, by=12)
        fallen = told(yard)[0]
        assert fallen.stages
        assert fallen.stages[0].words == (fallen.head,)
        tones[who] = (hurt.tone, fallen.tone)
    assert tones == {ann: ("bad", "bad"), foe: ("good", "good")}


def test_each_of_those_who_roll_together_has_a_moment(app: Flask) -> None:
    oak = Oak.start(app, ruleset="razorweave")
    mara, ben = oak.character("Mara"), oak.character("Ben")
    asked = {"character": mara, "attribute": "AGI", "dc": 14, "group": "split_risks", "helpers": [ben]}
    first = oak.gm(do="check.call", **asked).result["check"]
    (second,) = [each["id"] for each in oak.sees()["checks"] if each["id"] != first]
    oak.gm(do="check.roll", check=first, dice=SUCCESS)
    oak.gm(do="check.roll", check=second, dice=FAILURE)
    assert [each.check for each in told(oak)] == [second, first]


def test_a_line_that_changed_nothing_is_read_by_whoever_may_know_what_it_names(app: Flask) -> None:
    """An Action without a Check is a line for all; a hidden character's is the GM's alone."""
    oak = Oak.start(app, "Yard", "mettle")
    oak.sit("Ana", oak.character("Ann"))
    bog = oak.character("Bog", kind="npc", visibility="secret")
    oak.gm(do="mettle.action.use", character=oak.sees()["cast"][0]["id"], what="pulls the lever")
    assert "lever" in oak.lines("player")[0]
    oak.gm(do="mettle.action.use", character=bog, what="lights the fuse")
    assert "fuse" in oak.lines()[0]
    assert "lever" in oak.lines("player")[0]
