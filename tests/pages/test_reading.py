"""Reading back: what a phone missed while it slept, and the journal to the beginning of the evening."""

import re
from dataclasses import replace

import pytest
from flask import Flask

from tests.pages.visitor import SCRIPT, Visitor
from tests.table.long_journal import fill
from tests.table.oak import Oak
from webapp.live.stream import Viewer
from webapp.services import services
from webapp.table.grants import best_grant


@pytest.fixture
def ana(oak: Oak) -> Visitor:
    phone = Visitor(oak, "player")
    phone.post(do="seat.claim", name="Ana")
    return phone


def stands_at(phone: Visitor) -> str:
    found = re.search(r'data-cursor="([^"]+)"', phone.page().text)
    assert found is not None
    return found[1]


def missed(phone: Visitor, since: str) -> list[str]:
    answer = phone.page(f"/missed?since={since}")
    assert answer.status_code in (200, 204)
    return re.findall(r"<li><bdi>(.*?)</bdi>", answer.text)


def test_nothing_missed_is_nothing_to_read(oak: Oak, ana: Visitor) -> None:
    assert ana.page(f"/missed?since={stands_at(ana)}").status_code == 204


def test_what_happened_is_told_in_order_and_a_busy_clock_once(oak: Oak, ana: Visitor) -> None:
    alarm = oak.clock("Alarm", 6)
    since = stands_at(ana)
    for _ in range(3):
        oak.gm(do="clock.tick", clock=alarm)
    oak.tag("Slick")
    assert missed(ana, since) == ["Alarm: now 3 of 6, after 3 moves", "Slick: tag added"]
    oak.gm(do="clock.set", clock=alarm, filled=6)
    assert missed(ana, since)[-1] == "Alarm: now 6 of 6, after 4 moves. It is complete!"


def test_the_moves_of_a_masked_clock_are_counted_beside_its_word(oak: Oak, ana: Visitor) -> None:
    alarm = oak.clock("Alarm", 2, visibility="masked")
    oak.clock("Escape", 4, opposes=alarm)
    since = stands_at(ana)
    for _ in range(2):
        oak.gm(do="clock.tick", clock=alarm)
    (line,) = missed(ana, since)
    assert line.startswith("Alarm: full, after 2 moves; “Alarm” is complete first")


def test_what_guests_did_without_end_is_told_in_one_line(oak: Oak, ana: Visitor) -> None:
    gm = Visitor(oak, "gm")
    since, gms = stands_at(ana), stands_at(gm)
    for number in range(6):
        troll = replace(oak.actor("player"), mark=f"grief-phone{number // 2}")
        seat = oak.dispatch(troll, do="seat.claim", name=f"Troll {number}").result["seat"]
        for each in range(4):
            oak.dispatch(
                replace(troll, seat=seat), do="note.add", text=f"Spam {number} {each}", visibility="shown"
            )
    oak.tag("Slick")
    assert missed(ana, since) == ["New guests: 24 changes and 6 seats", "Slick: tag added"]
    who = "Guests on player link “First link”"
    assert missed(gm, gms) == [f"{who}: 24 changes and 6 seats", "Slick: tag added"]


def test_what_people_at_the_table_did_is_told_line_by_line(oak: Oak, ana: Visitor) -> None:
    since = stands_at(ana)
    ben = oak.sit("Ben")
    for number in range(4):
        oak.dispatch(ben, do="note.add", text=f"Clue {number}", visibility="shown")
    assert len(missed(ana, since)) == 5


def test_what_was_taken_back_and_what_one_did_oneself_is_left_out(oak: Oak, ana: Visitor) -> None:
    since = stands_at(ana)
    oak.tag("Slick")
    oak.gm(do="undo")
    ana.post(do="clock.own", name="My debt")
    oak.tag("Cramped")
    assert missed(ana, since) == ["Cramped: tag added"]


