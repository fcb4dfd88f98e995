"""What the commands about scenes, tags, clocks and the table do, and what they refuse."""

import re
from html import unescape

import pytest

from tests.pages.visitor import Visitor
from tests.table.investigation import Case
from tests.table.oak import Oak
from webapp.state.audience import GM
from webapp.table.refusals import Forbidden, Invalid, Missing, Refused
from webapp.views.journal import journal_lines


def test_activating_a_scene_ends_the_one_before_and_keeps_it(oak: Oak) -> None:
    first = oak.sees()["scene"]
    second = oak.gm(do="scene.add", name="Cellar").result["scene"]
    oak.gm(do="scene.activate", scene=second)
    states = {scene["id"]: scene["state"] for scene in oak.sees()["scenes"]}
    assert states == {first: "ended", second: "active"}


def test_conditions_follow_their_character_into_the_next_scene(oak: Oak) -> None:
    mara = oak.character("Mara")
    oak.gm(do="condition.add", character=mara, name="Dazed", clears="end of scene")
    second = oak.gm(do="scene.add", name="Cellar").result["scene"]
    oak.gm(do="scene.activate", scene=second)
    assert [each["name"] for each in oak.sees("player")["cast"][0]["conditions"]] == ["Dazed"]


def test_a_tag_without_a_scene_lands_in_the_active_one(oak: Oak) -> None:
    oak.tag("Slick")
    oak.gm(do="tag.add", name="War", scene=None)
    seen = {tag["name"]: tag["scene"] for tag in oak.sees()["tags"]}
    assert seen == {"Slick": oak.sees()["scene"], "War": None}


def test_a_custom_tag_states_effect_trigger_and_clearing(oak: Oak) -> None:
    effect = {"on": "climbing", "modifier": "burden", "amount": 1, "note": "ice"}
    oak.tag("Icy", effects=[effect], trigger="when you move fast", clears="salt")
    tag = oak.sees("player")["tags"][0]
    assert (tag["effects"], tag["trigger"], tag["clears"]) == ([effect], "when you move fast", "salt")


def test_opposing_goes_both_ways_and_a_clock_races_one_other(oak: Oak) -> None:
    expose = oak.clock("Expose the Official", 6)
    cover = oak.clock("Cover-Up Complete", 4, kind="threat", opposes=expose)
    other = oak.clock("Other", 4, opposes=expose)
    assert {each["id"]: each["opposes"] for each in oak.sees()["clocks"]} == {
        expose: other,
        other: expose,
        cover: None,
    }


def test_an_edit_that_changes_nothing_says_so_and_leaves_no_line(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6)
    lines = oak.lines()
    done = oak.gm(do="clock.edit", clock=alarm, name="Alarm", segments=6)
    assert (done.summary, done.result) == ("Nothing changed.", {"clock": alarm})
    assert oak.gm(do="table.edit", name="Oak").summary == "Nothing changed."
    assert oak.lines() == lines


def test_an_edit_is_told_in_the_words_of_the_table(oak: Oak) -> None:
    expose, tag = oak.clock("Expose", 6), oak.tag("Wet")
    cover = oak.clock("Cover-Up", 4)
    oak.gm(do="clock.edit", clock=cover, kind="threat", opposes=expose)
    oak.gm(do="tag.edit", tag=tag, scene=None, object="the floor", clears="a mop", name="Soaked")
    told = oak.lines("player")
    assert told[1] == "Cover-Up: kind and rival clock changed"
    assert told[0] == "Soaked: name, place and way to clear it changed"


def test_a_clock_that_follows_another_waits_for_it(oak: Oak) -> None:
    first = oak.clock("Door", 4)
    second = oak.clock("Vault", 4, follows=first)
    with pytest.raises(Refused, match="follows “Door”"):
        oak.gm(do="clock.tick", clock=second)
    oak.gm(do="clock.set", clock=first, filled=4)
    assert oak.gm(do="clock.tick", clock=second).result["filled"] == 1


