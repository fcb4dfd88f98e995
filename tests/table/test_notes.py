"""Notes: a seat's own, the GM's on things, the table's; and what is for one seat alone."""

import json
from typing import Any

import pytest

from tests.table.oak import Oak
from webapp.state.audience import Audience, Role
from webapp.table.actor import Actor
from webapp.table.refusals import Forbidden, Invalid, Missing, Refused
from webapp.table.table_export import export_table
from webapp.table.table_import import import_table
from webapp.views.recap import tell_story, to_markdown
from webapp.views.session_record import Record

WORD = "xanadu"


def at(actor: Actor) -> Audience:
    return Audience(Role.PLAYER, actor.seat)


def texts(oak: Oak, who: str | Audience) -> list[str]:
    return [note["text"] for note in oak.sees(who)["notes"]]


def own(oak: Oak, who: Actor, text: str, **fields: Any) -> int:
    id: int = oak.dispatch(who, do="note.add", text=text, **fields).result["note"]
    return id


def recap(oak: Oak, who: Audience) -> str:
    return to_markdown(tell_story(Record(oak.state(), who)), "told")


GM = Audience(Role.GM)


def test_what_a_player_notes_for_themselves_reaches_nobody_else(oak: Oak) -> None:
    ana, ben = oak.sit("Ana"), oak.sit("Ben")
    note = own(oak, ana, WORD)
    oak.dispatch(ana, do="note.edit", note=note, text=f"{WORD} again")
    assert texts(oak, at(ana)) == [f"{WORD} again"]
    for who in ("gm", "player", "tv", at(ben)):
        assert WORD not in json.dumps(oak.sees(who))
        assert not any(WORD in line for line in oak.lines(who))
    assert str(note) not in json.dumps(oak.sees())
    for who in (GM, at(ana), at(ben)):
        assert WORD not in recap(oak, who)
    document = json.dumps(export_table(oak.id))
    assert WORD not in document
    assert import_table(json.loads(document)).table != oak.id


def test_nobody_else_touches_it_nor_learns_that_it_is_there(oak: Oak) -> None:
    ana, ben = oak.sit("Ana"), oak.sit("Ben")
    note = own(oak, ana, WORD)
    for actor in (oak.actor("gm"), ben):
        for sent in ({"do": "note.edit", "note": note, "text": "seen"}, {"do": "note.remove", "note": note}):
            with pytest.raises(Missing):
                oak.dispatch(actor, **sent)
    oak.dispatch(ana, do="note.remove", note=note)
    assert texts(oak, at(ana)) == []


def test_no_undo_of_a_gm_reaches_it(oak: Oak) -> None:
    tag = oak.tag("Slick")
    note = own(oak, oak.sit("Ana"), WORD)
    oak.gm(do="undo")
    assert [row["id"] for row in oak.sees()["tags"]] == []
    assert texts(oak, at(oak.sit("Ana"))) == [WORD]
    assert tag != note


def test_the_table_shares_lines_that_their_author_and_the_gm_change(oak: Oak) -> None:
    ana, ben = oak.sit("Ana"), oak.sit("Ben")
    note = own(oak, ana, "The watch changes at ten.", visibility="shown")
    for who in ("gm", "player", at(ben)):
        assert texts(oak, who) == ["The watch changes at ten."]
    assert oak.sees("tv")["notes"] == []
    with pytest.raises(Forbidden, match="Somebody else wrote this"):
        oak.dispatch(ben, do="note.edit", note=note, text="At eleven.")
    oak.gm(do="note.edit", note=note, text="At nine.")
    oak.dispatch(ana, do="note.edit", note=note, text="At eight.")
    assert texts(oak, at(ben)) == ["At eight."]
    assert oak.lines(at(ben))[0] == "Note changed: At eight."
    assert "- Ana: At eight." in recap(oak, at(ben))
    oak.gm(do="note.remove", note=note)
    assert texts(oak, "player") == []
    oak.gm(do="undo")
    assert texts(oak, "player") == ["At eight."]


def test_a_shared_line_travels_with_the_table(oak: Oak) -> None:
    ana = oak.sit("Ana")
    own(oak, ana, "The watch changes at ten.", visibility="shown")
    oak.gm(do="note.add", text="They lie.", clock=oak.clock("Alarm", 6))
    document = export_table(oak.id)
    again = export_table(import_table(document).table)
    assert (again["things"], again["journal"]) == (document["things"], document["journal"])


