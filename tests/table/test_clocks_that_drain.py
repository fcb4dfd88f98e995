"""A clock that runs out gets less: its gold button and its lines say so; what nobody called is a clock."""

import re

from tests.pages.visitor import SCRIPT, Visitor
from tests.table.oak import Oak


def test_a_tick_on_a_draining_clock_is_told_as_what_its_dial_does(oak: Oak) -> None:
    threat = oak.clock("Threat", 15, direction="drain", filled=13)
    assert oak.gm(do="clock.tick", clock=threat).summary == "Threat: -1, now 12 of 15"
    assert oak.gm(do="clock.tick", clock=threat, by=-2).summary == "Threat: +2, now 14 of 15"
    ana = oak.sit("Ana")
    oak.dispatch(ana, do="proposal.make", command={"do": "clock.tick", "clock": threat, "by": 1})
    assert oak.view().proposals[0].words == "-1 on “Threat”"


def test_only_a_threat_is_said_to_run_out(oak: Oak) -> None:
    for kind, said in (("progress", "It reached 0!"), ("threat", "It ran out!")):
        clock = oak.clock(kind.title(), 2, direction="drain", kind=kind)
        assert oak.gm(do="clock.tick", clock=clock, by=2).summary.endswith(f" of 2. {said}")


def test_the_gold_button_is_what_the_clock_does(oak: Oak) -> None:
    oak.clock("Threat", 15, direction="drain")
    oak.clock("Alarm", 6)
    page = Visitor(oak, "gm").page().text
    said = dict(re.findall(r'aria-label="(T[^"]+)">([^<]+)</button>', page))
    assert {name: said[name] for name in said if "Threat" in name or "Alarm" in name} == {
        "Tick Threat": "−",
        "Take back a tick of Threat": "+",
        "Tick Alarm": "+",
        "Take back a tick of Alarm": "−",
    }


def test_a_clock_whose_kind_nobody_said_is_announced_as_a_clock(oak: Oak) -> None:
    gm = Visitor(oak, "gm")
    gm.client.post(f"/t/{oak.id}/add", data={"text": "Alarm 6"}, headers=SCRIPT)
    gm.client.post(f"/t/{oak.id}/add", data={"text": "Flood 4 danger"}, headers=SCRIPT)
    kinds = {each["name"]: each["kind"] for each in oak.sees()["clocks"]}
    assert kinds == {"Alarm": "progress", "Flood": "danger"}
    for screen in ("tv", "player"):
        page = Visitor(oak, screen).page().text
        assert "Progress" not in page
        assert "Danger" in page


def test_the_toast_of_a_new_clock_offers_its_kinds(oak: Oak) -> None:
    gm = Visitor(oak, "gm")
    toast = gm.client.post(f"/t/{oak.id}/add", data={"text": "Alarm 6"}, headers=SCRIPT).text
    offered = re.findall(r'value="do=clock\.edit&amp;clock=\d+&amp;kind=(\w+)"', toast)
    assert offered == ["threat", "danger", "faction", "personal"]
    said = gm.client.post(f"/t/{oak.id}/add", data={"text": "Flood 4 danger"}, headers=SCRIPT).text
    assert "do=clock.edit" not in said.partition('hx-target="#notice"')[2]
