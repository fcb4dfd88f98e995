"""The newest entries in memory say the same as the journal, or that they do not know."""

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.table.oak import Oak
from webapp.services import services
from webapp.table import recent_entries
from webapp.table.actor import Actor
from webapp.table.recent_entries import OwnSteps, RecentEntries
from webapp.table.refusals import Refused
from webapp.table.undo_steps import own_steps

DEVICES = "tablet-mark1", "laptop-mark1"


@pytest.fixture
def devices(oak: Oak) -> list[Actor]:
    return [replace(oak.actor("gm"), mark=mark) for mark in DEVICES]


def known(oak: Oak) -> RecentEntries:
    """What is in memory after the last command."""
    newest = services().dispatcher.snapshots.newest_projections(oak.id)
    assert newest is not None
    assert newest.recent is not None
    return newest.recent


def play(oak: Oak, who: Actor, **sent: Any) -> None:
    """A command, or a refusal: there may be nothing of theirs to take back."""
    with suppress(Refused):
        oak.dispatch(who, **sent)


def test_whatever_two_devices_do_and_take_back_memory_is_as_the_journal(
    oak: Oak, devices: list[Actor]
) -> None:
    alarm, chance = oak.clock("Alarm", 12), Random(7)
    deeds: list[dict[str, Any]] = [
        {"do": "clock.tick", "clock": alarm},
        {"do": "clock.tick", "clock": alarm, "by": -1},
        {"do": "tag.add", "name": "Slick"},
        {"do": "undo", "mine": True},
        {"do": "undo", "mine": True},
        {"do": "redo", "mine": True},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "pause.set", "on": True},
    ]
    for _ in range(60):
        play(oak, chance.choice(devices), **chance.choice(deeds))
        recent = known(oak)
        assert recent == RecentEntries.read(oak.state())
        said = [recent.own_steps(device) for device in devices]
        assert None not in said or not recent.whole
        for device, steps in zip(devices, said, strict=True):
            assert steps in (own_steps(oak.state(), device), None)


def test_what_is_older_than_memory_is_not_known(
    oak: Oak, devices: list[Actor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent_entries, "MOST", 3)
    tablet, laptop = devices
    oak.dispatch(tablet, do="tag.add", name="Slick")
    for name in ("Dark", "Loud", "Cold"):
        oak.dispatch(laptop, do="tag.add", name=name)
    assert known(oak).own_steps(tablet) is None
    assert known(oak).own_steps(laptop) == OwnSteps("Cold: tag added")
    assert len(known(oak).entries) == 3


def test_a_device_that_did_nothing_has_no_steps(oak: Oak, devices: list[Actor]) -> None:
    oak.tag("Slick")
    assert known(oak).own_steps(devices[0]) == OwnSteps()


def test_another_process_went_on_meanwhile(oak: Oak, devices: list[Actor]) -> None:
    tablet, laptop = devices
    oak.dispatch(tablet, do="tag.add", name="Slick")
    here = services().dispatcher.snapshots
    services().dispatcher.snapshots = type(here)()
    oak.dispatch(tablet, do="undo", mine=True)
    services().dispatcher.snapshots = here
    oak.dispatch(laptop, do="tag.add", name="Dark")
    assert known(oak) == RecentEntries.read(oak.state())
    assert known(oak).own_steps(tablet) == OwnSteps("", "Slick: tag added")