def test_clocks_may_not_follow_one_another_in_a_circle(oak: Oak) -> None:
    first = oak.clock("Door", 4)
    second = oak.clock("Vault", 4, follows=first)
    with pytest.raises(Invalid, match="circle"):
        oak.gm(do="clock.edit", clock=first, follows=second)


def test_a_smaller_dial_cuts_off_what_no_longer_fits(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 8, filled=7)
    oak.gm(do="clock.edit", clock=alarm, segments=4)
    clock = oak.sees()["clocks"][0]
    assert (clock["segments"], clock["filled"]) == (4, 4)


def test_null_empties_a_field_and_an_absent_one_stays(oak: Oak) -> None:
    tag = oak.tag("Slick", trigger="when you run", clears="sand")
    oak.gm(do="tag.edit", tag=tag, clears=None)
    seen = oak.sees()["tags"][0]
    assert (seen["trigger"], seen["clears"]) == ("when you run", None)


def test_every_field_that_may_be_empty_can_be_emptied(oak: Oak) -> None:
    mara = oak.character("Mara", stats={"MIG": 2})
    effect = {"on": "climbing", "modifier": "burden"}
    tag = oak.tag("Icy", effects=[effect], object="ladder", character=mara)
    oak.gm(do="tag.edit", tag=tag, effects=None, object=None, character=None)
    oak.gm(do="character.edit", character=mara, stats=None)
    seen = oak.sees()
    assert (seen["tags"][0]["effects"], seen["tags"][0]["object"]) == ([], None)
    assert (seen["tags"][0]["character"], seen["cast"][0]["stats"]) == (None, {})


def test_a_name_cannot_be_emptied(oak: Oak) -> None:
    tag = oak.tag("Slick")
    with pytest.raises(Invalid):
        oak.gm(do="tag.edit", tag=tag, name=None)


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "", "segments": 4},
        {"name": "   ", "segments": 4},
        {"name": "x" * 81, "segments": 4},
        {"name": "x" * 10_000, "segments": 4},
        {"name": "a\x00b", "segments": 4},
        {"name": "a\ud800", "segments": 4},
        {"name": "x" + "\u0301" * 9, "segments": 4},
        {"name": "\u200b", "segments": 4},
        {"name": "Alarm", "segments": 0},
        {"name": "Alarm", "segments": 101},
        {"name": "Alarm", "segments": 2**63},
        {"name": "Alarm", "segments": "4"},
        {"name": "Alarm", "segments": 4.5},
        {"name": "Alarm", "segments": True},
        {"name": "Alarm", "segments": 4, "filled": 5},
        {"name": "Alarm", "segments": 4, "kind": "nonsense"},
        {"name": "Alarm", "segments": 4, "colour": "red"},
        {"name": "Alarm", "segments": 4, "visibility": "open"},
    ],
)
def test_bad_fields_are_invalid_and_change_nothing(oak: Oak, fields: dict[str, object]) -> None:
    before = oak.revisions()
    with pytest.raises(Invalid):
        oak.gm(do="clock.add", **fields)
    assert oak.sees()["clocks"] == []
    assert oak.revisions() == before


def test_bidi_controls_cannot_turn_a_line_around(oak: Oak) -> None:
    oak.tag("safe\u202egnp.exe")
    assert oak.sees()["tags"][0]["name"] == "safegnp.exe"


@pytest.mark.parametrize(
    "unseen", ["\u3164", "\u2800", "\u115f", "\uffa0", "\u200b", "\u00ad", "\U000e0067", "\u2800 \u3164"]
)
def test_a_name_of_nothing_that_can_be_seen_is_refused_in_words(oak: Oak, unseen: str) -> None:
    for do in ("character.add", "tag.add", "zone.add", "scene.add", "table.edit"):
        with pytest.raises(Invalid, match="nobody could see this name"):
            oak.gm(do=do, name=unseen)


