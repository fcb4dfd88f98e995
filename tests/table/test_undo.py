"""Undo is compensating: it takes back what one entry did and leaves what came after."""

import pytest
from flask import Flask

from tests.table.oak import Oak
from tests.table.test_moments import STATS, heads
from webapp.state.audience import GM, PLAYER, TV
from webapp.table.refusals import Forbidden, Refused
from webapp.views.recap import tell_story, to_markdown
from webapp.views.session_record import Record


def filled(oak: Oak, clock: int) -> int:
    return next(each["filled"] for each in oak.sees()["clocks"] if each["id"] == clock)


def entry(oak: Oak, summary: str) -> int:
    return next(line.id for line in _journal(oak) if line.summary == summary)


def _journal(oak: Oak):
    from webapp.views.journal import journal_lines

    return journal_lines(oak.state(), GM)


def test_a_plus_one_b_plus_one_undo_a_leaves_plus_one(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6, filled=3)
    oak.gm(do="clock.tick", clock=alarm)
    oak.gm(do="clock.tick", clock=alarm)
    oak.gm(do="undo", entry=entry(oak, "Alarm: +1, now 4 of 6"))
    assert filled(oak, alarm) == 4


def test_what_went_to_and_fro_in_one_step_stood_still(oak: Oak) -> None:
    alarm, ana = oak.clock("Alarm", 6, filled=3), oak.sit("Ana")
    to, fro = ({"do": "clock.tick", "clock": alarm, "by": by} for by in (1, -1))
    asked = [to, {"do": "tag.add", "name": "Slick"}, fro]
    first, *also = [oak.dispatch(ana, do="proposal.make", command=each).result["proposal"] for each in asked]
    oak.gm(do="proposal.accept", proposal=first, also=also)
    oak.gm(do="undo")
    assert (filled(oak, alarm), oak.sees()["tags"]) == (3, [])


def test_undo_takes_back_only_what_fitted(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 4, filled=3)
    oak.gm(do="clock.tick", clock=alarm, by=3)
    oak.gm(do="undo")
    assert filled(oak, alarm) == 3


def test_undo_of_a_drain_clock_fills_it_again(oak: Oak) -> None:
    air = oak.clock("Air", 6, direction="drain")
    oak.gm(do="clock.tick", clock=air, by=2)
    assert filled(oak, air) == 4
    oak.gm(do="undo")
    assert filled(oak, air) == 6


