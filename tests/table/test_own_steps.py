"""Undo and redo of one's own: what others did meanwhile stays as it is."""

import json
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from tests.table.oak import Oak
from tests.table.test_undo import entry, filled
from webapp.services import services
from webapp.state.audience import GM
from webapp.store.db import db
from webapp.store.models import Entry
from webapp.table.actor import TABLE_ITSELF
from webapp.table.dispatcher import CommandResponse
from webapp.table.refusals import Refused
from webapp.table.table_export import export_table
from webapp.table.undo_steps import own_steps
from webapp.views.journal import journal_lines


class Device:
    """One of the GM's devices, with the mark that its cookie holds."""

    def __init__(self, oak: Oak, mark: str) -> None:
        self.oak, self.actor = oak, replace(oak.actor("gm"), mark=mark)

    def __call__(self, **sent: Any) -> CommandResponse:
        return self.oak.dispatch(self.actor, **sent)

    def next(self) -> tuple[str, str]:
        """As the journal says; memory says the same, or that it does not know."""
        steps = own_steps(self.oak.state(), self.actor)
        newest = services().dispatcher.snapshots.newest_projections(self.oak.id)
        if newest is not None and newest.recent is not None:
            assert newest.recent.own_steps(self.actor) in (steps, None)
        return steps.undo, steps.redo


@pytest.fixture
def tablet(oak: Oak) -> Device:
    return Device(oak, "tablet-mark1")


@pytest.fixture
def laptop(oak: Oak) -> Device:
    return Device(oak, "laptop-mark1")


def test_my_undo_takes_back_what_i_did_and_leaves_what_another_did_since(
    oak: Oak, tablet: Device, laptop: Device
) -> None:
    alarm = oak.clock("Alarm")
    tablet(do="clock.tick", clock=alarm)
    laptop(do="tag.add", name="Slick")
    done = tablet(do="undo", mine=True)
    assert done.result["summary"] == "Alarm: +1, now 1 of 6"
    assert filled(oak, alarm) == 0
    assert [each["name"] for each in oak.sees()["tags"]] == ["Slick"]


def test_without_mine_undo_is_the_newest_of_the_table(oak: Oak, tablet: Device, laptop: Device) -> None:
    alarm = oak.clock("Alarm")
    tablet(do="clock.tick", clock=alarm)
    laptop(do="tag.add", name="Slick")
    tablet(do="undo")
    assert (filled(oak, alarm), oak.sees()["tags"]) == (1, [])


def test_both_tick_the_same_clock_and_each_takes_back_their_own(
    oak: Oak, tablet: Device, laptop: Device
) -> None:
    alarm = oak.clock("Alarm")
    tablet(do="clock.tick", clock=alarm, by=2)
    laptop(do="clock.tick", clock=alarm, by=3)
    tablet(do="undo", mine=True)
    assert filled(oak, alarm) == 3


def test_a_program_without_a_device_is_its_key(oak: Oak, tablet: Device) -> None:
    oak.tag("Slick")
    tablet(do="tag.add", name="Dark")
    oak.gm(do="undo", mine=True)
    assert [each["name"] for each in oak.sees()["tags"]] == ["Dark"]


def test_the_same_device_with_another_link_is_another(oak: Oak, tablet: Device) -> None:
    link = oak.gm(do="key.add", role="gm", name="Second").result["link"]
    tablet(do="tag.add", name="Dark")
    oak.made.tokens["gm"] = link.rpartition("/")[2]
    with pytest.raises(Refused, match="You have nothing to undo"):
        Device(oak, tablet.actor.mark)(do="undo", mine=True)


def test_who_did_nothing_has_nothing_to_take_back(oak: Oak, tablet: Device) -> None:
    oak.tag("Slick")
    with pytest.raises(Refused, match="You have nothing to undo"):
        tablet(do="undo", mine=True)
    with pytest.raises(Refused, match="You have nothing to redo"):
        tablet(do="redo", mine=True)
    assert tablet.next() == ("", "")