def test_how_a_check_was_settled_is_not_read_step_by_step(app: Flask) -> None:
    oak = Oak.start(app, "Elm", "razorweave")
    mara = oak.character("Mara")
    phone = Visitor(oak, "player")
    since = stands_at(phone)
    check = oak.gm(do="check.call", character=mara, intent="Leap").result["check"]
    oak.gm(do="check.edit", check=check, attribute="AGI")
    oak.gm(do="check.edit", check=check, dc=16)
    assert missed(phone, since) == ["Mara tries: Leap"]


def test_a_secret_is_not_missed(oak: Oak, ana: Visitor) -> None:
    since = stands_at(ana)
    oak.clock("Ambush", 4, visibility="secret")
    tag = oak.tag("Xanadu")
    oak.gm(do="tag.edit", tag=tag, visibility="secret")
    assert "Ambush" not in ana.page(f"/missed?since={since}").text
    assert "Xanadu" not in ana.page(f"/missed?since={since}").text


def test_a_long_sleep_is_twelve_lines_and_a_count(oak: Oak, ana: Visitor) -> None:
    since = stands_at(ana)
    for number in range(15):
        oak.tag(f"Tag {number}")
    assert missed(ana, since)[0] == "Tag 3: tag added"
    assert "3 earlier changes are in the journal below" in ana.page(f"/missed?since={since}").text


def test_another_epoch_says_that_the_table_was_set_back(oak: Oak, ana: Visitor) -> None:
    assert "restored to an earlier state" in ana.page("/missed?since=abc-5").text
    assert ana.page("/missed?since=what").status_code == 400


def test_the_journal_is_readable_back_to_its_beginning(oak: Oak, ana: Visitor) -> None:
    for number in range(40):
        oak.tag(f"Tag {number}")
    older = re.search(r'href="(/t/[^"]+/journal\?before=\d+)"', ana.page().text)
    assert older is not None
    fragment = ana.client.get(older[1], headers=SCRIPT).text
    assert "Tag 0:" in fragment
    assert "Tag 39:" not in fragment
    assert "This is the start of the journal." in fragment
    whole = ana.client.get(older[1]).text
    assert "Back to the table" in whole


def test_a_page_leads_to_lines_before_a_great_many_that_it_may_not_tell(oak: Oak, ana: Visitor) -> None:
    """When it is opened, and when it is sent a journal in which much was hidden."""
    since, alarm = stands_at(ana), oak.clock("Alarm", 100)
    oak.tag("Slick")
    oak.gm(do="clock.tick", clock=alarm, by=1)
    fill(oak, 600)
    oak.gm(do="clock.edit", clock=alarm, visibility="secret")
    grant = best_grant(oak.id, ana.cookie().split("."))
    assert grant is not None
    for told in (ana.page().text, services().updates.reply(Viewer(grant), since)):
        assert "This is the start of the journal." not in told
        path = re.search(r'href="(/t/[^"]+/journal\?before=\d+)"', told)
        assert path is not None
        assert "Slick: tag added" in ana.client.get(path[1]).text


def test_older_pages_tell_no_secret_and_the_tv_reads_none(oak: Oak, ana: Visitor) -> None:
    oak.clock("Ambush", 4, visibility="secret")
    assert "Ambush" not in ana.page("/journal").text
    assert Visitor(oak, "tv").page("/journal").status_code == 403
    assert Visitor(oak).page("/journal").status_code == 404


HUGE = "9" * 30


@pytest.mark.parametrize(
    "path",
    [
        f"/journal?before={HUGE}",
        "/journal?before=-1",
        "/journal?before=٣",
        f"/qr/{HUGE}.svg",
        "/qr/9999999999.svg",
        f"?as=player&seat={HUGE}",
        f"?page={HUGE}",
        f"/edit/tag/{HUGE}",
        f"/presence?offset={HUGE}",
        f"/overlay?clock={HUGE}",
    ],
)
def test_no_number_in_an_address_breaks_a_page(oak: Oak, path: str) -> None:
    assert Visitor(oak, "gm").page(path).status_code in (200, 404)