def test_undo_walks_back_and_redo_walks_forward_to_the_same_table(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    oak.tag("Slick")
    oak.gm(do="clock.tick", clock=alarm, by=2)
    oak.gm(do="clock.edit", clock=alarm, name="Guards", segments=8)
    before = {name: oak.sees()[name] for name in ("clocks", "tags")}
    for _ in range(4):
        oak.gm(do="undo")
    assert oak.sees()["clocks"] == []
    for _ in range(4):
        oak.gm(do="redo")
    assert {name: oak.sees()[name] for name in ("clocks", "tags")} == before


def test_another_change_ends_redo(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    oak.gm(do="clock.tick", clock=alarm)
    oak.gm(do="undo")
    oak.tag("Slick")
    with pytest.raises(Refused, match="nothing to redo"):
        oak.gm(do="redo")


def test_redo_of_anything_but_what_was_undone_last_is_refused(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    oak.gm(do="clock.tick", clock=alarm)
    undone = oak.gm(do="undo").result["entry"]
    with pytest.raises(Refused, match="Only the latest undo"):
        oak.gm(do="redo", entry=undone - 1)
    oak.gm(do="redo", entry=undone)
    assert filled(oak, alarm) == 1


def test_undo_after_removing_gives_the_same_thing_back(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6, filled=2)
    oak.gm(do="clock.remove", clock=alarm)
    oak.gm(do="undo")
    assert filled(oak, alarm) == 2


def test_undo_refuses_when_a_field_changed_since_and_names_it(oak: Oak) -> None:
    tag = oak.tag("Slick")
    oak.gm(do="tag.edit", tag=tag, name="Wet")
    oak.gm(do="tag.edit", tag=tag, name="Soaked")
    with pytest.raises(Refused, match="“Soaked”: name changed afterwards"):
        oak.gm(do="undo", entry=_journal(oak)[1].id)
    assert oak.sees()["tags"][0]["name"] == "Soaked"


def test_undo_of_a_tick_on_a_removed_clock_is_refused(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    oak.gm(do="clock.tick", clock=alarm)
    oak.gm(do="clock.remove", clock=alarm)
    with pytest.raises(Refused, match="has since been removed"):
        oak.gm(do="undo", entry=entry(oak, "Alarm: +1, now 1 of 6"))


def test_a_refused_undo_changes_nothing_of_a_group(oak: Oak) -> None:
    scene = oak.gm(do="scene.add", name="Cellar").result["scene"]
    tag = oak.tag("Damp", scene=scene)
    clock = oak.clock("Flood", 4, scene=scene)
    oak.gm(do="scene.remove", scene=scene)
    removal = entry(oak, "Cellar: scene removed")
    oak.gm(do="undo")
    oak.gm(do="tag.remove", tag=tag)
    with pytest.raises(Refused):
        oak.gm(do="undo", entry=removal)
    assert [each["id"] for each in oak.sees()["clocks"]] == [clock]


def test_an_accepted_proposal_is_undone_whole_and_open_again(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    ana = oak.sit("Ana")
    proposal = oak.dispatch(
        ana, do="proposal.make", command={"do": "clock.tick", "clock": alarm, "by": 2}, because="I shouted"
    ).result["proposal"]
    oak.gm(do="proposal.accept", proposal=proposal)
    assert filled(oak, alarm) == 2
    oak.gm(do="undo")
    assert filled(oak, alarm) == 0
    assert [each["id"] for each in oak.sees()["proposals"]] == [proposal]


def test_seats_and_links_are_not_undone(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    oak.sit("Ana")
    oak.gm(do="key.add", role="player", name="Second")
    oak.gm(do="undo")
    assert oak.sees()["clocks"] == []
    assert [each["name"] for each in oak.sees()["seats"]] == ["Ana"]
    with pytest.raises(Refused, match="nothing to undo"):
        oak.gm(do="undo")
    assert alarm not in [each["id"] for each in oak.sees()["clocks"]]


def test_a_player_may_not_undo(oak: Oak) -> None:
    oak.clock("Alarm")
    with pytest.raises(Forbidden):
        oak.player(do="undo")


def test_undo_is_told_to_those_who_heard_of_the_change(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    oak.gm(do="clock.tick", clock=alarm)
    oak.gm(do="undo")
    assert oak.lines("player")[0] == "Undid Alarm +1 (0 of 6)"


def test_undo_of_a_secret_change_is_heard_by_nobody_else(oak: Oak) -> None:
    ambush = oak.clock("Ambush", visibility="secret")
    before = oak.revisions()[1:]
    oak.gm(do="clock.tick", clock=ambush)
    oak.gm(do="undo")
    assert oak.revisions()[1:] == before
    assert not [line for line in oak.lines("player") if "Ambush" in line]


def test_what_was_never_there_is_named_to_nobody_but_the_gm(oak: Oak) -> None:
    bandit = oak.character("Bandit", zone=oak.gm(do="zone.add", name="Yard").result["zone"])
    oak.gm(do="character.edit", character=bandit, name="Bandit captain")
    oak.gm(do="condition.add", character=bandit, name="Tired")
    for _ in range(3):
        oak.gm(do="undo")
    assert not [line for line in oak.lines("player") if "Bandit" in line]
    assert oak.lines()[0] == "Undid “Bandit joins the cast”"
    for _ in range(3):
        oak.gm(do="redo")
    assert [each["name"] for each in oak.sees("player")["cast"]] == ["Bandit captain"]
    assert "Bandit captain is now Tired" in oak.lines("player")


def test_an_undo_that_found_nothing_to_take_back_is_redone_like_any_other(oak: Oak) -> None:
    """Else the line would stay undone, and redo would reach for an older undo."""
    oak.tag("Slick")
    oak.gm(do="tag.add", name="Wet")
    oak.gm(do="undo")
    alarm = oak.clock("Alarm", 6)
    oak.gm(do="clock.tick", clock=alarm)
    ticked = _journal(oak)[0].id
    oak.gm(do="clock.tick", clock=alarm, by=-1)
    oak.gm(do="undo", entry=ticked)
    assert filled(oak, alarm) == 0
    oak.gm(do="redo")
    assert filled(oak, alarm) == 0
    assert [line.undone for line in _journal(oak) if line.id == ticked] == [False]
    with pytest.raises(Refused, match="nothing to redo"):
        oak.gm(do="redo")


def test_undo_names_the_settings_or_the_line_of_a_sheet_that_changed_since(oak: Oak) -> None:
    for foes in ("words", "absent"):
        oak.gm(do="table.edit", settings={"foes": foes})
    with pytest.raises(Refused, match="“Oak”: settings changed afterwards"):
        oak.gm(do="undo", entry=_journal(oak)[1].id)
    mara = oak.character("Mara")
    for value in (1, 2):
        oak.gm(do="character.edit", character=mara, stats={"Edge": value})
    with pytest.raises(Refused, match="“Mara”: Edge changed afterwards"):
        oak.gm(do="undo", entry=_journal(oak)[1].id)


def test_what_was_only_told_is_undone_and_redone_like_a_change(app: Flask) -> None:
    """A fall that was wholly soaked changes no number, but screens and the recap tell it."""
    yard = Oak.start(app, "Yard", "mettle")
    ann = yard.character("Ann", stats=STATS)
    yard.gm(do="mettle.hazard.fall", character=ann, metres=2, dice=[1, 5])
    yard.gm(do="mettle.action.use", character=ann, what="the lever")

    def stands() -> tuple[list[bool], list[bool]]:
        newest = [line for line in _journal(yard) if line.summary.startswith("Ann")][:2]
        told = to_markdown(tell_story(Record(yard.state(), GM)), "Yard")
        return [line.undone for line in newest], ["the lever" in told, "falls 2 m" in told]

    assert stands() == ([False, False], [True, True])
    assert all(heads(yard, audience) for audience in (GM, PLAYER, TV))
    yard.gm(do="undo")
    assert stands() == ([True, False], [False, True])
    yard.gm(do="undo")
    assert stands() == ([True, True], [False, False])
    assert not any(heads(yard, audience) for audience in (GM, PLAYER, TV))
    yard.gm(do="redo")
    yard.gm(do="redo")
    assert stands() == ([False, False], [True, True])
    assert not any(heads(yard, audience) for audience in (GM, PLAYER, TV))
    assert [each["name"] for each in yard.sees()["cast"]] == ["Ann"]


def test_what_changed_and_told_nothing_is_no_step(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 1)
    oak.gm(do="clock.tick", clock=alarm)
    note = oak.gm(do="note.add", text="Later").result["note"]
    oak.gm(do="clock.tick", clock=alarm)
    oak.gm(do="clock.edit", clock=alarm, name="Alarm")
    oak.gm(do="note.edit", note=note, text="Later")
    oak.gm(do="table.edit", name="Oak")
    oak.gm(do="undo")
    assert oak.sees()["notes"] == []
    oak.gm(do="undo")
    assert filled(oak, alarm) == 0


@pytest.mark.parametrize("tip", [{"start_small": False}, {"tour_done": True}])
def test_a_tip_that_was_read_is_no_change(oak: Oak, tip: dict[str, bool]) -> None:
    oak.gm(do="table.edit", settings={"foes": "words"})
    oak.tag("Slick")
    oak.gm(do="undo")
    before = oak.lines(), oak.lines("player")
    assert oak.gm(do="table.edit", settings=tip).summary == "Done."
    assert (oak.lines(), oak.lines("player")) == before
    assert oak.state().table.settings == {"foes": "words", **tip}
    oak.gm(do="redo")
    assert [each["name"] for each in oak.sees()["tags"]] == ["Slick"]
    oak.gm(do="undo")
    oak.gm(do="undo")
    assert oak.state().table.settings == tip
    oak.gm(do="table.edit", settings={**tip, "foes": "absent"})
    assert oak.lines()[0] == "The table's settings changed"