def test_the_gm_notes_on_every_thing_and_nobody_else_reads_it(oak: Oak) -> None:
    scene, zone = oak.sees()["scene"], oak.gm(do="zone.add", name="Loft").result["zone"]
    mara = oak.character("Mara")
    hurt = oak.gm(do="condition.add", character=mara, name="Hurt").result["condition"]
    things = {"scene": scene, "zone": zone, "tag": oak.tag("Slick"), "clock": oak.clock("Alarm", 6)}
    for kind, id in {**things, "character": mara, "condition": hurt}.items():
        oak.gm(do="note.add", text=f"{WORD} {kind}", **{kind: id})
    assert [note["condition"] for note in oak.sees()["notes"]][-1] == hurt
    assert len(texts(oak, "gm")) == 6
    assert texts(oak, at(oak.sit("Ana"))) == []
    assert not any(WORD in line for line in oak.lines())


def test_a_shared_note_on_a_hidden_thing_waits_until_that_is_shown(oak: Oak) -> None:
    alarm = oak.clock("Alarm", 6, visibility="secret")
    oak.gm(do="note.add", text=WORD, clock=alarm, visibility="shown")
    assert texts(oak, "player") == []
    oak.gm(do="clock.edit", clock=alarm, visibility="shown")
    assert texts(oak, "player") == [WORD]


def test_a_line_is_shown_to_one_seat_alone(oak: Oak) -> None:
    ana, ben = oak.sit("Ana"), oak.sit("Ben")
    note = oak.gm(do="note.add", text=WORD, only=ana.seat).result["note"]
    assert texts(oak, at(ana)) == [WORD]
    for who in ("player", "tv", at(ben)):
        assert WORD not in json.dumps(oak.sees(who)) + json.dumps(oak.lines(who))
        assert WORD not in recap(oak, at(ben))
    oak.gm(do="note.edit", note=note, only=None)
    assert texts(oak, at(ben)) == [WORD]


def test_a_player_writes_to_one_other_seat_and_the_gm_reads_it_too(oak: Oak) -> None:
    ana, ben, cleo = oak.sit("Ana"), oak.sit("Ben"), oak.sit("Cleo")
    own(oak, ana, WORD, only=ben.seat)
    for who in (at(ana), at(ben), "gm"):
        assert texts(oak, who) == [WORD]
    assert texts(oak, at(cleo)) == []


def test_a_tag_is_shown_to_one_seat_alone(oak: Oak) -> None:
    ana, ben = oak.sit("Ana"), oak.sit("Ben")
    before = oak.revisions()
    tag = oak.tag(WORD, only=ana.seat)
    assert [row["name"] for row in oak.sees(at(ana))["tags"]] == [WORD]
    assert oak.lines(at(ana))[0] == f"{WORD}: tag added"
    for who in ("player", "tv", at(ben)):
        assert WORD not in json.dumps(oak.sees(who)) + json.dumps(oak.lines(who))
    assert oak.revisions() == (before[0] + 1, before[1], before[2])
    oak.gm(do="tag.edit", tag=tag, visibility="secret")
    assert oak.sees(at(ana))["tags"] == []
    oak.gm(do="tag.edit", tag=tag, visibility="shown", only=None)
    assert [row["name"] for row in oak.sees(at(ben))["tags"]] == [WORD]


def test_a_note_says_something_about_one_thing_for_somebody(oak: Oak) -> None:
    ana, tag, clock = oak.sit("Ana"), oak.tag("Slick"), oak.clock("Alarm", 6)
    for fields in (
        {"text": " \n "},
        {"text": "x", "tag": tag, "clock": clock},
        {"text": "x", "visibility": "secret", "only": ana.seat},
    ):
        with pytest.raises(Invalid):
            oak.gm(do="note.add", **fields)
    with pytest.raises(Forbidden, match="Only the GM can set “tag”"):
        own(oak, ana, "x", tag=tag)
    with pytest.raises(Forbidden, match="Take a seat"):
        oak.player(do="note.add", text="x")
    private = own(oak, ana, "x")
    for edit in ({"text": None}, {"only": ana.seat}):
        with pytest.raises(Refused):
            oak.dispatch(ana, do="note.edit", note=private, **edit)
