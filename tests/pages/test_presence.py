"""The GM sees which screens to trust; nobody else learns anything of it."""

import re
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from tests.live.test_streams import Listener
from tests.pages.visitor import OURS, Visitor
from tests.table.oak import Oak
from webapp.live.presence import RELOAD, Presence
from webapp.services import services
from webapp.store.db import db
from webapp.store.models import Entry

SCREEN = "00000000000000aa"


def report(visitor: Visitor, state: str = "here", cursor: str | None = None, screen: str = SCREEN) -> int:
    shown = re.search(r'data-cursor="([^"]+)"', visitor.page().text)
    assert shown is not None
    fields = {"screen": screen, "cursor": cursor or shown[1], "state": state}
    return visitor.client.post(f"/t/{visitor.oak.id}/here", data=fields, headers=OURS).status_code


def listed(gm: Visitor, query: str = "") -> list[str]:
    """The lines of the GM's list as words."""
    answer = gm.client.get(f"/t/{gm.oak.id}/presence{query}")
    assert answer.status_code == 200
    lines = re.findall(r'<li class="screen">(.*?)</li>', answer.text, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in lines]


def age_the_journal() -> None:
    """The changes were made a minute ago."""
    db.session.execute(update(Entry).values(at=datetime.now(UTC) - timedelta(minutes=1)))
    db.session.commit()


def seated(oak: Oak, name: str) -> Visitor:
    oak.sit(name)
    visitor = Visitor(oak, "player")
    visitor.client.set_cookie(f"tableside-{oak.id}", f"{oak.seats[name]}.{oak.made.tokens['player']}")
    return visitor


def test_a_seat_is_not_here_yet_then_here_then_asleep(oak: Oak) -> None:
    ana, gm = seated(oak, "Ana"), Visitor(oak, "gm")
    assert listed(gm) == ["Ana not here yet"]
    assert report(ana) == 204
    assert listed(gm) == ["Ana here"]
    report(ana, "asleep")
    assert listed(gm) == ["Ana asleep for 1 min"]