def test_what_nobody_sees_is_dropped_from_a_name(oak: Oak) -> None:
    oak.character("A\u200bn\u00ada\U000e0067\u3164")
    oak.character("می\u200cخواهم")
    assert [each["name"] for each in oak.sees()["cast"]] == ["Ana", "می\u200cخواهم"]


def test_another_tables_id_is_missing_here(oak: Oak) -> None:
    other = Oak.start(oak.app, "Elm")
    alarm = other.clock("Alarm", 6)
    with pytest.raises(Missing):
        oak.gm(do="clock.tick", clock=alarm)
    assert other.sees()["clocks"][0]["filled"] == 0


def test_the_role_is_checked_before_any_id(oak: Oak) -> None:
    with pytest.raises(Forbidden):
        oak.player(do="tag.remove", tag=1)
    with pytest.raises(Forbidden):
        oak.tv(do="pause.set", on=True)


def test_a_player_who_may_not_is_told_what_is_possible_instead(oak: Oak) -> None:
    ana, tag = oak.sit("Ana"), oak.tag("Slick")
    with pytest.raises(Forbidden, match="You can propose it"):
        oak.dispatch(ana, do="tag.remove", tag=tag)
    with pytest.raises(Forbidden, match="Take a seat to propose it"):
        oak.player(do="tag.remove", tag=tag)
    with pytest.raises(Forbidden, match="Ask the GM"):
        oak.dispatch(ana, do="table.edit", name="Ash")
    with pytest.raises(Forbidden, match="Only players can do this"):
        oak.gm(do="clock.own", name="Plan")


# ---- the rest ------------------------------------------------------------------------------------


def test_a_pause_has_no_name(oak: Oak) -> None:
    ana = oak.sit("Ana")
    oak.dispatch(ana, do="pause.set", on=True)
    assert oak.sees("tv")["paused"] is True
    assert journal_lines(oak.state(), GM)[0].who == ""


def test_where_the_book_has_no_burning_a_player_proposes_it(case: Case) -> None:
    lamp = case.tag("Lamp")
    with pytest.raises(Forbidden, match=r"only the GM can burn a tag\. You can propose to burn it\."):
        case.dispatch(case.ana, do="tag.burn", tag=lamp)
    with pytest.raises(Forbidden, match=r"only the GM can unburn a tag\. You can propose to unburn it\."):
        case.dispatch(case.ana, do="tag.burn", tag=lamp, on=False)
    phone = Visitor(case, "player")
    phone.hold(case.seats["Ana"])
    shown = phone.page().text
    assert '"do=tag.burn' not in shown
    button = re.search(r'value="([^"]+)"[^>]*>Propose to burn<', shown)
    assert button is not None
    phone.post(act=unescape(button[1]))
    case.gm(do="proposal.accept", proposal=case.view().proposals[0].id)
    assert case.sees()["tags"][0]["burned"]


def test_a_player_burns_a_tag_of_the_scene_but_not_anothers(oak: Oak) -> None:
    mara, theo = oak.character("Mara"), oak.character("Theo")
    scene_tag, theirs = oak.tag("Lantern"), oak.tag("Locket", character=theo)
    ana = oak.sit("Ana", mara)
    oak.dispatch(ana, do="tag.burn", tag=scene_tag)
    assert oak.sees("tv")["tags"][0]["burned"] is True
    with pytest.raises(Forbidden):
        oak.dispatch(ana, do="tag.burn", tag=theirs)


def test_order_is_a_field_of_its_own(oak: Oak) -> None:
    first, second, third = oak.clock("A"), oak.clock("B"), oak.clock("C")
    oak.gm(do="order.set", ids=[third, first])
    assert [each["id"] for each in oak.sees("player")["clocks"]] == [third, first, second]


@pytest.mark.thorough
def test_a_table_full_of_clocks_says_so(oak: Oak) -> None:
    for number in range(100):
        oak.clock(f"Clock {number}", 4)
    with pytest.raises(Refused, match="at most 100 clocks"):
        oak.clock("One more", 4)