def test_what_was_done_before_devices_were_noted_is_nobodys(oak: Oak, tablet: Device) -> None:
    tablet(do="tag.add", name="Dark")
    for each in db.session.query(Entry):
        each.device = None
    db.session.commit()
    with pytest.raises(Refused, match="You have nothing"):
        tablet(do="undo", mine=True)
    tablet(do="undo")
    assert oak.sees()["tags"] == []


def test_a_redo_of_mine_outlives_what_another_did(oak: Oak, tablet: Device, laptop: Device) -> None:
    alarm = oak.clock("Alarm")
    tablet(do="clock.tick", clock=alarm)
    tablet(do="undo", mine=True)
    laptop(do="tag.add", name="Slick")
    with pytest.raises(Refused, match="nothing to redo"):
        tablet(do="redo")
    tablet(do="redo", mine=True)
    assert filled(oak, alarm) == 1


def test_a_redo_of_mine_ends_with_what_i_do_next(oak: Oak, tablet: Device) -> None:
    tablet(do="tag.add", name="Slick")
    tablet(do="undo", mine=True)
    tablet(do="tag.add", name="Dark")
    with pytest.raises(Refused, match="You have nothing to redo"):
        tablet(do="redo", mine=True)


def test_what_the_buttons_will_do_is_known_before(oak: Oak, tablet: Device, laptop: Device) -> None:
    alarm = oak.clock("Alarm")
    tablet(do="clock.tick", clock=alarm)
    laptop(do="tag.add", name="Slick")
    assert tablet.next() == ("Alarm: +1, now 1 of 6", "")
    tablet(do="undo", mine=True)
    assert tablet.next() == ("", "Alarm: +1, now 1 of 6")
    tablet(do="redo", mine=True)
    assert tablet.next() == ("Alarm: +1, now 1 of 6", "")


def test_a_check_that_was_rolled_is_named_as_what_undo_takes_back(app: Flask) -> None:
    razor = Oak.start(app, ruleset="razorweave")
    tablet = Device(razor, "tablet-mark1")
    mara = razor.character("Mara")
    call = {"attribute": "AGI", "dc": 14, "intent": "climb the wall", "approach": "by the drainpipe"}
    check = tablet(do="check.call", character=mara, **call).result["check"]
    razor.dispatch(razor.sit("Ana", mara), do="check.roll", check=check, dice=[6, 6, 5, 4])
    assert tablet.next()[0].startswith("Mara, “climb the wall”: ")
    tablet(do="undo", mine=True)
    assert next(each["state"] for each in razor.sees()["checks"]) == "void"


def test_anothers_deed_is_taken_back_by_name_and_its_author_told(
    oak: Oak, tablet: Device, laptop: Device
) -> None:
    alarm = oak.clock("Alarm")
    ana = oak.sit("Ana")
    oak.gm(do="clock.edit", clock=alarm, owner=oak.sees()["seats"][0]["id"])
    oak.dispatch(ana, do="clock.tick", clock=alarm)
    line = entry(oak, "Alarm: +1, now 1 of 6")
    with pytest.raises(Refused, match="not done on this device"):
        tablet(do="undo", entry=line, mine=True)
    assert tablet(do="undo", entry=line).summary == "Undid Alarm +1 (0 of 6) (by Ana)"
    laptop(do="tag.add", name="Slick")
    told = tablet(do="undo", entry=oak.lately())
    assert told.summary == "Undid “Slick: tag added” (by a GM on another device)"
    oak.dispatch(TABLE_ITSELF, do="tag.add", name="Fog")
    assert tablet(do="undo", entry=oak.lately()).summary == "Undid “Fog: tag added” (by the table itself)"


def test_ones_own_deed_needs_no_author(oak: Oak, tablet: Device) -> None:
    tablet(do="tag.add", name="Slick")
    assert tablet(do="undo", entry=oak.lately()).summary == "Undid “Slick: tag added”"


def test_no_screen_and_no_document_has_the_device(oak: Oak, tablet: Device) -> None:
    tablet(do="tag.add", name="Slick")
    told = [str(each) for each in journal_lines(oak.state(), GM)] + [json.dumps(oak.sees(), default=str)]
    assert tablet.actor.mark not in "".join(told) + json.dumps(export_table(oak.id))
    assert db.session.query(Entry).one().device == tablet.actor.device