def test_the_hour_is_the_one_on_the_gms_wall(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, gm = seated(oak, "Ana"), Visitor(oak, "gm")
    noon = datetime(2026, 11, 21, 12, 5, tzinfo=UTC).timestamp()
    monkeypatch.setattr("webapp.live.presence.time.time", lambda: noon)
    report(ana, "gone")
    monkeypatch.setattr("webapp.live.presence.time.time", lambda: noon + RELOAD)
    assert listed(gm, "?offset=-60") == ["Ana gone since 13:05"]
    assert listed(gm, "?offset=300") == ["Ana gone since 07:05"]
    assert listed(gm, "?offset=nonsense")[0].startswith("Ana gone ")


def test_a_screen_that_does_not_follow_is_behind_by_so_many_changes(oak: Oak) -> None:
    ana, gm = seated(oak, "Ana"), Visitor(oak, "gm")
    report(ana)
    alarm = oak.clock("Alarm", 6)
    oak.gm(do="clock.tick", clock=alarm)
    assert listed(gm) == ["Ana here"], "a change of this moment is still on its way"
    age_the_journal()
    assert listed(gm) == ["Ana 2 changes behind"]
    report(ana)
    assert listed(gm) == ["Ana here"]


def test_hidden_changes_leave_nobody_behind(oak: Oak) -> None:
    ana, gm = seated(oak, "Ana"), Visitor(oak, "gm")
    report(ana)
    oak.clock("Ambush", visibility="secret")
    age_the_journal()
    assert listed(gm) == ["Ana here"]


def test_a_screen_from_before_a_restore_is_on_an_older_state(oak: Oak) -> None:
    ana, gm = seated(oak, "Ana"), Visitor(oak, "gm")
    report(ana, cursor="deadbeef-3")
    assert listed(gm) == ["Ana shows the state before the restore"]


def test_the_tv_guests_and_other_gms_are_listed_by_their_links(oak: Oak) -> None:
    gm = Visitor(oak, "gm")
    report(gm, screen="00000000000000a1")
    report(Visitor(oak, "tv"), screen="00000000000000a2")
    report(Visitor(oak, "player"), screen="00000000000000a3")
    report(Visitor(oak, "player"), screen="00000000000000a4")
    assert sorted(listed(gm)) == [
        "First link GM here",
        "First link TV here",
        "First link guests 2 screens here",
    ]


def test_the_best_screen_of_a_seat_counts(oak: Oak) -> None:
    ana, gm = seated(oak, "Ana"), Visitor(oak, "gm")
    report(ana, "gone", screen="00000000000000a1")
    report(ana, "here", screen="00000000000000a2")
    assert listed(gm) == ["Ana here"]


def test_a_guest_who_sits_down_leaves_no_ghost_behind(oak: Oak, monkeypatch: pytest.MonkeyPatch) -> None:
    phone, gm = Visitor(oak, "player"), Visitor(oak, "gm")
    report(phone, screen="00000000000000a1")
    phone.post(do="seat.claim", name="Ana")
    report(phone, "gone", screen="00000000000000a1")  # what the guest's page says as it closes
    report(phone, screen="00000000000000a2")
    assert listed(gm) == ["Ana here"]
    phone.post(do="seat.leave")
    report(phone, "gone", screen="00000000000000a2")
    report(phone, screen="00000000000000a3")
    assert listed(gm)[0] == "Ana here", "her page may only be loading anew"
    later = time.time() + RELOAD
    monkeypatch.setattr("webapp.live.presence.time.time", lambda: later)
    assert listed(gm) == ["Ana gone for 1 min", "First link guests here"]


def test_a_revoked_link_is_listed_no_more(oak: Oak) -> None:
    gm, tv = Visitor(oak, "gm"), Visitor(oak, "tv")
    report(tv)
    key = next(key for key in oak.sees()["keys"] if key["role"] == "tv")
    oak.gm(do="key.revoke", key=key["id"])
    assert listed(gm) == []


@pytest.mark.parametrize("role", ["player", "tv"])
def test_players_and_the_tv_see_nothing_of_it(oak: Oak, role: str) -> None:
    visitor = Visitor(oak, role)
    report(visitor)
    assert visitor.client.get(f"/t/{oak.id}/presence").status_code == 403
    assert "screen-state" not in visitor.page().text


def test_without_a_link_there_is_nothing_to_report_to(oak: Oak) -> None:
    client = oak.app.test_client()
    assert client.post(f"/t/{oak.id}/here", headers=OURS).status_code == 404
    assert client.get(f"/t/{oak.id}/presence").status_code == 404
    assert client.post(f"/t/{oak.id}/here", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


@pytest.mark.parametrize(
    "sent", [{}, {"screen": "x" * 5000}, {"screen": SCREEN, "cursor": "\x00", "state": "here"}]
)
def test_nonsense_is_answered_with_nothing(oak: Oak, sent: dict[str, Any]) -> None:
    visitor = Visitor(oak, "player")
    answer = visitor.client.post(f"/t/{oak.id}/here", data=sent, headers=OURS)
    assert (answer.status_code, answer.data) == (204, b"")
    assert listed(Visitor(oak, "gm")) == []


def test_a_report_raises_no_revision_and_wakes_no_stream(oak: Oak) -> None:
    services().streams.heartbeat = 0.0
    before = oak.revisions()
    listener = Listener(oak, "player")
    report(Visitor(oak, "tv"))
    assert listener.hears()[0]["event"] == "hb"
    assert oak.revisions() == before


def test_the_gms_first_page_has_the_list_before_any_script(oak: Oak) -> None:
    seated(oak, "Ana")
    page = Visitor(oak, "gm").page().text
    assert "not here yet" in page


def test_a_presence_that_was_lost_with_the_process_is_told_anew(oak: Oak) -> None:
    """Nothing in memory is needed to answer correctly."""
    ana, gm = seated(oak, "Ana"), Visitor(oak, "gm")
    report(ana)
    object.__setattr__(services(), "presence", Presence())
    assert listed(gm) == ["Ana not here yet"]
    report(ana)
    assert listed(gm) == ["Ana here"]


def test_a_page_that_closed_is_gone_even_if_its_last_words_arrive_swapped() -> None:
    presence = Presence()
    for state in ("here", "gone", "asleep"):
        assert presence.report("oak", "tv:1", "0" * 16, "e-1", state)
    assert [each.state for each in presence.of("oak").values()] == ["gone"]
    assert presence.report("oak", "tv:1", "0" * 16, "e-1", "here")
    assert [each.state for each in presence.of("oak").values()] == ["here"]


def test_who_loads_their_page_anew_is_awake_all_the_while() -> None:
    """A page says that it is gone as it closes, and the next one speaks up a second or two later."""
    presence = Presence()

    def report_state(state: str, at: float) -> None:
        assert presence.report("oak", "seat:1", "0" * 16, "e-1", state, at)

    report_state("here", at=100)
    report_state("gone", at=110)
    assert presence.is_awake("oak", "seat:1", at=112)
    assert not presence.is_awake("oak", "seat:1", at=116), "it was closed for good"
    assert not presence.is_awake("oak", "seat:2", at=112)
    report_state("here", at=117)
    report_state("asleep", at=118)
    assert not presence.is_awake("oak", "seat:1", at=118)
